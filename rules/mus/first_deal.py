"""Who deals first, and in which deals the deck runs.

M-P.3  the first dealer, by the suit of a cut card     done: `first_dealer`
M-P.5  the deck runs in the first deal                 done: `deck_runs`; see rules.mus.mus_phase

Whether every game has such a deal, or only the first of a partida, is the option `mus_corrido`.
"""

from rules.errors import IllegalMove
from rules.mus.cards import Card
from rules.mus.deal import Seat
from rules.mus.options import ASTURIAS, MusCorrido, Options


def first_dealer(cut_card: Card, cutter: Seat) -> Seat:
    """Who deals first: counting oros, copas, espadas, bastos from the right of whoever cut (M-P.3).

    Raises IllegalMove when nobody knows the suit of the card.
    """
    if cut_card.suit is None:
        raise IllegalMove("mus.first_deal.suit_unknown", clause="M-P.3", card=str(cut_card))
    return cutter.to_the_right(1 + cut_card.suit)


def deck_runs(deals_before: int, games_before: int, options: Options = ASTURIAS) -> bool:
    """Whether the deck runs in a deal with so many deals before it in its game, and so many games
    before that in the partida."""
    of_each_game = options.mus_corrido is MusCorrido.FIRST_DEAL_OF_EACH_GAME
    return deals_before == 0 and (of_each_game or games_before == 0)
