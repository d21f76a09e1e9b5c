"""What a delegate has to hand before there is a claim or a statement."""

from league.models import User
from matches.models import Case, ClaimDraft, Encounter, StatementDraft


def draft_of(user: User, encounter: Encounter) -> ClaimDraft | None:
    """What the user has typed of a claim about the encounter."""
    return ClaimDraft.objects.filter(author=user, encounter=encounter).first()


def statement_draft_of(user: User, case: Case) -> StatementDraft | None:
    """What the user has typed of a statement in the case."""
    return case.statement_drafts.filter(author=user.pk).first()
