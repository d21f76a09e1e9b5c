"""The consequences of a ruling before it is confirmed: result, table, who cannot play when, fines.

Everything is computed from the plan (`matches.services.plans`) that `matches.services.rulings`
then carries out, so what was shown and what happens cannot differ; `Preview.digest` names what was
shown.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from league import canonical
from league.models import Division, Team
from league.standings import Result, Row
from matches import effects as fx
from matches.selectors import standings
from matches.services.absences import Absence, absences_after
from matches.services.plans import Plan, PlannedExit
from matches.snapshot import Content


@dataclass(frozen=True)
class Outcome:
    """A result as people read it."""

    kind: str
    home: int
    away: int


@dataclass(frozen=True)
class TableLine:
    """A team in the table before and after."""

    team: int
    name: str
    old_position: int
    position: int
    old_points: int
    points: int

    @property
    def changes(self) -> bool:
        return (self.old_position, self.old_points) != (self.position, self.points)


@dataclass(frozen=True)
class Table:
    """The table of a division as it would be: all rows, and how each team moves."""

    division: Division
    rows: tuple[Row, ...]
    lines: tuple[TableLine, ...]

    @property
    def moved(self) -> list[TableLine]:
        return [line for line in self.lines if line.changes]


@dataclass(frozen=True)
class Preview:
    """The consequences of a ruling."""

    plan: Plan
    old: Outcome | None
    new: Outcome | None
    boards: tuple[tuple[int, str, str], ...]
    tables: tuple[Table, ...]
    absences: tuple[Absence, ...]
    fines: tuple[tuple[Team, int], ...]
    expelled: tuple[PlannedExit, ...]
    readmitted: tuple[PlannedExit, ...]
    digest: str


def preview(planned: Plan, *, at: datetime) -> Preview:
    """The consequences of a plan. Reads only."""
    encounter = planned.case.encounter
    old = outcome(planned.before) if planned.before else None
    new = None if planned.replay else (outcome(planned.after) if planned.after else old)
    tables = tuple(_table(planned, division) for division in _divisions(planned))
    absences = tuple(absences_after(planned, at=at))
    teams = {team.pk: team for team in planned.case.teams.all()}
    facts = {
        "effects": [fx.to_mapping(effect) for effect in planned.effects],
        "encounter": encounter.state if encounter else None,
        "before": _digest(planned.before),
        "after": _digest(planned.after),
        "tables": [
            [[line.team, line.position, line.points] for line in table.lines] for table in tables
        ],
        "absences": [
            [line.player.pk, [encounter.pk for encounter in line.encounters], line.beyond]
            for line in absences
        ],
        "exits": [
            [line.team.pk, [encounter.pk for encounter in line.encounters]]
            for line in (*planned.expelled, *planned.readmitted)
        ],
        "revoked": [row.pk for row in planned.revoked],
        "reversed": [row.pk for row in planned.reversed],
    }
    return Preview(
        plan=planned,
        old=old,
        new=new,
        boards=_boards(planned),
        tables=tables,
        absences=absences,
        fines=tuple((teams[fine.team], fine.cents) for fine in planned.fines),
        expelled=planned.expelled,
        readmitted=planned.readmitted,
        digest=canonical.digest(canonical.dumps(facts)),
    )


def outcome(content: Mapping[str, Any]) -> Outcome:
    """The result that a content of an acta states."""
    return Outcome(content["kind"], content["score"]["HOME"], content["score"]["AWAY"])


def _divisions(planned: Plan) -> list[Division]:
    rows = Division.objects.filter(pk__in=planned.divisions).select_related("season")
    return list(rows.order_by("position", "pk"))


def _table(planned: Plan, division: Division) -> Table:
    facts = standings.facts_of([division])[division.pk]
    names = {str(team.pk): team.name for team in facts.teams}
    rows = standings.table_from(
        facts,
        results=_results(planned, division, [fact.result for fact in facts.results]),
        adjustments=_adjustments(planned, names, facts.sums),
        withdrawn=_withdrawn(planned, facts),
    )
    old = {row.team: row for row in standings.table_from(facts)}
    return Table(
        division=division,
        rows=tuple(rows),
        lines=tuple(
            TableLine(
                team=int(row.team),
                name=names[row.team],
                old_position=old[row.team].position,
                position=row.position,
                old_points=old[row.team].points,
                points=row.points,
            )
            for row in rows
        ),
    )


def _results(planned: Plan, division: Division, results: list[Result]) -> list[Result]:
    encounter = planned.case.encounter
    if encounter is None or encounter.division_id != division.pk or not planned.moves_result:
        return results
    changed = []
    for result in results:
        if (result.home, result.away, result.leg) != (
            str(encounter.home_id),
            str(encounter.away_id),
            encounter.leg,
        ):
            changed.append(result)
        elif planned.after is not None:
            content = planned.after
            changed.append(
                replace(
                    result,
                    kind=content["kind"],
                    home_score=content["score"]["HOME"],
                    away_score=content["score"]["AWAY"],
                    home_games=content["games"]["HOME"],
                    away_games=content["games"]["AWAY"],
                )
            )
    return changed


def _withdrawn(planned: Plan, facts: standings.Facts) -> dict[str, str]:
    """Who is out, and what that is worth, once the ruling is made."""
    policy = facts.division.season.withdrawal_policy
    back = {str(line.team.pk) for line in planned.readmitted}
    here = {str(team.pk) for team in facts.teams}
    gone = {str(line.team.pk): policy for line in planned.expelled if str(line.team.pk) in here}
    return {team: kind for team, kind in facts.withdrawn.items() if team not in back} | gone


def _adjustments(
    planned: Plan, names: Mapping[str, str], sums: Mapping[str, int]
) -> dict[str, int]:
    changed = dict(sums)
    for effect in planned.points:
        team = str(effect.team)
        if team in names:
            changed[team] = changed.get(team, 0) - effect.points
    for row in planned.reversed:
        team = str(row.team_id)
        if team in names:
            changed[team] = changed.get(team, 0) - row.points
    return {team: points for team, points in changed.items() if points}


def _boards(planned: Plan) -> tuple[tuple[int, str, str], ...]:
    """(board, old games, new games) of the boards that change."""
    if planned.before is None or planned.after is None:
        return ()
    old = {board["board"]: board for board in planned.before["boards"]}
    lines = []
    for board in planned.after["boards"]:
        was = old.get(board["board"])
        texts = [f"{one['home_games']}–{one['away_games']}" if one else "" for one in (was, board)]
        keys = ("home_games", "away_games", "ended_as", "awarded_to")
        if was is None or any(was[key] != board[key] for key in keys):
            lines.append((board["board"], texts[0], texts[1]))
    return tuple(lines)


def _digest(content: Content | None) -> str | None:
    return canonical.digest(canonical.dumps(content)) if content is not None else None
