"""The record of one deal: who held what, what was announced, bet, done wrong and claimed.

Values and how they are written (`dump`); `rules.mus.record_parser` reads them, and says what the
notation is. A record is what somebody wrote down: nothing here asks whether it could be so.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from rules.formats import Score
from rules.mus.betting import Call, Said
from rules.mus.deal import Deal, Seat
from rules.mus.lances import Lance
from rules.mus.options import ASTURIAS, Options


class Heading(StrEnum):
    """What a line of acts is about."""

    MUS = "M"
    GRANDE = "G"
    CHICA = "C"
    PARES = "P"
    JUEGO = "J"
    PUNTO = "N"


@dataclass(frozen=True, slots=True)
class MusAct:
    """A player gives mus, or cuts it."""

    seat: Seat
    cuts: bool

    def __str__(self) -> str:
        return f"{self.seat}{'x' if self.cuts else 'm'}"


@dataclass(frozen=True, slots=True)
class Discards:
    """How many cards each player throws away, in the order of discarding."""

    cards: tuple[tuple[Seat, int], ...]

    def __str__(self) -> str:
        return " ".join(["d", *(f"{seat}:{cards}" for seat, cards in self.cards)])


@dataclass(frozen=True, slots=True)
class Announcement:
    """A player says whether he has pares or juego; `rectified` is what he said when he put an
    earlier announcement right at this point (M-VII.1, M-VII.4, M-VIII.1)."""

    seat: Seat
    has: bool
    rectified: str | None = None

    def __str__(self) -> str:
        rectified = "" if self.rectified is None else f"!{self.rectified}"
        return f"{self.seat}{'s' if self.has else 'n'}{rectified}"


@dataclass(frozen=True, slots=True)
class Bet:
    """A call of the bets; `a_las_dos` of a bet on grande and chica at once (M-V.3)."""

    call: Call
    a_las_dos: bool = False

    def __str__(self) -> str:
        sign = SIGNS[self.call.said]
        sign = sign.upper() if self.call.plural else sign
        stones = "" if self.call.stones is None else str(self.call.stones)
        return f"{self.call.seat}{sign}{stones}{'&' if self.a_las_dos else ''}"


SIGNS: Mapping[Said, str] = {
    Said.PASS: "-",
    Said.BET: "e",
    Said.RAISE: "+",
    Said.ACCEPT: "q",
    Said.REFUSE: "n",
    Said.ORDAGO: "o",
}

Act = MusAct | Discards | Announcement | Bet


@dataclass(frozen=True, slots=True)
class Acts:
    """A line of acts, in the order in which they happened."""

    heading: Heading
    acts: tuple[Act, ...]

    def __str__(self) -> str:
        return " ".join([f"{self.heading}:", *map(str, self.acts)])


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault that the cards cannot show, told by clause."""

    clause: str
    seat: Seat
    text: str = ""

    def __str__(self) -> str:
        return f"#{self.clause} {self.seat} {self.text}".rstrip()


@dataclass(frozen=True, slots=True)
class Claim:
    """What is claimed against a player, by clause."""

    clause: str
    seat: Seat
    text: str = ""

    def __str__(self) -> str:
        return f"? {self.clause} {self.seat} {self.text}".rstrip()


@dataclass(frozen=True, slots=True)
class WrittenDown:
    """Who won which lance, by what the table wrote down."""

    won: tuple[tuple[Lance, Seat], ...]

    def __str__(self) -> str:
        return " ".join(["=", *(f"{lance}:{seat}" for lance, seat in self.won)])


@dataclass(frozen=True, slots=True)
class Comment:
    text: str

    def __str__(self) -> str:
        return f"; {self.text}".rstrip()


Line = Acts | Fault | Claim | WrittenDown | Comment


@dataclass(frozen=True, slots=True)
class Record:
    """A deal as it was written down. `tags` are all tags as they stand, the deal and the score
    (A, B) before it included; `settings` the options that the record names itself."""

    tags: tuple[tuple[str, str], ...]
    deal: Deal
    before: Score
    settings: tuple[tuple[str, str | int], ...]
    lines: tuple[Line, ...]

    def options(self, season: Options = ASTURIAS) -> Options:
        """The season's options with those of the record in their place."""
        return Options.from_mapping(season.to_mapping() | dict(self.settings))


def dump(record: Record) -> str:
    """The record in its notation: reading it back gives the same record."""
    tags = [f'[{name} "{value}"]' for name, value in record.tags]
    return "\n".join([*tags, *map(str, record.lines)]) + "\n"
