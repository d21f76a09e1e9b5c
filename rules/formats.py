"""How many games (or sets) decide one partida: formats and the scores they allow.

Shared by the disciplines; knows nothing of what a game is. A score is (home, away) games. A format
has three kinds: the first to reach n games, the best of n, or all n played whatever happens.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from rules.errors import RuleViolation

Score = tuple[int, int]

MAX_GAMES = 21  # no league plays longer; keeps a mistyped number from being a season's format


class Side(StrEnum):
    """The two sides of an encounter."""

    HOME = "HOME"
    AWAY = "AWAY"

    @property
    def other(self) -> "Side":
        return Side.AWAY if self is Side.HOME else Side.HOME


class FormatKind(StrEnum):
    """What ends a partida."""

    FIRST_TO = "first_to"
    BEST_OF = "best_of"
    ALL_PLAYED = "all_played"


@dataclass(frozen=True, slots=True)
class PartidaFormat:
    """A format such as first to five. Raises RuleViolation when nobody could be sure to win."""

    kind: FormatKind
    games: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "kind", _kind(self.kind))
        if not 1 <= self.games <= MAX_GAMES:
            raise RuleViolation(
                "format.games_out_of_range", games=self.games, minimum=1, maximum=MAX_GAMES
            )
        if self.kind is not FormatKind.FIRST_TO and self.games % 2 == 0:
            # An even number of games can end level, and a partida always has a winner.
            raise RuleViolation("format.even_games", kind=self.kind.value, games=self.games)

    @classmethod
    def parse(cls, text: str) -> "PartidaFormat":
        """Read `first_to=5`, the form in which a season stores it."""
        kind, separator, games = text.partition("=")
        if not separator or not games.isascii() or not games.isdigit():
            raise RuleViolation("format.unreadable", value=text)
        return cls(_kind(kind), int(games))

    def __str__(self) -> str:
        return f"{self.kind.value}={self.games}"

    @property
    def longest(self) -> int:
        """The most games a partida can take."""
        return 2 * self.games - 1 if self.kind is FormatKind.FIRST_TO else self.games

    @property
    def needed(self) -> int:
        """The games that make a pair the winner."""
        return self.games if self.kind is FormatKind.FIRST_TO else self.games // 2 + 1


def _kind(value: str) -> FormatKind:
    try:
        return FormatKind(value)
    except ValueError:
        raise RuleViolation("format.unreadable", value=str(value)) from None


def is_over(format: PartidaFormat, score: Score) -> bool:
    """Whether no further game may be played at this score."""
    if format.kind is FormatKind.ALL_PLAYED:
        return sum(score) >= format.games
    return max(score) >= format.needed


def winner(format: PartidaFormat, score: Score) -> Side | None:
    """Who has won the partida; None while it is not over (or the score is no legal end)."""
    if score not in legal_results(format):
        return None
    return Side.HOME if score[0] > score[1] else Side.AWAY


@cache
def legal_results(format: PartidaFormat) -> tuple[Score, ...]:
    """Every legal final score, the widest home win first and the widest away win last."""
    return _ordered(score for score in _reachable(format) if is_over(format, score))


@cache
def legal_partial(format: PartidaFormat) -> tuple[Score, ...]:
    """Every score that may stand while the partida is being played, 0-0 included."""
    return _ordered(score for score in _reachable(format) if not is_over(format, score))


def _reachable(format: PartidaFormat) -> set[Score]:
    seen: set[Score] = set()
    waiting: list[Score] = [(0, 0)]
    while waiting:
        score = waiting.pop()
        if score in seen:
            continue
        seen.add(score)
        if not is_over(format, score):
            home, away = score
            waiting += [(home + 1, away), (home, away + 1)]
    return seen


def _ordered(scores: Iterable[Score]) -> tuple[Score, ...]:
    return tuple(sorted(scores, key=lambda score: (score[1] - score[0], score)))
