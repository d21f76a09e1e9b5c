"""Who may do what: sentences about a user and a thing.

Services enforce them, pages ask the same functions whether to show the button. A superuser runs the
installation and may organise every season, but signs, claims and rules for nobody.
"""

from collections.abc import Iterable
from datetime import date
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q

from league.models import Competition, Delegate, Role, RoleKind, Season, Team, User
from league.selectors.seasons import competitions_of

Anybody = User | AnonymousUser


def has_role(user: Anybody, season: Season | int, *kinds: str) -> bool:
    """Whether the user holds one of the posts in the season."""
    if not user.is_authenticated or not user.is_active:
        return False
    season_id = season.pk if isinstance(season, Season) else season
    return Role.objects.filter(user_id=user.pk, season_id=season_id, kind__in=kinds).exists()


def may_found_season(user: Anybody) -> bool:
    """Create competitions and seasons: the installation's staff, and organisers of any season."""
    if not user.is_authenticated or not user.is_active:
        return False
    return (
        bool(user.is_staff)
        or Role.objects.filter(user_id=user.pk, kind=RoleKind.ORGANISER).exists()
    )


def may_add_season(user: Anybody, competition: Competition) -> bool:
    """To a competition that exists: the installation's staff, and its own organisers."""
    if not user.is_authenticated or not may_found_season(user):
        return False
    return competitions_of(user).filter(pk=competition.pk).exists()


def may_organise(user: Anybody, season: Season | int) -> bool:
    if user.is_authenticated and user.is_active and user.is_superuser:
        return True
    return has_role(user, season, RoleKind.ORGANISER)


def may_rule(user: Anybody, season: Season | int) -> bool:
    """Sit on the competition committee of the season."""
    return has_role(user, season, RoleKind.COMMITTEE)


def may_referee(user: Anybody, season: Season | int) -> bool:
    return has_role(user, season, RoleKind.REFEREE)


def may_see_unpublished(user: Anybody, season: Season) -> bool:
    """Staff and delegates of a season see it before it is public."""
    if not user.is_authenticated:
        return False
    if may_organise(user, season):
        return True
    return (
        Role.objects.filter(user_id=user.pk, season=season).exists()
        or Delegate.objects.filter(user_id=user.pk, team__division__season=season).exists()
    )


def may_see_season(user: Anybody, season: Season) -> bool:
    """The one publication check of every page, feed and export."""
    return season.is_public or may_see_unpublished(user, season)


def delegations(user: Anybody, night: date) -> Any:
    """The user's posts as delegate that hold on that night."""
    if not user.is_authenticated or not user.is_active:
        return Delegate.objects.none()
    return Delegate.objects.filter(user_id=user.pk).filter(
        Q(valid_on__isnull=True) | Q(valid_on=night)
    )


def may_see_roster(user: Anybody, season: Season | int, team: Team, night: date) -> bool:
    """Who may play for a team, and why the others may not: papers and sanctions are in it."""
    return may_organise(user, season) or delegations(user, night).filter(team=team).exists()


def clubs_of(user: Anybody, season: Season | int) -> frozenset[int]:
    """Peñas the user is tied to in a season: as a delegate, or as declared in a post."""
    if not user.is_authenticated:
        return frozenset()
    season_id = season.pk if isinstance(season, Season) else season
    declared: Iterable[int | None] = Role.objects.filter(
        user_id=user.pk, season_id=season_id
    ).values_list("club_id", flat=True)
    delegated = Delegate.objects.filter(
        user_id=user.pk, team__division__season_id=season_id
    ).values_list("team__club_id", flat=True)
    return frozenset(club for club in (*declared, *delegated) if club is not None)
