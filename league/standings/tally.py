"""What each result counts for each side, and the sums by team."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from league.standings.values import Kind, Result, Scheme, StandingsError

WALKOVER_SCORE = (4, 0)
"""M-D.13: the peña that does not present enough pairs loses 4–0."""

WALKOVERS = frozenset((Kind.WALKOVER_HOME, Kind.WALKOVER_AWAY, Kind.DOUBLE_WALKOVER))


class Counted(NamedTuple):
    """A result as the table counts it.

    `outcome`: 1 home won, 0 draw, −1 away won, None both lost.
    """

    home_score: int
    away_score: int
    home_games: int
    away_games: int
    home_points: int
    away_points: int
    outcome: int | None
    walkover: bool


class Tally:
    """Running sums of one team."""

    __slots__ = (
        "away_score",
        "drawn",
        "games_against",
        "games_for",
        "lost",
        "played",
        "points",
        "score_against",
        "score_for",
        "won",
    )

    def __init__(self, points: int = 0) -> None:
        self.points = points
        self.played = self.won = self.drawn = self.lost = 0
        self.score_for = self.score_against = self.away_score = 0
        self.games_for = self.games_against = 0


class Book:
    """All counted results of a division: sums by team, and who hosted whom."""

    __slots__ = ("hosted", "tallies")

    def __init__(self, teams: Sequence[str], adjustments: Mapping[str, int]) -> None:
        self.tallies = {team: Tally(adjustments.get(team, 0)) for team in teams}
        self.hosted: dict[str, list[tuple[str, Counted]]] = {team: [] for team in teams}

    def enter(self, result: Result, counted: Counted) -> None:
        """Add one counted result to both sides."""
        home, away = self.tallies[result.home], self.tallies[result.away]
        self.hosted[result.home].append((result.away, counted))
        home.played += 1
        away.played += 1
        home.points += counted.home_points
        away.points += counted.away_points
        home.score_for += counted.home_score
        home.score_against += counted.away_score
        away.score_for += counted.away_score
        away.score_against += counted.home_score
        away.away_score += counted.away_score
        home.games_for += counted.home_games
        home.games_against += counted.away_games
        away.games_for += counted.away_games
        away.games_against += counted.home_games
        if counted.outcome is None:
            home.lost += 1
            away.lost += 1
        elif counted.outcome == 0:
            home.drawn += 1
            away.drawn += 1
        else:
            winner, loser = (home, away) if counted.outcome > 0 else (away, home)
            winner.won += 1
            loser.lost += 1

    def meetings(self, group: frozenset[str]) -> Iterator[tuple[str, str, Counted]]:
        """Every counted (home, away, result) between two teams of the group."""
        for home in group:
            for away, counted in self.hosted[home]:
                if away in group:
                    yield home, away, counted


def tally(
    teams: Sequence[str],
    results: Iterable[Result],
    scheme: Scheme,
    adjustments: Mapping[str, int],
    withdrawn: Mapping[str, str],
) -> Book:
    """Count all results that stand. Raises StandingsError for a team not of the division."""
    book = Book(teams, adjustments)
    for result in results:
        for side in (result.home, result.away):
            if side not in book.tallies:
                raise StandingsError(
                    "standings.result.unknown_team", team=side, home=result.home, away=result.away
                )
        if result.kind != Kind.ANNULLED and stands(result, withdrawn):
            book.enter(result, count(result, scheme))
    return book


def stands(result: Result, withdrawn: Mapping[str, str]) -> bool:
    """Does the result survive the withdrawals? Those of the first leg do under `keep_first_leg`."""
    for side in (result.home, result.away):
        if side in withdrawn and (withdrawn[side] == "annul" or result.leg > 1):
            return False
    return True


def count(result: Result, scheme: Scheme) -> Counted:
    """What one result that stands is worth.

    Raises StandingsError for a walkover whose score says something else than its kind.
    """
    score = result.home_score, result.away_score
    games = result.home_games or 0, result.away_games or 0
    if result.kind not in WALKOVERS:
        outcome = (score[0] > score[1]) - (score[0] < score[1])
        if scheme.points_are_score:
            points = score
        elif outcome == 0:
            points = scheme.draw, scheme.draw
        elif outcome > 0:
            points = scheme.win, scheme.loss
        else:
            points = scheme.loss, scheme.win
        return Counted(*score, *games, *points, outcome, walkover=False)
    if result.kind == Kind.DOUBLE_WALKOVER:
        # Nobody played: both lose, and nothing that may be on record counts for either.
        return Counted(0, 0, 0, 0, 0, 0, None, walkover=True)
    home_won = result.kind == Kind.WALKOVER_HOME
    if scheme.walkover_score is not None:
        score = _seen_from_home(scheme.walkover_score, home_won=home_won)
    elif score == (0, 0):
        if scheme.points_are_score:
            score = _seen_from_home(WALKOVER_SCORE, home_won=home_won)
    elif (score[0] > score[1]) != home_won or score[0] == score[1]:
        raise StandingsError(
            "standings.result.walkover_score",
            home=result.home,
            away=result.away,
            kind=result.kind,
            home_score=result.home_score,
            away_score=result.away_score,
        )
    if scheme.walkover_games is not None:
        games = _seen_from_home(scheme.walkover_games, home_won=home_won)
    if scheme.points_are_score:
        points = score
    else:
        points = _seen_from_home((scheme.win, scheme.walkover_loss), home_won=home_won)
    return Counted(*score, *games, *points, 1 if home_won else -1, walkover=True)


def _seen_from_home(pair: tuple[int, int], *, home_won: bool) -> tuple[int, int]:
    """(winner, loser) as (home, away)."""
    return pair if home_won else (pair[1], pair[0])
