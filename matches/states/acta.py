"""A version of the acta. Its content never changes: an edit is a new version.

`ISSUED` is a version that nobody signs: transcribed by the organiser or made by a ruling.
"""

from enum import StrEnum

from league.machine import Machine


class ActaState(StrEnum):
    DRAFT = "DRAFT"
    SIGNED_ONE = "SIGNED_ONE"
    SIGNED = "SIGNED"
    FILED_ALONE = "FILED_ALONE"
    ISSUED = "ISSUED"
    SUPERSEDED = "SUPERSEDED"


class ActaEvent(StrEnum):
    SIGN_FIRST = "SIGN_FIRST"
    SIGN_SECOND = "SIGN_SECOND"
    FILE_ALONE = "FILE_ALONE"
    ISSUE = "ISSUE"
    SUPERSEDE = "SUPERSEDE"


_S, _E = ActaState, ActaEvent
ACTA = Machine(
    "acta",
    {
        (_S.DRAFT, _E.SIGN_FIRST): _S.SIGNED_ONE,
        (_S.SIGNED_ONE, _E.SIGN_SECOND): _S.SIGNED,
        (_S.SIGNED_ONE, _E.FILE_ALONE): _S.FILED_ALONE,
        (_S.DRAFT, _E.ISSUE): _S.ISSUED,
        **{
            (state, _E.SUPERSEDE): _S.SUPERSEDED
            for state in (_S.DRAFT, _S.SIGNED_ONE, _S.SIGNED, _S.FILED_ALONE, _S.ISSUED)
        },
    },
)
IN_FORCE_STATES = (_S.SIGNED, _S.FILED_ALONE, _S.ISSUED)
