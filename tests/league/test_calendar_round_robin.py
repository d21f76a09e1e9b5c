"""The laws of the double round robin, for every size the league may have."""

import re
from itertools import combinations, product
from pathlib import Path

import pytest

from league import calendar
from league.calendar.errors import REFUSALS, CalendarRefused
from league.calendar.measures import breaks, flaws, longest_stretch, patterns
from league.calendar.round_robin import (
    Bye,
    Pairing,
    RoundRobin,
    double_round_robin,
    minimum_breaks,
    opposed_numbers,
    single_leg,
)

SIZES = range(2, 25)
ODD = [size for size in SIZES if size % 2]
EVEN = [size for size in SIZES if size % 2 == 0]


def robin(size: int, seed: int | None = None) -> RoundRobin:
    return double_round_robin([f"T{n:02}" for n in range(1, size + 1)], seed=seed)


def side_by_side(first: str, second: str) -> set[str]:
    return {a + b for a, b in zip(first, second, strict=True)}


class TestFourTeams:
    """A calendar small enough to read."""

    # round  1    2    3  |  4    5    6
    #   A    H    A    A     A    H    H     meets D C B, then D C B
    #   B    H    H    A     A    A    H           C D A
    #   C    A    H    H     H    A    A           B A D
    #   D    A    A    H     H    H    A           A B C
    def test_is_this_one(self) -> None:
        made = double_round_robin("ABCD")
        assert [(p.round, p.leg, p.home, p.away) for p in made.pairings] == [
            (1, 1, "A", "D"),
            (1, 1, "C", "B"),
            (2, 1, "D", "B"),
            (2, 1, "A", "C"),
            (3, 1, "C", "D"),
            (3, 1, "B", "A"),
            (4, 2, "D", "A"),
            (4, 2, "B", "C"),
            (5, 2, "B", "D"),
            (5, 2, "C", "A"),
            (6, 2, "D", "C"),
            (6, 2, "A", "B"),
        ]
        assert made.byes == ()


class TestThreeTeams:
    def test_rest_in_turn(self) -> None:
        made = double_round_robin("ABC")
        assert [p.round for p in made.pairings] == [1, 2, 3, 4, 5, 6]
        assert made.byes == tuple(
            Bye(r, 1 if r <= 3 else 2, team) for r, team in enumerate("ABCABC", start=1)
        )


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seed", [None, 0, 7])
class TestEverySize:
    def test_each_ordered_pair_meets_once_and_nobody_twice_in_a_round(
        self, size: int, seed: int | None
    ) -> None:
        made = robin(size, seed)
        assert flaws(made.teams, made.pairings) == ()
        assert len(made.pairings) == size * (size - 1)
        assert made.rounds_per_leg == (size if size % 2 else size - 1)
        assert {p.round for p in made.pairings} == set(range(1, 2 * made.rounds_per_leg + 1))

    def test_every_team_plays_or_rests(self, size: int, seed: int | None) -> None:
        made = robin(size, seed)
        for r in range(1, 2 * made.rounds_per_leg + 1):
            there = [t for p in made.pairings if p.round == r for t in (p.home, p.away)]
            there += [b.team for b in made.byes if b.round == r]
            assert sorted(map(str, there)) == sorted(map(str, made.teams))
        rests = {(b.leg, b.team) for b in made.byes}
        assert len(made.byes) == len(rests) == (2 * size if size % 2 else 0)

    def test_second_leg_mirrors_the_first(self, size: int, seed: int | None) -> None:
        made = robin(size, seed)
        first = [(p.round, p.home, p.away) for p in made.pairings if p.leg == 1]
        second = [(p.round, p.home, p.away) for p in made.pairings if p.leg == 2]
        assert second == [(r + made.rounds_per_leg, away, home) for r, home, away in first]
        assert {r for r, _, _ in first} == set(range(1, made.rounds_per_leg + 1))

    def test_home_and_away_differ_by_one_at_most_in_each_leg(
        self, size: int, seed: int | None
    ) -> None:
        made = robin(size, seed)
        for leg in (1, 2):
            for pattern in patterns(made.teams, made.pairings, leg=leg).values():
                difference = abs(pattern.count("H") - pattern.count("A"))
                assert difference == (0 if size % 2 else 1)

    def test_breaks_are_the_fewest(self, size: int, seed: int | None) -> None:
        made = robin(size, seed)
        total = sum(breaks(p) for p in patterns(made.teams, made.pairings).values())
        assert total == minimum_breaks(size) == (size if size % 2 else 3 * size - 6)

    def test_nobody_is_three_times_running_on_one_side(self, size: int, seed: int | None) -> None:
        made = robin(size, seed)
        longest = max(longest_stretch(p) for p in patterns(made.teams, made.pairings).values())
        assert longest == {2: 1, 4: 3}.get(size, 2)


