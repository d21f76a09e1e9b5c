"""Four cards in a hand, and what they amount to: points, pares, juego.

M-P.2  eight kings and eight aces, or four and four       done: `Hand.ranks`
M-I.7  a hand is four cards                               done
M-II.1 pair, medias, duples; juego from thirty-one        done: `pares`, `points`

What a hand amounts to depends only on its ranks, so these functions take the ranks, highest first:
330 classes with eight kings and eight aces, 715 with four and four (`hand_classes`).
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import combinations_with_replacement
from math import comb, prod

from rules.errors import RuleViolation
from rules.mus.cards import JACK, KING, POINTS, RANKS, SEVEN, Card, copies
from rules.mus.options import ASTURIAS, KingsAndAces, LaReal, Options

CARDS_IN_HAND = 4
JUEGO = 31  # points from which a hand has juego

Ranks = tuple[int, ...]  # four ranks, highest first


@dataclass(frozen=True, slots=True)
class Hand:
    """Four printed cards, in the order in which they were written down.

    `shape` is the hand without order and suits, its faces as the digits of a number below 10,000:
    what tables are looked up by. None as long as a card is unknown. Raises RuleViolation for any
    other number of cards (M-I.7).
    """

    cards: tuple[Card, ...]
    shape: int | None = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if len(self.cards) != CARDS_IN_HAND:
            raise RuleViolation("mus.hand.not_four_cards", clause="M-I.7", cards=len(self.cards))
        faces = [card.face for card in self.cards if card.face is not None]
        known = len(faces) == CARDS_IN_HAND
        object.__setattr__(self, "shape", shape_of(faces) if known else None)

    def ranks(self, options: Options = ASTURIAS) -> Ranks:
        """What the cards play as, highest first.

        Raises RuleViolation `mus.hand.card_unknown` as long as a card is not known.
        """
        if self.shape is None:
            raise RuleViolation("mus.hand.card_unknown", hand=str(self))
        table = RANKS[options.kings_and_aces]
        ranks = (table[card.face] for card in self.cards if card.face is not None)
        return tuple(sorted(ranks, reverse=True))

    def __str__(self) -> str:
        return "".join(map(str, self.cards))


def shape_of(faces: Iterable[int]) -> int:
    """Four faces as one number below 10,000, the same in whatever order they come."""
    high, second, third, low = sorted(faces, reverse=True)
    return 1000 * high + 100 * second + 10 * third + low


class ParesKind(IntEnum):
    """The kinds of pares; the number is their value in stones."""

    PAIR = 1
    MEDIAS = 2
    DUPLES = 3


@dataclass(frozen=True, slots=True, order=True)
class Pares:
    """Which pares a hand holds; of two, the greater wins. `second` is the lower pair of duples."""

    kind: ParesKind
    rank: int
    second: int | None = None


def pares(ranks: Ranks) -> Pares | None:
    """The pares of a hand, None without. Four equal cards are duples of twice the same pair."""
    paired = [rank for rank in sorted(set(ranks), reverse=True) if ranks.count(rank) > 1]
    if not paired:
        return None
    high = paired[0]
    if len(paired) == 2 or ranks.count(high) == CARDS_IN_HAND:
        return Pares(ParesKind.DUPLES, high, paired[-1])
    return Pares(ParesKind.MEDIAS if ranks.count(high) == 3 else ParesKind.PAIR, high)


def points(ranks: Ranks) -> int:
    """The points of a hand: figures ten, the rest their number."""
    return sum(POINTS[rank] for rank in ranks)


def has_juego(ranks: Ranks) -> bool:
    """Whether the hand has thirty-one points or more."""
    return points(ranks) >= JUEGO


REALES: dict[LaReal, Ranks | None] = {
    LaReal.SEVENS_AND_JACK: (JACK, SEVEN, SEVEN, SEVEN),
    LaReal.SEVENS_AND_KING: (KING, SEVEN, SEVEN, SEVEN),
    LaReal.OFF: None,
}


def is_la_real(ranks: Ranks, options: Options = ASTURIAS) -> bool:
    """Whether this is the thirty-one that beats every other (M-VIII.4)."""
    return ranks == REALES[options.la_real]


def hand_classes(kings_and_aces: KingsAndAces = KingsAndAces.EIGHT) -> dict[Ranks, int]:
    """Every class of hands as ranks, with the number of hands of forty cards that belong to it."""
    of_each = copies(kings_and_aces)
    classes = {}
    for ranks in combinations_with_replacement(sorted(of_each, reverse=True), CARDS_IN_HAND):
        hands = prod(comb(of_each[rank], ranks.count(rank)) for rank in set(ranks))
        if hands:
            classes[ranks] = hands
    return classes
