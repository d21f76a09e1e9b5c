"""What a ruling does, as values with a JSON form. Pure.

A ruling has at most one effect on the result (leave it, change boards, award it, annul it, order
a replay) and any number on teams and players. The JSON form is what `Ruling.effects` stores: a list
of mappings, each with `effect` and its own fields; amounts are whole cents, moments in UTC.

M-E.1, M-D.21  a ruling is final, its effects follow     done: `matches.services.rulings`
M-D.11         players may be suspended, or disqualified done: SuspendPlayer, Disqualify
M-D.19         sanctions may be economic                 done: Fine
M-D.21         a team may be expelled                    done: ExpelTeam, by the season's policy
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from league import canonical
from league.refusals import Refused
from matches.snapshot import Content

MOST_POINTS = 99
MOST_ENCOUNTERS = 60
MOST_CENTS = 9_999_999
MOST_GAMES = 20


@dataclass(frozen=True, slots=True)
class LeaveResult:
    """The result stands as it is."""


@dataclass(frozen=True, slots=True)
class Board:
    """New values of a board. `ended_as` and `awarded_to` are the words of the acta."""

    board: int
    home_games: int
    away_games: int
    ended_as: str = "PLAYED"
    awarded_to: str = ""


@dataclass(frozen=True, slots=True)
class ChangeResult:
    """Some boards get other values; the score follows from the rules."""

    boards: tuple[Board, ...]


@dataclass(frozen=True, slots=True)
class AwardResult:
    """The committee sets the score. The boards stay on record as they were played."""

    home_score: int
    away_score: int


@dataclass(frozen=True, slots=True)
class AnnulResult:
    """The encounter does not count."""


@dataclass(frozen=True, slots=True)
class OrderReplay:
    """It is played again, from the line-up on; without a date the organiser will set one."""

    starts_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class DeductPoints:
    """Points taken from a team in the table: `points` is positive."""

    team: int
    points: int


@dataclass(frozen=True, slots=True)
class SuspendPlayer:
    """A player misses so many of the encounters that his team plays from now on, or all of them
    until a date, that evening included."""

    player: int
    encounters: int | None = None
    until: date | None = None


@dataclass(frozen=True, slots=True)
class Disqualify:
    """A player is out for the rest of the season."""

    player: int


@dataclass(frozen=True, slots=True)
class ExpelTeam:
    """A team is out: what it played counts as the season has it for who withdraws."""

    team: int


@dataclass(frozen=True, slots=True)
class Warn:
    """A warning to a team, or to one of its players."""

    team: int
    player: int | None = None


@dataclass(frozen=True, slots=True)
class Fine:
    """A fine to a team."""

    team: int
    cents: int


ResultEffect = LeaveResult | ChangeResult | AwardResult | AnnulResult | OrderReplay
PersonalEffect = DeductPoints | SuspendPlayer | Disqualify | ExpelTeam | Warn | Fine
Effect = ResultEffect | PersonalEffect

_WORDS: Mapping[str, type[Any]] = {
    "leave": LeaveResult,
    "change": ChangeResult,
    "award": AwardResult,
    "annul": AnnulResult,
    "replay": OrderReplay,
    "points": DeductPoints,
    "suspend": SuspendPlayer,
    "disqualify": Disqualify,
    "expel": ExpelTeam,
    "warn": Warn,
    "fine": Fine,
}
_WORD_OF = {kind: word for word, kind in _WORDS.items()}
_RESULT = (LeaveResult, ChangeResult, AwardResult, AnnulResult, OrderReplay)


def word(effect: Effect) -> str:
    """The effect's word in the JSON form."""
    return _WORD_OF[type(effect)]


def to_mapping(effect: Effect) -> dict[str, Any]:
    """The JSON form of an effect."""
    fields: dict[str, Any] = {"effect": word(effect)}
    if isinstance(effect, ChangeResult):
        fields["boards"] = [
            {
                "board": board.board,
                "home_games": board.home_games,
                "away_games": board.away_games,
                "ended_as": board.ended_as,
                "awarded_to": board.awarded_to,
            }
            for board in effect.boards
        ]
        return fields
    for name in type(effect).__dataclass_fields__:
        value = getattr(effect, name)
        if isinstance(value, datetime):
            value = canonical.moment(value)
        fields[name] = value.isoformat() if isinstance(value, date) else value
    return fields


def from_mapping(mapping: Mapping[str, Any]) -> Effect:
    """The effect of a JSON form. Raises KeyError, TypeError or ValueError for another shape."""
    fields = dict(mapping)
    kind = _WORDS[fields.pop("effect")]
    if kind is ChangeResult:
        fields["boards"] = tuple(Board(**board) for board in fields["boards"])
    if kind is OrderReplay and fields.get("starts_at"):
        fields["starts_at"] = datetime.fromisoformat(fields["starts_at"])
    if kind is SuspendPlayer and fields.get("until"):
        fields["until"] = date.fromisoformat(fields["until"])
    effect: Effect = kind(**fields)
    return effect