class TestBreaks:
    @pytest.mark.parametrize("size", EVEN)
    def test_of_an_even_leg_are_two_less_than_teams(self, size: int) -> None:
        made = robin(size)
        for leg in (1, 2):
            found = [breaks(p) for p in patterns(made.teams, made.pairings, leg=leg).values()]
            assert sorted(found) == [0, 0] + [1] * (size - 2)

    @pytest.mark.parametrize("size", ODD)
    def test_of_an_odd_calendar_are_one_a_team_and_all_at_the_seam(self, size: int) -> None:
        made = robin(size)
        for leg in (1, 2):
            within = patterns(made.teams, made.pairings, leg=leg).values()
            assert [breaks(p) for p in within] == [0] * size
        whole = patterns(made.teams, made.pairings).values()
        assert [breaks(p) for p in whole] == [1] * size
        last = made.rounds_per_leg
        in_consecutive_rounds = [p for p in whole if p[last - 1] == p[last] != "-"]
        across_a_bye = [p for p in whole if "-" in p[last - 1 : last + 1]]
        assert (len(in_consecutive_rounds), len(across_a_bye)) == (size - 2, 2)

    @pytest.mark.parametrize("games", range(1, 12))
    def test_of_no_mirrored_pattern_are_fewer(self, games: int) -> None:
        """Every leg a team could have, tried out: what the bounds of the module rest on."""
        swap = str.maketrans("HA", "AH")
        costs = []
        for letters in product("HA", repeat=games):
            leg = "".join(letters)
            if abs(leg.count("H") - leg.count("A")) <= 1:
                costs.append(breaks(leg + leg.translate(swap)))
        costs.sort()
        if games % 2:  # an even number of teams: two patterns without a break, then three each
            assert costs[:2] == [0, 0]
            assert all(cost >= 3 for cost in costs[2:])
        else:  # an odd number of teams: nobody goes without
            assert costs[0] == 1

    @pytest.mark.parametrize("size", [3, 5, 7, 9])
    def test_around_a_bye_cannot_replace_those_at_the_seam(self, size: int) -> None:
        """Looking at consecutive rounds only, a calendar of odd size still has size - 2 breaks.

        Whoever has none keeps, rest or not, to the one alternation of the rounds or to the other,
        and two teams that keep to the same one never meet: two teams at most.
        """
        swap = str.maketrans("HA", "AH")
        alternations = ["HA" * size, "AH" * size]
        for rest in range(size):
            for letters in product("HA", repeat=size - 1):
                leg = "".join(letters[:rest]) + "-" + "".join(letters[rest:])
                whole = leg + leg.translate(swap)
                if "HH" not in whole and "AA" not in whole:
                    assert any(
                        all(a in ("-", b) for a, b in zip(leg, kept, strict=False))
                        for kept in alternations
                    )

    def test_of_four_teams_cannot_avoid_three_running(self) -> None:
        """Every set of sides of the three rounds of a leg that stays at the fewest breaks."""
        swap = str.maketrans("HA", "AH")
        legs = ["".join(letters) for letters in product("HA", repeat=3)]
        found = 0
        for chosen in combinations(legs, 4):  # two equal patterns could never meet
            whole = [leg + leg.translate(swap) for leg in chosen]
            even_rounds = all(sum(leg[r] == "H" for leg in chosen) == 2 for r in range(3))
            if even_rounds and sum(map(breaks, whole)) == minimum_breaks(4):
                found += 1
                assert max(map(longest_stretch, whole)) == 3
        assert found


