"""The games of one partida: what may stand, when it is over, who has won.

M-D.1  five games, in three readings of "five"    done, see `rules.formats` for the arithmetic
M-D.4  break at the third game lost by a pair      done: `third_lost`, `may_break`
M-V.13 accepted órdago: wins whatever the stones   done: `Game.ordago`
M-VI.1 first to the target, then counting stops    done for the final stones of a game

Games can be told in two ways: as a final score (home, away), or as a sequence, one entry a game in
the order played: the winner ("A" is the home pair, "B" the away pair), a `Game`, or just the stones
as a pair.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeGuard, cast

from rules import formats
from rules.errors import RuleViolation
from rules.findings import Finding
from rules.formats import PartidaFormat, Score, Side, legal_partial, legal_results
from rules.mus.findings import found
from rules.mus.options import ASTURIAS, Options

__all__ = [
    "Game",
    "GameEntry",
    "Games",
    "Pair",
    "check_partida",
    "check_score",
    "is_over",
    "legal_partial",
    "legal_results",
    "may_break",
    "score_of",
    "third_lost",
    "winner",
]

THIRD = 3  # the lost game at which M-D.4 allows a break, in every format

Pair = Literal["A", "B"]


@dataclass(frozen=True, slots=True)
class Game:
    """One game. `stones` are (A, B) at its end; `ordago` says that an accepted órdago ended it."""

    winner: Pair
    stones: Score | None = None
    ordago: bool = False


GameEntry = Pair | Game | Score
Games = Score | Sequence[GameEntry] | str


def check_partida(
    format: PartidaFormat | str, games: Games, options: Options = ASTURIAS
) -> list[Finding]:
    """Everything wrong with the games of one partida that is said to be finished (M-D.1, M-VI.1).

    `format` may be the text a season stores (`first_to=5`). Raises RuleViolation when the format
    or the games cannot be read at all.
    """
    format = PartidaFormat.parse(format) if isinstance(format, str) else format
    if _is_score(games):
        return check_score(format, games)
    entries = _entries(games)
    findings = [
        finding
        for number, entry in enumerate(entries, start=1)
        for finding in _check_game(number, entry, options.stones)
    ]
    winners = [_winner_of(entry, options.stones) for entry in entries]
    if None in winners:
        return findings  # the score cannot be told before that game is set right
    return findings + _check_order(format, cast(list[Pair], winners))


def check_score(format: PartidaFormat, score: Score) -> list[Finding]:
    """The same for a final score (M-D.1)."""
    home, away = score
    if home < 0 or away < 0:
        return [found("mus.partida.impossible_score", home=home, away=away, format=str(format))]
    if score in legal_results(format):
        return []
    if score in legal_partial(format):
        return [found("mus.partida.unfinished", home=home, away=away, format=str(format))]
    return [_too_many(format, score, None)]


def is_over(format: PartidaFormat, games: Games, options: Options = ASTURIAS) -> bool:
    """Whether no further game may be played."""
    return formats.is_over(format, score_of(games, options))


def winner(format: PartidaFormat, games: Games, options: Options = ASTURIAS) -> Side | None:
    """Who has won the partida; None while it goes on, or when the score is impossible."""
    return formats.winner(format, score_of(games, options))


def third_lost(games: Games, options: Options = ASTURIAS) -> bool:
    """Whether either pair has lost its third game, so that the break is due (M-D.4)."""
    return max(score_of(games, options)) >= THIRD


def may_break(format: PartidaFormat, games: Games, options: Options = ASTURIAS) -> bool:
    """Whether the break of M-D.4 may be taken now: a third game just lost, and play goes on.

    The text says "on reaching" the third lost game, by either pair: so at 3-1 or 4-3 of a first to
    five, not at 4-1.
    """
    score = score_of(games, options)
    return THIRD in score and not formats.is_over(format, score)


def score_of(games: Games, options: Options = ASTURIAS) -> Score:
    """The games as a score (home, away). A game without a winner counts for nobody."""
    if _is_score(games):
        return games
    winners = [_winner_of(entry, options.stones) for entry in _entries(games)]
    return winners.count("A"), winners.count("B")


def _check_order(format: PartidaFormat, winners: list[Pair]) -> list[Finding]:
    for played in range(len(winners)):
        if formats.is_over(format, (winners[:played].count("A"), winners[:played].count("B"))):
            return [_too_many(format, (winners.count("A"), winners.count("B")), played)]
    return check_score(format, (winners.count("A"), winners.count("B")))


def _too_many(format: PartidaFormat, score: Score, decided_after: int | None) -> Finding:
    return found(
        "mus.partida.too_many_games",
        home=score[0],
        away=score[1],
        format=str(format),
        decided_after=decided_after,
    )


def _check_game(number: int, entry: GameEntry, target: int) -> list[Finding]:
    stones = _stones_of(entry)
    if stones is None:
        return []
    home, away = stones
    if min(stones) < 0 or min(stones) >= target:
        # The first to get there ends the game, so the other is always short of it (M-VI.1).
        return [
            found("mus.game.impossible_score", game=number, home=home, away=away, target=target)
        ]
    reached = _reached(stones, target)
    if reached is None and not (isinstance(entry, Game) and entry.ordago):
        return [found("mus.game.unfinished", game=number, home=home, away=away, target=target)]
    if isinstance(entry, Game) and reached not in (None, entry.winner):
        return [
            found(
                "mus.game.winner_contradicts_stones",
                game=number,
                home=home,
                away=away,
                target=target,
                winner=entry.winner,
            )
        ]
    return []


def _stones_of(entry: GameEntry) -> Score | None:
    if isinstance(entry, Game):
        return entry.stones
    return entry if isinstance(entry, tuple) else None


def _winner_of(entry: GameEntry, target: int) -> Pair | None:
    if isinstance(entry, Game):
        return entry.winner
    return _reached(entry, target) if isinstance(entry, tuple) else entry


def _reached(stones: Score, target: int) -> Pair | None:
    if (stones[0] >= target) == (stones[1] >= target):
        return None
    return "A" if stones[0] >= target else "B"


def _is_score(games: object) -> TypeGuard[Score]:
    return (
        isinstance(games, tuple | list)
        and len(games) == 2
        and all(isinstance(part, int) and not isinstance(part, bool) for part in games)
    )


def _entries(games: Games) -> tuple[GameEntry, ...]:
    """The sequence with every entry readable; RuleViolation otherwise."""
    if not isinstance(games, Sequence):
        raise RuleViolation("mus.partida.unreadable_games", value=repr(games))
    return tuple(_entry(entry) for entry in games)


def _entry(entry: object) -> GameEntry:
    if isinstance(entry, Game) and entry.winner in ("A", "B"):
        return entry
    if isinstance(entry, str) and entry in ("A", "B"):
        return cast(Pair, str(entry))
    if _is_score(entry):
        return entry[0], entry[1]
    raise RuleViolation("mus.partida.unreadable_games", value=repr(entry))
