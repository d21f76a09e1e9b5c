"""Cachibol: sets, the rally log, faults, cards and the records of a match.

CACHIBOL                        Options with every documented default
check_set(points)               what is wrong with the points of one set
check_match(sets)               what is wrong with the sets of one match
parse_record(text)              Record; raises NotationError(line, column)
dump(record)                    its text again
replay(record)                  Report: the match as it stands, act by act, and all faults
"""

from rules.cachibol.options import CACHIBOL, Options
from rules.cachibol.record import Record, dump
from rules.cachibol.record_parser import parse_record
from rules.cachibol.replay import Report, replay
from rules.cachibol.sets import check_match, check_set, legal_set_scores

__all__ = [
    "CACHIBOL",
    "Options",
    "Record",
    "Report",
    "check_match",
    "check_set",
    "dump",
    "legal_set_scores",
    "parse_record",
    "replay",
]
