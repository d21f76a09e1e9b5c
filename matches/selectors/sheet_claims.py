"""The back of a match's sheet: the claims on it, when they came, and the code to sign the next."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from league import canonical
from matches import signing_code
from matches.models import Encounter, Scoresheet, SheetAct, SheetClaim, SheetClaimCode
from matches.models.scoresheets import MOST_TRIES
from matches.selectors.scoresheet_codes import ListCode
from matches.selectors.scoresheets import live_of
from matches.selectors.signing_codes import CodeState, pepper
from matches.states.partida import Side
from rules.match_sheet import MatchSheet, Rosters


@dataclass(frozen=True)
class ClaimMoment:
    """When in the match something was claimed: its set, and the points by then."""

    set: int
    points: tuple[int, int]


@dataclass(frozen=True)
class PublicClaim:
    """What everybody reads of a claim: of which side, when in the match, and what was decided; the
    words are for those who may read the whole acta."""

    number: int
    side: str
    moment: ClaimMoment
    signed_at: datetime
    upheld: bool | None
    clause: str


def claims_of(sheet: Scoresheet) -> list[SheetClaim]:
    return list(
        SheetClaim.objects.filter(sheet=sheet)
        .select_related("registration__player", "signer", "ruled_by")
        .order_by("number")
    )


def public_claims(
    encounter: Encounter, *, rules: MatchSheet, settings: Mapping[str, Any]
) -> list[PublicClaim]:
    """The claims on the sheet of an encounter, without their words. Two queries."""
    rows = list(SheetClaim.objects.filter(sheet__encounter=encounter).order_by("number"))
    if not rows:
        return []
    acts = live_of(list(SheetAct.objects.filter(sheet__encounter=encounter).order_by("number")))
    return [
        PublicClaim(
            number=row.number,
            side=row.side,
            moment=moment_of(rules, texts_until(acts, row.after_act), settings),
            signed_at=row.signed_at,
            upheld=row.upheld,
            clause=row.clause,
        )
        for row in rows
    ]


def texts_until(live: Sequence[SheetAct], number: int) -> list[str]:
    """The acts that count of those written by then."""
    return [one.text for one in live if one.number <= number]


def moment_of(
    rules: MatchSheet,
    texts: Sequence[str],
    settings: Mapping[str, Any],
    rosters: Rosters | None = None,
) -> ClaimMoment:
    """Which set it was after these acts, and how it stood."""
    read = rules.replay(texts, settings, rosters or {})
    home, away = read.state["points"] or (0, 0)
    return ClaimMoment(read.state["set"], (home, away))


def claim_facts(claims: Sequence[SheetClaim], live: Sequence[SheetAct]) -> list[dict[str, Any]]:
    """The claims as the acta holds them."""
    return [
        {
            "number": row.number,
            "side": row.side,
            "registration": row.registration_id,
            "text": row.text,
            "after": len(texts_until(live, row.after_act)),
            "signed_at": canonical.moment(row.signed_at),
            "upheld": row.upheld,
            "ruling": row.ruling,
            "clause": row.clause,
            "ruled_at": canonical.moment(row.ruled_at) if row.ruled_at else None,
        }
        for row in claims
    ]


def claim_code(encounter: Encounter, side: Side | str, *, at: datetime) -> ListCode:
    """The code with which the side signs its next claim, in three queries. A claim has its own."""
    number = 1 + SheetClaim.objects.filter(sheet__encounter=encounter, side=side).count()
    row = SheetClaimCode.objects.filter(
        sheet__encounter=encounter, side=side, number=number
    ).first()
    left = MOST_TRIES - (row.wrong_tries if row else 0)
    expires = signing_code.expires_at(encounter.starts_at)
    state = CodeState.LIVE
    if expires is not None and at >= expires:
        state = CodeState.EXPIRED
    elif left <= 0:
        state = CodeState.LOCKED
    again = Scoresheet.objects.filter(was_of=encounter).count()  # played again, with other codes
    digits = signing_code.code_of(
        pepper(), encounter=encounter.pk, side=f"{side}/claim/{again}", number=number
    )
    return ListCode(digits, state, max(left, 0))
