"""When a set and a match are over, and which scores they can end with (C-10.2, C-10.3).

A set goes to its target with a lead of two; at one point below the cap for both, the next point
wins. Scores are (home, away).
"""

from collections.abc import Sequence
from functools import cache
from typing import TypeGuard

from rules import formats
from rules.cachibol.findings import (
    MATCH_NOT_OVER,
    SET_AFTER_THE_END,
    SET_NOT_REACHABLE,
    SET_UNREADABLE,
)
from rules.cachibol.options import CACHIBOL, Options
from rules.findings import Finding
from rules.formats import Score, Side

LEAD = 2


def set_winner(points: Score, *, target: int, cap: int) -> Side | None:
    """Who has won a set at these points; None while it goes on."""
    most, least = max(points), min(points)
    if most < target or (most < cap and most - least < LEAD):
        return None
    return Side.HOME if points[0] > points[1] else Side.AWAY


@cache
def legal_set_scores(options: Options = CACHIBOL, *, deciding: bool = False) -> tuple[Score, ...]:
    """Every score a set can end with, played point by point (C-10.2); the widest home win first."""
    target, cap = options.target(deciding=deciding), options.cap_points
    found: set[Score] = set()
    waiting: list[Score] = [(0, 0)]
    seen: set[Score] = set()
    while waiting:
        points = waiting.pop()
        if points in seen:
            continue
        seen.add(points)
        if set_winner(points, target=target, cap=cap) is not None:
            found.add(points)
            continue
        home, away = points
        waiting += [(home + 1, away), (home, away + 1)]
    return tuple(sorted(found, key=lambda score: (score[1] - score[0], score)))


def match_score(sets: Sequence[Score]) -> Score:
    """Sets won by each side, every set taken as finished."""
    home = sum(1 for points in sets if points[0] > points[1])
    return home, len(sets) - home


def is_deciding(sets_before: Score, options: Options = CACHIBOL) -> bool:
    """Whether the next set decides the match: both need only one more (C-10.3)."""
    needed = options.match_format.needed
    return needed > 1 and sets_before == (needed - 1, needed - 1)


def check_set(
    points: object, options: Options = CACHIBOL, *, deciding: bool = False
) -> list[Finding]:
    """What is wrong with the final points of one set; empty when they can be reached (C-10.2)."""
    if not _is_score(points):
        return [SET_UNREADABLE.found(value=repr(points)[:40])]
    if points in legal_set_scores(options, deciding=deciding):
        return []
    home, away = points
    return [
        SET_NOT_REACHABLE.found(
            home=home,
            away=away,
            target=options.target(deciding=deciding),
            cap=options.cap_points,
        )
    ]


def check_match(sets: Sequence[object], options: Options = CACHIBOL) -> list[Finding]:
    """What is wrong with the sets of one finished match; each finding names its set (C-10.3)."""
    found: list[Finding] = []
    won: Score = (0, 0)
    for number, points in enumerate(sets, start=1):
        if formats.is_over(options.match_format, won):
            found.append(SET_AFTER_THE_END.found(set=number))
            break
        wrong = check_set(points, options, deciding=is_deciding(won, options))
        found += [line.with_facts(set=number) for line in wrong]
        if wrong or not _is_score(points):
            return found  # who won it is unknown, and so is what may follow
        home, away = points
        won = (won[0] + (home > away), won[1] + (away > home))
    if not found and not formats.is_over(options.match_format, won):
        found.append(MATCH_NOT_OVER.found(home=won[0], away=won[1]))
    return found


def _is_score(points: object) -> TypeGuard[Score]:
    return (
        isinstance(points, tuple | list)
        and len(points) == 2
        and all(isinstance(one, int) and not isinstance(one, bool) and one >= 0 for one in points)
    )
