"""An encounter, from its date to what stands in the table.

*Final* is no state: it is derived (24 hours after the end without an open case, or ruled).
"""

from enum import StrEnum

from league.machine import Machine


class EncounterState(StrEnum):
    SCHEDULED = "SCHEDULED"
    POSTPONED = "POSTPONED"
    LINE_UP = "LINE_UP"
    DRAWN = "DRAWN"
    PLAYING = "PLAYING"
    ENDED = "ENDED"
    SIGNED = "SIGNED"
    NOT_PLAYED = "NOT_PLAYED"
    RULED = "RULED"


class EncounterEvent(StrEnum):
    OPEN_LINE_UP = "OPEN_LINE_UP"
    DRAW = "DRAW"
    PLAY = "PLAY"
    END = "END"
    REOPEN = "REOPEN"  # ended by mistake, nobody signed yet
    SIGN = "SIGN"
    POSTPONE = "POSTPONE"
    RESCHEDULE = "RESCHEDULE"
    NOT_PLAYED = "NOT_PLAYED"
    RULE = "RULE"
    REPLAY = "REPLAY"


class EndedKind(StrEnum):
    """How an encounter ended; never inferred from a score. A walkover names the side it favours."""

    PLAYED = "PLAYED"
    WALKOVER_HOME = "WALKOVER_HOME"
    WALKOVER_AWAY = "WALKOVER_AWAY"
    DOUBLE_WALKOVER = "DOUBLE_WALKOVER"
    AWARDED = "AWARDED"
    ANNULLED = "ANNULLED"


class Origin(StrEnum):
    """Where the result came from."""

    ACTA = "ACTA"
    ORGANISER = "ORGANISER"
    IMPORTED = "IMPORTED"


_S, _E = EncounterState, EncounterEvent
_BEFORE_END = (_S.SCHEDULED, _S.POSTPONED, _S.LINE_UP, _S.DRAWN, _S.PLAYING)
_AFTER_END = (_S.ENDED, _S.SIGNED, _S.NOT_PLAYED, _S.RULED)

ENCOUNTER = Machine(
    "encounter",
    {
        (_S.SCHEDULED, _E.OPEN_LINE_UP): _S.LINE_UP,
        (_S.LINE_UP, _E.OPEN_LINE_UP): _S.LINE_UP,
        (_S.LINE_UP, _E.DRAW): _S.DRAWN,
        (_S.DRAWN, _E.PLAY): _S.PLAYING,
        (_S.PLAYING, _E.PLAY): _S.PLAYING,
        # The organiser writes down a result that was phoned in from any state before the end.
        **{(state, _E.END): _S.ENDED for state in _BEFORE_END if state != _S.POSTPONED},
        (_S.ENDED, _E.END): _S.ENDED,
        (_S.ENDED, _E.REOPEN): _S.PLAYING,
        (_S.ENDED, _E.SIGN): _S.SIGNED,
        (_S.SIGNED, _E.SIGN): _S.SIGNED,  # a correction, agreed and signed by both
        (_S.NOT_PLAYED, _E.SIGN): _S.SIGNED,
        (_S.SCHEDULED, _E.POSTPONE): _S.POSTPONED,
        (_S.LINE_UP, _E.POSTPONE): _S.POSTPONED,
        (_S.SCHEDULED, _E.RESCHEDULE): _S.SCHEDULED,
        (_S.LINE_UP, _E.RESCHEDULE): _S.SCHEDULED,
        (_S.POSTPONED, _E.RESCHEDULE): _S.SCHEDULED,
        **{(state, _E.NOT_PLAYED): _S.NOT_PLAYED for state in _BEFORE_END},
        **{(state, _E.RULE): _S.RULED for state in _AFTER_END},
        **{(state, _E.REPLAY): _S.SCHEDULED for state in _AFTER_END},
    },
)
