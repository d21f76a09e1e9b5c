"""The record of a match in text: how acts are written, and `dump`.

`rules.cachibol.record_parser` reads it, and says what the notation is. A record is what the scorer
wrote down: whether it could happen, `rules.cachibol.replay` says.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

from rules.cachibol.acts import (
    Act,
    Aggression,
    Card,
    CardKind,
    Choice,
    Default,
    Impersonation,
    Loses,
    PlayingFault,
    Rally,
    Refusal,
    Slip,
    Substitution,
    TimeOut,
    Toss,
)
from rules.cachibol.options import CACHIBOL, Options
from rules.formats import Side


class Heading(StrEnum):
    """What a line of acts is about: toss, position slip ("ficha"), or the set itself."""

    TOSS = "T"
    SLIP = "F"
    SET = "S"


SIDES: Mapping[Side, str] = {Side.HOME: "L", Side.AWAY: "V"}
CHOICES: Mapping[Choice, str] = {
    Choice.SERVE: "s",
    Choice.RECEIVE: "r",
    Choice.LEFT: "i",
    Choice.RIGHT: "d",
}
CARDS: Mapping[CardKind, str] = {
    CardKind.YELLOW: "y",
    CardKind.RED: "r",
    CardKind.EXPULSION: "e",
    CardKind.DISQUALIFICATION: "d",
}
LOSES: Mapping[Loses, str] = {Loses.SET: "s", Loses.MATCH: "m"}


@dataclass(frozen=True, slots=True)
class Acts:
    """A line of acts, in the order in which they happened."""

    heading: Heading
    acts: tuple[Act, ...]

    def __str__(self) -> str:
        return " ".join([f"{self.heading}:", *map(written, self.acts)])


@dataclass(frozen=True, slots=True)
class Comment:
    text: str

    def __str__(self) -> str:
        return f"; {self.text}".rstrip()


Line = Acts | Comment


@dataclass(frozen=True, slots=True)
class Record:
    """A match as it was written down. `tags` are all tags as they stand; a roster holds the shirts
    on the sheet, None where the record does not say; `settings` the options it names itself."""

    tags: tuple[tuple[str, str], ...]
    home: frozenset[int] | None
    away: frozenset[int] | None
    settings: tuple[tuple[str, str | int], ...]
    lines: tuple[Line, ...]

    @property
    def acts(self) -> tuple[Act, ...]:
        return tuple(act for line in self.lines if isinstance(line, Acts) for act in line.acts)

    def options(self, season: Options = CACHIBOL) -> Options:
        """The season's options with those of the record in their place."""
        return Options.from_mapping(season.to_mapping() | dict(self.settings))


def heading_of(act: Act) -> Heading:
    """The kind of line that an act stands on."""
    if isinstance(act, Toss):
        return Heading.TOSS
    return Heading.SLIP if isinstance(act, Slip) else Heading.SET


def written(act: Act) -> str:
    """The act in its notation."""
    match act:
        case Toss():
            return f"{SIDES[act.winner]} {CHOICES[act.choice]} {CHOICES[act.rival]}"
        case Slip():
            return " ".join([SIDES[act.side], *map(str, act.shirts)])
        case Rally():
            return SIDES[act.winner]
        case PlayingFault():
            return f"{SIDES[act.side]}x{act.rule}"
        case Substitution():
            return f"{SIDES[act.side]}c{act.out}>{act.into}{'!' if act.emergency else ''}"
        case TimeOut():
            return f"{SIDES[act.side]}t"
        case Card():
            loses = "" if act.loses is None else f"={LOSES[act.loses]}"
            return f"{SIDES[act.side]}{CARDS[act.kind]}{act.person}{loses}"
        case Default():
            return f"{SIDES[act.side]}n{act.number}"
        case Refusal():
            return f"{SIDES[act.side]}q{LOSES[act.loses]}"
        case Aggression():
            return f"{SIDES[act.side]}a"
        case Impersonation():
            return f"{SIDES[act.side]}i"
        case _:
            assert_never(act)


def lines_of(acts: Iterable[Act]) -> tuple[Line, ...]:
    """Acts as lines: a toss and each slip alone, what happens in a set together."""
    lines: list[Acts] = []
    for act in acts:
        heading = heading_of(act)
        if heading is Heading.SET and lines and lines[-1].heading is heading:
            lines[-1] = Acts(heading, (*lines[-1].acts, act))
        else:
            lines.append(Acts(heading, (act,)))
    return tuple(lines)


def dump(record: Record) -> str:
    """The record in its notation: reading it back gives the same record."""
    tags = [f'[{name} "{value}"]' for name, value in record.tags]
    return "\n".join([*tags, *map(str, record.lines)]) + "\n"
