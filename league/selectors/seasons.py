"""Seasons, their groups, venues, peñas, posts and windows, read for pages."""

from dataclasses import dataclass
from datetime import date
from itertools import groupby

from django.db.models import Count, Q, QuerySet

from league import debts
from league.models import (
    Club,
    Competition,
    Delegate,
    Division,
    Notification,
    RegistrationWindow,
    Role,
    RoleKind,
    Season,
    Team,
    User,
    Venue,
    WorkState,
)
from league.states.season import SeasonState


def season_by_id(season_id: int) -> Season:
    """Raises Season.DoesNotExist."""
    return Season.objects.select_related("competition").get(pk=season_id)


def organised_seasons(user: User) -> QuerySet[Season]:
    """Seasons the user organises; all of them for who runs the installation."""
    seasons = Season.objects.select_related("competition")
    if not user.is_superuser:
        seasons = seasons.filter(roles__user=user, roles__kind=RoleKind.ORGANISER)
    return seasons.annotate(
        team_count=Count("divisions__teams", distinct=True),
        live_count=Count(
            "registrations", filter=Q(registrations__released_at__isnull=True), distinct=True
        ),
    ).order_by("-created_at", "-id")


@dataclass(frozen=True)
class CompetitionSeasons:
    """A competition with its public seasons, the newest first."""

    competition: Competition
    seasons: tuple[Season, ...]


def public_competitions() -> tuple[CompetitionSeasons, ...]:
    """What the front page lists, with the groups of each season: two queries."""
    seasons = (
        Season.objects.filter(is_public=True)
        .select_related("competition")
        .prefetch_related("divisions")
        .order_by("competition__name", "competition_id", "-created_at", "-id")
    )
    return tuple(
        CompetitionSeasons(competition, tuple(rows))
        for competition, rows in groupby(seasons, key=lambda season: season.competition)
    )


def competitions_of(user: User) -> QuerySet[Competition]:
    """Those whose seasons the user organises; all of them for the installation's staff."""
    if user.is_staff:
        return Competition.objects.all()
    posts = Role.objects.filter(user=user, kind=RoleKind.ORGANISER)
    return Competition.objects.filter(pk__in=posts.values("season__competition"))


def competition_choices(user: User) -> list[tuple[int, str]]:
    return list(competitions_of(user).order_by("name").values_list("pk", "name"))


def divisions_with_teams(season: Season) -> list[Division]:
    """The groups in their order, each with its teams as the page shows them (`shown_teams`)."""
    divisions = list(season.divisions.all())
    teams = (
        Team.objects.filter(division__season=season)
        .select_related("club", "venue")
        .annotate(
            live=Count("registrations", filter=Q(registrations__released_at__isnull=True)),
        )
    )
    by_division: dict[int, list[Team]] = {}
    for team in teams:
        by_division.setdefault(team.division_id, []).append(team)
    for division in divisions:
        division.shown_teams = by_division.get(division.pk, [])  # type: ignore[attr-defined]
    return divisions


def division_of(season: Season, division_id: int) -> Division:
    return season.divisions.get(pk=division_id)


def division_choices(season: Season) -> list[tuple[int, str]]:
    return list(season.divisions.values_list("pk", "name"))


def clubs_here(season: Season) -> QuerySet[Club]:
    """Peñas that play in the season, and those that play in none."""
    return (
        Club.objects.filter(Q(teams__isnull=True) | Q(teams__division__season=season))
        .annotate(
            team_count=Count("teams", filter=Q(teams__division__season=season), distinct=True)
        )
        .distinct()
    )


def club_choices() -> list[tuple[int, str]]:
    return list(Club.objects.values_list("pk", "name"))


def clubs_in_debt(season: Season) -> list[dict[str, str]]:
    """Name and amount of each peña that owes a fine of another season of the competition."""
    owed = debts.due(season.competition_id, but_season=season.pk)
    return [
        {"name": club.name, "amount": f"{owed[club.pk] / 100:.2f} €".replace(".", ",")}
        for club in Club.objects.filter(pk__in=owed).order_by("sort_key")
    ]


