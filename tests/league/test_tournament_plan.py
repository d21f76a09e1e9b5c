"""Laws of a tournament day: groups, knock-out, timetable, for every size that a day can have."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.standings import Row
from league.tournament.advance import Ending, Outcome, outcome, qualified
from league.tournament.bracket import Loser, Place, Winner, bracket, chair_order
from league.tournament.errors import REFUSALS, TournamentRefused
from league.tournament.groups import rounds_of, snake
from league.tournament.plan import Plan, plan
from league.tournament.timetable import Game, Times, flaws, timetable

SIZES = [(groups, each) for groups in range(1, 17) for each in range(1, 33) if groups * each <= 32]


@st.composite
def days(draw: st.DrawFn) -> tuple[Plan, Times]:
    many = draw(st.integers(2, 32))
    groups = draw(st.integers(max(1, -(-many // 12)), max(1, many // 2)))
    smallest = many // groups
    times = Times(
        courts=draw(st.integers(1, 6)),
        minutes=draw(st.sampled_from((15, 30, 45))),
        rest=draw(st.sampled_from((0, 10, 30, 50))),
        referees=draw(st.none() | st.integers(1, 6)),
    )
    qualify = draw(st.integers(0, min(smallest, 4)))
    made = plan(
        snake([f"T{nth}" for nth in range(1, many + 1)], groups),
        times,
        qualify=0 if qualify * groups < 2 else qualify,
        third_place=draw(st.booleans()),
    )
    return made, times


def games_of(made: Plan) -> list[Game]:
    """The matches as the check sees them: teams that are known, and what decides the others."""
    of_group: dict[int, list[str]] = {}
    for each in made.matches:
        if each.group is not None:
            of_group.setdefault(each.group, []).append(each.key)
    found = []
    for each in made.matches:
        if each.match is None:
            assert each.home is not None and each.away is not None
            found.append(Game(each.key, (each.home, each.away)))
            continue
        after: list[str] = []
        for side in (each.match.home, each.match.away):
            after += of_group[side.group] if isinstance(side, Place) else [side.match]
        found.append(Game(each.key, (), tuple(after)))
    return found


# ---- groups ----


@given(st.integers(2, 32).flatmap(lambda n: st.tuples(st.just(n), st.integers(1, n // 2))))
def test_a_snake_deals_everybody_once_into_groups_of_like_size_and_strength(
    case: tuple[int, int],
) -> None:
    many, groups = case
    dealt = snake(list(range(1, many + 1)), groups)
    assert sorted(team for group in dealt for team in group) == list(range(1, many + 1))
    sizes = [len(group) for group in dealt]
    assert max(sizes) - min(sizes) <= 1
    for row in range(many // groups):
        seeds = sorted(group[row] for group in dealt)
        assert seeds == list(range(row * groups + 1, (row + 1) * groups + 1))


def test_nine_teams_in_three_groups() -> None:
    assert snake(list(range(1, 10)), 3) == ((1, 6, 7), (2, 5, 8), (3, 4, 9))


@given(st.integers(2, 16))
def test_each_two_of_a_group_meet_once_and_nobody_plays_twice_in_a_round(many: int) -> None:
    group = [f"T{nth}" for nth in range(many)]
    rounds = rounds_of(group)
    met = Counter(frozenset(pair) for games in rounds for pair in games)
    assert met == Counter(frozenset(pair) for pair in combinations(group, 2))
    for games in rounds:
        playing = [team for pair in games for team in pair]
        assert len(playing) == len(set(playing))


# ---- the knock-out ----


@pytest.mark.parametrize(("groups", "each"), SIZES)
def test_every_bracket(groups: int, each: int) -> None:
    """Every number of groups and qualified there can be: each once, byes to the best and in the
    first round alone, no pair of a group in the first round, one champion."""
    if groups * each < 2:
        with pytest.raises(TournamentRefused, match="one_qualifies"):
            bracket([each] * groups)
        return
    made = bracket([each] * groups, third_place=True)
    sides = [side for match in made.matches for side in (match.home, match.away)]
    places = [side for side in sides if isinstance(side, Place)]
    expected = [Place(group, place) for place in range(1, each + 1) for group in range(groups)]
    assert sorted(places, key=str) == sorted(expected, key=str)

    size = 2**made.rounds
    assert len(made.byes) == size - groups * each
    entered = {
        side: match.round
        for match in made.matches
        for side in (match.home, match.away)
        if isinstance(side, Place)
    }
    assert set(entered.values()) <= {1, 2}
    assert {place for place, round in entered.items() if round == 2} == set(made.byes)
    worst_bye = max((place.place for place in made.byes), default=0)
    assert all(place.place >= worst_bye for place, round in entered.items() if round == 1)

    if groups > 1:
        for match in made.matches:
            if match.round == 1 and isinstance(match.home, Place) and isinstance(match.away, Place):
                assert match.home.group != match.away.group

    # Every match but the final has one winner that goes on, into a later round, once.
    winners = Counter(side.match for side in sides if isinstance(side, Winner))
    rounds = {match.key: match.round for match in made.matches}
    played_on = {match.key for match in made.matches if match.round < made.rounds}
    assert winners == Counter(played_on)
    for match in made.matches:
        for side in (match.home, match.away):
            if isinstance(side, Winner | Loser):
                assert rounds[side.match] < match.round
    third = [match for match in made.matches if match.key == "third"]
    assert len(made.matches) == groups * each - 1 + len(third)
    assert len(third) == (made.rounds > 1 and groups * each > 3)


@pytest.mark.parametrize("groups", [2, 4, 8, 16])
def test_the_first_of_the_groups_meet_as_late_as_their_number_allows(groups: int) -> None:
    made = bracket([2] * groups)
    firsts = [
        match.position - 1
        for match in made.matches
        if match.round == 1
        for side in (match.home, match.away)
        if isinstance(side, Place) and side.place == 1
    ]
    assert sorted(firsts) == list(range(groups)), "one in every match of the first round"
    one, two = (
        next(
            match.position
            for match in made.matches
            if match.round == 1 and Place(group, 1) in (match.home, match.away)
        )
        for group in (0, 1)
    )
    half = groups // 2
    assert (one <= half) != (two <= half), "the first two seeds meet in the final alone"


def test_first_and_second_of_a_group_meet_in_the_final_alone() -> None:
    for groups in (2, 4, 8, 16):
        made = bracket([2] * groups)
        half: dict[Place, bool] = {}
        for match in made.matches:
            for side in (match.home, match.away):
                if isinstance(side, Place):
                    half[side] = match.position <= groups // 2
        for group in range(groups):
            assert half[Place(group, 1)] != half[Place(group, 2)]


def test_seeds_down_the_drawing() -> None:
    assert chair_order(8) == (1, 8, 4, 5, 2, 7, 3, 6)


# ---- the timetable ----


@settings(max_examples=150, deadline=None)
@given(days())
def test_nobody_plays_twice_at_once_and_everybody_rests(case: tuple[Plan, Times]) -> None:
    made, times = case
    games = games_of(made)
    places = {each.key: (each.court, each.starts) for each in made.matches}
    assert flaws(games, places, times) == ()
    assert len(places) == len(games) == len(made.matches)
    assert all(0 <= court < times.courts for court, _starts in places.values())
    at_once = Counter(starts for _court, starts in places.values())
    assert max(at_once.values()) <= times.at_once
    # What a match of the knock-out waits for has ended, and its teams have rested.
    for game in games:
        for key in game.after:
            ended = places[key][1] + times.minutes
            assert places[game.key][1] >= ended + times.rest


@settings(max_examples=60, deadline=None)
@given(days())
def test_matches_are_numbered_as_they_are_played_and_the_bound_is_one(
    case: tuple[Plan, Times],
) -> None:
    made, times = case
    order = [(each.starts, each.court) for each in made.matches]
    assert order == sorted(order)
    assert [each.number for each in made.matches] == list(range(1, len(order) + 1))
    quality = made.table.quality
    assert quality.fewest_rows <= quality.rows
    assert quality.idle == quality.rows * times.courts - len(order)
    assert quality.shortest_rest is None or quality.shortest_rest >= times.rest
    again = plan(made.groups, times, qualify=0)
    assert again == plan(made.groups, times, qualify=0), "the same arguments, the same plan"


def test_nine_teams_on_three_courts() -> None:
    made = plan(snake(list(range(1, 10)), 3), Times(3, 30), qualify=2, third_place=True)
    assert made.knock_out is not None and made.knock_out.byes == (Place(0, 1), Place(1, 1))
    assert [(each.starts, each.court) for each in made.matches[:4]] == [
        (0, 0),
        (0, 1),
        (0, 2),
        (30, 0),
    ]
    quality = made.table.quality
    assert (quality.rows, quality.fewest_rows) == (6, 5)
    final = max(made.matches, key=lambda each: (each.round, each.match is not None))
    assert made.table.lasts == 180 == final.starts + 30


def test_on_one_court_the_third_place_comes_before_the_final() -> None:
    made = plan([["A", "B"], ["C", "D"]], Times(1, 20), qualify=2, third_place=True)
    assert [each.key for each in made.matches[-2:]] == ["third", "2-1"]


def test_a_group_keeps_its_court_while_it_can() -> None:
    made = plan(snake(list(range(1, 13)), 3), Times(3, 30))
    assert {(each.group, each.court) for each in made.matches[:3]} == {(0, 0), (1, 1), (2, 2)}


def test_what_is_wrong_with_a_match_that_was_moved() -> None:
    games = [Game("a", (1, 2)), Game("b", (1, 3)), Game("c", (4, 5)), Game("f", (), ("a", "b"))]
    times = Times(courts=2, minutes=30, rest=20)
    good = {"a": (1, 0), "b": (1, 60), "c": (2, 0), "f": (1, 120)}
    assert flaws(games, good, times) == ()
    told = {flaw.code for flaw in flaws(games, good | {"c": (1, 20)}, times)}
    assert told == {"court"}
    assert [(f.code, f.team) for f in flaws(games, good | {"b": (2, 0), "c": (2, 90)}, times)] == [
        ("team", 1)
    ]
    assert [(f.code, f.minutes) for f in flaws(games, good | {"b": (2, 40)}, times)] == [
        ("rest", 10)
    ]
    assert [f.code for f in flaws(games, good | {"f": (2, 80)}, times)] == ["source"]


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda: snake(["A"], 1), "size"),
        (lambda: snake(list(range(33)), 4), "size"),
        (lambda: snake(["A", "A", "B", "C"], 2), "repeated_team"),
        (lambda: snake(["A", "B", "C"], 2), "groups"),
        (lambda: plan([["A", "B", "C"], ["D"]], Times(1, 30)), "groups"),
        (lambda: plan([["A", "B", "C"], ["D", "E"]], Times(1, 30), qualify=3), "qualify"),
        (lambda: plan([["A", "B", "C"]], Times(1, 30), qualify=1), "one_qualifies"),
        (lambda: Times(0, 30), "courts"),
        (lambda: Times(1, 4), "minutes"),
        (lambda: Times(1, 30, rest=-1), "rest"),
        (lambda: Times(1, 30, referees=0), "referees"),
    ],
)
def test_what_is_no_day(make: object, code: str) -> None:
    with pytest.raises(TournamentRefused) as refused:
        make()  # type: ignore[operator]
    assert refused.value.code == f"tournament.{code}"
    assert refused.value.code in REFUSALS


def test_an_empty_timetable_has_no_rows() -> None:
    assert timetable([], Times(1, 30)).lasts == 0


# ---- who goes on ----


@pytest.mark.parametrize(
    ("ending", "expected"),
    [
        (Ending(), Outcome.OPEN),
        (Ending("PLAYED", 2, 1), Outcome.HOME),
        (Ending("PLAYED", 2, 2, 14, 16), Outcome.AWAY),
        (Ending("PLAYED", 2, 2, 15, 15), Outcome.LEVEL),
        (Ending("PLAYED", 2, 2, 15, 15, "AWAY"), Outcome.AWAY),
        (Ending("PLAYED", 3, 1, decided_for="AWAY"), Outcome.HOME),
        (Ending("AWARDED", 0, 4), Outcome.AWAY),
        (Ending("WALKOVER_HOME", 0, 0), Outcome.HOME),
        (Ending("WALKOVER_AWAY", 0, 0), Outcome.AWAY),
        (Ending("DOUBLE_WALKOVER"), Outcome.NOBODY),
        (Ending("ANNULLED", 4, 0), Outcome.LEVEL),
    ],
)
def test_the_winner_of_a_match(ending: Ending, expected: Outcome) -> None:
    assert outcome(ending) is expected


def row(position: int, team: str, *, withdrawn: bool = False) -> Row:
    return Row(position, team, 2, 1, 0, 1, 4, 4, 0, 4, 0, 0, None, withdrawn=withdrawn)


def test_the_first_of_a_group_go_on_in_their_order() -> None:
    table = [row(1, "A"), row(2, "B"), row(3, "C")]
    assert qualified(table, 2).teams == ("A", "B")


def test_a_tie_that_decides_a_place_is_told_and_another_is_not() -> None:
    table = [row(1, "A"), row(2, "B"), row(2, "C"), row(4, "D"), row(4, "E")]
    assert qualified(table, 1).teams == ("A",)
    assert qualified(table, 2).tied == (("B", "C"),)
    assert qualified(table, 3).tied == (("B", "C"),)
    assert qualified(table, 4).tied == (("B", "C"), ("D", "E"))


def test_who_left_takes_no_place() -> None:
    table = [row(1, "A"), row(2, "B"), row(3, "C", withdrawn=True)]
    assert qualified(table, 3) == qualified(table[:2], 3)
    assert qualified(table, 3).missing == 1
