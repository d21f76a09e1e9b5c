"""Teams that a lot could part: those that share a position of the live table."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from league.models import Division, Season, Team
from league.season_scheme import Lot, lots_of, scheme_of
from league.standings import Row
from matches.selectors.standings import standings_of


@dataclass(frozen=True, slots=True)
class Tie:
    """Teams (id, name) that are equal on every criterion, as the table lists them."""

    division: Division
    position: int
    points: int
    teams: tuple[tuple[int, str], ...]

    @property
    def key(self) -> str:
        return f"{self.division.pk}-{self.position}"


@dataclass(frozen=True, slots=True)
class RecordedLot:
    """A lot with the names of its teams, best first, and their division."""

    lot: Lot
    division: str
    teams: tuple[str, ...]


def decides_by_lot(season: Season) -> bool:
    return "lot" in scheme_of(season).criteria


def shared(rows: Iterable[Row]) -> list[tuple[int, ...]]:
    """The groups of teams that share a position. Neither those that left nor those that have not
    played yet: there is nothing to draw among them."""
    groups: dict[int, list[Row]] = {}
    for row in rows:
        if not row.withdrawn:
            groups.setdefault(row.position, []).append(row)
    return [
        tuple(int(row.team) for row in group)
        for group in groups.values()
        if len(group) > 1 and any(row.played for row in group)
    ]


def ties_of(divisions: Sequence[Division]) -> list[Tie]:
    """The ties of the live tables, with no more queries than for one division."""
    tables = standings_of(divisions)
    ties = []
    for division in divisions:
        lines = {line.team_id: line for line in tables[division.pk]}
        for group in shared(line.row for line in tables[division.pk]):
            row = lines[group[0]].row
            ties.append(
                Tie(
                    division=division,
                    position=row.position,
                    points=row.points,
                    teams=tuple((team, lines[team].name) for team in group),
                )
            )
    return ties


def recorded_lots(season: Season) -> list[RecordedLot]:
    """Every lot of the season, newest first, those undone as well. One query."""
    lots = lots_of(season)
    if not lots:
        return []
    ids = {team for lot in lots for team in lot.teams}
    teams = {team.pk: team for team in Team.objects.filter(pk__in=ids).select_related("division")}
    return [
        RecordedLot(
            lot=lot,
            division=teams[lot.teams[0]].division.name,
            teams=tuple(teams[team].name for team in lot.teams),
        )
        for lot in reversed(lots)
    ]