def venues_here(season: Season) -> QuerySet[Venue]:
    """Bars where a team of the season receives, and those without any team."""
    return (
        Venue.objects.filter(Q(teams__isnull=True) | Q(teams__division__season=season))
        .annotate(
            team_count=Count("teams", filter=Q(teams__division__season=season), distinct=True)
        )
        .distinct()
    )


def venue_with_courts(season: Season, venue_id: int) -> tuple[Venue, list[str]]:
    """A venue where something of the season is played, or nothing of any, with the names of its
    courts. Raises Venue.DoesNotExist."""
    here = Venue.objects.filter(
        Q(pk__in=venues_here(season).values("pk")) | Q(tournaments__season=season)
    )
    venue = here.distinct().get(pk=venue_id)
    return venue, list(venue.courts.values_list("name", flat=True))


def venue_choices() -> list[tuple[int, str]]:
    return [
        (venue.pk, f"{venue.name} ({venue.town})" if venue.town else venue.name)
        for venue in Venue.objects.only("name", "town")
    ]


def windows_of(season: Season) -> list[RegistrationWindow]:
    return list(season.registration_windows.all())


def window_of(season: Season, window_id: int) -> RegistrationWindow:
    return season.registration_windows.get(pk=window_id)


def roles_of(season: Season) -> QuerySet[Role]:
    return season.roles.select_related("user", "club").order_by("kind", "user__name", "pk")


def role_of(season: Season, role_id: int) -> Role:
    return roles_of(season).get(pk=role_id)


def delegates_of(season: Season) -> QuerySet[Delegate]:
    return (
        Delegate.objects.filter(team__division__season=season)
        .select_related("user", "team")
        .order_by("team__sort_key", "team_id", "kind", "valid_on", "pk")
    )


def delegate_of(season: Season, delegate_id: int) -> Delegate:
    return delegates_of(season).get(pk=delegate_id)


def teams_without_delegate(season: Season) -> int:
    return (
        Team.objects.filter(division__season=season, withdrawn_at__isnull=True)
        .exclude(delegates__kind="PRINCIPAL")
        .count()
    )


@dataclass(frozen=True)
class Posts:
    """What a person may do, where: decides where the landing page leads."""

    delegate_teams: tuple[Team, ...]
    organises: tuple[Season, ...]
    rules_in: tuple[Season, ...]
    referees_in: tuple[Season, ...]


def posts_of(user: User, night: date) -> Posts:
    """The user's posts in seasons that are not closed: two queries."""
    delegates = (
        Delegate.objects.filter(user=user)
        .filter(Q(valid_on__isnull=True) | Q(valid_on=night))
        .exclude(team__division__season__state=SeasonState.CLOSED)
        .select_related("team__division__season__competition")
        .order_by("team__sort_key", "pk")
    )
    roles = (
        Role.objects.filter(user=user)
        .exclude(season__state=SeasonState.CLOSED)
        .select_related("season__competition")
        .order_by("-season__created_at", "pk")
    )
    by_kind: dict[str, list[Season]] = {}
    for role in roles:
        by_kind.setdefault(role.kind, []).append(role.season)
    teams = {delegate.team_id: delegate.team for delegate in delegates}
    return Posts(
        delegate_teams=tuple(teams.values()),
        organises=tuple(by_kind.get(RoleKind.ORGANISER, ())),
        rules_in=tuple(by_kind.get(RoleKind.COMMITTEE, ())),
        referees_in=tuple(by_kind.get(RoleKind.REFEREE, ())),
    )


def inbox_of(user: User) -> QuerySet[Notification]:
    return user.notifications.select_related("season__competition").order_by("-created_at", "-id")


def unread_count(user: User) -> int:
    return user.notifications.filter(read_at__isnull=True).count()


def outbox_of(season: Season) -> QuerySet[Notification]:
    """Every message of the season, the newest first."""
    return season.notifications.select_related("recipient").order_by("-created_at", "-id")


def outbox_counts(season: Season) -> dict[str, int]:
    """How many wait, were sent, failed, and were for the inbox alone (QUIET): one query."""
    mailed = Q(by_mail=True)
    counts = {state: Count("pk", filter=mailed & Q(state=state)) for state in WorkState.values}
    return season.notifications.aggregate(**counts, QUIET=Count("pk", filter=~mailed))
