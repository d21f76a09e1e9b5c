"""The comparisons of the lances as numbers, worked out once for every hand there is.

Nothing is decided here: the keys of `rules.mus.lances` are sorted, and a hand's place among them
takes the place of its key. `settle` and the batch look hands up in these tables.
"""

from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations_with_replacement

from rules.mus.cards import FACES, RANKS
from rules.mus.hands import CARDS_IN_HAND, Ranks, is_la_real, shape_of
from rules.mus.lances import KEYS, Key, Lance, juego_value, pares_value
from rules.mus.options import ASTURIAS, KingsAndAces, LaReal, Options


@dataclass(frozen=True, slots=True)
class Order:
    """A hand's place in each lance, the higher the better, and the stones it brings.

    Without pares a hand has place 0 in pares. Juego and punto share one scale, juego on top of it:
    whoever has juego beats whoever has not, and where nobody has, points decide.
    """

    grande: int
    chica: int
    pares: int
    juego: int
    pares_stones: int
    juego_stones: int


@dataclass(frozen=True, slots=True)
class Orders:
    """The orders of all hands by shape (see `rules.mus.hands.Hand`), and the place of La Real in
    juego, None where it is not played."""

    by_shape: dict[int, Order]
    la_real: int | None


def orders(options: Options = ASTURIAS) -> Orders:
    """The tables of a season's options: what counts are the deck's kings and aces, and La Real."""
    return _orders(options.kings_and_aces, options.la_real)


@cache
def _orders(kings_and_aces: KingsAndAces, la_real: LaReal) -> Orders:
    options = replace(ASTURIAS, kings_and_aces=kings_and_aces, la_real=la_real)
    ranks_of_face = RANKS[kings_and_aces]
    ranks_of: dict[int, Ranks] = {}
    for faces in combinations_with_replacement(range(len(FACES)), CARDS_IN_HAND):
        ranks = tuple(sorted((ranks_of_face[face] for face in faces), reverse=True))
        ranks_of[shape_of(faces)] = ranks
    classes = set(ranks_of.values())
    grande = _places({ranks: _key(Lance.GRANDE, ranks, options) for ranks in classes})
    chica = _places({ranks: _key(Lance.CHICA, ranks, options) for ranks in classes})
    pares = _places({ranks: _key(Lance.PARES, ranks, options) for ranks in classes})
    juego = _places({ranks: _juego_or_punto(ranks, options) for ranks in classes})
    by_ranks = {
        ranks: Order(
            grande[ranks],
            chica[ranks],
            pares[ranks],
            juego[ranks],
            pares_value(ranks),
            juego_value(ranks),
        )
        for ranks in classes
    }
    reales = [juego[ranks] for ranks in classes if is_la_real(ranks, options)]
    return Orders(
        {shape: by_ranks[ranks] for shape, ranks in ranks_of.items()},
        reales[0] if reales else None,
    )


_NO_PART: Key = ()  # sorts below every key


def _key(lance: Lance, ranks: Ranks, options: Options) -> Key:
    key = KEYS[lance](ranks, options)
    return _NO_PART if key is None else key


def _juego_or_punto(ranks: Ranks, options: Options) -> Key:
    key = KEYS[Lance.JUEGO](ranks, options)
    return (0, *_key(Lance.PUNTO, ranks, options)) if key is None else (1, *key)


def _places(keys: dict[Ranks, Key]) -> dict[Ranks, int]:
    places = {key: place for place, key in enumerate(sorted(set(keys.values())))}
    return {ranks: places[key] for ranks, key in keys.items()}
