"""A claim while it is typed: kept for its author alone, until it is submitted or thrown away.

Nothing official: no number, no entry in the record. What is kept is what was typed, right or wrong;
whether it can be claimed is asked when it is submitted.
"""

from datetime import datetime
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db import transaction

from league.models import User
from league.refusals import Refused
from matches import policies
from matches.models import Claim, ClaimDraft, Encounter
from matches.services.claims import LONGEST
from rules.record_report import LONGEST_RECORD


@transaction.atomic
def claim_draft_save(
    *,
    actor: User,
    encounter_id: int,
    key: UUID,
    text: str,
    incident: str = "",
    clause: str = "",
    record: str = "",
    at: datetime,
) -> ClaimDraft | None:
    """Keep what was typed so far, by whoever may claim; None when nothing is left to keep.

    A claim that was sent meanwhile from another screen has no draft any more. Refused
    `claim.text_too_long`, `deal.too_long`: cutting it short would lose what was typed.
    """
    encounter = Encounter.objects.get(pk=encounter_id)
    if policies.claim_team(actor, encounter) is None:
        raise PermissionDenied
    if len(text) > LONGEST:
        raise Refused("claim.text_too_long", most=LONGEST, length=len(text))
    if len(record) > LONGEST_RECORD:
        raise Refused("deal.too_long", most=LONGEST_RECORD, length=len(record))
    kept = ClaimDraft.objects.filter(encounter=encounter, author=actor)
    if Claim.objects.filter(key=key).exists():
        return None
    if not (text.strip() or record.strip()):
        kept.delete()
        return None
    # The first screen's key stays: sent from two screens, it is one claim.
    draft, _made = ClaimDraft.objects.update_or_create(
        encounter=encounter,
        author=actor,
        defaults={
            "text": text,
            "incident": incident[:20],
            "clause": clause[:12],
            "record": record,
            "saved_at": at,
        },
        create_defaults={
            "key": key,
            "text": text,
            "incident": incident[:20],
            "clause": clause[:12],
            "record": record,
            "saved_at": at,
        },
    )
    return draft


def claim_draft_discard(*, actor: User, encounter_id: int, at: datetime) -> None:
    """Throw the own draft away, as it was at that moment: what another screen saved since stays."""
    ClaimDraft.objects.filter(encounter_id=encounter_id, author=actor, saved_at__lte=at).delete()
