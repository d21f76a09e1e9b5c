"""The plan as the organiser's preview shows it."""

from collections import Counter
from collections.abc import Iterator
from datetime import date, time, timedelta
from itertools import combinations, count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.calendar.errors import REFUSALS, CalendarRefused
from league.calendar.measures import flaws
from league.calendar.plan import CONFLICTS, Entrant, Plan, Venue, encounters_at_once, plan
from league.calendar.round_robin import Pairing, minimum_breaks

MONDAY = date(2026, 10, 5)
TEN = time(22, 0)
FRIDAYS, SATURDAYS = 4, 5


def entrants(size: int, shared: dict[Venue, int] | None = None) -> list[Entrant]:
    """`size` teams that play on Fridays, the first ones in the venues given, the others alone."""
    venues: Iterator[Venue] = iter(v for v, teams in (shared or {}).items() for _ in range(teams))
    own = (Venue(f"local {n}") for n in count(1))
    return [
        Entrant(f"T{n:02}", FRIDAYS, TEN, next(venues, None) or next(own))
        for n in range(1, size + 1)
    ]


def at_home_together(made: Plan, venue: str) -> int:
    """The most encounters that `venue` ever has in one round."""
    per_round = Counter(e.number for e in made.encounters if e.venue == venue)
    return max(per_round.values())


def codes(made: Plan) -> list[str]:
    found = [conflict.code for conflict in made.conflicts]
    assert set(found) <= CONFLICTS
    return found


