"""Who goes on: the winner of a match, and who takes which place of a group."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from league.standings import Row


class Outcome(StrEnum):
    """What a match of the knock-out says of its two sides."""

    OPEN = "OPEN"  # no result yet
    HOME = "HOME"
    AWAY = "AWAY"
    LEVEL = "LEVEL"  # neither score nor games part them: somebody has to say
    NOBODY = "NOBODY"  # neither came: who would have met the winner goes on alone


@dataclass(frozen=True, slots=True)
class Ending:
    """How a match ended: its kind as in `league.standings.Kind` ("" while it is open), score,
    games below the score, and the side somebody gave it to where it was level."""

    kind: str = ""
    home_score: int = 0
    away_score: int = 0
    home_games: int = 0
    away_games: int = 0
    decided_for: str = ""


def outcome(ending: Ending) -> Outcome:
    """By how it ended, then score, then games, then the decision."""
    kind = ending.kind.lower()
    if not kind:
        return Outcome.OPEN
    if kind == "walkover_home":
        return Outcome.HOME
    if kind == "walkover_away":
        return Outcome.AWAY
    if kind == "double_walkover":
        return Outcome.NOBODY
    if kind != "annulled":
        for home, away in (
            (ending.home_score, ending.away_score),
            (ending.home_games, ending.away_games),
        ):
            if home != away:
                return Outcome.HOME if home > away else Outcome.AWAY
    return Outcome(ending.decided_for) if ending.decided_for else Outcome.LEVEL


@dataclass(frozen=True, slots=True)
class Qualified:
    """The teams on the first places of a group, best first, as the table names them.

    `tied`: teams that share a position which decides a place; while there are any, nobody can say
    who goes where, and `teams` is empty. `missing`: places for which no team is left.
    """

    teams: tuple[str, ...] = ()
    tied: tuple[tuple[str, ...], ...] = ()
    missing: int = 0


def qualified(rows: Sequence[Row], many: int) -> Qualified:
    """Who takes the first `many` places; teams that left the competition take none."""
    staying = [row for row in rows if not row.withdrawn]
    shared: dict[int, list[str]] = {}
    for row in staying:
        shared.setdefault(row.position, []).append(row.team)
    tied = tuple(
        tuple(teams) for position, teams in shared.items() if len(teams) > 1 and position <= many
    )
    if tied:
        return Qualified(tied=tied)
    return Qualified(
        teams=tuple(row.team for row in staying[:many]), missing=max(0, many - len(staying))
    )
