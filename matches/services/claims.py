"""Written claims: submitted, received on paper, withdrawn. Each opens its case at once.

M-D.15  in writing, before 24 hours have passed     done: kept always; in time or not is computed
                                                    when asked (`matches.selectors.cases`)
M-D.18  what happened must be on the acta           done: a claim without an incident says so
C-23    settled at the match, without appeal        done: refused afterwards
M-E.1   what the text does not foresee              done: a claim needs no clause
"""

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from league import ledger
from league.checks.evidence import AcceptedFile
from league.models import User
from league.policies import may_organise
from league.refusals import Refused
from league.services.files import Sent, written_files
from league.services.versions import divisions_touch
from matches import policies
from matches.models import Case, Claim, ClaimDraft, Encounter, Incident
from matches.selectors.cases import claim_digest
from matches.selectors.claim_clocks import at_match_clause
from matches.services import _notices
from matches.services._claim_receipts import receipt_send
from matches.services._deals import deal_facts, deal_read, deal_write
from matches.services._locks import encounter_heard, season_locked
from matches.services.automatic_cases import case_open
from matches.services.evidence import evidence_write, files_read
from matches.states.case import CASE, OPEN_STATES, CaseEvent, CaseState
from matches.states.claim import CLAIM, ClaimEvent, ClaimState
from rules.regulation import CLAUSES

CLAIM_REASON = "claim"
LONGEST = 10_000


def claim_submit(
    *,
    actor: User,
    encounter_id: int,
    key: UUID,
    text: str,
    incident_id: int | None = None,
    clause: str = "",
    record: str = "",
    files: Iterable[Sent] = (),
    at: datetime,
) -> Claim:
    """A claim by a delegate of one of the two teams, also one for that night. It is kept whenever
    it comes.

    `key` is made with the form: sent twice, it is one claim; its draft goes. `record` is the deal
    it is about. Refused `claim.not_ended`, `claim.without_text`, `claim.text_too_long`,
    `claim.incident_of_another`, `incident.unknown_clause`, `deal.*`, `evidence.*`; then nothing is
    written.
    """
    accepted = files_read(files)
    with written_files() as written, transaction.atomic():
        encounter = encounter_heard(encounter_id)
        team_id = policies.claim_team(actor, encounter)
        if team_id is None:
            raise PermissionDenied
        known = Claim.objects.filter(key=key).first()
        if known is not None:
            if known.encounter_id != encounter.pk or known.team_id != team_id:
                raise PermissionDenied
            return known
        return _write(
            actor=actor,
            encounter=encounter,
            team_id=team_id,
            key=key,
            text=text,
            incident_id=incident_id,
            clause=clause,
            record=record,
            submitted_at=at,
            on_paper=False,
            files=accepted,
            written=written,
            at=at,
        )


def claim_receive_on_paper(
    *,
    actor: User,
    encounter_id: int,
    team_id: int,
    key: UUID,
    text: str,
    received_at: datetime,
    incident_id: int | None = None,
    clause: str = "",
    record: str = "",
    files: Iterable[Sent] = (),
    at: datetime,
) -> Claim:
    """The organiser enters a claim that came on paper, with the moment it came and its photo.

    Refused as `claim_submit`, and `claim.received_in_future`, `claim.not_of_encounter`,
    `claim.photo_missing`.
    """
    accepted = files_read(files)
    with written_files() as written, transaction.atomic():
        encounter = encounter_heard(encounter_id)
        if not may_organise(actor, encounter.division.season):
            raise PermissionDenied
        known = Claim.objects.filter(key=key).first()
        if known is not None:
            if known.encounter_id != encounter.pk:
                raise PermissionDenied
            return known
        if received_at > at:
            raise Refused("claim.received_in_future")
        if team_id not in (encounter.home_id, encounter.away_id):
            raise Refused("claim.not_of_encounter")
        if not accepted:
            raise Refused("claim.photo_missing")
        return _write(
            actor=actor,
            encounter=encounter,
            team_id=team_id,
            key=key,
            text=text,
            incident_id=incident_id,
            clause=clause,
            record=record,
            submitted_at=received_at,
            on_paper=True,
            files=accepted,
            written=written,
            at=at,
        )


