"""What happens in a match, one act at a time, as the scorer writes it down (C-22)."""

from dataclasses import dataclass
from enum import StrEnum

from rules.formats import Side

Shirts = tuple[int, ...]  # of the players at positions 1 to 6


class Choice(StrEnum):
    """What a captain takes at the toss (C-11): the ball or an end."""

    SERVE = "SERVE"
    RECEIVE = "RECEIVE"
    LEFT = "LEFT"  # as seen from the scorer's table
    RIGHT = "RIGHT"

    @property
    def is_end(self) -> bool:
        return self in (Choice.LEFT, Choice.RIGHT)


class CardKind(StrEnum):
    """Yellow: a warning. Red: a penalty. Both together: expelled for the set. Both apart:
    disqualified for the match (C-19.11)."""

    YELLOW = "YELLOW"
    RED = "RED"
    EXPULSION = "EXPULSION"
    DISQUALIFICATION = "DISQUALIFICATION"


class Loses(StrEnum):
    """What the referees decide that a team loses (C-19.3, C-19.11)."""

    SET = "SET"
    MATCH = "MATCH"


class Staff(StrEnum):
    """Members of a team who wear no number (C-4.1)."""

    COACH = "E"
    ASSISTANT = "A"
    DOCTOR = "M"


Person = int | Staff


@dataclass(frozen=True, slots=True)
class Toss:
    """The winner of the toss takes the ball or an end; his rival takes of the other (C-11)."""

    winner: Side
    choice: Choice
    rival: Choice


@dataclass(frozen=True, slots=True)
class Slip:
    """The signed position slip of a side before a set (C-9, C-12.1)."""

    side: Side
    shirts: Shirts


@dataclass(frozen=True, slots=True)
class Rally:
    """A rally won by a side; the fault of the other is not told."""

    winner: Side


@dataclass(frozen=True, slots=True)
class PlayingFault:
    """A fault by its rule in the catalogue; it ends the rally."""

    side: Side
    rule: str


@dataclass(frozen=True, slots=True)
class Substitution:
    """`out` leaves, `into` enters (C-12.3). An `emergency` has the leave of both captains."""

    side: Side
    out: int
    into: int
    emergency: bool = False


@dataclass(frozen=True, slots=True)
class TimeOut:
    side: Side


@dataclass(frozen=True, slots=True)
class Card:
    """A card to a player, by shirt, or to one of the staff. `loses` only with a disqualification,
    where the referees decide so."""

    side: Side
    kind: CardKind
    person: Person
    loses: Loses | None = None


@dataclass(frozen=True, slots=True)
class Default:
    """A side is short when its time is over: the first costs the set, the second the match
    (C-19.2)."""

    side: Side
    number: int


@dataclass(frozen=True, slots=True)
class Refusal:
    """A side will not start or go on (C-19.3)."""

    side: Side
    loses: Loses


@dataclass(frozen=True, slots=True)
class Aggression:
    """The match is suspended; the side that attacked loses it (C-19.12)."""

    side: Side


@dataclass(frozen=True, slots=True)
class Impersonation:
    """A side plays, or tries to, under another's name or with one who is not registered
    (C-19.10)."""

    side: Side


Act = (
    Toss
    | Slip
    | Rally
    | PlayingFault
    | Substitution
    | TimeOut
    | Card
    | Default
    | Refusal
    | Aggression
    | Impersonation
)
