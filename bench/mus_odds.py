"""What a hand is worth to the mano: `python bench/mus_odds.py > rules/mus/tables/odds.csv`.

For each of the 330 classes of hands, held by the mano, in how many of the deals of the other three
hands his pair wins each lance. With his four cards on the table there are C(36,4) C(32,4) C(28,4) =
43,370,632,305,000 such deals, and each of them is counted, none drawn by lot:

- the partner's hand is one of 330 classes, so our eight cards are known, so many of each rank;
- what the other two can hold depends on our eight cards alone. For each eight of ours, the deals of
  their eight are a product over the ranks; times the ways in which an eight splits into two hands
  whose better one is below a given place, that is one product of matrices per lance. All its
  numbers are below 2^53, so it is exact in double precision.

`--check` compares with the table in the repository instead of printing one. Either way it ends with
an error unless the classes, weighted by how many hands belong to them, add up to the known numbers
of all deals (`mus_exact`), and chica is won with a hand as grande is with the hand turned over.
"""

import sys
from collections.abc import Iterable
from math import comb
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from rules.mus.cards import copies
from rules.mus.hands import Ranks, hand_classes, shape_of
from rules.mus.odds import COLUMNS, DEALS_LEFT, Odds, load, weighted, written
from rules.mus.options import KingsAndAces
from rules.mus.orders import orders

CARDS_OF_RANK = tuple(copies(KingsAndAces.EIGHT).values())
CLASSES = tuple(hand_classes())
COUNTS = np.array([[ranks.count(rank) for rank in copies(KingsAndAces.EIGHT)] for ranks in CLASSES])
ORDERS = [orders().by_shape[shape_of(ranks)] for ranks in CLASSES]
MANO, SECOND, THIRD, POSTRE = 3, 2, 1, 0  # nearness to the mano: of equal hands the higher wins
ROWS = 512  # our eights that meet all of theirs at once


def ways(left: np.ndarray, drawn: np.ndarray) -> np.ndarray:
    """In how many ways so many cards of each rank are drawn from so many left."""
    table = np.array([[comb(n, k) for k in range(9)] for n in range(9)], dtype=np.int64)
    return table[left, drawn].prod(axis=-1)


class Opponents:
    """All pairs of hands that two opponents can hold, summed by their eight cards."""

    def __init__(self) -> None:
        both = COUNTS[:, None, :] + COUNTS[None, :, :]
        self.second, self.postre = np.nonzero((both <= CARDS_OF_RANK).all(axis=-1))
        eights = both[self.second, self.postre]
        self.splits = ways(eights, COUNTS[self.second])
        _, first, self.eight = np.unique(
            eights @ 9 ** np.arange(len(CARDS_OF_RANK)), return_index=True, return_inverse=True
        )
        self.eights = eights[first]

    def below(self, key: np.ndarray) -> np.ndarray:
        """Eights × places: the splits whose better hand has a place below that one. Of `key`, the
        places of the classes; nearness is worked in, so places are four times as many."""
        best = np.maximum(key[self.second] * 4 + SECOND, key[self.postre] * 4 + POSTRE)
        width = int(key.max()) * 4 + 5
        sums = np.bincount(self.eight * width + best, self.splits, len(self.eights) * width)
        up_to = np.cumsum(sums.reshape(-1, width), axis=1)
        return np.pad(up_to[:, :-1], ((0, 0), (1, 0)))

    def met(self, ours: np.ndarray) -> np.ndarray:
        """Our eights × theirs: the ways to deal theirs from what ours leave."""
        left = np.array(CARDS_OF_RANK) - ours
        return ways(left[:, None, :], self.eights[None, :, :]).astype(np.float64)


