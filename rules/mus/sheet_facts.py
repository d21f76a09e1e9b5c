"""The acta as facts: what the checks of `rules.mus.sheet` look at.

Frozen values only; people appear as registration ids. `SheetFacts.from_mapping` reads the JSON form
and `to_mapping` writes it, so a stored snapshot can be checked again at any time. Every moment is
aware: a naive one is refused.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from datetime import datetime
from enum import StrEnum
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from rules.errors import RuleViolation
from rules.formats import Score, Side


class EndedAs(StrEnum):
    """How a partida ended. `FORFEIT_HOME`: the home pair forfeited and lost."""

    PLAYED = "PLAYED"
    FORFEIT_HOME = "FORFEIT_HOME"
    FORFEIT_AWAY = "FORFEIT_AWAY"
    REFEREE = "REFEREE"
    AWARDED = "AWARDED"
    ABANDONED = "ABANDONED"

    @property
    def forfeited_by(self) -> Side | None:
        """The side that lost by forfeit, None if nobody did."""
        return {EndedAs.FORFEIT_HOME: Side.HOME, EndedAs.FORFEIT_AWAY: Side.AWAY}.get(self)

    @classmethod
    def forfeit_by(cls, side: Side) -> "EndedAs":
        return cls.FORFEIT_HOME if side is Side.HOME else cls.FORFEIT_AWAY


class BreakKind(StrEnum):
    """`THIRD_LOST`: the one of M-D.4, for the whole table. `RELAX`: a pair's own, M-T.4."""

    THIRD_LOST = "THIRD_LOST"
    RELAX = "RELAX"


@dataclass(frozen=True, slots=True)
class PartidaFacts:
    """One board. Seats are registration ids; `refused_by` is a drawn player who would not play.

    `started_at` and `ended_at` are only known where they were written down for the board.
    """

    board: int
    ended_as: EndedAs = EndedAs.PLAYED
    home_games: int | None = None
    away_games: int | None = None
    awarded_to: Side | None = None
    home_seats: tuple[int, ...] = ()
    away_seats: tuple[int, ...] = ()
    refused_by: int | None = None
    started_at: datetime | None = None
    ended_at: datetime | None = None

    @property
    def score(self) -> Score | None:
        if self.home_games is None or self.away_games is None:
            return None
        return self.home_games, self.away_games

    def seats(self, side: Side) -> tuple[int, ...]:
        return self.home_seats if side is Side.HOME else self.away_seats


@dataclass(frozen=True, slots=True)
class PlayerFacts:
    """What is known of a registration at the moment of the encounter."""

    registration: int
    side: Side
    registered_in_time: bool = True
    live: bool = True
    suspended: bool = False
    fielded_by_other_club: bool = False


@dataclass(frozen=True, slots=True)
class DrawnPair:
    """The pair the draw gave a side at a board."""

    board: int
    side: Side
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Substitution:
    """Recorded on the acta: at that board `into` played instead of `out`."""

    board: int
    side: Side
    out: int
    into: int


@dataclass(frozen=True, slots=True)
class BreakFacts:
    """A break at a board. `side` may be missing only for the break of M-D.4.

    `authorised`: the referee allowed more than the regulation gives (M-T.4). `home_games` and
    `away_games` are the games at that moment, if noted.
    """

    board: int
    kind: BreakKind
    started_at: datetime
    ended_at: datetime
    side: Side | None = None
    authorised: bool = False
    home_games: int | None = None
    away_games: int | None = None


@dataclass(frozen=True, slots=True)
class DeckConfirmation:
    """What one delegate confirms of the decks (M-D.6).

    `opened`: the envelope was opened before the visiting delegate; None where there was none to
    open, as on the first matchday. `sealed`: put into a signed envelope at the end.
    """

    opened: bool | None
    sealed: bool


@dataclass(frozen=True, slots=True)
class SheetFacts:
    """An acta. `drawn` is None when no draw was recorded. `players_noted` is False where only the
    result was told (by telephone, on a sheet without names)."""

    boards: int
    partidas: tuple[PartidaFacts, ...]
    now: datetime
    started_at: datetime | None = None
    ended_at: datetime | None = None
    players: tuple[PlayerFacts, ...] = ()
    drawn: tuple[DrawnPair, ...] | None = None
    players_noted: bool = True
    substitutions: tuple[Substitution, ...] = ()
    breaks: tuple[BreakFacts, ...] = ()
    max_duration_minutes: int | None = None
    referee_decision: bool = False
    home_decks: DeckConfirmation | None = None
    away_decks: DeckConfirmation | None = None
    home_pairs: int | None = None
    away_pairs: int | None = None

    def __post_init__(self) -> None:
        for owner in (self, *self.partidas, *self.breaks):
            for name in ("started_at", "ended_at", "now"):
                moment = getattr(owner, name, None)
                if moment is not None and moment.utcoffset() is None:
                    raise RuleViolation("mus.sheet.naive_moment", field=name)

    def pairs(self, side: Side) -> int:
        """Pairs presented; all of them when nothing else was noted."""
        noted = self.home_pairs if side is Side.HOME else self.away_pairs
        return self.boards if noted is None else noted

    def decks(self, side: Side) -> DeckConfirmation | None:
        return self.home_decks if side is Side.HOME else self.away_decks

    @classmethod
    def from_mapping(cls, data: Mapping[str, Any]) -> "SheetFacts":
        """Read the JSON form. Raises RuleViolation `mus.sheet.unreadable` naming the field."""
        facts = _read(cls, data, "")
        assert isinstance(facts, SheetFacts)
        return facts

    def to_mapping(self) -> dict[str, Any]:
        """Plain dicts, lists, numbers and ISO moments, for JSON."""
        written = _write(self)
        assert isinstance(written, dict)
        return written


def _write(value: Any) -> Any:
    if is_dataclass(value):
        return {line.name: _write(getattr(value, line.name)) for line in fields(value)}
    if isinstance(value, tuple):
        return [_write(item) for item in value]
    if isinstance(value, datetime):
        return value.isoformat()
    return value.value if isinstance(value, StrEnum) else value


def _read(kind: Any, value: Any, name: str) -> Any:
    """The value as `kind`, one of the few shapes the fields above use."""
    if get_origin(kind) in (UnionType, Union):
        if value is None or value == "":  # an empty choice of a form or column is none
            return None
        (kind,) = (part for part in get_args(kind) if part is not type(None))
    if get_origin(kind) is tuple:
        if not isinstance(value, list | tuple):
            raise RuleViolation("mus.sheet.unreadable", field=name, value=repr(value))
        return tuple(
            _read(get_args(kind)[0], item, f"{name}[{place}]") for place, item in enumerate(value)
        )
    if is_dataclass(kind):
        return _read_record(kind, value, name)
    if isinstance(value, kind) and not (kind is int and isinstance(value, bool)):
        return value
    try:
        if kind is datetime and isinstance(value, str):
            return datetime.fromisoformat(value)
        if issubclass(kind, StrEnum):
            return kind(value)
    except ValueError:
        pass
    raise RuleViolation("mus.sheet.unreadable", field=name, value=repr(value))


def _read_record(kind: Any, value: Any, name: str) -> Any:
    hints = get_type_hints(kind)
    if not isinstance(value, Mapping) or not set(value) <= set(hints):
        raise RuleViolation("mus.sheet.unreadable", field=name, value=repr(value))
    prefix = f"{name}." if name else ""
    try:
        return kind(**{key: _read(hints[key], value[key], prefix + key) for key in value})
    except TypeError:  # a required field is missing
        raise RuleViolation("mus.sheet.unreadable", field=name, value=repr(value)) from None
