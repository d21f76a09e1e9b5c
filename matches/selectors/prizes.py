"""Prizes with whom the table proposes for each (M-D.17)."""

from dataclasses import dataclass

from django.db.models import F, QuerySet

from league.models import Registration, Season, Team, User
from matches.models import Encounter, Prize
from matches.selectors.standings import standings_of
from matches.states.encounter import EncounterState
from matches.states.prize import PrizeState

_TO_COME = (
    EncounterState.SCHEDULED,
    EncounterState.POSTPONED,
    EncounterState.LINE_UP,
    EncounterState.DRAWN,
    EncounterState.PLAYING,
)


@dataclass(frozen=True, slots=True)
class Proposed:
    """A prize, and the teams (id, name) that stand in its place now: several where they share it.
    `to_come` are the encounters of the group that have no result yet."""

    prize: Prize
    teams: tuple[tuple[int, str], ...]
    to_come: int


def prizes_of(season: Season) -> QuerySet[Prize]:
    """In the order they are handed out: by group and place, those of the season at the end."""
    return (
        Prize.objects.filter(season=season)
        .select_related("division", "winner", "member__player", "delegate")
        .order_by(
            F("division__position").asc(nulls_last=True),
            "division_id",
            F("position").asc(nulls_last=True),
            "pk",
        )
    )


def has_prizes(season: Season) -> bool:
    return Prize.objects.filter(season=season).exists()


def prize_of(season: Season, pk: int) -> Prize:
    """Raises Prize.DoesNotExist for one of another season."""
    prize: Prize = prizes_of(season).get(pk=pk)
    prize.season = season
    return prize


def proposals_of(season: Season) -> list[Proposed]:
    """Every prize; the tables are read only where somebody is still to win one."""
    prizes = list(prizes_of(season))
    wanted = {
        row.division_id
        for row in prizes
        if row.position is not None and row.state == PrizeState.OPEN
    }
    divisions = [one for one in season.divisions.all() if one.pk in wanted]
    for division in divisions:
        division.season = season
    tables = standings_of(divisions) if divisions else {}
    left: dict[int, int] = {}
    for pk in Encounter.objects.filter(division__in=divisions, state__in=_TO_COME).values_list(
        "division_id", flat=True
    ):
        left[pk] = left.get(pk, 0) + 1
    return [
        Proposed(
            prize=row,
            teams=tuple(
                (line.team_id, line.name)
                for line in tables.get(row.division_id or 0, [])
                if line.row.position == row.position and line.row.played and not line.row.withdrawn
            )
            if row.state == PrizeState.OPEN and row.position is not None
            else (),
            to_come=left.get(row.division_id or 0, 0),
        )
        for row in prizes
    ]


def proposal_of(season: Season, pk: int) -> Proposed:
    """Raises Prize.DoesNotExist."""
    for found in proposals_of(season):
        if found.prize.pk == pk:
            found.prize.season = season
            return found
    raise Prize.DoesNotExist


def teams_for(prize: Prize) -> list[Team]:
    """Who may win it: the teams of its group, or of the season, that have not left."""
    rows = Team.objects.filter(division__season=prize.season_id, withdrawn_at__isnull=True)
    if prize.division_id is not None:
        rows = rows.filter(division=prize.division_id)
    return list(rows.order_by("sort_key", "pk"))


def collectors_of(team: Team) -> tuple[list[User], list[Registration]]:
    """Who may collect for the peña: its standing delegates, and its members by ficha (M-D.17)."""
    delegates = team.delegates.filter(valid_on__isnull=True).select_related("user").order_by("pk")
    members = team.registrations.filter(released_at__isnull=True).select_related("player")
    return [row.user for row in delegates], list(members.order_by("slot"))
