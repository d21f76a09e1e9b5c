"""How often a hand wins each lance for the mano's pair, exactly, from a table made once.

The table (`tables/odds.csv`) is made by `bench/mus_odds.py`, which counts every deal of the other
three hands. It holds for the defaults of Asturias: eight kings and eight aces, La Real, four equal
cards as duples. Nobody discards, bets or errs: four hands are dealt and compared.
"""

import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import cache
from importlib.resources import files
from math import comb, prod

from rules.mus.cards import ACE, FACES, KING
from rules.mus.hands import Ranks

# The deals of the other three hands, whatever the mano holds.
DEALS_LEFT = prod(comb(36 - 4 * hand, 4) for hand in range(3))


@dataclass(frozen=True, slots=True)
class Odds:
    """Of DEALS_LEFT deals, those in which the pair of a mano with these cards …

    `grande`, `chica`: wins that lance, in all deals. Pares: `pares_nobody` has them, only the pair
    does (`pares_alone`), only the others do (`pares_theirs`), or both do and the pair wins
    (`pares_both_won`). Juego is played where anybody has it (`juego_won`, `juego_lost`), else punto
    (`punto_won`). `stones` are those of the pair in all deals together, everything passed.
    """

    ranks: Ranks
    grande: int
    chica: int
    pares_nobody: int
    pares_alone: int
    pares_theirs: int
    pares_both_won: int
    juego_won: int
    juego_lost: int
    punto_won: int
    stones: int

    @property
    def pares_won(self) -> int:
        """The pair has the better pares, or the only ones."""
        return self.pares_alone + self.pares_both_won

    @property
    def pares_both(self) -> int:
        """Both pairs have pares, so there is something to bet on."""
        return DEALS_LEFT - self.pares_nobody - self.pares_alone - self.pares_theirs

    @property
    def pares_lost(self) -> int:
        return DEALS_LEFT - self.pares_nobody - self.pares_won

    @property
    def juego(self) -> int:
        """Somebody has juego."""
        return self.juego_won + self.juego_lost

    @property
    def punto(self) -> int:
        """Nobody has juego, and punto is played."""
        return DEALS_LEFT - self.juego

    @property
    def punto_lost(self) -> int:
        return self.punto - self.punto_won

    @property
    def last_won(self) -> int:
        """The last lance won, whether it is juego or punto."""
        return self.juego_won + self.punto_won


COLUMNS = tuple(field.name for field in fields(Odds) if field.name != "ranks")


def share(deals: int) -> Fraction:
    """So many deals as a part of all."""
    return Fraction(deals, DEALS_LEFT)


def hand_name(ranks: Ranks) -> str:
    """How a class is written: its faces from the highest, `RR64`."""
    return "".join(FACES[rank] for rank in ranks)


def turned_over(ranks: Ranks) -> Ranks:
    """The hand that is to chica what this one is to grande: kings for aces, knights for fours …"""
    order = (KING, 8, 7, 6, 5, 4, 3, ACE)
    opposite = dict(zip(order, reversed(order), strict=True))
    return tuple(sorted((opposite[rank] for rank in ranks), reverse=True))


def written(table: Mapping[Ranks, Odds]) -> str:
    """The table as it is kept: a line a class."""
    out = io.StringIO()
    lines = csv.writer(out, lineterminator="\n")
    lines.writerow(["hand", *COLUMNS])
    for ranks, odds in table.items():
        lines.writerow([hand_name(ranks), *(getattr(odds, name) for name in COLUMNS)])
    return out.getvalue()


@cache
def load() -> Mapping[Ranks, Odds]:
    """The table, read at the first call: all 330 classes, the highest hand first."""
    text = files("rules.mus").joinpath("tables/odds.csv").read_text(encoding="utf-8")
    table = {}
    for line in csv.DictReader(text.splitlines()):
        ranks = tuple(FACES.index(face) for face in line["hand"])
        table[ranks] = Odds(ranks=ranks, **{name: int(line[name]) for name in COLUMNS})
    return table


def weighted(table: Mapping[Ranks, Odds], hands: Mapping[Ranks, int]) -> dict[str, int]:
    """Everything that an Odds tells, over all deals of four hands: each class as often as there
    are hands of it."""
    names = (*COLUMNS, "pares_won", "pares_both", "pares_lost", "juego", "punto", "punto_lost")
    return {
        name: sum(number * getattr(table[ranks], name) for ranks, number in hands.items())
        for name in names
    }
