"""A case on its way to the committee's decision: opened, statements, deliberation, or closed
without a ruling. The ruling itself is in `matches.services.rulings`.

M-D.11  conduct: the organiser is told and opens a case    done: case_open_by_organiser
M-D.15  a claim is admitted or not, with the clause        done: claim_admit, case_refuse
M-D.18  not on the acta: the committee decides             done: may be the clause of a refusal
M-E.1, M-D.21  what is not foreseen                        done: its own reason to open a case
"""

from collections.abc import Iterable
from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils.translation import gettext as _

from league import ledger
from league.models import Season, Team, User
from league.policies import may_organise, may_rule
from league.refusals import Refused
from league.services.versions import divisions_touch
from league.states.season import SeasonState
from matches import deadlines, policies
from matches.models import Case, CaseNote, Claim, Statement
from matches.services import _notices
from matches.services._locks import encounter_heard
from matches.services.automatic_cases import case_open
from matches.states.case import CASE, CaseEvent, CaseState
from matches.states.claim import CLAIM, ClaimEvent, ClaimState
from rules.regulation import CLAUSES

REASONS = ("case.conduct", "case.ineligible", "case.result", "case.unforeseen", "case.other")
LONGEST = 10_000


@transaction.atomic
def case_open_by_organiser(
    *,
    actor: User,
    season_id: int,
    reason: str,
    text: str,
    encounter_id: int | None = None,
    team_ids: Iterable[int] = (),
    clause: str = "",
    at: datetime,
) -> Case:
    """The organiser puts something before the committee (M-D.11): about an encounter, or about
    teams. Refused `case.without_text`, `case.without_teams`, `case.already_open`,
    `incident.unknown_clause`."""
    if not may_organise(actor, season_id):
        raise PermissionDenied
    return _open(actor, season_id, reason, text, encounter_id, team_ids, clause, at)


@transaction.atomic
def case_open_by_committee(
    *,
    actor: User,
    season_id: int,
    reason: str,
    text: str,
    encounter_id: int | None = None,
    team_ids: Iterable[int] = (),
    clause: str = "",
    at: datetime,
) -> Case:
    """The committee takes something up by itself. A member tied to a peña of it may not."""
    if not may_rule(actor, season_id):
        raise PermissionDenied
    case = _open(actor, season_id, reason, text, encounter_id, team_ids, clause, at)
    if policies.is_recused(actor, case):
        raise PermissionDenied
    return case


@transaction.atomic
def claim_admit(*, actor: User, case_id: int, at: datetime) -> Claim:
    """Take the claim in, whether it was in time or not: out of time it is for the committee to say
    what follows (M-D.15)."""
    case = case_locked(actor, case_id)
    if case.claim is None:
        raise Refused("case.without_claim")
    claim = case.claim
    claim.state = CLAIM.after(ClaimState(claim.state), ClaimEvent.ADMIT)
    claim.save(update_fields=["state"])
    _entry(case, actor, at, "claim.admitted")
    _tell(
        case,
        at,
        kind="claim.admitted",
        subject=_("Reclamación %(claim)s admitida"),
        body=_("El comité ha admitido la reclamación. El expediente sigue su curso."),
    )
    return claim


@transaction.atomic
def case_refuse(*, actor: User, case_id: int, clause: str, reason: str, at: datetime) -> Case:
    """Do not go into the matter: with the clause that says so, and why. Refused
    `case.refused_without_clause`, `case.closed_without_reason`."""
    case = case_locked(actor, case_id)
    if clause not in CLAUSES:
        raise Refused("case.refused_without_clause")
    _close(case, CaseEvent.REFUSE, reason, at)
    _entry(case, actor, at, "claim.refused" if case.claim else "case.refused", clause=clause)
    _tell(
        case,
        at,
        kind="case.refused",
        subject=_("Expediente %(number)s no admitido"),
        body=_("El comité no entra en el asunto: %(reason)s") % {"reason": reason.strip()},
    )
    return case


@transaction.atomic
def case_shelve(*, actor: User, case_id: int, reason: str, at: datetime) -> Case:
    """Close without a ruling: settled in good spirit (M-E.1), or nothing to decide. Refused
    `case.closed_without_reason`."""
    case = case_locked(actor, case_id)
    _close(case, CaseEvent.SHELVE, reason, at)
    _entry(case, actor, at, "case.shelved")
    _tell(
        case,
        at,
        kind="case.shelved",
        subject=_("Expediente %(number)s archivado"),
        body=_("El comité archiva el expediente: %(reason)s") % {"reason": reason.strip()},
    )
    return case


@transaction.atomic
def statements_invite(*, actor: User, case_id: int, due_at: datetime, at: datetime) -> Case:
    """Ask the teams for what they have to say, until `due_at`. Refused `case.due_in_past`."""
    case = case_locked(actor, case_id)
    if due_at <= at:
        raise Refused("case.due_in_past")
    case.state = CASE.after(CaseState(case.state), CaseEvent.INVITE_STATEMENTS)
    case.due_at = due_at
    case.save(update_fields=["state", "due_at"])
    _entry(case, actor, at, "case.statements_invited", due_at=due_at)
    _tell(
        case,
        at,
        kind="case.statements_invited",
        subject=_("Expediente %(number)s: plazo de alegaciones"),
        body=_("El comité pide a las peñas sus alegaciones. El plazo está en el expediente."),
    )
    return case


