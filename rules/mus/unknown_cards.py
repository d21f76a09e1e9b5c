"""A deal in which some cards are not known: what every deal it may have been agrees on.

M-E.1 what depends on a card that nobody knows is for the committee      done: `completions`

A record is ruled on with every hand that the unknown cards may have made. What comes out the same
each time is ruled; the rest stays open, with everything that it may bring. When the cards may have
been too many hands to go through, some that differ as much as can be take their place, and only
what no card can change is ruled.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, islice, product
from math import comb

from rules.mus.cards import RANKS, copies
from rules.mus.deal import Deal, Seat
from rules.mus.hands import CARDS_IN_HAND, Ranks
from rules.mus.options import Options

MOST_COMPLETIONS = 400  # gone through at most; more would take seconds


@dataclass(frozen=True, slots=True)
class Completions:
    """The hands that a deal may have been, by seat; `all_of_them` is False for a choice."""

    hands: tuple[dict[Seat, Ranks], ...]
    unknown: tuple[Seat, ...]
    all_of_them: bool


def completions(deal: Deal, options: Options) -> Completions:
    """Every way to fill in the unknown cards, or a choice of ways where there are too many. A deal
    whose cards are all known has one."""
    table = RANKS[options.kings_and_aces]
    known = {
        seat: tuple(table[card.face] for card in hand.cards if card.face is not None)
        for seat, hand in zip(deal.seats, deal.hands, strict=True)
    }
    unknown = tuple(seat for seat, ranks in known.items() if len(ranks) < CARDS_IN_HAND)
    left = dict(copies(options.kings_and_aces))
    for ranks in known.values():
        for rank in ranks:
            left[rank] -= 1
    missing = {seat: CARDS_IN_HAND - len(known[seat]) for seat in unknown}
    ways = 1
    for cards in missing.values():
        ways *= comb(len(left) + cards - 1, cards)
    if ways <= MOST_COMPLETIONS:
        found = tuple(_fill(known, missing, left, tuple(left)))
        return Completions(found, unknown, all_of_them=True)
    each = int(MOST_COMPLETIONS ** (1 / len(unknown)))
    found = tuple(_fill(known, missing, left, tuple(left), each))
    return Completions(found or (_any(known, missing, left),), unknown, all_of_them=False)


def _any(
    known: Mapping[Seat, tuple[int, ...]], missing: Mapping[Seat, int], left: Mapping[int, int]
) -> dict[Seat, Ranks]:
    """The hands with the next cards that are left."""
    cards = iter([rank for rank, number in left.items() for _card in range(number)])
    return {
        seat: tuple(sorted((*ranks, *islice(cards, missing.get(seat, 0))), reverse=True))
        for seat, ranks in known.items()
    }


def _fill(
    known: Mapping[Seat, tuple[int, ...]],
    missing: Mapping[Seat, int],
    left: Mapping[int, int],
    ranks: Sequence[int],
    each: int | None = None,
) -> Iterator[dict[Seat, Ranks]]:
    """The hands that these ranks make, without more cards of a rank than are left; `each` says how
    many to take for one seat, spread over all of them."""
    choices = []
    for cards in missing.values():
        of_seat = list(combinations_with_replacement(ranks, cards))
        if each is not None and len(of_seat) > each:
            of_seat = [of_seat[place * (len(of_seat) - 1) // (each - 1)] for place in range(each)]
        choices.append(of_seat)
    for filled in product(*choices):
        used = [rank for cards in filled for rank in cards]
        if any(used.count(rank) > left[rank] for rank in set(used)):
            continue
        hands = {seat: tuple(cards) for seat, cards in known.items()}
        for seat, drawn in zip(missing, filled, strict=True):
            hands[seat] = (*hands[seat], *drawn)
        yield {seat: tuple(sorted(held, reverse=True)) for seat, held in hands.items()}