@transaction.atomic
def claim_withdraw(*, actor: User, claim_id: int, reason: str, at: datetime) -> Claim:
    """A delegate of the team that claimed takes it back (one for a night only the own), until it is
    ruled on. Its case is shelved. Refused `claim.withdrawn_without_reason`."""
    encounter_id = Claim.objects.values_list("encounter_id", flat=True).get(pk=claim_id)
    encounter = encounter_heard(encounter_id)
    case = Case.objects.select_for_update(of=("self",)).filter(claim_id=claim_id).first()
    claim = Claim.objects.select_for_update(of=("self",)).get(pk=claim_id)
    claim.encounter = encounter
    if not policies.may_withdraw(actor, claim):
        raise PermissionDenied
    if not reason.strip():
        raise Refused("claim.withdrawn_without_reason")
    claim.state = CLAIM.after(ClaimState(claim.state), ClaimEvent.WITHDRAW)
    claim.withdrawn_reason = reason.strip()
    claim.save(update_fields=["state", "withdrawn_reason"])
    if case is not None and case.state in OPEN_STATES:
        case.state = CASE.after(CaseState(case.state), CaseEvent.SHELVE)
        case.closed_at = at
        case.save(update_fields=["state", "closed_at"])
    divisions_touch([encounter.division_id])
    ledger.append(
        season=claim.season_id,
        actor=actor,
        at=at,
        action="claim.withdrawn",
        subject=f"claim:{claim.pk}",
        number=claim.number,
    )
    if case is not None:
        _notices.tell_all(
            case,
            kind="claim.withdrawn",
            subject=_("Reclamación %(number)s retirada") % {"number": claim.number},
            body=_("La peña que reclamaba la ha retirado. El expediente se archiva."),
            key=f"claim-withdrawn:{claim.pk}",
            at=at,
        )
    return claim


def _write(
    *,
    actor: User,
    encounter: Encounter,
    team_id: int,
    key: UUID,
    text: str,
    incident_id: int | None,
    clause: str,
    record: str,
    submitted_at: datetime,
    on_paper: bool,
    files: list[AcceptedFile],
    written: list[str],
    at: datetime,
) -> Claim:
    _check(encounter, text, clause)
    deal = deal_read(encounter.division.season, record)
    incident = None
    if incident_id is not None:
        incident = Incident.objects.filter(pk=incident_id, encounter=encounter).first()
        if incident is None:
            raise Refused("claim.incident_of_another")
    divisions_touch([encounter.division_id])
    season = season_locked(encounter.division.season_id)
    claim = Claim.objects.create(
        season=season,
        number=(season.claims.aggregate(last=Max("number"))["last"] or 0) + 1,
        encounter=encounter,
        team_id=team_id,
        submitted_by=actor,
        submitted_at=submitted_at,
        on_paper=on_paper,
        incident=incident,
        clause=clause,
        text=text.strip(),
        key=key,
    )
    if deal is not None:
        deal_write(deal, claim=claim, at=at)
    ClaimDraft.objects.filter(encounter=encounter, author=actor).delete()
    rows = evidence_write(
        encounter=encounter, files=files, written=written, actor=actor, at=at, claim=claim
    )
    ledger.append(
        season=season,
        actor=actor,
        at=at,
        action="claim.received" if on_paper else "claim.submitted",
        subject=f"claim:{claim.pk}",
        number=claim.number,
        encounter=encounter.pk,
        team=team_id,
        incident=incident_id,
        clause=clause,
        submitted_at=submitted_at,
        digest=claim_digest(claim),
        **deal_facts(deal),
        evidence=[row.digest for row in rows],
    )
    case = case_open(
        season=season,
        encounter=encounter,
        reason=CLAIM_REASON,
        clause=clause,
        facts={},
        actor=None if on_paper else actor,
        claim=claim,
        at=at,
    )
    assert case is not None  # a claim always has its case
    _tell(claim, case, at)
    return claim


def _check(encounter: Encounter, text: str, clause: str) -> None:
    settled = at_match_clause(encounter)
    if settled:
        raise Refused("claim.settled_at_the_match", clause=settled)
    if encounter.ended_at is None:
        raise Refused("claim.not_ended", clause="M-D.15")
    if not text.strip():
        raise Refused("claim.without_text", clause="M-D.15")
    if len(text.strip()) > LONGEST:
        raise Refused("claim.text_too_long", most=LONGEST, length=len(text.strip()))
    if clause and clause not in CLAUSES:
        raise Refused("incident.unknown_clause", given=clause)


def _tell(claim: Claim, case: Case, at: datetime) -> None:
    names = {
        "number": claim.number,
        "case": case.number,
        "team": claim.team.name,
        "home": claim.encounter.home.name,
        "away": claim.encounter.away.name,
    }
    claimants = receipt_send(claim, case, at)
    _notices.tell_all(
        case,
        kind="claim.submitted",
        subject=_("Reclamación %(number)s: %(home)s – %(away)s") % names,
        body=_(
            "%(team)s ha reclamado por escrito sobre el encuentro %(home)s – %(away)s. "
            "Se ha abierto el expediente %(case)s."
        )
        % names,
        key=f"claim:{claim.pk}",
        at=at,
        told_otherwise=claimants,
    )