@transaction.atomic
def statement_add(
    *, actor: User, case_id: int, team_id: int | None = None, text: str, at: datetime
) -> Statement:
    """What a team named in the case has to say, by its standing delegate. One that comes after the
    date is kept and shown as late, until the committee deliberates.

    Refused `statement.not_invited`, `statement.closed`, `statement.without_text`.
    """
    case = _locked(case_id)
    own = policies.case_side(actor, case)
    if own is None or (team_id is not None and team_id != own):
        raise PermissionDenied
    if case.state == CaseState.OPEN:
        raise Refused("statement.not_invited")
    if case.state != CaseState.STATEMENTS:
        raise Refused("statement.closed")
    if not text.strip():
        raise Refused("statement.without_text")
    if len(text.strip()) > LONGEST:
        raise Refused("claim.text_too_long", most=LONGEST, length=len(text.strip()))
    statement = Statement.objects.create(
        case=case, team_id=own, author=actor, text=text.strip(), at=at
    )
    case.statement_drafts.filter(author=actor).delete()
    _entry(case, actor, at, "statement.added", team=own, statement=statement.pk)
    _notices.tell_committee(
        case,
        kind="statement.added",
        subject=_("Expediente %(number)s: alegaciones") % {"number": case.number},
        body=_("%(team)s ha presentado alegaciones.") % {"team": statement.team.name},
        key=f"statement:{statement.pk}",
        at=at,
    )
    return statement


@transaction.atomic
def note_add(*, actor: User, case_id: int, text: str, at: datetime) -> CaseNote:
    """A private note of the committee; in no record that others read."""
    case = _locked(case_id)
    if not policies.may_decide(actor, case):
        raise PermissionDenied
    if not text.strip():
        raise Refused("statement.without_text")
    return CaseNote.objects.create(case=case, author=actor, text=text.strip(), at=at)


@transaction.atomic
def case_deliberate(
    *, actor: User, case_id: int, due_at: datetime | None = None, at: datetime
) -> Case:
    """Nothing more is heard: the committee decides, by `due_at` or in the usual term. Refused
    `case.due_in_past`."""
    case = case_locked(actor, case_id)
    due = due_at or deadlines.case_due(at)
    if due <= at:
        raise Refused("case.due_in_past")
    case.state = CASE.after(CaseState(case.state), CaseEvent.DELIBERATE)
    case.due_at = due
    case.save(update_fields=["state", "due_at"])
    _entry(case, actor, at, "case.deliberated", due_at=due)
    return case


def case_locked(actor: User, case_id: int) -> Case:
    """The case under lock, for a member of the committee who is not recused."""
    case = _locked(case_id)
    if not policies.may_decide(actor, case):
        raise PermissionDenied
    return case


def _locked(case_id: int) -> Case:
    encounter_id = Case.objects.values_list("encounter_id", flat=True).get(pk=case_id)
    encounter = encounter_heard(encounter_id) if encounter_id is not None else None
    case = (
        Case.objects.select_for_update(of=("self",))
        .select_related("claim", "season")
        .get(pk=case_id)
    )
    if case.season.state == SeasonState.CLOSED:
        raise Refused("season.closed")
    if encounter is not None:
        case.encounter = encounter
    return case


def _open(
    actor: User,
    season_id: int,
    reason: str,
    text: str,
    encounter_id: int | None,
    team_ids: Iterable[int],
    clause: str,
    at: datetime,
) -> Case:
    season = Season.objects.get(pk=season_id)
    if season.state == SeasonState.CLOSED:
        raise Refused("season.closed")
    if not text.strip():
        raise Refused("case.without_text")
    if reason not in REASONS:
        raise Refused("case.unknown_reason")
    if clause and clause not in CLAUSES:
        raise Refused("incident.unknown_clause", given=clause)
    encounter = None
    if encounter_id is not None:
        encounter = encounter_heard(encounter_id)
        if encounter.division.season_id != season.pk:
            raise Refused("case.of_another_season")
        divisions_touch([encounter.division_id])
    teams = list(Team.objects.filter(pk__in=list(team_ids), division__season=season))
    if encounter is None and not teams:
        raise Refused("case.without_teams")
    case = case_open(
        season=season,
        encounter=encounter,
        reason=reason,
        clause=clause,
        facts={"text": text.strip()},
        actor=actor,
        at=at,
    )
    if case is None:
        raise Refused("case.already_open")
    case.teams.add(*teams)
    _notices.tell_all(
        case,
        kind="case.opened",
        subject=_("Expediente %(number)s abierto") % {"number": case.number},
        body=text.strip(),
        key=f"case-opened:{case.pk}",
        at=at,
    )
    return case


def _close(case: Case, event: CaseEvent, reason: str, at: datetime) -> None:
    if not reason.strip():
        raise Refused("case.closed_without_reason")
    case.state = CASE.after(CaseState(case.state), event)
    case.closed_at, case.closing_note = at, reason.strip()
    case.save(update_fields=["state", "closed_at", "closing_note"])
    claim = case.claim
    if claim is not None:
        # Nothing of a closed case waits: a claim taken in was dealt with, another was not taken in.
        admitted = claim.state == ClaimState.ADMITTED and event is CaseEvent.SHELVE
        claim.state = CLAIM.after(
            ClaimState(claim.state), ClaimEvent.RESOLVE if admitted else ClaimEvent.REFUSE
        )
        claim.save(update_fields=["state"])
    if case.encounter is not None:
        divisions_touch([case.encounter.division_id])


def _entry(case: Case, actor: User, at: datetime, action: str, **payload: object) -> None:
    ledger.append(
        season=case.season_id,
        actor=actor,
        at=at,
        action=action,
        subject=f"case:{case.pk}",
        number=case.number,
        **payload,
    )


def _tell(case: Case, at: datetime, *, kind: str, subject: str, body: str) -> None:
    names = {"number": case.number, "claim": case.claim.number if case.claim else ""}
    _notices.tell_all(
        case,
        kind=kind,
        subject=subject % names,
        body=body,
        key=f"{kind}:{case.pk}:{at.isoformat()}",
        at=at,
    )
