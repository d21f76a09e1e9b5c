"""The stage of the organiser's tests: a season in registration with two teams."""

from dataclasses import dataclass
from datetime import time
from typing import Any

from league.models import Division, LedgerEntry, Season, Team, User
from league.services.registrations import Person, player_register
from league.states.season import SeasonState
from rules.registry import discipline
from tests import factories

AT = factories.AT
FORMAT = "first_to=5"


def options(**chosen: Any) -> dict[str, Any]:
    return {**discipline("mus").presets[0].settings, "partida_format": FORMAT, **chosen}


@dataclass(frozen=True)
class Stage:
    """A season, its organiser, a group and two teams."""

    season: Season
    organiser: User
    division: Division
    team: Team
    other: Team

    def register(self, number: int, *, team: Team | None = None, **more: Any) -> Any:
        return player_register(
            actor=self.organiser,
            season_id=self.season.pk,
            team_id=(team or self.team).pk,
            person=Person(f"LIC-{number:05d}", "Nel", f"Ñembro Peláez {number}"),
            at=AT,
            **more,
        )


def stage(state: str = SeasonState.REGISTRATION, **facts: Any) -> Stage:
    facts.setdefault("options", options())
    season = factories.season(state=state, **facts)
    organiser = factories.role(season=season).user
    division = factories.division(season=season)
    venue = factories.venue()
    teams = [
        factories.team(division=division, venue=venue, home_time=time(22), club__name=name)
        for name in (f"Peña Les Ñores {season.pk}", f"Chigre El Órdago {season.pk}")
    ]
    return Stage(season, organiser, division, teams[0], teams[1])


def actions(season: Season) -> list[str]:
    """What the season's ledger says, in order."""
    entries = LedgerEntry.objects.filter(chain__season=season).order_by("sequence")
    return list(entries.values_list("action", flat=True))


def version(division: Division) -> int:
    return Division.objects.get(pk=division.pk).version
