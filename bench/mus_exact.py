"""Every deal of mus counted exactly: `python bench/mus_exact.py`.

Four hands from forty cards are 3,963,642,086,353,950,000 deals, far too many to go through. But
the two hands of a pair are eight cards, so many of each rank; with ours and theirs given, the
number of deals is a product over the ranks. So the hands of a pair are summed by their eight cards
and by what is compared (the better of the two in a lance, with its nearness to the mano), and every
eight of one pair meets every eight of the other: per lance a product of two matrices of small whole
numbers, exact in single precision, and a sum of 64-bit integers.

Prints in how many deals each seat, from the mano on, wins each lance, and what the mano's pair
averages with all lances passed. Ends with an error unless the numbers are those of MUS-ENGINE.md,
all seats add up to all deals, and chica is won as grande is (the deck is the same read backwards).
"""

import sys
import time
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from math import comb, prod
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import numpy as np

from rules.mus.cards import copies
from rules.mus.hands import hand_classes, shape_of
from rules.mus.options import KingsAndAces
from rules.mus.orders import Order, orders

CARDS_OF_RANK = copies(KingsAndAces.EIGHT)
DEALS = prod(comb(40 - 4 * hand, 4) for hand in range(4))
SEATS = ("mano", "second", "third", "postre")
NEARNESS = (3, 2, 1, 0)
ROWS = 256  # eights of ours that meet all of theirs at once

# What is compared in a lance, and the stones that a hand adds to its pair's. Whoever wins juego
# without having it has won punto, which is a stone; nobody's pares are none.
Compared = Callable[[Order], int]
LANCES: Mapping[str, tuple[Compared, Compared, int]] = {
    "grande": (lambda order: order.grande, lambda order: 0, 1),
    "chica": (lambda order: order.chica, lambda order: 0, 1),
    "pares": (lambda order: order.pares, lambda order: order.pares_stones, 0),
    "juego or punto": (lambda order: order.juego, lambda order: order.juego_stones, 1),
}

BOTH_PARES, NO_JUEGO = "both pairs hold pares", "nobody holds juego"
STONES = "stones of the mano's pair"
KNOWN = {
    "deals": 3_963_642_086_353_950_000,
    BOTH_PARES: 2_612_212_357_333_062_960,
    NO_JUEGO: 978_149_987_190_066_600,
    STONES: 12_451_269_896_892_431_584,
}

Sides = tuple[np.ndarray, np.ndarray]  # eights × what is compared: ours, theirs


class Pairs:
    """All pairs of hands that partners can hold. For each: the number of its eight cards, in how
    many ways they split into these two hands, and the two hands' orders."""

    def __init__(self) -> None:
        by_shape = orders().by_shape
        classes = list(hand_classes())
        counts = [[ranks.count(rank) for rank in CARDS_OF_RANK] for ranks in classes]
        self._orders = [by_shape[shape_of(ranks)] for ranks in classes]
        numbers: dict[tuple[int, ...], int] = {}
        pairs = []
        for one, other in product(range(len(classes)), repeat=2):
            eight = tuple(map(int.__add__, counts[one], counts[other]))
            if all(map(int.__le__, eight, CARDS_OF_RANK.values())):
                splits = prod(map(comb, eight, counts[one]))
                pairs.append((numbers.setdefault(eight, len(numbers)), splits, one, other))
        self._eights, self._splits, self._one, self._other = np.array(pairs).T
        self.eights = np.array(list(numbers))

    def of(self, what: Compared) -> tuple[np.ndarray, np.ndarray]:
        """What the orders of the two hands say."""
        values = np.array([what(order) for order in self._orders])
        return values[self._one], values[self._other]

    def summed(self, weights: np.ndarray, columns: np.ndarray, width: int) -> np.ndarray:
        """The splits of each eight times their weights, by column."""
        sums = np.bincount(
            self._eights * width + columns, self._splits * weights, len(self.eights) * width
        )
        return sums.reshape(-1, width).astype(np.float32)

    def holding(self, what: np.ndarray) -> np.ndarray:
        """The splits of each eight into hands of which something holds, in one column."""
        return self.summed(what, np.zeros_like(self._eights), 1)

    def meetings(self) -> Iterator[tuple[slice, np.ndarray]]:
        """Some eights of ours at a time against all of theirs: the ways in which both are dealt,
        whichever way they split."""
        for start in range(0, len(self.eights), ROWS):
            some = slice(start, start + ROWS)
            met = np.ones((len(self.eights[some]), len(self.eights)), dtype=np.int64)
            for place, cards in enumerate(CARDS_OF_RANK.values()):
                held = range(cards + 1)
                ways = np.array([[comb(cards, a) * comb(cards - a, b) for b in held] for a in held])
                met *= ways[self.eights[some, place][:, None], self.eights[:, place]]
            yield some, met

    def counted(self, sides: Mapping[str, Sides]) -> dict[str, int]:
        """The deals that each two sides stand for."""
        totals = dict.fromkeys(sides, 0)
        for some, met in self.meetings():
            for name, (ours, theirs) in sides.items():
                splits = (ours[some] @ theirs.T).astype(np.int64)
                totals[name] += int(np.vdot(met, splits))
        return totals


