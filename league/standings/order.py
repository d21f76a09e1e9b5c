"""Who stands above whom: criteria, mini-leagues, shared positions.

Tied teams are compared by one criterion after the other. When a criterion splits them, each part
that is still tied starts again at the first head-to-head criterion, now among its own members
only: a mini-league of three that leaves two level is followed by the mini-league of those two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from league.standings.tally import Book, Tally, tally
from league.standings.values import (
    HEAD_TO_HEAD,
    WITHDRAWALS,
    WITHDRAWN,
    DecidedValue,
    Ratio,
    Result,
    Row,
    Scheme,
    StandingsError,
    Value,
    whole,
)

KEYS: Mapping[str, Callable[[Tally], Value]] = {
    "points": lambda line: line.points,
    "difference": lambda line: line.score_for - line.score_against,
    "score_for": lambda line: line.score_for,
    "wins": lambda line: line.won,
    "fewer_played": lambda line: line.played,
    "games_difference": lambda line: line.games_for - line.games_against,
    "games_for": lambda line: line.games_for,
    "away_score": lambda line: line.away_score,
    "score_ratio": lambda line: Ratio(line.score_for, line.score_against),
    "games_ratio": lambda line: Ratio(line.games_for, line.games_against),
}
LOWER_IS_BETTER = frozenset(("fewer_played", "lot"))
HEAD_TO_HEAD_CRITERIA = ("head_to_head_points", "head_to_head_difference")


def table(
    teams: Sequence[str],
    results: Iterable[Result],
    scheme: Scheme,
    adjustments: Mapping[str, int] | None = None,
    withdrawn: Mapping[str, str] | None = None,
    lots: Sequence[str | Sequence[str]] = (),
    head_to_head: str = "always",
    legs: int = 2,
) -> list[Row]:
    """The standings of a division.

    - `teams`: every team of the division, in the order in which teams that share a position are
      to be listed (by name, usually). Nothing else depends on this order or on that of `results`.
    - `adjustments`: team → points added or taken away; the reason is kept by whoever decided it.
    - `withdrawn`: team → "annul" (none of its results counts for anybody) or "keep_first_leg".
      Such teams are listed last and marked.
    - `lots`: teams in the order drawn, best first; or several such draws, the latest last. A lot
      decides only when all the teams that are still tied took part in it.
    - `head_to_head`: "always", or "when_complete": only once each two of the tied teams have met
      `legs` times.

    Raises StandingsError for input that makes no table.
    """
    adjustments, withdrawn = adjustments or {}, withdrawn or {}
    draws = _draws(lots)
    _check_teams(teams, ("adjustments", adjustments), ("withdrawn", withdrawn))
    _check_teams(teams, *(("lots", draw) for draw in draws))
    _check_options(adjustments, withdrawn, head_to_head, legs)
    book = tally(teams, results, scheme, adjustments, withdrawn)
    comparison = _Comparison(book, scheme, draws, legs if head_to_head == "when_complete" else None)
    staying = tuple(team for team in teams if team not in withdrawn)
    gone = tuple(team for team in teams if team in withdrawn)
    blocks = comparison.split(staying) if staying else []
    if gone:
        first, *others = comparison.split(gone)
        blocks += [replace(first, decided_by=WITHDRAWN) if staying else first, *others]
    rows: list[Row] = []
    for block in blocks:
        position = len(rows) + 1
        for nth, team in enumerate(block.teams):
            line = book.tallies[team]
            rows.append(
                Row(
                    position=position,
                    team=team,
                    played=line.played,
                    won=line.won,
                    drawn=line.drawn,
                    lost=line.lost,
                    score_for=line.score_for,
                    score_against=line.score_against,
                    difference=line.score_for - line.score_against,
                    points=line.points,
                    games_for=line.games_for,
                    games_against=line.games_against,
                    decided_by=None if nth else block.decided_by,
                    withdrawn=team in withdrawn,
                    adjustment=adjustments.get(team, 0),
                    decided_value=None if nth else block.decided_value,
                    mini_league=() if nth else block.mini_league,
                )
            )
    return rows


def _draws(lots: Sequence[str | Sequence[str]]) -> list[tuple[str, ...]]:
    """Every draw by itself; teams that stand alone are one draw together."""
    alone = tuple(one for one in lots if isinstance(one, str))
    draws = [tuple(one) for one in lots if not isinstance(one, str)]
    return [alone, *draws] if alone else draws


def _check_teams(teams: Sequence[str], *named: tuple[str, Iterable[str]]) -> None:
    """Each team once, and nobody named beside them who is not one of them."""
    known = set(_each_once("teams", teams))
    for what, names in named:
        for team in _each_once(what, names):
            if team not in known:
                raise StandingsError(f"standings.{what}.unknown_team", team=team)


def _each_once(what: str, names: Iterable[str]) -> list[str]:
    seen: list[str] = []
    for team in names:
        if team in seen:
            raise StandingsError(f"standings.{what}.repeated", team=team)
        seen.append(team)
    return seen


def _check_options(
    adjustments: Mapping[str, int], withdrawn: Mapping[str, str], head_to_head: str, legs: int
) -> None:
    for team, points in adjustments.items():
        if not whole(points):
            raise StandingsError("standings.adjustments.points", team=team, value=points)
    for team, way in withdrawn.items():
        if way not in WITHDRAWALS:
            raise StandingsError("standings.withdrawn.way", team=team, value=way)
    if head_to_head not in HEAD_TO_HEAD:
        raise StandingsError("standings.head_to_head", value=head_to_head)
    if not whole(legs) or legs < 1:
        raise StandingsError("standings.legs", value=legs)


@dataclass(frozen=True, slots=True)
class _Block:
    """Teams that share a position, and what put them below the block before."""

    teams: tuple[str, ...]
    decided_by: str | None = None
    decided_value: DecidedValue | None = None
    mini_league: tuple[str, ...] = ()


class _Comparison:
    """The criteria of a scheme over the book of a division."""

    def __init__(
        self,
        book: Book,
        scheme: Scheme,
        draws: Sequence[tuple[str, ...]],
        meetings_needed: int | None,
    ) -> None:
        self.book = book
        self.scheme = scheme
        self.draws = [{team: nth for nth, team in enumerate(draw, start=1)} for draw in draws]
        self.meetings_needed = meetings_needed
        self.first_head_to_head = next(
            (
                nth
                for nth, criterion in enumerate(scheme.criteria)
                if criterion in HEAD_TO_HEAD_CRITERIA
            ),
            len(scheme.criteria),
        )

    def split(self, group: tuple[str, ...], start: int = 0) -> list[_Block]:
        """The group in order, teams that are equal on every criterion from `start` in one block."""
        criteria = self.scheme.criteria
        for nth in range(start, len(criteria) if len(group) > 1 else 0):
            values = self.values(criteria[nth], group)
            if values is None:
                continue
            parts: dict[Any, list[str]] = {}
            for team in group:
                parts.setdefault(_rank(values[team]), []).append(team)
            if len(parts) == 1:
                continue
            again = min(nth + 1, self.first_head_to_head)
            head_to_head = criteria[nth] in HEAD_TO_HEAD_CRITERIA
            blocks: list[_Block] = []
            for rank in sorted(parts, reverse=criteria[nth] not in LOWER_IS_BETTER):
                first, *others = self.split(tuple(parts[rank]), again)
                if blocks:
                    # Level ratios may be of different numbers: each row shows its own.
                    own, above = values[first.teams[0]], values[blocks[-1].teams[-1]]
                    first = replace(
                        first,
                        decided_by=criteria[nth],
                        decided_value=DecidedValue(own=own, above=above),
                        mini_league=group if head_to_head else (),
                    )
                blocks += [first, *others]
            return blocks
        return [_Block(group)]

    def values(self, criterion: str, group: tuple[str, ...]) -> Mapping[str, Value] | None:
        """Each team's value under the criterion; None where it cannot decide among this group."""
        if criterion in HEAD_TO_HEAD_CRITERIA:
            return self.among(group, points=criterion == "head_to_head_points")
        if criterion == "lot":
            for places in reversed(self.draws):
                if all(team in places for team in group):
                    return {team: places[team] for team in group}
            return None
        key = KEYS[criterion]
        return {team: key(self.book.tallies[team]) for team in group}

    def among(self, group: tuple[str, ...], *, points: bool) -> dict[str, int] | None:
        """Points or score difference in the encounters among the group; adjustments stay out."""
        members = frozenset(group)
        if self.meetings_needed is not None and not self.complete(members, self.meetings_needed):
            return None
        sums = dict.fromkeys(group, 0)
        for home, away, counted in self.book.meetings(members):
            if counted.walkover and not self.scheme.walkovers_in_head_to_head:
                continue
            if points:
                sums[home] += counted.home_points
                sums[away] += counted.away_points
            else:
                sums[home] += counted.home_score - counted.away_score
                sums[away] += counted.away_score - counted.home_score
        return sums

    def complete(self, members: frozenset[str], needed: int) -> bool:
        """Have each two of the members met as often as the season makes them meet?"""
        met: dict[frozenset[str], int] = {}
        for home, away, _ in self.book.meetings(members):
            pair = frozenset((home, away))
            met[pair] = met.get(pair, 0) + 1
        return all(met.get(frozenset(pair), 0) >= needed for pair in combinations(members, 2))


def _rank(value: Value) -> Any:
    """What values of a criterion are sorted by, and level by."""
    return value.rank if isinstance(value, Ratio) else value
