"""The lances: who beats whom in each of them, as a line in a table.

M-P.6    grande, chica, pares, juego or no juego, in this order      done: `Lance`
M-VIII.4 La Real wins juego from any seat                            done: `juego`

A lance is a key function over the ranks of a hand: the higher key wins, None takes no part, and of
equal keys the hand nearer to the mano wins. Grande and chica compare card by card, from the highest
and from the lowest.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum

from rules.mus.hands import Ranks, has_juego, is_la_real, pares, points
from rules.mus.options import Options


class Lance(StrEnum):
    """In the order in which they are played and counted. Punto is what is played when nobody has
    juego ("no juego")."""

    GRANDE = "grande"
    CHICA = "chica"
    PARES = "pares"
    JUEGO = "juego"
    PUNTO = "punto"


Key = tuple[int, ...]

# 38 and 39 cannot occur: they would need a figure of eight or nine points.
JUEGO_ORDER = (33, 34, 35, 36, 37, 40, 32, 31)
LA_REAL = len(JUEGO_ORDER)


def grande(ranks: Ranks, options: Options) -> Key:
    return ranks


def chica(ranks: Ranks, options: Options) -> Key:
    return tuple(-rank for rank in reversed(ranks))


def pares_key(ranks: Ranks, options: Options) -> Key | None:
    """Duples before medias before a pair; of two duples the higher pair, then the other."""
    held = pares(ranks)
    if held is None:
        return None
    return held.kind, held.rank, -1 if held.second is None else held.second


def juego(ranks: Ranks, options: Options) -> Key | None:
    """La Real, 31, 32, 40, 37 and down to 33."""
    if is_la_real(ranks, options):
        return (LA_REAL,)
    return (JUEGO_ORDER.index(points(ranks)),) if has_juego(ranks) else None


def punto(ranks: Ranks, options: Options) -> Key:
    """The most points; only asked where nobody has juego."""
    return (points(ranks),)


KEYS: Mapping[Lance, Callable[[Ranks, Options], Key | None]] = {
    Lance.GRANDE: grande,
    Lance.CHICA: chica,
    Lance.PARES: pares_key,
    Lance.JUEGO: juego,
    Lance.PUNTO: punto,
}


def pares_value(ranks: Ranks) -> int:
    """The stones of a hand's pares: pair 1, medias 2, duples 3, none 0."""
    held = pares(ranks)
    return 0 if held is None else int(held.kind)


def juego_value(ranks: Ranks) -> int:
    """The stones of a hand's juego: 31 and La Real 3, any other 2, none 0."""
    if not has_juego(ranks):
        return 0
    return 3 if points(ranks) == JUEGO_ORDER[-1] else 2


def winner(lance: Lance, hands: list[Ranks], options: Options) -> int | None:
    """The place of the winning hand among hands given from the mano to the right; None when none
    of them takes part."""
    keys = [KEYS[lance](ranks, options) for ranks in hands]
    taking_part = [(key, -place) for place, key in enumerate(keys) if key is not None]
    return -max(taking_part)[1] if taking_part else None
