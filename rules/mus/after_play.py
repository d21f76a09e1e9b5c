"""Once the last lance is over: showing the cards, and stones that were forgotten.

M-VI.3 stones left out cannot be counted once the cards are back in the deck     done: `omitted`
M-VI.4 all four cards are shown, also those that count for nothing              done: `unshown`
M-VI.5 a hand put back unshown is void, and has to be shown all the same         done: `unshown`
"""

from rules.mus.deal import Seat
from rules.mus.rulings import Ruling, RulingKind


def omitted(seat: Seat, *, cards_in_deck: bool) -> Ruling:
    """What becomes of stones of that player's pair that were forgotten in the count (M-VI.3)."""
    return Ruling(RulingKind.STANDS if cards_in_deck else RulingKind.COUNT, "M-VI.3", seat)


def unshown(seat: Seat, *, cards_in_deck: bool) -> tuple[Ruling, ...]:
    """What a player who has not shown his four cards owes: to show them (M-VI.4); when he has put
    them into the deck, his hand is void besides (M-VI.5)."""
    show = Ruling(RulingKind.SHOW_CARDS, "M-VI.4", seat)
    if not cards_in_deck:
        return (show,)
    return Ruling(RulingKind.VOID_HAND, "M-VI.5", seat), show
