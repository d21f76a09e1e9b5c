"""Photos and documents: checked by their content, kept outside the web root, served only to those
who may see them.

A file is read and redrawn before the transaction begins (it is slow work); what was already
written to disk goes again when the transaction is refused.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.db import transaction

from league import ledger
from league.checks.evidence import AcceptedFile
from league.models import User
from league.refusals import Refused
from league.services.files import Sent, file_keep, sent_read, written_files
from matches import policies
from matches.models import Acta, Case, Claim, Encounter, Evidence
from matches.services._locks import encounter_heard
from matches.states.case import OPEN_STATES

MOST_AT_ONCE = 6
MOST_OF_ONE = 20  # files that one person may hang on one encounter


def files_read(files: Iterable[Sent]) -> list[AcceptedFile]:
    """Every file checked. Refused `evidence.*` for the first that cannot be kept,
    `evidence.too_many`. Nothing is written."""
    sent = list(files)
    if len(sent) > MOST_AT_ONCE:
        raise Refused("evidence.too_many", most=MOST_AT_ONCE)
    return [sent_read(one) for one in sent]


def evidence_write(
    *,
    encounter: Encounter,
    files: Sequence[AcceptedFile],
    written: list[str],
    actor: User,
    at: datetime,
    claim: Claim | None = None,
    acta: Acta | None = None,
    acta_on_paper: bool = False,
) -> list[Evidence]:
    """Keep the files; `acta_on_paper` says that they are photos of one.

    For services of this package: the encounter is locked, rights are checked. Names on disk say
    nothing of who sent what.
    """
    before = Evidence.objects.filter(encounter=encounter, uploaded_by=actor).count()
    if before + len(files) > MOST_OF_ONE:
        raise Refused("evidence.too_many_in_all", most=MOST_OF_ONE)
    rows = []
    for file in files:
        row = Evidence(
            encounter=encounter,
            claim=claim,
            acta=acta,
            acta_on_paper=acta_on_paper,
            content_type=file.content_type,
            digest=file.digest,
            uploaded_by=actor,
            uploaded_at=at,
        )
        file_keep(row.file, file, written)
        row.save()
        rows.append(row)
    return rows


def evidence_add(
    *, actor: User, case_id: int, files: Iterable[Sent], at: datetime
) -> list[Evidence]:
    """Add files to an open case: a delegate of a team named in it, the organiser, the committee.

    Refused `evidence.none`, `evidence.*`, `case.closed`, `evidence.case_without_encounter`.
    """
    accepted = files_read(files)
    if not accepted:
        raise Refused("evidence.none")
    with written_files() as written, transaction.atomic():
        case = Case.objects.select_related("encounter__home", "encounter__away", "claim").get(
            pk=case_id
        )
        if not policies.may_read_case(actor, case):
            raise PermissionDenied
        if case.encounter_id is None:
            raise Refused("evidence.case_without_encounter")
        encounter = encounter_heard(case.encounter_id)
        case = Case.objects.select_for_update(of=("self",)).select_related("claim").get(pk=case_id)
        if case.state not in OPEN_STATES:
            raise Refused("case.closed")
        rows = evidence_write(
            encounter=encounter,
            files=accepted,
            written=written,
            actor=actor,
            at=at,
            claim=case.claim,
        )
        _entries(rows, f"case:{case.pk}", encounter, actor, at)
    return rows


def _entries(
    rows: list[Evidence], subject: str, encounter: Encounter, actor: User, at: datetime
) -> None:
    for row in rows:
        ledger.append(
            season=encounter.division.season_id,
            actor=actor,
            at=at,
            action="evidence.added",
            subject=subject,
            evidence=row.pk,
            digest=row.digest,
        )
