"""A change of date (M-D.16): it counts once delivered before the scheduled start."""

from enum import StrEnum

from league.machine import Machine


class PostponementState(StrEnum):
    PROPOSED = "PROPOSED"
    AGREED = "AGREED"
    DELIVERED = "DELIVERED"
    REFUSED = "REFUSED"
    EXPIRED = "EXPIRED"
    WITHDRAWN = "WITHDRAWN"
    COUNTERED = "COUNTERED"  # answered with other dates: a proposal of its own


class PostponementEvent(StrEnum):
    AGREE = "AGREE"
    DELIVER = "DELIVER"
    REFUSE = "REFUSE"
    EXPIRE = "EXPIRE"
    WITHDRAW = "WITHDRAW"
    COUNTER = "COUNTER"


_S, _E = PostponementState, PostponementEvent
POSTPONEMENT = Machine(
    "postponement",
    {
        (_S.PROPOSED, _E.AGREE): _S.AGREED,
        (_S.AGREED, _E.DELIVER): _S.DELIVERED,
        (_S.PROPOSED, _E.REFUSE): _S.REFUSED,
        (_S.PROPOSED, _E.EXPIRE): _S.EXPIRED,
        (_S.AGREED, _E.EXPIRE): _S.EXPIRED,
        (_S.PROPOSED, _E.WITHDRAW): _S.WITHDRAWN,
        (_S.AGREED, _E.WITHDRAW): _S.WITHDRAWN,
        (_S.PROPOSED, _E.COUNTER): _S.COUNTERED,
    },
)
