"""A season from its first draft to the dinner."""

from enum import StrEnum

from league.machine import Machine


class SeasonState(StrEnum):
    DRAFT = "DRAFT"
    REGISTRATION = "REGISTRATION"
    SCHEDULED = "SCHEDULED"
    RUNNING = "RUNNING"
    CLOSED = "CLOSED"


class SeasonEvent(StrEnum):
    OPEN_REGISTRATION = "OPEN_REGISTRATION"
    SCHEDULE = "SCHEDULE"
    UNSCHEDULE = "UNSCHEDULE"
    START = "START"
    CLOSE = "CLOSE"


_S, _E = SeasonState, SeasonEvent
SEASON = Machine(
    "season",
    {
        (_S.DRAFT, _E.OPEN_REGISTRATION): _S.REGISTRATION,
        (_S.REGISTRATION, _E.SCHEDULE): _S.SCHEDULED,
        (_S.SCHEDULED, _E.UNSCHEDULE): _S.REGISTRATION,
        (_S.SCHEDULED, _E.START): _S.RUNNING,
        (_S.RUNNING, _E.CLOSE): _S.CLOSED,
    },
)
