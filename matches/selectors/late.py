"""What is late in a season, at a glance.

The rules are pure functions of moments; `late_things` reads the rows they are asked about. Whether
something is late is computed when asked (M-D.3): no job marks it.

M-D.9   a result is known as soon as the partidas end   → result_is_late
M-D.10  actas are delivered                             → acta_is_late
M-D.15  24 hours to claim                               → the claims' clock
"""

from collections.abc import Sized
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

from django.db.models import F, Max, Prefetch, Q
from django.utils import timezone

from league.models import Season
from matches.models import Acta, Case, Claim, Encounter, Evidence
from matches.selectors.closing import WAITING_CLAIMS
from matches.selectors.scoresheets import without_acta
from matches.states.acta import ActaState
from matches.states.case import OPEN_STATES
from matches.states.encounter import EncounterState, EndedKind, Origin

UNFINISHED = (
    EncounterState.SCHEDULED,
    EncounterState.LINE_UP,
    EncounterState.DRAWN,
    EncounterState.PLAYING,
)
ACTA_HOURS = 24
CLAIM_ANSWER = timedelta(hours=72)
SHOWN = 6


def result_is_late(
    *, state: str, starts_at: datetime | None, expected_minutes: int, now: datetime
) -> bool:
    """The encounter should have ended by now and nobody has said how (M-D.9)."""
    if state not in UNFINISHED or starts_at is None:
        return False
    return now >= starts_at + timedelta(minutes=expected_minutes)


def acta_is_late(
    *,
    state: str,
    origin: str,
    ended_at: datetime | None,
    now: datetime,
    hours: int = ACTA_HOURS,
) -> bool:
    """The season's hours after the end the acta is still without its signatures (M-D.10)."""
    if state != EncounterState.ENDED or origin == Origin.IMPORTED or ended_at is None:
        return False
    return now >= ended_at + timedelta(hours=hours)


def case_is_overdue(*, due_at: datetime | None, now: datetime) -> bool:
    return due_at is not None and now >= due_at


def claim_waits_too_long(*, submitted_at: datetime, now: datetime) -> bool:
    """Nobody has said for three days whether the claim is admitted."""
    return now >= submitted_at + CLAIM_ANSWER


def late_query(expected_minutes: int, now: datetime, acta_hours: int = ACTA_HOURS) -> Q:
    """`result_is_late` or `acta_is_late`, for the filter of a list."""
    return Q(state__in=UNFINISHED, starts_at__lte=now - timedelta(minutes=expected_minutes)) | Q(
        state=EncounterState.ENDED, ended_at__lte=now - timedelta(hours=acta_hours)
    ) & ~Q(origin=Origin.IMPORTED)


@dataclass(frozen=True)
class Unsigned:
    """An encounter whose acta lacks a signature. `signed` are the sides that did sign."""

    encounter: Encounter
    late: bool
    signed: tuple[str, ...]
    has_acta: bool


@dataclass(frozen=True)
class OnPaper:
    """An encounter whose acta on paper waits to be transcribed: its photos, and since when."""

    encounter: Encounter
    since: datetime
    photos: int


@dataclass(frozen=True)
class OpenClaim:
    claim: Claim
    late: bool
    waiting: timedelta


@dataclass(frozen=True)
class OpenCase:
    case: Case
    overdue: bool


@dataclass(frozen=True)
class LateThings:
    """Lists for the dashboard, the oldest first."""

    results: list[Encounter] = field(default_factory=list)
    unsigned: list[Unsigned] = field(default_factory=list)
    on_paper: list[OnPaper] = field(default_factory=list)
    alone: list[Acta] = field(default_factory=list)
    claims: list[OpenClaim] = field(default_factory=list)
    cases: list[OpenCase] = field(default_factory=list)
    undated: list[Encounter] = field(default_factory=list)
    tonight: list[Encounter] = field(default_factory=list)

    @property
    def count(self) -> int:
        """Things that ask for something (tonight's encounters do not)."""
        lists: tuple[Sized, ...] = (
            self.results,
            self.unsigned,
            self.on_paper,
            self.alone,
            self.claims,
            self.cases,
            self.undated,
        )
        return sum(len(rows) for rows in lists)


