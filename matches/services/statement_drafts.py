"""A statement while it is typed: kept for its author alone, until it is made or emptied."""

from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.db import transaction

from league.models import User
from league.refusals import Refused
from matches import policies
from matches.models import Case, StatementDraft
from matches.services.cases import LONGEST
from matches.states.case import CaseState


@transaction.atomic
def statement_draft_save(
    *, actor: User, case_id: int, text: str, at: datetime
) -> StatementDraft | None:
    """Keep what was typed so far, by whoever may make the statement; None when nothing is left.

    Refused `statement.closed`, `claim.text_too_long`: cutting it short would lose what was typed.
    """
    case = Case.objects.select_related("season", "encounter").get(pk=case_id)
    if policies.case_side(actor, case) is None:
        raise PermissionDenied
    if case.state != CaseState.STATEMENTS:
        raise Refused("statement.closed")
    if len(text) > LONGEST:
        raise Refused("claim.text_too_long", most=LONGEST, length=len(text))
    if not text.strip():
        StatementDraft.objects.filter(case=case, author=actor).delete()
        return None
    draft, _made = StatementDraft.objects.update_or_create(
        case=case, author=actor, defaults={"text": text, "saved_at": at}
    )
    return draft
