"""A written claim. Whether it was in time (M-D.15) is computed from its moments, not a state."""

from enum import StrEnum

from league.machine import Machine


class ClaimState(StrEnum):
    SUBMITTED = "SUBMITTED"
    ADMITTED = "ADMITTED"
    INADMISSIBLE = "INADMISSIBLE"
    RESOLVED = "RESOLVED"
    WITHDRAWN = "WITHDRAWN"


class ClaimEvent(StrEnum):
    ADMIT = "ADMIT"
    REFUSE = "REFUSE"
    RESOLVE = "RESOLVE"
    WITHDRAW = "WITHDRAW"


_S, _E = ClaimState, ClaimEvent
CLAIM = Machine(
    "claim",
    {
        (_S.SUBMITTED, _E.ADMIT): _S.ADMITTED,
        (_S.SUBMITTED, _E.REFUSE): _S.INADMISSIBLE,
        (_S.ADMITTED, _E.RESOLVE): _S.RESOLVED,
        (_S.SUBMITTED, _E.WITHDRAW): _S.WITHDRAWN,
        (_S.ADMITTED, _E.WITHDRAW): _S.WITHDRAWN,
    },
)
