"""Stones given to a pair: for which lance, why, by which clause, and by which option.

The word of an option stands in an award where the text is silent and the option decided: a tie
that went to the hand nearer to the mano, a value that the text takes for granted.
"""

from dataclasses import dataclass
from enum import StrEnum

from rules.mus.lances import Lance
from rules.mus.partida import Pair


class Reason(StrEnum):
    """What stones are given for."""

    PASSED = "passed"  # the stone of grande, chica or punto
    VALUE = "value"  # the pares or juego of the two partners
    PASSED_EXTRA = "passed_extra"  # the option that pays a passed pares or juego one more
    ACCEPTED = "accepted"  # an accepted bet
    NEGADA = "negada"  # a refused bet
    PENALTY = "penalty"  # the negada that a clause gives against an error, once cards are shown


@dataclass(frozen=True, slots=True)
class Award:
    """Stones of one pair. `clause` is the ID in the regulation, `option` a field of Options."""

    lance: Lance
    pair: Pair
    stones: int
    reason: Reason
    clause: str
    option: str | None = None