def lance_sides(pairs: Pairs, compared: Compared, stones: Compared, least: int) -> dict[str, Sides]:
    """The sides of one lance: each seat wins it, and the stones that it brings the mano's pair."""
    mano, third = pairs.of(compared)
    second, postre = mano * 4 + NEARNESS[1], third * 4 + NEARNESS[3]
    mano, third = mano * 4 + NEARNESS[0], third * 4 + NEARNESS[2]
    ours, theirs = np.maximum(mano, third), np.maximum(second, postre)
    places = np.union1d(ours, theirs)
    width = len(places)

    def won_by(best: np.ndarray, weights: np.ndarray) -> np.ndarray:
        return pairs.summed(weights, np.searchsorted(places, best), width)

    def below(best: np.ndarray) -> np.ndarray:
        """The splits whose better hand is below each place; no two hands share one."""
        up_to = np.cumsum(won_by(best, np.ones_like(best)), axis=1, dtype=np.float32)
        return np.pad(up_to[:, :-1], ((0, 0), (1, 0)))

    of_one, of_other = pairs.of(stones)
    return {
        "mano": (won_by(ours, ours == mano), below(theirs)),
        "second": (below(ours), won_by(theirs, theirs == second)),
        "third": (won_by(ours, ours == third), below(theirs)),
        "postre": (below(ours), won_by(theirs, theirs == postre)),
        "stones": (won_by(ours, np.maximum(of_one + of_other, least)), below(theirs)),
    }


def main() -> None:
    began = time.perf_counter()
    pairs = Pairs()
    (pares_one, pares_other), (juego_one, juego_other) = (
        pairs.of(LANCES[lance][1]) for lance in ("pares", "juego or punto")
    )
    with_pares = pairs.holding((pares_one > 0) | (pares_other > 0))
    without_juego = pairs.holding((juego_one == 0) & (juego_other == 0))
    any_pair = pairs.holding(np.ones_like(pares_one))
    found = pairs.counted(
        {
            "deals": (any_pair, any_pair),
            BOTH_PARES: (with_pares, with_pares),
            NO_JUEGO: (without_juego, without_juego),
        }
    )
    print(f"{len(pairs.eights):,} kinds of eight cards, {DEALS:,} deals")
    print(f"{'won by':<15}" + "  ".join(f"{seat:>36}" for seat in SEATS))
    found[STONES] = 0
    seats: dict[str, list[int]] = {}
    for lance, (compared, stones, least) in LANCES.items():
        *won, of_ours = pairs.counted(lance_sides(pairs, compared, stones, least)).values()
        assert sum(won) == DEALS, lance
        seats[lance] = won
        found[STONES] += of_ours
        shares = "  ".join(f"{deals:>25,} ({deals / DEALS:.4%})" for deals in won)
        print(f"{lance:<15}{shares}")
    for name, deals in found.items():
        print(f"{name:<26}{deals:>27,}  {deals / DEALS:.7f}")
        assert deals == KNOWN[name], name
    assert seats["grande"] == seats["chica"]
    print(f"as known; {time.perf_counter() - began:.1f} s")


if __name__ == "__main__":
    main()