def odds_of(hands: Iterable[Ranks]) -> dict[Ranks, Odds]:
    """The odds of these classes, each in the mano's hand."""
    theirs = Opponents()
    keys = {
        lance: np.array([getattr(order, lance) for order in ORDERS])
        for lance in ("grande", "chica", "pares", "juego")
    }
    # Juego and punto share one scale: the first place with juego parts them.
    first_juego = min(order.juego for order in ORDERS if order.juego_stones)
    below = {lance: theirs.below(key) for lance, key in keys.items()}
    values = np.array([(order.pares_stones, order.juego_stones) for order in ORDERS])

    held = [CLASSES.index(ranks) for ranks in hands]
    ours: dict[tuple[int, ...], int] = {}
    partners = []  # mano, partner, ways to deal the partner, our eight
    for mano in held:
        for partner, counts in enumerate(COUNTS):
            eight = COUNTS[mano] + counts
            if (eight <= CARDS_OF_RANK).all():
                dealt = int(ways(np.array(CARDS_OF_RANK) - COUNTS[mano], counts))
                place = ours.setdefault(tuple(eight.tolist()), len(ours))
                partners.append((mano, partner, dealt, place))
    mano_of, partner_of, dealt, eight_of = np.array(partners).T
    eights = np.array(list(ours))

    def counted(lance: str) -> np.ndarray:
        """Our eights × places: the deals of the other two whose better hand is below the place."""
        parts = [
            theirs.met(eights[start : start + ROWS]) @ below[lance]
            for start in range(0, len(eights), ROWS)
        ]
        return np.vstack(parts).astype(np.int64)

    cum = {lance: counted(lance) for lance in keys}
    each = int(cum["grande"][0, -1] if len(eights) else 0)

    def won(lance: str) -> np.ndarray:
        key = keys[lance]
        best = np.maximum(key[mano_of] * 4 + MANO, key[partner_of] * 4 + THIRD)
        return cum[lance][eight_of, best]

    found = {}
    grande, chica, pares, juego = (won(lance) for lance in keys)
    paired = (keys["pares"][mano_of] > 0) | (keys["pares"][partner_of] > 0)
    without_pares = cum["pares"][eight_of, 4]  # places 0 to 3 are a hand without pares
    in_juego = (values[mano_of, 1] > 0) | (values[partner_of, 1] > 0)
    without_juego = cum["juego"][eight_of, first_juego * 4]
    pares_value = values[mano_of, 0] + values[partner_of, 0]
    juego_value = values[mano_of, 1] + values[partner_of, 1]
    pares_won = np.where(paired, pares, 0)
    juego_won = np.where(in_juego, juego, 0)
    punto_won = np.where(in_juego, 0, juego)
    stones = grande + chica + pares_won * pares_value + juego_won * juego_value + punto_won
    per_partner = {
        "grande": grande,
        "chica": chica,
        "pares_nobody": np.where(paired, 0, without_pares),
        "pares_alone": np.where(paired, without_pares, 0),
        "pares_theirs": np.where(paired, 0, each - without_pares),
        "pares_both_won": np.where(paired, pares - without_pares, 0),
        "juego_won": juego_won,
        "juego_lost": np.where(in_juego, each - juego, each - without_juego),
        "punto_won": punto_won,
        "stones": stones,
    }
    for mano in held:
        of_mano = mano_of == mano
        sums = {name: int((column * dealt)[of_mano].sum()) for name, column in per_partner.items()}
        found[CLASSES[mano]] = Odds(ranks=CLASSES[mano], **sums)
    return found


def main() -> None:
    table = odds_of(CLASSES)
    hands = hand_classes()
    totals = weighted(table, hands)
    known = {  # MUS-ENGINE.md, and mano + third of `mus_exact`
        "stones": 12_451_269_896_892_431_584,
        "pares_both": 2_612_212_357_333_062_960,
        "punto": 978_149_987_190_066_600,
    }
    for name, number in known.items():
        assert totals[name] == number, (name, totals[name], number)
    assert sum(hands.values()) * DEALS_LEFT == 3_963_642_086_353_950_000
    if "--check" in sys.argv:
        assert load() == table
        print(f"{len(table)} classes as in the repository")
    else:
        sys.stdout.write(written(table))


if __name__ == "__main__":
    assert set(COLUMNS) <= set(Odds.__dataclass_fields__)
    main()
