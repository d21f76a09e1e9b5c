"""What the clock has to announce in a season: read from rows, decided by nobody.

Whether a term has passed is computed when asked (M-D.3). These are the moments that people should
hear of; a job that announces them late, or never, changes no right.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import chain

from django.db.models import Max, Q, QuerySet

from league.models import Season, Team
from matches import deadlines
from matches.deadlines import ClaimClock
from matches.models import Case, Encounter, Postponement, Sanction, Signature
from matches.selectors.cases import suspensions_left
from matches.selectors.claim_clocks import clocks_of
from matches.selectors.dates import MOVABLE
from matches.selectors.late import UNFINISHED
from matches.selectors.scoresheets import without_acta
from matches.states.case import OPEN_STATES, CaseState
from matches.states.encounter import EncounterState, EndedKind, Origin
from matches.states.partida import Side
from matches.states.postponement import PostponementState

RESULT_MISSING = "result.missing"
ACTA_UNSIGNED = "acta.unsigned"
CLAIM_CLOSING = "claim.closing"
CLAIM_CLOSED = "claim.closed"
FINAL = "encounter.final"
STATEMENTS_DUE = "statements.due"
STATEMENTS_OVER = "statements.over"
CASE_OVERDUE = "case.overdue"
DATE_UNANSWERED = "date.unanswered"
DATE_LAPSED = "date.lapsed"
SUSPENSION_SERVED = "suspension.served"

# What is older was for people who have moved on: an installation that was asleep for months does
# not wake them with it.
HORIZON = timedelta(days=10)
WITH_RESULT = (EncounterState.ENDED, EncounterState.SIGNED, EncounterState.NOT_PLAYED)


@dataclass(frozen=True)
class Due:
    """One thing to announce. `key` names it for ever; `at` is the moment it fell due, None where
    that cannot be told to the hour. `until` is when a window of claims shuts, for `sides`."""

    kind: str
    key: str
    at: datetime | None
    about: Encounter | Case | Postponement | Sanction
    open_cases: int = field(default=0, compare=False)
    until: datetime | None = field(default=None, compare=False)
    sides: tuple[Side, ...] = field(default=tuple(Side), compare=False)


def due_things(season: Season, *, now: datetime) -> list[Due]:
    """Everything of the season that is due at `now`, told already or not. Eight queries."""
    found = chain(
        _of_encounters(season, now),
        _of_cases(season, now),
        _of_proposals(season, now),
        _of_suspensions(season, now),
    )
    return [due for due in found if due.at is None or due.at > now - HORIZON]


def late_acts(season: Season, *, now: datetime) -> list[Due]:
    """Results and actas that came after their term, or have not come, since the season has a
    penalty for it. The same whether asked at the term or a week later, when they have come."""
    since = season.late_since
    if since is None:
        return []
    rows = (
        _encounters(season)
        .filter(Q(starts_at__gte=since - timedelta(days=2)) | Q(ended_at__gte=since))
        .annotate(in_force_at=Max("actas__signatures__signed_at", filter=Q(actas__in_force=True)))
        .annotate(filed_at=Max("actas__created_at", filter=Q(actas__in_force=True)))
    )
    found = []
    for row in rows:
        due = _result_due(season, row)
        told_at = row.reported_at if row.state not in UNFINISHED else None
        waits = row.state == EncounterState.POSTPONED
        if due is not None and not waits and since <= due <= now and _was_late(told_at, due):
            found.append(Due(RESULT_MISSING, f"{RESULT_MISSING}:{row.pk}", due, row))
        if row.ended_at is None or row.kind != EndedKind.PLAYED or without_acta(season, row):
            continue
        due = deadlines.acta_due(row.ended_at, hours=season.late_acta_hours)
        done_at = row.in_force_at or row.filed_at
        if since <= due <= now and _was_late(done_at, due):
            found.append(Due(ACTA_UNSIGNED, f"{ACTA_UNSIGNED}:{row.pk}", due, row))
    return found


def late_teams(*, encounter_id: int, kind: str, due: datetime) -> list[Team]:
    """Whose lateness it was: of an acta, those that had not signed any version by then; a result
    either side could have told. Home first."""
    encounter = Encounter.objects.select_related("home", "away").get(pk=encounter_id)
    in_time: set[str] = set()
    if kind == ACTA_UNSIGNED:
        rows = Signature.objects.filter(acta__encounter=encounter, signed_at__lt=due)
        in_time = set(rows.values_list("side", flat=True))
    both = [(side, encounter.team(side)) for side in Side]
    return [team for side, team in both if side not in in_time] or [team for _side, team in both]


def _was_late(done_at: datetime | None, due: datetime) -> bool:
    return done_at is None or done_at >= due


def _encounters(season: Season) -> QuerySet[Encounter]:
    return (
        Encounter.objects.filter(division__season=season)
        .exclude(origin=Origin.IMPORTED)
        .exclude(kind=EndedKind.ANNULLED)
        .select_related("home", "away", "division__season__competition", "matchday")
    )


def _result_due(season: Season, row: Encounter) -> datetime | None:
    if row.starts_at is None:
        return None
    return deadlines.result_due(
        row.starts_at,
        expected_minutes=season.expected_minutes,
        grace_minutes=season.late_result_minutes,
    )


def _of_encounters(season: Season, now: datetime) -> Iterator[Due]:
    since = now - HORIZON - timedelta(days=1)
    rows = list(
        _encounters(season)
        .filter(
            Q(state__in=UNFINISHED, starts_at__gte=since, starts_at__lte=now)
            | Q(ended_at__gte=since)
            | Q(cases__closed_at__gte=since)
        )
        .distinct()
    )
    cases: dict[int, list[Case]] = {}
    for case in Case.objects.filter(encounter__in=[row.pk for row in rows]):
        cases.setdefault(case.encounter_id or 0, []).append(case)
    signed = dict(
        Encounter.objects.filter(pk__in=[row.pk for row in rows])
        .annotate(signed=Max("actas__signatures__signed_at"))
        .values_list("pk", "signed")
    )
    clocks = clocks_of(rows)
    for row in rows:
        if row.state in UNFINISHED:
            due = _result_due(season, row)
            if due is not None and now >= due:
                yield Due(RESULT_MISSING, _key(RESULT_MISSING, row, due), due, row)
        elif row.ended_at is not None:
            yield from _acta_due(season, row, now)
            yield from _of_claims(row, clocks[row.pk], cases.get(row.pk, []), signed[row.pk], now)


def _acta_due(season: Season, row: Encounter, now: datetime) -> Iterator[Due]:
    if row.state == EncounterState.ENDED and row.ended_at and not without_acta(season, row):
        due = deadlines.acta_due(row.ended_at, hours=season.late_acta_hours)
        if now >= due:
            yield Due(ACTA_UNSIGNED, _key(ACTA_UNSIGNED, row, due), due, row)


def _of_claims(
    row: Encounter,
    clock: ClaimClock,
    cases: list[Case],
    signed_at: datetime | None,
    now: datetime,
) -> Iterator[Due]:
    open_cases = sum(case.state in OPEN_STATES for case in cases)
    if row.state in WITH_RESULT:
        yield from _closing(row, clock, now)
    until = clock.last
    if deadlines.is_final(state=row.state, clock=clock, now=now, open_cases=bool(open_cases)):
        settled = [case.closed_at for case in cases if case.closed_at is not None]
        last = max([until, *settled, *([signed_at] if signed_at else [])])
        # Settled in time, it became final with the window; else by an act whose moment was told.
        due_at = until if last == until and row.state != EncounterState.RULED else None
        yield Due(FINAL, f"{_key(FINAL, row, until)}:{len(cases)}", due_at, row, until=until)
    elif row.state in WITH_RESULT and now >= until:
        key = _key(CLAIM_CLOSED, row, until)
        yield Due(CLAIM_CLOSED, key, until, row, open_cases, until=until)


def _closing(row: Encounter, clock: ClaimClock, now: datetime) -> Iterator[Due]:
    """One notice for both sides where they have the same time (M-D.15), else one each."""
    for until in sorted({clock.closes_at(side) for side in Side}):
        closing = until - deadlines.CLAIM_CLOSING
        if closing <= now < until:
            sides = tuple(side for side in Side if clock.closes_at(side) == until)
            key = _key(CLAIM_CLOSING, row, until)
            yield Due(CLAIM_CLOSING, key, closing, row, until=until, sides=sides)


def _of_cases(season: Season, now: datetime) -> Iterator[Due]:
    rows = Case.objects.filter(season=season, state__in=OPEN_STATES, due_at__isnull=False)
    for case in rows.select_related("season__competition", "encounter").prefetch_related(
        "teams", "statements"
    ):
        due = case.due_at
        assert due is not None
        if case.state != CaseState.STATEMENTS:
            if now >= due:
                yield Due(CASE_OVERDUE, _key(CASE_OVERDUE, case, due), due, case)
        elif now >= due:
            yield Due(STATEMENTS_OVER, _key(STATEMENTS_OVER, case, due), due, case)
        elif now >= due - deadlines.STATEMENTS_CLOSING:
            early = due - deadlines.STATEMENTS_CLOSING
            yield Due(STATEMENTS_DUE, _key(STATEMENTS_DUE, case, due), early, case)


def _of_proposals(season: Season, now: datetime) -> Iterator[Due]:
    """Who has yet to answer, before the start; who waited in vain, from then on (M-D.16)."""
    waits = Q(encounter__state=EncounterState.POSTPONED)
    rows = Postponement.objects.filter(
        waits | Q(encounter__starts_at__gt=now - HORIZON),
        encounter__division__season=season,
        state=PostponementState.PROPOSED,
        by_organiser=False,
    ).select_related(
        "encounter__home", "encounter__away", "encounter__division__season__competition"
    )
    for row in rows:
        postponed = row.encounter.state == EncounterState.POSTPONED
        start = None if postponed else row.encounter.starts_at
        if row.old_starts_at != start:
            continue  # overtaken by another date
        if start is not None and now >= start:
            yield Due(DATE_LAPSED, _key(DATE_LAPSED, row, start), start, row)
            continue
        due = deadlines.answer_due(proposed_at=row.proposed_at, starts_at=start)
        if row.encounter.state in MOVABLE and now >= due:
            yield Due(DATE_UNANSWERED, _key(DATE_UNANSWERED, row, due), due, row)


def _of_suspensions(season: Season, now: datetime) -> Iterator[Due]:
    served = [pk for pk, left in suspensions_left(season, now).items() if left == 0]
    rows = Sanction.objects.filter(pk__in=served, starts_at__gte=now - 36 * HORIZON)
    for row in rows.select_related("player", "team", "ruling", "season__competition"):
        yield Due(SUSPENSION_SERVED, f"{SUSPENSION_SERVED}:{row.pk}", None, row)


def _key(kind: str, row: Encounter | Case | Postponement, due: datetime) -> str:
    """With the moment: a term that is moved is another term."""
    return f"{kind}:{row.pk}:{int(due.timestamp())}"