@pytest.mark.parametrize("size", range(2, 25))
class TestEverySize:
    def test_is_a_clean_double_round_robin(self, size: int) -> None:
        made = plan(entrants(size), first_date=MONDAY, seed=size)
        teams = [t.team for t in entrants(size)]
        pairings = [Pairing(e.number, e.leg, e.home, e.away) for e in made.encounters]
        assert flaws(teams, pairings) == ()
        assert made.conflicts == ()
        assert [r.number for r in made.rounds] == list(range(1, len(made.rounds) + 1))
        assert [r.leg for r in made.rounds] == sorted(r.leg for r in made.rounds)
        for r in made.rounds:
            assert {(e.leg, e.number) for e in r.encounters} == {(r.leg, r.number)}
            assert len(r.byes) == size % 2

    def test_is_of_the_best_quality(self, size: int) -> None:
        quality = plan(entrants(size), first_date=MONDAY).quality
        assert quality.breaks == quality.fewest_breaks == minimum_breaks(size)
        assert quality.widest_imbalance == 1 - size % 2
        assert quality.longest_stretch == {2: 1, 4: 3}.get(size, 2)
        assert len(quality.balance) == 2 * size

    def test_holds_as_many_shared_venues_as_there_are_pairs(self, size: int) -> None:
        shared = {Venue(f"bar {n}"): 2 for n in range(size // 2)}
        for seed in (None, 3):
            made = plan(entrants(size, shared), first_date=MONDAY, seed=seed)
            assert made.conflicts == ()
            assert all(at_home_together(made, str(venue.key)) == 1 for venue in shared)
            assert made.quality.breaks == minimum_breaks(size)


class TestVenues:
    @pytest.mark.parametrize("size", [8, 9])
    @pytest.mark.parametrize("capacity", [1, 2, 3])
    @pytest.mark.parametrize("sharing", range(1, 9))
    def test_hold_two_teams_for_each_encounter_at_once(
        self, size: int, capacity: int, sharing: int
    ) -> None:
        bar = Venue("bar", capacity)
        made = plan(entrants(size, {bar: sharing}), first_date=MONDAY)
        fits = sharing <= 2 * capacity
        assert (at_home_together(made, "bar") <= capacity) == fits
        assert (codes(made) == []) == fits
        if not fits:
            first = made.conflicts[0]
            assert first.code == "calendar.venue_too_many_teams"
            assert first.facts == {
                "venue": "bar",
                "weekday": FRIDAYS,
                "capacity": capacity,
                "teams": tuple(f"T{n:02}" for n in range(1, sharing + 1)),
            }
            assert set(codes(made)[1:]) == {"calendar.venue_over_capacity"}

    def test_report_each_evening_that_is_too_full(self) -> None:
        made = plan(entrants(6, {Venue("bar"): 3}), first_date=MONDAY)
        full = [c.facts for c in made.conflicts if c.code == "calendar.venue_over_capacity"]
        expected = [
            {
                "venue": "bar",
                "date": r.week_of + timedelta(days=FRIDAYS),
                "capacity": 1,
                "encounters": tuple((e.home, e.away) for e in r.encounters if e.venue == "bar"),
            }
            for r in made.rounds
            if sum(e.venue == "bar" for e in r.encounters) > 1
        ]
        assert full == expected
        assert full

    def test_of_three_teams_in_all_are_never_too_small(self) -> None:
        assert plan(entrants(3, {Venue("bar"): 3}), first_date=MONDAY).conflicts == ()

    def test_oppose_teams_of_one_weekday_first(self) -> None:
        bar = Venue("bar")
        weekdays = {"A": 4, "B": 5, "C": 4, "D": 5, "E": 1, "F": 2}
        teams = [
            Entrant(name, day, TEN, bar if name < "E" else None) for name, day in weekdays.items()
        ]
        made = plan(teams, first_date=MONDAY)
        home = {name: {e.number for e in made.encounters if e.home == name} for name in weekdays}
        assert not home["A"] & home["C"]
        assert not home["B"] & home["D"]
        assert made.conflicts == ()

    def test_oppose_teams_of_different_weekdays_too(self) -> None:
        bar = Venue("bar")
        teams = [Entrant(n, 4 + (n == "B"), TEN, bar if n < "C" else None) for n in "ABCDEF"]
        made = plan(teams, first_date=MONDAY)
        assert at_home_together(made, "bar") == 1

    def test_see_that_a_moved_evening_takes_the_tables_of_another(self) -> None:
        bar = Venue("bar")
        teams = [
            Entrant(n, SATURDAYS if n == "C" else FRIDAYS, TEN, bar if n < "D" else None)
            for n in "ABCDEF"
        ]
        calm = plan(teams, first_date=MONDAY)
        assert calm.conflicts == ()
        home = {n: {e.number for e in calm.encounters if e.home == n} for n in "ABC"}
        shared = min(home["C"] & (home["A"] | home["B"]))
        friday = calm.rounds[shared - 1].week_of + timedelta(days=FRIDAYS)
        made = plan(teams, first_date=MONDAY, skip={friday})
        assert codes(made) == ["calendar.venue_over_capacity"]
        assert made.conflicts[0].facts["date"] == friday + timedelta(days=1)

    def test_that_are_closed_move_their_own_encounters_only(self) -> None:
        bar = Venue("bar", closed=frozenset({date(2026, 10, 9), date(2026, 10, 16)}))
        made = plan(entrants(4, {bar: 1}), first_date=MONDAY)
        moved = {e.home: e.moved_from for e in made.encounters if e.moved_from}
        assert set(moved) == {"T01"}
        assert codes(made) == []

    @pytest.mark.parametrize(("tables", "held"), [(3, 1), (4, 1), (7, 1), (8, 2), (12, 3)])
    def test_hold_an_encounter_for_every_four_tables(self, tables: int, held: int) -> None:
        assert encounters_at_once(tables) == held


class TestDates:
    def test_follow_each_home_team(self) -> None:
        days = {"A": (1, time(21, 30)), "B": (4, TEN), "C": (6, time(18, 0)), "D": (2, TEN)}
        made = plan([Entrant(n, d, t) for n, (d, t) in days.items()], first_date=MONDAY)
        for encounter in made.encounters:
            local = encounter.starts_at
            assert (local.weekday(), local.time()) == days[str(encounter.home)]
        assert [r.week_of for r in made.rounds] == [MONDAY + timedelta(weeks=w) for w in range(6)]

    def test_report_an_encounter_without_a_free_day(self) -> None:
        teams = [Entrant(n, 6, TEN) for n in "AB"]
        made = plan(teams, first_date=MONDAY, skip={date(2026, 10, 11)})
        first = made.encounters[0]
        assert [(c.code, c.facts) for c in made.conflicts] == [
            (
                "calendar.no_free_day",
                {
                    "round": 1,
                    "home": first.home,
                    "away": first.away,
                    "date": date(2026, 10, 11),
                },
            )
        ]

    @given(
        size=st.integers(2, 24),
        seed=st.none() | st.integers(0, 10**6),
        weekdays=st.lists(st.integers(0, 6), min_size=24, max_size=24),
        interval=st.integers(7, 15),
        pause=st.integers(0, 4),
        skip=st.frozensets(st.integers(-5, 500).map(lambda d: MONDAY + timedelta(d)), max_size=60),
    )
    def test_never_make_a_team_play_twice_a_day_or_out_of_turn(
        self,
        size: int,
        seed: int | None,
        weekdays: list[int],
        interval: int,
        pause: int,
        skip: frozenset[date],
    ) -> None:
        teams = [Entrant(n, weekdays[n], TEN) for n in range(size)]
        asked = {
            "first_date": MONDAY,
            "interval_days": interval,
            "pause_weeks": pause,
            "skip": skip,
            "seed": seed,
        }
        made = plan(teams, **asked)  # type: ignore[arg-type]
        assert made == plan(teams, **asked)  # type: ignore[arg-type]
        evenings = Counter(
            (team, e.starts_at.date()) for e in made.encounters for team in (e.home, e.away)
        )
        assert max(evenings.values()) == 1
        for before, after in combinations(made.rounds, 2):
            assert max(e.starts_at for e in before.encounters) < min(
                e.starts_at for e in after.encounters
            )
        reported = {(c.facts["home"], c.facts["away"]) for c in made.conflicts}
        assert reported == {(e.home, e.away) for e in made.encounters if e.starts_at.date() in skip}


class TestRefuses:
    @pytest.mark.parametrize(
        ("teams", "code"),
        [
            ([Entrant("A", 4, TEN)], "calendar.size"),
            ([Entrant("A", 4, TEN)] * 2, "calendar.repeated_team"),
            ([Entrant(n, 4, TEN, Venue("bar", 0)) for n in "AB"], "calendar.capacity"),
            (
                [Entrant("A", 4, TEN, Venue("bar", 1)), Entrant("B", 4, TEN, Venue("bar", 2))],
                "calendar.venue_differs",
            ),
        ],
    )
    def test_what_it_cannot_plan(self, teams: list[Entrant], code: str) -> None:
        with pytest.raises(CalendarRefused) as refused:
            plan(teams, first_date=MONDAY)
        assert refused.value.code == code
        assert code in REFUSALS
