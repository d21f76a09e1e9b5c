"""Worked examples of the clauses: told in words, and ruled by the engine.

`examples.toml` holds what happened and what a human worked out; the stones that a page shows are
the engine's own, and a test holds one to the other. Three kinds: a record of a deal, the señas that
a hand may pass (or one that it may not), and cards sung to the partner.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from rules.mus.breaches import Breach
from rules.mus.deal import parse_hand
from rules.mus.hands import Hand
from rules.mus.lances import Lance
from rules.mus.options import ASTURIAS
from rules.mus.ruled import rule_on
from rules.mus.senas import Sena, check_sena, legal_senas
from rules.mus.songs import check_song
from rules.record_report import RecordReport


@dataclass(frozen=True, slots=True)
class RecordExample:
    """A deal as it was written down. `expect` are its stones, `lance pair stones reason` each, and
    `score` what they come to, as a human has them; `open` are the scores of what stays pending."""

    clause: str
    tells: str
    record: str
    expect: tuple[str, ...]
    score: str
    open: tuple[str, ...] = ()

    def ruled(self) -> RecordReport:
        """What the engine makes of it."""
        return rule_on(self.record, ASTURIAS)


@dataclass(frozen=True, slots=True)
class SenaExample:
    """A hand, the lances closed so far, and the señas that it may pass then. With `tried`, one
    seña that is passed all the same and the `breach` that it is."""

    clause: str
    tells: str
    hand: Hand
    closed: tuple[Lance, ...]
    expect: frozenset[Sena]
    tried: Sena | None = None
    breach: str = ""

    def legal(self) -> frozenset[Sena]:
        """What the engine lets the hand pass."""
        return legal_senas(self.hand, self.closed)

    def found(self) -> Breach | None:
        """What the engine finds wrong with what was tried."""
        return None if self.tried is None else check_sena(self.hand, self.tried, self.closed)


@dataclass(frozen=True, slots=True)
class SongExample:
    """Cards of a hand sung at a lance; `breach` is the fault, empty where there is none."""

    clause: str
    tells: str
    hand: Hand
    lance: Lance
    sung: str
    breach: str

    def found(self) -> Breach | None:
        """What the engine finds wrong with it."""
        places = {str(card): card for card in self.hand.cards}
        return check_song([places[face] for face in self.sung], self.hand, self.lance)


Example = RecordExample | SenaExample | SongExample


@cache
def examples() -> Mapping[str, tuple[Example, ...]]:
    """The examples of each clause that has any, in the order of the file."""
    text = files("rules.mus").joinpath("examples.toml").read_text(encoding="utf-8")
    data = tomllib.loads(text)
    found: dict[str, list[Example]] = {}
    for line in data["records"]:
        one = RecordExample(
            clause=line["clause"],
            tells=line["tells"],
            record=line["record"],
            expect=tuple(line["expect"]),
            score=line["score"],
            open=tuple(line.get("open", ())),
        )
        found.setdefault(one.clause, []).append(one)
    for line in data["senas"]:
        tried = line.get("tried")
        sena = SenaExample(
            clause=line["clause"],
            tells=line["tells"],
            hand=parse_hand(line["hand"]),
            closed=tuple(Lance(word) for word in line.get("closed", ())),
            expect=frozenset(Sena(word) for word in line["expect"]),
            tried=None if tried is None else Sena(tried),
            breach=line.get("breach", ""),
        )
        found.setdefault(sena.clause, []).append(sena)
    for line in data["songs"]:
        song = SongExample(
            clause=line["clause"],
            tells=line["tells"],
            hand=parse_hand(line["hand"]),
            lance=Lance(line["lance"]),
            sung=line["sung"],
            breach=line.get("breach", ""),
        )
        found.setdefault(song.clause, []).append(song)
    return {clause: tuple(several) for clause, several in found.items()}
