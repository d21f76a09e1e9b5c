"""Our first leg against pairing tables that others printed (see fixtures/README.md).

What it shows: for 8 and 10 teams our leg is the published table, game by game, sides included, once
the numbers are renamed and the table is begun at its fourth round. And the functions that measure
calendars find in the published tables what is known of them.

What it does not show: anything of the second leg, of odd sizes or of other even ones, which no
published table here covers; the laws in tests/league/test_calendar_round_robin.py do.
"""

import csv
from collections import defaultdict
from itertools import combinations
from pathlib import Path

import pytest

from league.calendar.measures import breaks, flaws, longest_stretch, patterns
from league.calendar.round_robin import Pairing, minimum_breaks, single_leg

TABLES = Path(__file__).parent / "fixtures" / "berger_escacs_cat_2019.csv"
SIZES = [8, 10]

Leg = list[frozenset[tuple[int, int]]]


def published(size: int) -> Leg:
    rounds: dict[int, set[tuple[int, int]]] = defaultdict(set)
    with TABLES.open(encoding="utf-8") as lines:
        for row in csv.DictReader(lines):
            if int(row["teams"]) == size:
                rounds[int(row["round"])].add((int(row["home"]), int(row["away"])))
    return [frozenset(rounds[r]) for r in range(1, size)]


def mirrored(leg: Leg) -> list[Pairing]:
    first = [Pairing(r, 1, home, away) for r, games in enumerate(leg, 1) for home, away in games]
    return first + [Pairing(p.round + len(leg), 2, p.away, p.home) for p in first]


def renumbered(leg: Leg, size: int) -> Leg:
    """Call each team by the round in which it meets the last number, as our scheme does."""
    name = {size: size}
    for r, games in enumerate(leg, start=1):
        (with_last,) = (game for game in games if size in game)
        name[sum(with_last) - size] = r
    return [frozenset((name[home], name[away]) for home, away in games) for games in leg]


@pytest.mark.parametrize("size", SIZES)
class TestPublishedTable:
    def test_is_a_round_robin_to_our_measures(self, size: int) -> None:
        games = [game for games in published(size) for game in games]
        pairs = combinations(range(1, size + 1), 2)
        assert sorted(map(sorted, games)) == sorted(map(list, pairs))
        # Mirrored, it is a double one without a flaw.
        assert flaws(range(1, size + 1), mirrored(published(size))) == ()

    def test_is_our_leg_begun_three_rounds_earlier(self, size: int) -> None:
        table = published(size)
        assert renumbered(table[3:] + table[:3], size) == [
            frozenset(games) for games in single_leg(size)
        ]

    def test_has_as_few_breaks_but_mirrored_three_games_running(self, size: int) -> None:
        """Why our leg begins elsewhere: see `_shift` in round_robin."""
        table = published(size)
        whole = patterns(range(1, size + 1), mirrored(table)).values()
        assert sum(map(breaks, whole)) == minimum_breaks(size)
        assert max(map(longest_stretch, whole)) == 3
        turned = patterns(range(1, size + 1), mirrored(table[3:] + table[:3])).values()
        assert sum(map(breaks, turned)) == minimum_breaks(size)
        assert max(map(longest_stretch, turned)) == 2