class TestOpposedNumbers:
    @pytest.mark.parametrize("size", SIZES)
    def test_are_disjoint_and_as_many_as_fit(self, size: int) -> None:
        pairs = opposed_numbers(size)
        numbers = [number for pair in pairs for number in pair]
        assert len(set(numbers)) == len(numbers) == 2 * (size // 2)
        assert set(numbers) <= set(range(1, size + 1))

    @pytest.mark.parametrize("size", SIZES)
    def test_are_never_on_one_side(self, size: int) -> None:
        made = double_round_robin(list(range(1, size + 1)))
        pattern = patterns(made.teams, made.pairings)
        for first, second in opposed_numbers(size):
            seen = side_by_side(pattern[first], pattern[second])
            assert seen <= ({"HA", "AH"} if size % 2 == 0 else {"HA", "AH", "-H", "-A", "H-", "A-"})

    @pytest.mark.parametrize("size", SIZES)
    @pytest.mark.parametrize("seed", [None, 1, 2, 3])
    def test_go_to_the_pairs_asked_for(self, size: int, seed: int | None) -> None:
        teams = list(range(100, 100 + size))
        most = size // 2
        for wanted in range(most + 1):
            opposed = [(teams[k], teams[-1 - k]) for k in range(wanted)]
            made = double_round_robin(teams, opposed=opposed, seed=seed)
            assert flaws(teams, made.pairings) == ()
            assert sorted(map(str, made.teams)) == sorted(map(str, teams))
            pattern = patterns(teams, made.pairings)
            for first, second in opposed:
                assert not side_by_side(pattern[first], pattern[second]) & {"HH", "AA"}


class TestNumbers:
    def test_follow_the_order_given(self) -> None:
        assert robin(9).teams == tuple(f"T{n:02}" for n in range(1, 10))

    @pytest.mark.parametrize("size", [4, 9, 24])
    def test_are_shuffled_by_a_seed_alike_each_time(self, size: int) -> None:
        assert robin(size, 42) == robin(size, 42)
        assert len({robin(size, seed).teams for seed in range(20)}) > 10

    def test_of_a_seed_stay_what_they_were_published_as(self) -> None:
        assert double_round_robin("ABCDEFGH", seed=2026).teams == tuple("EAFBCHGD")

    @pytest.mark.parametrize("size", SIZES)
    def test_meet_the_last_or_rest_in_their_own_round(self, size: int) -> None:
        for r, games in enumerate(single_leg(size), start=1):
            if size % 2:
                assert r not in {number for game in games for number in game}
            else:
                assert {r, size} in [set(game) for game in games]


class TestRefuses:
    @pytest.mark.parametrize("size", [0, 1, 25])
    def test_sizes_out_of_range(self, size: int) -> None:
        with pytest.raises(CalendarRefused) as refused:
            double_round_robin(list(range(size)))
        assert refused.value.code == "calendar.size"
        assert refused.value.facts == {"teams": size, "least": 2, "most": 24}

    def test_a_team_named_twice(self) -> None:
        with pytest.raises(CalendarRefused) as refused:
            double_round_robin("ABCA")
        assert (refused.value.code, refused.value.facts) == (
            "calendar.repeated_team",
            {"team": "A"},
        )

    @pytest.mark.parametrize(
        ("opposed", "code"),
        [
            ([("A", "B"), ("B", "C")], "calendar.opposed_twice"),
            ([("A", "A")], "calendar.opposed_twice"),
            ([("A", "Z")], "calendar.opposed_unknown"),
        ],
    )
    def test_pairs_that_make_no_sense(self, opposed: list[tuple[str, str]], code: str) -> None:
        with pytest.raises(CalendarRefused) as refused:
            double_round_robin("ABCD", opposed=opposed)
        assert refused.value.code == code

    def test_with_listed_codes_only(self) -> None:
        sources = [path.read_text("utf-8") for path in Path(calendar.__path__[0]).glob("*.py")]
        raised = re.findall(r'CalendarRefused\(\s*"([^"]+)"', "\n".join(sources))
        assert set(raised) == REFUSALS


class TestMeasures:
    """The laws above rest on these, so each is held against a case that a human can count."""

    @pytest.mark.parametrize(
        ("pattern", "count", "stretch"),
        [("", 0, 0), ("-", 0, 0), ("HAHA", 0, 1), ("HH-HA", 2, 3), ("A-AHHHA", 3, 3)],
    )
    def test_breaks_and_stretches_skip_rests(self, pattern: str, count: int, stretch: int) -> None:
        assert (breaks(pattern), longest_stretch(pattern)) == (count, stretch)

    def test_flaws_are_named(self) -> None:
        pairings = [
            Pairing(1, 1, "A", "B"),
            Pairing(1, 1, "C", "A"),
            Pairing(2, 1, "A", "B"),
            Pairing(3, 1, "B", "B"),
            Pairing(4, 1, "A", "Z"),
        ]
        found = {
            (f.code, f.home, f.away, f.round, f.times) for f in flaws(["A", "B", "C"], pairings)
        }
        assert found == {
            ("plays_itself", "B", None, 3, None),
            ("twice_in_round", "A", None, 1, 2),
            ("met", "A", "B", None, 2),
            ("met", "B", "A", None, 0),
            ("met", "A", "C", None, 0),
            ("met", "B", "C", None, 0),
            ("met", "C", "B", None, 0),
            ("met", "A", "Z", None, 1),
        }