def all_from(mappings: Iterable[Mapping[str, Any]]) -> tuple[Effect, ...]:
    return tuple(from_mapping(mapping) for mapping in mappings)


def on_result(effects: Iterable[Effect]) -> ResultEffect:
    """The one effect on the result; leaving it when none is named. Refused `effect.two_results`."""
    found = [effect for effect in effects if isinstance(effect, _RESULT)]
    if len(found) > 1:
        raise Refused("effect.two_results")
    return found[0] if found else LeaveResult()


@dataclass(frozen=True, slots=True)
class Parties:
    """What a case allows its ruling to touch: its teams, their players (with the team of each), and
    the partidas of its encounter (0 when it has none). `most` is what both scores may add up to:
    partidas, or the sets of a match."""

    teams: frozenset[int]
    players: Mapping[int, int] = field(hash=False)
    boards: int = 0
    most: int | None = None


def check(effects: Sequence[Effect], parties: Parties) -> None:
    """Refuse what cannot be: `effect.two_results`, `effect.no_encounter`, `effect.score`,
    `effect.boards`, `effect.changes_nothing`, `effect.not_a_party`, `effect.amount`,
    `effect.span`, `effect.twice`."""
    result = on_result(effects)
    if not isinstance(result, LeaveResult) and not parties.boards:
        raise Refused("effect.no_encounter")
    if isinstance(result, AwardResult):
        scores = (result.home_score, result.away_score)
        most = parties.boards if parties.most is None else parties.most
        if min(scores) < 0 or sum(scores) > most:
            raise Refused("effect.score", most=most)
    if isinstance(result, ChangeResult):
        _check_boards(result, parties.boards)
    for effect in effects:
        if not isinstance(effect, _RESULT):
            _check_personal(effect, parties)
    out = [effect.player for effect in effects if isinstance(effect, SuspendPlayer | Disqualify)]
    gone = [effect.team for effect in effects if isinstance(effect, ExpelTeam)]
    if len(set(out)) != len(out) or len(set(gone)) != len(gone):
        raise Refused("effect.twice")


def _check_boards(change: ChangeResult, boards: int) -> None:
    numbers = [board.board for board in change.boards]
    if not numbers:
        raise Refused("effect.changes_nothing")
    if len(set(numbers)) != len(numbers):
        raise Refused("effect.boards")
    for board in change.boards:
        games = (board.home_games, board.away_games)
        if not 1 <= board.board <= boards or min(games) < 0 or max(games) > MOST_GAMES:
            raise Refused("effect.boards")


def _check_personal(effect: PersonalEffect, parties: Parties) -> None:
    player = getattr(effect, "player", None)
    team = getattr(effect, "team", None)
    if team is not None and team not in parties.teams:
        raise Refused("effect.not_a_party")
    if player is not None and parties.players.get(player) not in (
        parties.teams if team is None else {team}
    ):
        raise Refused("effect.not_a_party")
    if isinstance(effect, DeductPoints) and not 1 <= effect.points <= MOST_POINTS:
        raise Refused("effect.amount")
    if isinstance(effect, SuspendPlayer):
        if (effect.encounters is None) == (effect.until is None):
            raise Refused("effect.span")
        if effect.encounters is not None and not 1 <= effect.encounters <= MOST_ENCOUNTERS:
            raise Refused("effect.amount")
    if isinstance(effect, Fine) and not 1 <= effect.cents <= MOST_CENTS:
        raise Refused("effect.amount")


def content_after(
    content: Content, effect: ResultEffect, judge: Callable[[Content], Content]
) -> Content:
    """The content of the acta once the effect has taken place.

    `judge` gives a content its findings, score and games as the rules have them. Leaving the result
    and ordering a replay change no content.
    """
    if isinstance(effect, ChangeResult):
        new = {
            board.board: {
                "home_games": board.home_games,
                "away_games": board.away_games,
                "ended_as": board.ended_as,
                "awarded_to": board.awarded_to,
            }
            for board in effect.boards
        }
        return judge(
            content
            | {
                "kind": "PLAYED",
                "boards": [board | new.get(board["board"], {}) for board in content["boards"]],
            }
        )
    if isinstance(effect, AwardResult):
        return content | {
            "kind": "AWARDED",
            "score": {"HOME": effect.home_score, "AWAY": effect.away_score},
            "games": {"HOME": 0, "AWAY": 0},
        }
    if isinstance(effect, AnnulResult):
        return content | {
            "kind": "ANNULLED",
            "score": {"HOME": 0, "AWAY": 0},
            "games": {"HOME": 0, "AWAY": 0},
        }
    return content