def late_things(season: Season, *, now: datetime) -> LateThings:
    """Everything late, open or tonight. 7 queries, whatever the size of the season."""
    found = LateThings()
    today = timezone.localtime(now).date()
    for row in _waiting_encounters(season, now):
        if row.state == EncounterState.POSTPONED:
            found.undated.append(row)
        elif row.state == EncounterState.ENDED:
            if without_acta(season, row):
                continue
            found.unsigned.append(_unsigned(row, now, season.late_acta_hours))
        elif result_is_late(
            state=row.state,
            starts_at=row.starts_at,
            expected_minutes=season.expected_minutes,
            now=now,
        ):
            found.results.append(row)
        if _is_on(row, today) and row.state != EncounterState.POSTPONED:
            found.tonight.append(row)
    found.on_paper.extend(_on_paper(season))
    found.alone.extend(_filed_alone(season))
    claims = Claim.objects.filter(season=season, state__in=WAITING_CLAIMS)
    for claim in claims.select_related(
        "team", "encounter__home", "encounter__away", "case"
    ).order_by("submitted_at"):
        late = claim_waits_too_long(submitted_at=claim.submitted_at, now=now)
        found.claims.append(OpenClaim(claim, late, now - claim.submitted_at))
    cases = Case.objects.filter(season=season, state__in=OPEN_STATES)
    for case in cases.select_related("encounter__home", "encounter__away", "claim").order_by(
        "due_at", "opened_at"
    ):
        found.cases.append(OpenCase(case, case_is_overdue(due_at=case.due_at, now=now)))
    return found


def _is_on(encounter: Encounter, day: date) -> bool:
    if encounter.starts_at is None or encounter.kind == EndedKind.ANNULLED:
        return False
    return timezone.localtime(encounter.starts_at).date() == day


def _waiting_encounters(season: Season, now: datetime) -> list[Encounter]:
    day = timezone.localtime(now).replace(hour=0, minute=0, second=0, microsecond=0)
    tonight = Q(starts_at__gte=day, starts_at__lt=day + timedelta(days=1, hours=2))
    started = Q(state__in=UNFINISHED, starts_at__lte=now)
    open_actas = Acta.objects.filter(
        state__in=[ActaState.DRAFT, ActaState.SIGNED_ONE]
    ).prefetch_related("signatures")
    return list(
        Encounter.objects.filter(division__season=season)
        .filter(
            tonight
            | started
            | Q(state=EncounterState.POSTPONED)
            | Q(state=EncounterState.ENDED) & ~Q(origin=Origin.IMPORTED)
        )
        .select_related("home", "away", "matchday", "division", "venue")
        .prefetch_related(Prefetch("actas", queryset=open_actas, to_attr="open_actas"))
        .order_by("starts_at", "pk")
    )


def _on_paper(season: Season) -> list[OnPaper]:
    """Photos that came after whatever there is of the acta, none of which is in force: not those of
    an evening that is to be replayed."""
    rows = (
        Evidence.objects.filter(acta_on_paper=True, encounter__division__season=season)
        .exclude(encounter__in=Acta.objects.filter(in_force=True).values("encounter"))
        .exclude(encounter__kind=EndedKind.ANNULLED)
        .annotate(last=Max("encounter__actas__created_at"))
        .filter(Q(last=None) | Q(uploaded_at__gte=F("last")))
        .select_related("encounter__home", "encounter__away", "encounter__matchday")
        .order_by("uploaded_at", "pk")
    )
    found: dict[int, OnPaper] = {}
    for row in rows:
        first = found.get(row.encounter_id)
        found[row.encounter_id] = OnPaper(
            encounter=row.encounter,
            since=first.since if first else row.uploaded_at,
            photos=first.photos + 1 if first else 1,
        )
    return list(found.values())


def _unsigned(encounter: Encounter, now: datetime, hours: int) -> Unsigned:
    actas: list[Acta] = encounter.open_actas  # type: ignore[attr-defined]
    return Unsigned(
        encounter=encounter,
        late=acta_is_late(
            state=encounter.state,
            origin=encounter.origin,
            ended_at=encounter.ended_at,
            now=now,
            hours=hours,
        ),
        signed=tuple(row.side for acta in actas for row in acta.signatures.all()),
        has_acta=bool(actas),
    )


def _filed_alone(season: Season) -> list[Acta]:
    """Actas in force that one side filed alone and that still have a case open."""
    return list(
        Acta.objects.filter(
            encounter__division__season=season,
            state=ActaState.FILED_ALONE,
            encounter__cases__reason="acta.filed_alone",
            encounter__cases__state__in=OPEN_STATES,
        )
        .select_related("encounter__home", "encounter__away", "encounter__matchday")
        .distinct()
        .order_by("created_at")
    )
