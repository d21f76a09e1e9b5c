"""The claims on the back of a match's sheet, for pages that show them."""

from typing import Any

from matches import moments
from matches.models import SheetClaim
from matches.selectors.scoresheets import SheetStand
from matches.selectors.sheet_claims import claims_of, moment_of, texts_until
from matches.sheet_claim_words import moment_words, ruling_words


def claims_shown(stand: SheetStand) -> list[dict[str, Any]]:
    """Every claim with its words and its ruling, in order."""
    if stand.sheet is None:
        return []
    return [_shown(stand, one) for one in claims_of(stand.sheet)]


def _shown(stand: SheetStand, claim: SheetClaim) -> dict[str, Any]:
    texts = texts_until(stand.live_acts, claim.after_act)
    words, level = ruling_words(upheld=claim.upheld)
    return {
        "number": claim.number,
        "side": claim.side,
        "team": stand.teams[claim.side],
        "captain": str(claim.registration.player),
        "moment": moment_words(moment_of(stand.rules, texts, stand.settings, stand.rosters)),
        "at": moments.hour(claim.signed_at),
        "text": claim.text,
        "by_code": claim.method == SheetClaim.Method.CODE,
        "words": words,
        "level": level,
        "waits": claim.ruled_at is None,
        "ruling": claim.ruling,
        "clause": claim.clause,
        "ruled_by": str(claim.ruled_by) if claim.ruled_by else "",
        "ruled_at": moments.hour(claim.ruled_at) if claim.ruled_at else "",
    }
