"""Mus as the general rules of Asturias lay it down.

`check_partida` looks at the games of one partida, `check_sheet` at the acta as a whole.
"""

from rules.mus.options import ASTURIAS, FormatKind, Options, PartidaFormat
from rules.mus.partida import Game, check_partida, is_over, legal_results, third_lost, winner
from rules.mus.sheet import check_sheet
from rules.mus.sheet_facts import SheetFacts

__all__ = [
    "ASTURIAS",
    "FormatKind",
    "Game",
    "Options",
    "PartidaFormat",
    "SheetFacts",
    "check_partida",
    "check_sheet",
    "is_over",
    "legal_results",
    "third_lost",
    "winner",
]
