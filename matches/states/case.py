"""A case before the competition committee."""

from enum import StrEnum

from league.machine import Machine


class CaseState(StrEnum):
    OPEN = "OPEN"
    STATEMENTS = "STATEMENTS"
    DELIBERATION = "DELIBERATION"
    RESOLVED = "RESOLVED"
    INADMISSIBLE = "INADMISSIBLE"
    SHELVED = "SHELVED"


class CaseEvent(StrEnum):
    INVITE_STATEMENTS = "INVITE_STATEMENTS"
    DELIBERATE = "DELIBERATE"
    RULE = "RULE"
    REFUSE = "REFUSE"
    SHELVE = "SHELVE"


_S, _E = CaseState, CaseEvent
OPEN_STATES = (_S.OPEN, _S.STATEMENTS, _S.DELIBERATION)
CASE = Machine(
    "case",
    {
        (_S.OPEN, _E.INVITE_STATEMENTS): _S.STATEMENTS,
        (_S.OPEN, _E.DELIBERATE): _S.DELIBERATION,
        (_S.STATEMENTS, _E.DELIBERATE): _S.DELIBERATION,
        **{(state, _E.RULE): _S.RESOLVED for state in OPEN_STATES},
        # An error in a final ruling is mended by a new one that names the old.
        (_S.RESOLVED, _E.RULE): _S.RESOLVED,
        (_S.OPEN, _E.REFUSE): _S.INADMISSIBLE,
        **{(state, _E.SHELVE): _S.SHELVED for state in OPEN_STATES},
    },
)
