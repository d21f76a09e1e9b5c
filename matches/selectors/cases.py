"""What the committee, the organiser and the parties read of claims and cases."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, Prefetch, Q, QuerySet, Sum

from league import canonical
from league.models import LedgerEntry, Registration, Role, RoleKind, Season, User
from matches import eligibility
from matches.models import (
    Acta,
    Case,
    CaseNote,
    Claim,
    Encounter,
    Evidence,
    Incident,
    PointAdjustment,
    Ruling,
    Sanction,
    Statement,
)
from matches.selectors.claim_clocks import clock_of
from matches.states.case import OPEN_STATES
from matches.states.partida import Side
from matches.states.sanction import FineState, SanctionKind, SanctionState
from matches.suspensions import left


def claim_digest(claim: Claim) -> str:
    """SHA-256 of what was claimed: the number on the receipt that proves the text, and the deal
    that goes with it."""
    deal = getattr(claim, "deal", None)
    told = {
        "season": claim.season_id,
        "number": claim.number,
        "encounter": claim.encounter_id,
        "team": claim.team_id,
        "submitted_at": claim.submitted_at,
        "on_paper": claim.on_paper,
        "incident": claim.incident_id,
        "clause": claim.clause,
        "text": claim.text,
    }
    return canonical.digest(canonical.dumps(told | ({"deal": deal.digest} if deal else {})))


@dataclass(frozen=True)
class Timeliness:
    """Whether a claim came before the side's 24 hours had passed (M-D.15), and with how much to
    spare (negative: how late). None where the encounter has no end to count from."""

    in_time: bool
    ended_at: datetime
    deadline: datetime
    margin: timedelta


def timeliness(claim: Claim) -> Timeliness | None:
    """Computed from the moments, never stored.

    It counts from the end that both signed last; after a replay was ordered, from that of the acta
    the claim was about.
    """
    encounter = claim.encounter
    ended_at = encounter.ended_at
    if ended_at is None or ended_at > claim.submitted_at:
        ended_at = _end_claimed_about(claim) or ended_at
    if ended_at is None:
        return None
    clock = clock_of(encounter, ended_at=ended_at)
    assert clock is not None  # it has an end
    side = Side.HOME if claim.team_id == encounter.home_id else Side.AWAY
    deadline = clock.closes_at(side)
    return Timeliness(
        in_time=clock.in_time(claim.submitted_at, side=side),
        ended_at=ended_at,
        deadline=deadline,
        margin=deadline - claim.submitted_at,
    )


def _end_claimed_about(claim: Claim) -> datetime | None:
    content = (
        Acta.objects.filter(encounter_id=claim.encounter_id, created_at__lte=claim.submitted_at)
        .order_by("-number")
        .values_list("content", flat=True)
        .first()
    )
    ended_at = json.loads(content).get("ended_at") if content else None
    return datetime.fromisoformat(ended_at) if ended_at else None


def encounter_to_claim(encounter_id: int) -> Encounter:
    """Raises Encounter.DoesNotExist."""
    return Encounter.objects.select_related(
        "home", "away", "matchday", "venue", "division__season__competition"
    ).get(pk=encounter_id)


def incidents_of(encounter: Encounter) -> list[Incident]:
    """What was written on the acta and not withdrawn (M-D.18)."""
    return list(encounter.incidents.filter(withdrawn_at__isnull=True))


def claim_of(claim_id: int) -> Claim:
    """Raises Claim.DoesNotExist."""
    return Claim.objects.select_related(
        "season__competition",
        "team",
        "submitted_by",
        "incident__deal",
        "deal",
        "encounter__home",
        "encounter__away",
        "encounter__matchday",
        "encounter__division__season",
        "case",
    ).get(pk=claim_id)


def evidence_of(evidence_id: int) -> Evidence:
    """Raises Evidence.DoesNotExist."""
    return Evidence.objects.select_related(
        "claim__encounter",
        "encounter__home",
        "encounter__away",
        "encounter__division__season",
    ).get(pk=evidence_id)


def season_of_cases(season_id: int) -> Season:
    """Raises Season.DoesNotExist."""
    return Season.objects.select_related("competition").get(pk=season_id)


def cases_of(season: Season) -> QuerySet[Case]:
    """Every case of the season with what a list prints of it."""
    return (
        Case.objects.filter(season=season)
        .select_related(
            "encounter__home", "encounter__away", "encounter__matchday", "claim__team", "season"
        )
        .prefetch_related("teams", Prefetch("rulings", Ruling.objects.order_by("number")))
        .annotate(
            statement_count=Count("statements", distinct=True),
        )
    )


def without_clubs(cases: QuerySet[Case], clubs: Iterable[int]) -> QuerySet[Case]:
    """The cases in which none of these peñas has a stake: what a committee member may read."""
    return cases.exclude(pk__in=_staked(clubs))


def of_clubs(cases: QuerySet[Case], clubs: Iterable[int]) -> QuerySet[Case]:
    return cases.filter(pk__in=_staked(clubs))


def _staked(clubs: Iterable[int]) -> QuerySet[Case, int]:
    own = list(clubs)
    return Case.objects.filter(
        Q(teams__club_id__in=own)
        | Q(encounter__home__club_id__in=own)
        | Q(encounter__away__club_id__in=own)
    ).values_list("pk", flat=True)


def of_delegate(cases: QuerySet[Case], user: User) -> QuerySet[Case]:
    """The cases that name a team of which the user is a standing delegate."""
    return cases.filter(
        pk__in=Case.objects.filter(
            teams__delegates__user_id=user.pk, teams__delegates__valid_on__isnull=True
        ).values_list("pk", flat=True)
    )


def is_overdue(case: Case, now: datetime) -> bool:
    """Past its date and not settled; for all concerned to see, and nothing else follows from it."""
    return case.state in OPEN_STATES and case.due_at is not None and case.due_at <= now


def case_of(season: Season, number: int) -> Case:
    """Raises Case.DoesNotExist."""
    return (
        cases_of(season)
        .select_related("encounter__division__season", "opened_by")
        .get(number=number)
    )


@dataclass(frozen=True)
class Event:
    """A line of the timeline: an act on record, with what its line needs."""

    at: datetime
    action: str
    actor: str
    facts: dict[str, Any]


@dataclass(frozen=True)
class CaseFile:
    """All that hangs from a case. Private notes are empty unless asked for."""

    case: Case
    claim: Claim | None
    timeliness: Timeliness | None
    actas: list[Acta]
    content: dict[str, Any] | None
    incidents: list[Incident]
    statements: list[Statement]
    statements_due: datetime | None
    evidence: list[Evidence]
    notes: list[CaseNote]
    rulings: list[Ruling]
    sanctions: list[Sanction]
    adjustments: list[PointAdjustment]
    events: list[Event]
    recused: int
    members: int

    @property
    def acta_in_force(self) -> Acta | None:
        return next((acta for acta in self.actas if acta.in_force), None)

    @property
    def is_settled(self) -> bool:
        return self.case.state not in OPEN_STATES

    @property
    def is_stuck(self) -> bool:
        """Open, and fewer of the committee may decide it than the season asks for."""
        return not self.is_settled and self.members - self.recused < self.case.season.quorum

    @property
    def without_incident(self) -> bool:
        """M-D.18: the claim rests on nothing written on the acta."""
        return self.claim is not None and self.claim.incident_id is None


def incidents_with_deals(encounter: Encounter) -> list[Incident]:
    """What was written on the acta and not withdrawn, with the deals that go with it."""
    return list(
        encounter.incidents.filter(withdrawn_at__isnull=True).select_related("deal", "reported_by")
    )


def case_file(case: Case, *, with_notes: bool) -> CaseFile:
    """The whole file of a case, in a fixed number of queries."""
    claim = claim_of(case.claim_id) if case.claim_id else None
    actas: list[Acta] = []
    incidents: list[Incident] = []
    evidence: list[Evidence] = []
    if case.encounter is not None:
        actas = list(case.encounter.actas.prefetch_related("signatures").order_by("-number"))
        incidents = incidents_with_deals(case.encounter)
        # Files of another claim belong to that claim's case; those of the acta are in every file.
        evidence = list(
            case.encounter.evidence.filter(Q(claim=claim) | Q(claim=None))
            if claim
            else case.encounter.evidence.filter(claim=None)
        )
    rulings = list(
        case.rulings.select_related("author", "replaces", "replaced_by").order_by("number")
    )
    sanctions = list(
        Sanction.objects.filter(ruling__case=case).select_related("team", "player", "ruling")
    )
    subjects = [
        f"case:{case.pk}",
        *([f"claim:{claim.pk}"] if claim else []),
        *([f"encounter:{case.encounter_id}"] if case.encounter_id else []),
        *(f"acta:{acta.pk}" for acta in actas),
        *(f"ruling:{ruling.pk}" for ruling in rulings),
        *(f"sanction:{sanction.pk}" for sanction in sanctions),
    ]
    events = _events(case, subjects)
    in_force = next((acta for acta in actas if acta.in_force), None)
    invited = [event for event in events if event.action == "case.statements_invited"]
    due = invited[-1].facts.get("due_at") if invited else None
    return CaseFile(
        case=case,
        claim=claim,
        timeliness=timeliness(claim) if claim else None,
        actas=actas,
        content=json.loads(in_force.content) if in_force else None,
        incidents=incidents,
        statements=list(case.statements.select_related("team", "author")),
        statements_due=datetime.fromisoformat(due) if due else None,
        evidence=evidence,
        notes=list(case.notes.select_related("author")) if with_notes else [],
        rulings=rulings,
        sanctions=sanctions,
        adjustments=list(
            PointAdjustment.objects.filter(ruling__case=case).select_related("team", "ruling")
        ),
        events=events,
        recused=_recused(case),
        members=Role.objects.filter(season_id=case.season_id, kind=RoleKind.COMMITTEE)
        .values("user_id")
        .distinct()
        .count(),
    )


# Acts of the evening itself fill a record, not a file.
_LEFT_OUT = ("draw.tapped", "draw.entered", "acta.drafted", "line_up.closed", "line_up.reopened")


def _events(case: Case, subjects: list[str]) -> list[Event]:
    rows = (
        LedgerEntry.objects.filter(chain__season_id=case.season_id, subject__in=subjects)
        .exclude(action__in=_LEFT_OUT)
        .select_related("actor")
        .order_by("sequence")
    )
    events = [
        Event(
            at=row.at,
            action=row.action,
            actor=str(row.actor) if row.actor else "",
            facts=json.loads(row.payload),
        )
        for row in rows
    ]
    # What came on paper is entered later than it came.
    return sorted(events, key=lambda event: event.at)


def _recused(case: Case) -> int:
    """How many members of the committee are kept out of the case."""
    clubs = {team.club_id for team in case.teams.all()}
    if case.encounter is not None:
        clubs |= {case.encounter.home.club_id, case.encounter.away.club_id}
    return (
        Role.objects.filter(season_id=case.season_id, kind=RoleKind.COMMITTEE)
        .filter(
            Q(club_id__in=clubs)
            | Q(
                user__delegations__team__division__season_id=case.season_id,
                user__delegations__team__club_id__in=clubs,
            )
        )
        .values("user_id")
        .distinct()
        .count()
    )


def players_of(case: Case) -> list[Registration]:
    """Who may be sanctioned by a case: the fichas of its teams, and of who has left, the last."""
    rows = (
        Registration.objects.filter(team__in=case.teams.all())
        .select_related("player", "team")
        .order_by("registered_at", "pk")
    )
    last = {row.player_id: row for row in rows}
    return sorted(last.values(), key=lambda row: (row.team.sort_key, row.slot))


def earlier_sanctions(case: Case) -> list[Sanction]:
    """What rulings of other cases hold against the parties this season: who repeats it (M-T.4)."""
    teams = [team.pk for team in case.teams.all()]
    players = Registration.objects.filter(team__in=teams).values("player")
    rows = Sanction.objects.filter(season=case.season, state=SanctionState.IN_FORCE)
    rows = rows.filter(Q(team__in=teams) | Q(player__in=players)).exclude(ruling__case=case)
    return list(rows.select_related("team", "player", "ruling").order_by("starts_at", "pk"))


def fichas_by_id(ids: Iterable[int]) -> list[Registration]:
    """The fichas that an acta or its findings name, with their players."""
    return list(Registration.objects.filter(pk__in=ids).select_related("player"))


def sanctions_of(season: Season) -> QuerySet[Sanction]:
    """Every sanction of the season with what a list prints of it."""
    return Sanction.objects.filter(season=season).select_related(
        "team", "player", "ruling__case", "revoked_by"
    )


def adjustments_of(season: Season) -> list[PointAdjustment]:
    """Points deducted by rulings."""
    return list(
        PointAdjustment.objects.filter(team__division__season=season, ruling__isnull=False)
        .select_related("team", "ruling__case")
        .order_by("-at", "-pk")
    )


def open_count(cases: QuerySet[Case], now: datetime) -> tuple[int, int]:
    """How many of these cases are open, and how many of them are overdue."""
    found = cases.filter(state__in=OPEN_STATES)
    return found.count(), found.filter(due_at__lte=now).count()


def suspensions_left(season: Season, now: datetime) -> dict[int, int]:
    """Sanction → encounters still to miss, of the suspensions in force that count encounters; of
    one until a date, 1 while it runs. Three queries at most."""
    bans = eligibility.bans_of(season.pk)
    found = {}
    for player, rows in bans.of_player.items():
        owed = left(rows, bans.missed[player], before=now)
        for row in rows:
            if row.until is not None:
                found[row.sanction] = int(now < row.until)
            elif row.encounters is not None:
                found[row.sanction] = owed[row]
    return found


def fines_by_team(rows: QuerySet[Sanction]) -> list[Any]:
    """What each peña still owes and has paid, of these sanctions."""
    fines = rows.filter(kind=SanctionKind.FINE, state=SanctionState.IN_FORCE).order_by()
    return list(
        fines.values("team__name")
        .annotate(
            due=Sum("amount", filter=Q(fine_state=FineState.DUE)),
            paid=Sum("amount", filter=Q(fine_state=FineState.PAID)),
            waived=Sum("amount", filter=Q(fine_state=FineState.WAIVED)),
        )
        .order_by("team__sort_key")
    )
