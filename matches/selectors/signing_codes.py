"""The codes of an encounter as they stand: which is live, until when, and how often it may be
mistyped."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.conf import settings
from django.db.models import Sum

from matches import signing_code
from matches.models import Encounter, Signature, SigningCode
from matches.models.signing import MOST_TRIES
from matches.states.partida import Side

MOST_IN_ALL = 15  # wrong tries for a side of an encounter, however many codes it asked for


class CodeState(StrEnum):
    LIVE = "LIVE"
    USED = "USED"
    EXPIRED = "EXPIRED"
    LOCKED = "LOCKED"  # mistyped too often


@dataclass(frozen=True)
class CodeStand:
    """A side's newest code for an encounter. `digits` must reach nobody but that side."""

    number: int
    digits: str
    state: CodeState
    expires_at: datetime | None
    left: int
    wrong_in_all: int

    @property
    def shown(self) -> str:
        return signing_code.shown(self.digits)

    @property
    def is_live(self) -> bool:
        return self.state == CodeState.LIVE


def code_stand(encounter: Encounter, side: Side | str, *, at: datetime) -> CodeStand:
    """The newest code of the side, in two queries. The first one there is without any row."""
    rows = SigningCode.objects.filter(encounter=encounter, side=side)
    last = rows.order_by("-number").first()
    wrong = rows.aggregate(wrong=Sum("wrong_tries"))["wrong"] or 0
    number = last.number if last else 1
    evening = encounter.starts_at or encounter.ended_at
    expires = signing_code.expires_at(evening, last.issued_at if last and number > 1 else None)
    left = min(MOST_TRIES - (last.wrong_tries if last else 0), MOST_IN_ALL - wrong)
    state = CodeState.LIVE
    if last is not None and last.used_at is not None:
        state = CodeState.USED
    elif expires is not None and at >= expires:
        state = CodeState.EXPIRED
    elif left <= 0:
        state = CodeState.LOCKED
    return CodeStand(
        number=number,
        digits=signing_code.code_of(
            pepper(), encounter=encounter.pk, side=str(side), number=number
        ),
        state=state,
        expires_at=expires,
        left=max(left, 0),
        wrong_in_all=wrong,
    )


def codes_of(
    encounters: Iterable[Encounter], side: Side, *, at: datetime
) -> dict[tuple[int, str], str]:
    """The live codes of a side, to be printed on its copy of the blank acta."""
    found = {(one.pk, str(side)): code_stand(one, side, at=at) for one in encounters}
    return {key: stand.shown for key, stand in found.items() if stand.is_live}


def disavowable(encounter: Encounter, side: Side | None) -> Signature | None:
    """The side's signature by code on the acta in force, while nobody has disowned it."""
    if side is None:
        return None
    return (
        Signature.objects.filter(
            acta__encounter=encounter,
            acta__in_force=True,
            side=side,
            method=Signature.Method.CODE,
            disavowal__isnull=True,
        )
        .select_related("acta", "signer", "entered_by")
        .first()
    )


def nights_ahead(*, after: datetime, before: datetime) -> list[Encounter]:
    """Encounters that begin in a span, in seasons that run."""
    rows = Encounter.objects.filter(
        starts_at__gte=after, starts_at__lt=before, ended_at__isnull=True
    ).exclude(division__season__state="CLOSED")
    return list(
        rows.select_related("home", "away", "division__season__competition").order_by(
            "starts_at", "pk"
        )
    )


def pepper() -> bytes:
    """What the codes are computed under, and the database does not hold."""
    text: str = settings.CODE_PEPPER or f"amarraco.code-pepper|{settings.SECRET_KEY}"
    return hashlib.sha256(text.encode()).digest()
