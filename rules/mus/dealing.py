"""Cut, deal, discards, and the faults in them.

M-P.4    left neighbour cuts, cards one by one from the right, four each     done
M-P.7    later deals: the last mano deals, the player at his right is mano   done: `next_dealer`
M-I.2–3  shuffling                                                           NOT HERE: at the table
M-I.4    one cut, three cards at least on either side                        done: `check_cut`
M-I.5    from the top or from the bottom, for the whole partida              done: `End`, given once
M-I.7    four cards each                                                     done: `wrong_hand`
M-I.8    a card exposed in the deal                                          done: `exposed_card`
M-I.9    wrong number of cards after the deal                                done: `wrong_hand`
M-I.10   wrong number of cards after a discard                               done: `wrong_hand`
M-I.11   the same pair mano twice in a row                                   done: `mano_again`
M-IV.1   who discards first; no card before all four have discarded          done: `exchange`
M-IV.2   one card at least, so nobody keeps four                             done: `check_discard`

Nothing here shuffles: a pack is a sequence of cards in their order, so the same pack always gives
the same deal. Cards may be anything; the functions only move them.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import TypeVar

from rules.errors import IllegalMove
from rules.mus.cards import DECK
from rules.mus.deal import SEATS, Seat
from rules.mus.hands import CARDS_IN_HAND
from rules.mus.options import ASTURIAS, FirstToDiscard, Options
from rules.mus.rulings import Ruling, RulingKind

LEAST_IN_CUT = 3

C = TypeVar("C")


class End(StrEnum):
    """Where the cards are taken from (M-I.5)."""

    TOP = "top"
    BOTTOM = "bottom"


def cutter(dealer: Seat) -> Seat:
    """Who has to cut for this dealer: the player at his left (M-P.4)."""
    return dealer.to_the_right(-1)


def mano_of(dealer: Seat) -> Seat:
    """Who is mano when this player deals: the one at his right (M-P.4, M-P.7)."""
    return dealer.to_the_right()


def next_dealer(mano: Seat) -> Seat:
    """Who deals after a deal with this mano: the mano himself (M-P.7)."""
    return mano


def next_mano(mano: Seat) -> Seat:
    """Who is mano after this one (M-P.7)."""
    return mano_of(next_dealer(mano))


def check_cut(lifted: int) -> None:
    """Refuse a cut that lifts or leaves fewer than three cards (M-I.4). Raises IllegalMove."""
    left = len(DECK) - lifted
    if min(lifted, left) < LEAST_IN_CUT:
        raise IllegalMove(
            "mus.cut.too_few", clause="M-I.4", lifted=lifted, left=left, minimum=LEAST_IN_CUT
        )


def cut(pack: Sequence[C], lifted: int) -> tuple[C, ...]:
    """The pack after a cut: what was lifted comes under the rest. Raises IllegalMove (M-I.4)."""
    check_cut(lifted)
    return (*pack[lifted:], *pack[:lifted])


def deal_order(dealer: Seat) -> tuple[Seat, ...]:
    """Who gets the first card, the second, and so on to the sixteenth (M-P.4)."""
    return mano_of(dealer).round() * CARDS_IN_HAND


def serve(
    pack: Sequence[C], dealer: Seat, end: End = End.TOP
) -> tuple[dict[Seat, tuple[C, ...]], tuple[C, ...]]:
    """Deal a pack whose first card is the top one: the hands by seat, and the pack that is left."""
    order = deal_order(dealer)
    drawn, rest = _draw(pack, len(order), end)
    hands = {
        seat: tuple(card for card, to in zip(drawn, order, strict=True) if to is seat)
        for seat in mano_of(dealer).round()
    }
    return hands, rest


def discard_order(mano: Seat, dealer: Seat, options: Options = ASTURIAS) -> tuple[Seat, ...]:
    """Who discards first, second, … (M-IV.1): from the mano, or from the dealer by the option."""
    first = mano if options.first_to_discard is FirstToDiscard.MANO else dealer
    return first.round()


def check_discard(seat: Seat, cards: int) -> None:
    """Refuse a discard of no card, or of more than a hand (M-IV.2, M-P.8). Raises IllegalMove."""
    if not 1 <= cards <= CARDS_IN_HAND:
        raise IllegalMove(
            "mus.discard.not_one_to_four", clause="M-IV.2", seat=seat.value, cards=cards
        )


def check_discard_order(
    discarded: Sequence[Seat], order: Sequence[Seat], clause: str = "M-IV.1"
) -> None:
    """Refuse discards that do not come from all four in their order (M-IV.1, while the deck runs
    M-P.5). Raises IllegalMove."""
    waiting = [seat.value for seat in order if seat not in discarded]
    if waiting:
        raise IllegalMove("mus.discard.not_all_yet", clause="M-IV.1", seats=tuple(waiting))
    for seat, expected in zip(discarded, order, strict=False):
        if seat is not expected:
            raise IllegalMove(
                "mus.discard.out_of_order",
                clause=clause,
                seat=seat.value,
                expected=expected.value,
            )


def exchange(
    hands: Mapping[Seat, Sequence[C]],
    thrown: Mapping[Seat, Sequence[C]],
    pack: Sequence[C],
    dealer: Seat,
    end: End = End.TOP,
) -> tuple[dict[Seat, tuple[C, ...]], tuple[C, ...], tuple[C, ...]]:
    """Serve the discards: each player, from the dealer's right, all the cards he asked for.

    Returns the new hands, the pack that is left, and the cards thrown away. Raises IllegalMove when
    somebody has not discarded yet (M-IV.1), throws none (M-IV.2) or throws a card that he does not
    hold, and when the pack has too few cards: the discards are then shuffled and put under it
    (option `deck_exhausted`), and the exchange is asked for with that pack.
    """
    waiting = [seat.value for seat in SEATS if seat not in thrown]
    if waiting:
        raise IllegalMove("mus.discard.not_all_yet", clause="M-IV.1", seats=tuple(waiting))
    for seat in SEATS:
        check_discard(seat, len(thrown[seat]))
    wanted = sum(len(thrown[seat]) for seat in SEATS)
    if wanted > len(pack):
        raise IllegalMove("mus.pack.exhausted", clause="M-IV.1", wanted=wanted, left=len(pack))
    after: dict[Seat, tuple[C, ...]] = {}
    discards: list[C] = []
    for seat in mano_of(dealer).round():
        kept = _without(seat, hands[seat], thrown[seat])
        drawn, pack = _draw(pack, len(thrown[seat]), end)
        after[seat] = (*kept, *drawn)
        discards += thrown[seat]
    return after, tuple(pack), tuple(discards)


def _without(seat: Seat, hand: Sequence[C], thrown: Sequence[C]) -> list[C]:
    kept = list(hand)
    for card in thrown:
        if card not in kept:
            raise IllegalMove(
                "mus.discard.not_in_hand", clause="M-IV.2", seat=seat.value, card=str(card)
            )
        kept.remove(card)
    return kept


def _draw(pack: Sequence[C], cards: int, end: End) -> tuple[tuple[C, ...], tuple[C, ...]]:
    """So many cards one by one from an end of the pack, and the rest of it."""
    if end is End.TOP:
        return tuple(pack[:cards]), tuple(pack[cards:])
    rest = len(pack) - cards
    return tuple(reversed(pack[rest:])), tuple(pack[:rest])


def exposed_card(*, in_discards: bool) -> Ruling:
    """A card was exposed while it was dealt (M-I.8): deal again, but not for a discard."""
    return Ruling(RulingKind.STANDS if in_discards else RulingKind.REDEAL, "M-I.8")


def wrong_hand(
    seat: Seat, cards: int, *, dealer: Seat, after_discard: bool, grande_closed: bool
) -> Ruling | None:
    """What follows when a player tells that he holds so many cards (M-I.7, M-I.9, M-I.10).

    None for four. `dealer` is whoever deals the cards at that moment; `grande_closed` says whether
    grande was closed when it was told.
    """
    if cards == CARDS_IN_HAND:
        return None
    clause = "M-I.10" if after_discard else "M-I.9"
    if grande_closed:
        return Ruling(RulingKind.VOID_HAND, clause, seat)
    if not after_discard:
        return Ruling(RulingKind.REDEAL, clause)
    if cards > CARDS_IN_HAND:
        left = seat.to_the_right(-1)
        return Ruling(RulingKind.DRAW_SURPLUS, clause, seat, left, cards - CARDS_IN_HAND)
    return Ruling(RulingKind.MAKE_UP_SHORTAGE, clause, seat, dealer, CARDS_IN_HAND - cards)


def mano_again(last_mano: Seat, mano: Seat, *, grande_closed: bool) -> Ruling | None:
    """What follows when a pair is mano twice in a row (M-I.11); None when it is not."""
    if last_mano.pair != mano.pair:
        return None
    return Ruling(RulingKind.STANDS if grande_closed else RulingKind.REDEAL, "M-I.11")
