"""What a delegate has to hand before there is a claim."""

from league.models import User
from matches.models import ClaimDraft, Encounter


def draft_of(user: User, encounter: Encounter) -> ClaimDraft | None:
    """What the user has typed of a claim about the encounter."""
    return ClaimDraft.objects.filter(author=user, encounter=encounter).first()
