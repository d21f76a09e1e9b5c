"""What a fault at the table costs: the ruling, the clause, and whom it meets."""

from dataclasses import dataclass
from enum import StrEnum

from rules.mus.deal import Seat


class RulingKind(StrEnum):
    """What is to be done."""

    REDEAL = "redeal"  # shuffle and deal again
    STANDS = "stands"  # play goes on
    VOID_HAND = "void_hand"  # the player's cards go back into the deck
    VOID_LANCE = "void_lance"  # the player's cards do not count in that lance
    DRAW_SURPLUS = "draw_surplus"  # `by` takes cards at random from the player
    MAKE_UP_SHORTAGE = "make_up_shortage"  # `by` gives the player what is missing
    SHOW_CARDS = "show_cards"  # the player has to show all four
    COUNT = "count"  # stones left out may still be counted


@dataclass(frozen=True, slots=True)
class Ruling:
    """A ruling. `seat` is the player it meets, `by` the one who carries it out, `cards` how many
    are drawn or given, where that applies."""

    kind: RulingKind
    clause: str
    seat: Seat | None = None
    by: Seat | None = None
    cards: int = 0
