"""Prizes of a season (M-D.17): won, then collected at the dinner or renounced."""

from enum import StrEnum

from league.machine import Machine


class PrizeState(StrEnum):
    OPEN = "OPEN"
    AWARDED = "AWARDED"
    COLLECTED = "COLLECTED"
    RENOUNCED = "RENOUNCED"


class PrizeEvent(StrEnum):
    AWARD = "AWARD"
    COLLECT = "COLLECT"
    RENOUNCE = "RENOUNCE"
    UNDO = "UNDO"


PRIZE = Machine(
    "prize",
    {
        (PrizeState.OPEN, PrizeEvent.AWARD): PrizeState.AWARDED,
        (PrizeState.AWARDED, PrizeEvent.COLLECT): PrizeState.COLLECTED,
        (PrizeState.AWARDED, PrizeEvent.RENOUNCE): PrizeState.RENOUNCED,
        (PrizeState.AWARDED, PrizeEvent.UNDO): PrizeState.OPEN,
        (PrizeState.COLLECTED, PrizeEvent.UNDO): PrizeState.AWARDED,
        (PrizeState.RENOUNCED, PrizeEvent.UNDO): PrizeState.AWARDED,
    },
)
