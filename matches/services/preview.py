"""The consequences of a ruling before it is confirmed: result, table, who cannot play when, fines.

Everything is computed from the plan (`matches.services.plans`) that `matches.services.rulings`
then carries out, so what was shown and what happens cannot differ; `Preview.digest` names what was
shown.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import Q

from league import canonical
from league.models import Division, Player, Registration, Team
from league.standings import Result, Row
from matches import effects as fx
from matches import eligibility
from matches.models import Encounter
from matches.selectors import standings
from matches.services.plans import Plan, PlannedSuspension
from matches.snapshot import Content
from matches.states.encounter import EncounterState, EndedKind
from matches.suspensions import Played, Suspension, ToCome, left, to_miss

STILL_TO_COME = (
    EncounterState.SCHEDULED,
    EncounterState.POSTPONED,
    EncounterState.LINE_UP,
)


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
class Absence:
    """A player with the encounters he could not play."""

    player: Player
    team: Team
    slot: int | None
    encounters: tuple[Encounter, ...]
    owed: int

    @property
    def beyond(self) -> int:
        """Encounters still to miss that the calendar does not have yet."""
        return self.owed - len(self.encounters)


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
    digest: str


def preview(planned: Plan, *, at: datetime) -> Preview:
    """The consequences of a plan. Reads only."""
    encounter = planned.case.encounter
    old = outcome(planned.before) if planned.before else None
    new = None if planned.replay else (outcome(planned.after) if planned.after else old)
    tables = tuple(_table(planned, division) for division in _divisions(planned))
    absences = tuple(_absence(planned, line, at) for line in planned.suspensions)
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
            [line.player.pk, [encounter.pk for encounter in line.encounters]] for line in absences
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
    rows = standings.table_of(
        division,
        results=_results(planned, division, [fact.result for fact in facts.results]),
        adjustments=_adjustments(planned, names, facts.sums),
    )
    old = {row.team: row for row in standings.table_of(division)}
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


def _absence(planned: Plan, line: PlannedSuspension, at: datetime) -> Absence:
    rows = {row.pk: row for row in encounters_to_come(line.team.pk)}
    coming = [ToCome(row.pk, row.starts_at, row.matchday.number) for row in rows.values()]
    encounter = planned.case.encounter
    concerned = encounter is not None and line.team.pk in (encounter.home_id, encounter.away_id)
    if planned.replay is not None and encounter is not None and concerned:
        rows[encounter.pk] = encounter
        coming.append(ToCome(encounter.pk, planned.replay.starts_at, encounter.matchday.number))
    suspension = Suspension(0, line.encounters, line.starts_at)
    played = _played(planned, line)
    missing = to_miss(suspension, played, coming, now=at)
    registration = Registration.objects.filter(team=line.team, player=line.player).first()
    return Absence(
        player=line.player,
        team=line.team,
        slot=registration.slot if registration else None,
        encounters=tuple(rows[one.encounter] for one in missing),
        owed=left(suspension, played, before=at),
    )


def encounters_to_come(team_id: int) -> list[Encounter]:
    """What a team has still to play."""
    rows = Encounter.objects.filter(
        Q(home_id=team_id) | Q(away_id=team_id), state__in=STILL_TO_COME
    )
    return list(rows.select_related("home", "away", "matchday").order_by("starts_at", "pk"))


def _played(planned: Plan, line: PlannedSuspension) -> list[Played]:
    """What the team has played, the encounter of the case as the ruling leaves it."""
    season_id, encounter = planned.case.season_id, planned.case.encounter
    played = eligibility.played_of(season_id, {line.team.pk})[line.team.pk]
    if encounter is None or not planned.moves_result:
        return played
    others = [one for one in played if one.encounter != encounter.pk]
    after = planned.after
    if after is None or encounter.starts_at is None:
        return others
    if after["kind"] == EndedKind.PLAYED or (
        after["kind"] == EndedKind.AWARDED and encounter.started_at is not None
    ):
        return [*others, Played(encounter.pk, encounter.starts_at)]
    return others


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
