"""Singing cards to one's partner.

M-V.5 only to accept or refuse a bet; the best of the hand first, and no card left out that is worth
      as much as the last one sung                                      done
M-V.6 with duples two cards, saying for which lance                     done: both of a pair
M-V.7 at grande three cards from the top                                done

Cards are sung by what they play as, so a trey is sung as a king. At grande the best is the highest,
at chica the lowest; for the other lances the text gives no order, and only the cards have to be
there. With four equal cards M-V.5 asks for the fourth, which M-V.7 then does not forbid.
"""

from collections.abc import Sequence

from rules.mus.breaches import Breach, breach
from rules.mus.cards import FACES, RANKS, Card
from rules.mus.hands import CARDS_IN_HAND, Hand
from rules.mus.lances import Lance
from rules.mus.options import ASTURIAS, Options

MOST_AT_GRANDE = 3


def check_song(
    cards: Sequence[Card],
    hand: Hand,
    lance: Lance,
    *,
    bet_to_answer: bool = True,
    options: Options = ASTURIAS,
) -> Breach | None:
    """What is wrong with singing these cards of a hand, in that order; None if nothing is.

    `bet_to_answer` says whether there is a bet for the pair to accept or refuse.
    """
    if not bet_to_answer:
        return breach("mus.song.no_bet")
    table = RANKS[options.kings_and_aces]
    sung = [table[card.face] for card in cards if card.face is not None]
    held = list(hand.ranks(options))
    for rank in sung:
        if sung.count(rank) > held.count(rank):
            return breach("mus.song.not_held", card=FACES[rank])
    if lance not in (Lance.GRANDE, Lance.CHICA) or not sung:
        return None
    best_first = held if lance is Lance.GRANDE else held[::-1]
    for rank, expected in zip(sung, best_first, strict=False):
        if rank != expected:
            return breach("mus.song.not_at_its_best", card=FACES[rank], expected=FACES[expected])
    last = sung[-1]
    if held.count(last) > sung.count(last):
        return breach("mus.song.equal_omitted", card=FACES[last])
    all_equal = held.count(last) == CARDS_IN_HAND
    if lance is Lance.GRANDE and len(sung) > MOST_AT_GRANDE and not all_equal:
        return breach("mus.song.more_than_three", cards=len(sung))
    return None
