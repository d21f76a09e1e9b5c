"""Mus as the general rules of Asturias lay it down.

`check_partida` looks at the games of one partida, `check_sheet` at the acta as a whole;
`parse_deal` reads four hands and `settle` says what they are worth; `legal_senas` says which señas
a hand may pass; `parse_record` reads the record of a deal, `replay` rules on it and `dump` writes
it; `play_game` and `play_partida` go through records deal by deal and game by game.
`rules.mus.batch` settles many deals at once, for those who have numpy.
"""

from rules.mus.awards import Award, Reason
from rules.mus.deal import Deal, Seat, parse_deal, parse_hand
from rules.mus.game import GamePlayed, PartidaPlayed, play_game, play_partida
from rules.mus.hands import Hand
from rules.mus.lances import Lance
from rules.mus.options import ASTURIAS, FormatKind, Options, PartidaFormat
from rules.mus.partida import Game, check_partida, is_over, legal_results, third_lost, winner
from rules.mus.record import Record, dump
from rules.mus.record_parser import parse_record, readings
from rules.mus.replay import replay
from rules.mus.report import Alternative, Mistake, PendingDecision, Report
from rules.mus.senas import Sena, check_sena, legal_senas
from rules.mus.settlement import Settlement, settle
from rules.mus.sheet import check_sheet
from rules.mus.sheet_facts import SheetFacts

__all__ = [
    "ASTURIAS",
    "Alternative",
    "Award",
    "Deal",
    "FormatKind",
    "Game",
    "GamePlayed",
    "Hand",
    "Lance",
    "Mistake",
    "Options",
    "PartidaFormat",
    "PartidaPlayed",
    "PendingDecision",
    "Reason",
    "Record",
    "Report",
    "Seat",
    "Sena",
    "Settlement",
    "SheetFacts",
    "check_partida",
    "check_sena",
    "check_sheet",
    "dump",
    "is_over",
    "legal_results",
    "legal_senas",
    "parse_deal",
    "parse_hand",
    "parse_record",
    "play_game",
    "play_partida",
    "readings",
    "replay",
    "settle",
    "third_lost",
    "winner",
]
