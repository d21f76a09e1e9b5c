"""Sanctions and fines. *Served* is derived from the encounters played, never stored."""

from enum import StrEnum

from league.machine import Machine


class SanctionKind(StrEnum):
    WARNING = "WARNING"
    SUSPENSION = "SUSPENSION"
    FINE = "FINE"
    POINTS = "POINTS"
    DISQUALIFICATION = "DISQUALIFICATION"  # a player, for the rest of the season
    EXPULSION = "EXPULSION"  # a team


KEEPS_OUT = (SanctionKind.SUSPENSION, SanctionKind.DISQUALIFICATION)


class SanctionState(StrEnum):
    IN_FORCE = "IN_FORCE"
    REVOKED = "REVOKED"


class SanctionEvent(StrEnum):
    REVOKE = "REVOKE"


class FineState(StrEnum):
    NONE = "NONE"
    DUE = "DUE"
    PAID = "PAID"
    WAIVED = "WAIVED"


class FineEvent(StrEnum):
    PAY = "PAY"
    WAIVE = "WAIVE"
    REOPEN = "REOPEN"


SANCTION = Machine(
    "sanction", {(SanctionState.IN_FORCE, SanctionEvent.REVOKE): SanctionState.REVOKED}
)
FINE = Machine(
    "fine",
    {
        (FineState.DUE, FineEvent.PAY): FineState.PAID,
        (FineState.DUE, FineEvent.WAIVE): FineState.WAIVED,
        (FineState.PAID, FineEvent.REOPEN): FineState.DUE,
        (FineState.WAIVED, FineEvent.REOPEN): FineState.DUE,
    },
)
