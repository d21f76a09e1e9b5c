"""Entries of peñas in a season. Withdrawal touches encounters: `matches.services`."""

from dataclasses import dataclass
from datetime import datetime, time

from django.db import transaction

from league import debts, ledger
from league.collation import sort_key
from league.models import Club, Division, Season, Team, User, Venue
from league.refusals import Refused
from league.services.clubs import club_add
from league.services.locks import (
    refuse_after_calendar,
    row_get_locked,
    season_get_organised,
    team_get_locked,
)
from league.services.versions import divisions_touch
from league.slugs import free_slug


@dataclass(frozen=True, slots=True)
class HomeNight:
    """Where and when a team receives: `weekday` counts from Monday, 0."""

    venue_id: int | None
    weekday: int
    hour: time


@transaction.atomic
def team_create(
    *,
    actor: User,
    season_id: int,
    division_id: int,
    home: HomeNight,
    at: datetime,
    club_id: int | None = None,
    club_name: str = "",
    name: str = "",
) -> Team:
    """Enter a peña: one that exists, or a new one by its name. The team is called like the peña
    unless `name` says otherwise (a peña may enter two).

    Raises PermissionDenied, Refused (`season.calendar_made`, `club.name_taken`,
    `team.name_taken`; `team.fines_due` where the season takes nobody who still owes a fine).
    """
    season = season_get_organised(actor=actor, season_id=season_id)
    division = row_get_locked(season.divisions.all(), pk=division_id)
    refuse_after_calendar(season, division)
    if club_id is not None:
        club = Club.objects.get(pk=club_id)
        _stop_in_debt(season, club)
    else:
        club = club_add(actor=actor, season=season, name=club_name, town="", at=at)
    name = _free_name(division, name or club.name)
    team = Team.objects.create(
        division=division,
        club=club,
        name=name,
        slug=_free_slug(division, name),
        venue=_venue(home),
        home_weekday=home.weekday,
        home_time=home.hour,
    )
    divisions_touch([division.pk])
    ledger.append(
        season=season,
        actor=actor,
        at=at,
        action="team.entered",
        subject=f"team:{team.pk}",
        division=division.pk,
        club=club.pk,
        venue=home.venue_id,
    )
    return team


@transaction.atomic
def team_update(
    *,
    actor: User,
    season_id: int,
    team_id: int,
    division_id: int,
    name: str,
    home: HomeNight,
    at: datetime,
) -> Team:
    """Raises PermissionDenied, Refused (`team.name_taken`, `season.calendar_made` for another
    group)."""
    season = season_get_organised(actor=actor, season_id=season_id)
    team = team_get_locked(season=season, team_id=team_id)
    old = team.division_id
    if division_id != old:
        division = season.divisions.get(pk=division_id)
        refuse_after_calendar(season, team.division, division)
        team.division = division
        team.slug = _free_slug(team.division, name)
    team.name = _free_name(team.division, name, but=team)
    team.venue, team.home_weekday, team.home_time = _venue(home), home.weekday, home.hour
    team.save()
    divisions_touch({old, division_id})
    ledger.append(
        season=season,
        actor=actor,
        at=at,
        action="team.updated",
        subject=f"team:{team.pk}",
        division=division_id,
        venue=home.venue_id,
    )
    return team


@transaction.atomic
def team_delete(*, actor: User, season_id: int, team_id: int, at: datetime) -> None:
    """Undo an entry made by mistake. Raises PermissionDenied, Refused (`season.calendar_made`,
    `team.has_registrations`: fichas are kept)."""
    season = season_get_organised(actor=actor, season_id=season_id)
    team = team_get_locked(season=season, team_id=team_id)
    refuse_after_calendar(season, team.division)
    if team.registrations.exists():
        raise Refused("team.has_registrations", name=team.name)
    division_id = team.division_id
    team.delete()
    divisions_touch([division_id])
    ledger.append(
        season=season,
        actor=actor,
        at=at,
        action="team.removed",
        subject=f"team:{team_id}",
        division=division_id,
    )


def _stop_in_debt(season: Season, club: Club) -> None:
    if not season.fines_block:
        return
    owed = debts.due(season.competition_id, but_season=season.pk).get(club.pk, 0)
    if owed:
        raise Refused("team.fines_due", name=club.name, euros=f"{owed / 100:.2f}".replace(".", ","))


def _venue(home: HomeNight) -> Venue | None:
    return None if home.venue_id is None else Venue.objects.get(pk=home.venue_id)


def _free_slug(division: Division, name: str) -> str:
    return free_slug(name, set(division.teams.values_list("slug", flat=True)), length=80)


def _free_name(division: Division, name: str, but: Team | None = None) -> str:
    """Unique in the whole season, so that lists and imported files know which team is meant."""
    name = " ".join(name.split())
    for other in Team.objects.filter(division__season=division.season_id):
        if other != but and sort_key(other.name) == sort_key(name):
            raise Refused("team.name_taken", name=other.name)
    return name
