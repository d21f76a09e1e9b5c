"""Many deals settled at once, in numpy: the same answers as `settle`, deal by deal.

M-P.6    of equal hands the one nearer to the mano      done
M-VI.1   stones of the lances, all passed               done

The only module of the rules that needs numpy, so nothing imports it but who wants it. A hand is one
number of 64 bits: a field of sixteen for each lance, with its place in the lance
(`rules.mus.orders`), the nearness to the mano, and the stones it brings. The better of two hands is
then a maximum of fields, and which pair won and for how much is read off the low bits.
"""

from dataclasses import replace
from functools import cache
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from rules.errors import RuleViolation
from rules.mus.cards import DECK, FACES
from rules.mus.hands import CARDS_IN_HAND, shape_of
from rules.mus.options import ASTURIAS, KingsAndAces, LaReal, Options, PassedExtra
from rules.mus.orders import orders

Bytes = NDArray[np.uint8]
Words = NDArray[np.uint64]

NOBODY = 2  # in the column of pares, where nobody has any
COLUMNS = ("grande", "chica", "pares", "juego or punto", "stones of pair 0", "stones of pair 1")

_CARDS = 16
_AT_ONCE = 4096  # deals; what is worked on then stays in the processor's cache

# A field, from its low end: three bits of stones, room for the sum of two partners'; two bits of
# nearness, the lower of which is set for the mano and his partner; the place in the lance.
_STONES = 0b111
_OURS = 0b1000
_NEARNESS, _PLACE = 3, 5
_FIELD = 16


def _in_every_field(bits: int) -> np.uint64:
    return np.uint64(sum(bits << _FIELD * lance for lance in range(4)))


# What is read off the winner's fields, low bits first: who won grande and chica, the stones of
# pares and who won it, the same of juego.
_READ = np.uint64(
    _OURS | _OURS << _FIELD | (_OURS | _STONES) << 2 * _FIELD | (_OURS | _STONES) << 3 * _FIELD
)
_READ_BITS = 10
# Multiplied by this they stand side by side at the upper end of the number: each term moves one of
# the four there, and what it does to the others stays below or falls off.
_TOGETHER = np.uint64(1 << 51 | 1 << 36 | 1 << 24 | 1 << 12)
_DOWN = np.uint64(64 - _READ_BITS)

_ALL_STONES = _in_every_field(_STONES)
_NO_STONES = ~_ALL_STONES
_NEAR = [_in_every_field(nearness << _NEARNESS) for nearness in (3, 2, 1, 0)]


def settle(cards: Bytes, options: Options = ASTURIAS) -> Bytes:
    """Settle deals in which all lances were passed.

    `cards` has the shape (n, 16): four hands of four card ids in talk order from the mano. Returns
    (n, 6), by COLUMNS: the winning pair (0 is the mano's) of grande, chica, pares (NOBODY where
    nobody has them) and juego or punto, then the stones of pair 0 and of pair 1. That a deal holds
    no card twice is not looked at; another shape or an id that no card has is refused with
    RuleViolation.
    """
    if cards.ndim != 2 or cards.shape[1] != _CARDS:
        raise RuleViolation("mus.batch.not_sixteen_cards", shape=tuple(cards.shape))
    if cards.size and not 0 <= int(cards.min()) <= int(cards.max()) < len(DECK):
        raise RuleViolation(
            "mus.batch.no_such_card", lowest=int(cards.min()), highest=int(cards.max())
        )
    deals = np.ascontiguousarray(cards, dtype=np.uint8)
    hands = _hands(options)
    outcomes = _outcomes(int(options.passed_extra is PassedExtra.ONE))
    settled = np.empty((len(deals), 8), dtype=np.uint8)
    rows = settled.view(np.uint64).reshape(-1)
    for start in range(0, len(deals), _AT_ONCE):
        some = slice(start, start + _AT_ONCE)
        rows[some] = outcomes.take(_settle(deals[some], hands))
    return settled[:, : len(COLUMNS)]


def _settle(deals: Bytes, hands: Words) -> NDArray[np.int64]:
    """The outcome of each deal, as a number to look `_outcomes` up by."""
    # Two cards looked up at once give a byte, two such bytes the hand: order never matters.
    halves = _pairs_of_cards().take(deals.view(np.uint16)).view(np.uint16)
    mano, second, third, postre = (
        hands.take(halves[:, seat]) + near for seat, near in enumerate(_NEAR)
    )
    ours, theirs = _best(mano, third), _best(second, postre)
    won = _greater(ours, theirs)
    return (((won & _READ) * _TOGETHER) >> _DOWN).view(np.int64)


def _greater(one: Words, other: Words) -> Words:
    """The greater of the two, field by field."""
    return np.maximum(one.view(np.uint16), other.view(np.uint16)).view(np.uint64)


def _best(one: Words, other: Words) -> Words:
    """The better of two partners' hands, field by field, with the stones of both."""
    return (_greater(one, other) & _NO_STONES) | ((one + other) & _ALL_STONES)


@cache
def _pairs_of_cards() -> Bytes:
    """Two card ids as the two bytes of a number → which two faces they are, below 64."""
    numbers = {
        faces: number
        for number, faces in enumerate(combinations_with_replacement(range(len(FACES)), 2))
    }
    table = np.zeros((256, 256), dtype=np.uint8)
    for one in range(len(DECK)):
        for other in range(len(DECK)):
            low, high = sorted((one % len(FACES), other % len(FACES)))
            table[one, other] = numbers[low, high]
    return table.reshape(-1)


def _hands(options: Options) -> Words:
    return _hands_of(options.kings_and_aces, options.la_real)


@cache
def _hands_of(kings_and_aces: KingsAndAces, la_real: LaReal) -> Words:
    """Two numbers of `_pairs_of_cards` as the two bytes of a number → the hand, as nobody's."""
    by_shape = orders(replace(ASTURIAS, kings_and_aces=kings_and_aces, la_real=la_real)).by_shape
    faces_of = list(combinations_with_replacement(range(len(FACES)), CARDS_IN_HAND // 2))
    table = np.zeros((256, 256), dtype=np.uint64)
    for one, its_faces in enumerate(faces_of):
        for other, other_faces in enumerate(faces_of):
            order = by_shape[shape_of(its_faces + other_faces)]
            places = (order.grande, order.chica, order.pares, order.juego)
            stones = (0, 0, order.pares_stones, order.juego_stones)
            table[one, other] = sum(
                (place << _PLACE | value) << _FIELD * lance
                for lance, (place, value) in enumerate(zip(places, stones, strict=True))
            )
    return table.reshape(-1)


@cache
def _outcomes(extra: int) -> Words:
    """What was read off the winners → the row of the result, in the first six of its eight bytes.

    `extra` is the stone more of a passed pares or juego (option `passed_extra`).
    """
    rows = np.zeros((1 << _READ_BITS, 8), dtype=np.uint8)
    for read in range(1 << _READ_BITS):
        winners = [1 - (read >> bit & 1) for bit in (0, 1, 5, 9)]
        pares, juego = read >> 2 & _STONES, read >> 6 & _STONES
        values = [1, 1, pares + extra if pares else 0, juego + extra if juego else 1]
        stones = [0, 0]
        for pair, value in zip(winners, values, strict=True):
            stones[pair] += value
        if not pares:
            winners[2] = NOBODY
        rows[read, : len(COLUMNS)] = winners + stones
    return rows.view(np.uint64).reshape(-1)
