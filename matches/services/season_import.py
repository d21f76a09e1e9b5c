"""A league that arrives in mid-season brings its past results, without actas.

The season is founded, its groups and teams entered, by the same services as by hand; encounters
come with `origin=IMPORTED`. Importing the same files again changes nothing; later files add what is
new and correct what came from a file before. What has an acta, or was reported here, is never
touched: such a line is an error, and with one error nothing is written.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime, time, timedelta
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone

from league import ledger
from league.models import Division, Matchday, Season, Team, User
from league.policies import may_organise
from league.refusals import Refused
from league.services.seasons import season_move, season_publish
from league.services.versions import divisions_touch
from league.states.season import SeasonEvent, SeasonState
from matches.models import Encounter, PointAdjustment
from matches.season_import_plan import ImportPlan, LineError, PlannedEncounter, PlannedTeam
from matches.services._season_import_setup import (
    ImportDone,
    ImportInto,
    divisions_of,
    season_of,
    teams_of,
)
from matches.services.adjustments import adjustment_add
from matches.services.encounters import encounters_create
from matches.services.seasons import season_start
from matches.services.withdrawals import team_withdraw
from matches.states.encounter import EncounterState, EndedKind, Origin

__all__ = ["ImportDone", "ImportErrors", "ImportInto", "season_import"]

REASON = "Ajuste traído de la clasificación anterior"
WITHDRAWN = "Retirada antes de llegar aquí"
_UNPLAYED = (EncounterState.SCHEDULED, EncounterState.POSTPONED)


class ImportErrors(Exception):
    """The files do not fit what is here; nothing was written."""

    def __init__(self, errors: Iterable[LineError]) -> None:
        self.errors = tuple(errors)
        super().__init__(f"{len(self.errors)} lines")


@transaction.atomic
def season_import(
    *,
    actor: User,
    plan: ImportPlan,
    into: ImportInto,
    digest: str,
    at: datetime,
    dry_run: bool = False,
) -> ImportDone:
    """Bring a season to what the plan says. `digest` names the files in the record.

    Raises PermissionDenied, ImportErrors, Refused (what founding and entering teams raise). With
    `dry_run` everything is done and then undone.
    """
    done = season_of(actor, into, at)
    season = done.season
    # Counting on numbers of this season: one import at a time.
    Season.objects.select_for_update(of=("self",), no_key=True).get(pk=season.pk)
    if not may_organise(actor, season):
        raise PermissionDenied
    if season.state == SeasonState.CLOSED:
        raise Refused("season.closed")
    divisions = divisions_of(actor, season, plan, done, at)
    teams = teams_of(actor, season, divisions, plan, into, done, at)
    _encounters(divisions, teams, plan, into, done, at)
    season.refresh_from_db()
    if season.state == SeasonState.REGISTRATION:
        season_move(actor=actor, season_id=season.pk, event=SeasonEvent.SCHEDULE, at=at)
    for line in plan.table:
        _of_table(actor, teams[line.division, line.name], line, done, at)
    if into.start and season.state != SeasonState.RUNNING:
        season_start(actor=actor, season_id=season.pk, at=at)
    elif into.publish:
        season_publish(actor=actor, season_id=season.pk, at=at)
    if done.changes:
        divisions_touch(division.pk for division in divisions.values())
        ledger.append(
            season=season,
            actor=actor,
            at=at,
            action="season.imported",
            subject=f"season:{season.pk}",
            files=digest,
            encounters=done.encounters,
            results=done.results,
            corrected=done.corrected,
            adjusted=done.adjusted,
            withdrawn=done.withdrawn,
        )
    season.refresh_from_db()
    if dry_run:
        transaction.set_rollback(True)
    return done


def _encounters(
    divisions: Mapping[str, Division],
    teams: Mapping[tuple[str, str], Team],
    plan: ImportPlan,
    into: ImportInto,
    done: ImportDone,
    at: datetime,
) -> None:
    matchdays = _matchdays(divisions, plan)
    present = {
        (row.division_id, row.leg, row.home_id, row.away_id): row
        for row in Encounter.objects.select_for_update(of=("self",))
        .filter(division__in=[division.pk for division in divisions.values()])
        .order_by("pk")
    }
    errors: list[LineError] = []
    new: list[Encounter] = []
    changed: list[Encounter] = []
    for row in plan.encounters:
        division = divisions[row.division]
        home, away = teams[row.division, row.home], teams[row.division, row.away]
        day = matchdays[division.pk, row.round]
        old = present.get((division.pk, row.leg, home.pk, away.pk))
        if old is None:
            encounter = Encounter(
                division=division,
                matchday=day,
                leg=row.leg,
                home=home,
                away=away,
                starts_at=_starts_at(row, into.hour),
                note=row.note,
            )
            _give_result(encounter, row, into, at)
            new.append(encounter)
            done.encounters += 1
            done.results += row.has_result
            continue
        refused = _refuse(old, row, day, home, away)
        if refused is not None:
            errors.append(refused)
        elif row.has_result and _result_of(old) != _result_in(row):
            done.results += old.home_score is None
            done.corrected += old.home_score is not None
            _give_result(old, row, into, at)
            changed.append(old)
    if errors:
        raise ImportErrors(errors)
    encounters_create(new)
    for encounter in changed:
        encounter.save()


def _matchdays(
    divisions: Mapping[str, Division], plan: ImportPlan
) -> dict[tuple[int, int], Matchday]:
    found = {
        (day.division_id, day.number): day
        for day in Matchday.objects.filter(division__in=divisions.values())
    }
    for name, division in divisions.items():
        for number, leg in sorted(plan.legs(name).items()):
            if (division.pk, number) not in found:
                dates = [
                    row.date
                    for row in plan.encounters
                    if row.division == name and row.round == number and row.date is not None
                ]
                found[division.pk, number] = Matchday.objects.create(
                    division=division,
                    number=number,
                    leg=leg,
                    starts_on=min(dates, default=None),
                )
    return found


def _refuse(
    old: Encounter, row: PlannedEncounter, day: Matchday, home: Team, away: Team
) -> LineError | None:
    """Why the line cannot be brought to the encounter that is here, if it cannot."""
    if old.matchday_id != day.pk:
        number = Matchday.objects.values_list("number", flat=True).get(pk=old.matchday_id)
        return LineError("results", row.line, "other_round", {"round": number})
    if not row.has_result or _result_of(old) == _result_in(row):
        return None
    for team in (home, away):
        if team.withdrawn_at is not None and old.kind == EndedKind.ANNULLED:
            return LineError("results", row.line, "withdrawn", {"team": team.name})
    if old.state not in _UNPLAYED and old.origin != Origin.IMPORTED:
        return LineError("results", row.line, "has_acta")
    return None


def _give_result(
    encounter: Encounter, row: PlannedEncounter, into: ImportInto, at: datetime
) -> None:
    """Put the result of the line into the encounter: over, and without an acta. Where no date is
    known, it was over by now."""
    if not row.has_result:
        return
    encounter.state = EncounterState.ENDED
    encounter.kind = EndedKind(row.kind.upper())
    encounter.origin = Origin.IMPORTED
    encounter.home_score, encounter.away_score = row.home_score, row.away_score
    encounter.home_games, encounter.away_games = row.home_games, row.away_games
    starts = encounter.starts_at or _starts_at(row, into.hour)
    lasts = timedelta(minutes=encounter.division.season.expected_minutes)
    encounter.ended_at = at if starts is None else starts + lasts
    encounter.note = row.note


def _result_of(encounter: Encounter) -> tuple[Any, ...]:
    return (
        encounter.kind,
        encounter.home_score,
        encounter.away_score,
        encounter.home_games,
        encounter.away_games,
    )


def _result_in(row: PlannedEncounter) -> tuple[Any, ...]:
    return (row.kind.upper(), row.home_score, row.away_score, row.home_games, row.away_games)


def _starts_at(row: PlannedEncounter, hour: time) -> datetime | None:
    if row.date is None:
        return None
    return timezone.make_aware(datetime.combine(row.date, row.time or hour))


def _of_table(actor: User, team: Team, line: PlannedTeam, done: ImportDone, at: datetime) -> None:
    """Bring adjustments from files to their sum in the table, and withdraw who has left."""
    so_far = sum(
        PointAdjustment.objects.filter(team=team, reason=REASON).values_list("points", flat=True)
    )
    if line.adjustment != so_far:
        adjustment_add(
            actor=actor,
            team_id=team.pk,
            points=line.adjustment - so_far,
            reason=REASON,
            at=at,
        )
        done.adjusted += 1
    if line.withdrawn and team.withdrawn_at is None:
        team_withdraw(actor=actor, team_id=team.pk, reason=WITHDRAWN, at=at)
        done.withdrawn += 1
