"""Served after the encounter where it arose, once each, in encounters that were played."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from matches.suspensions import Played, Suspension, left

START = datetime(2026, 11, 1, 21, tzinfo=UTC)


def _weeks(*numbers: int) -> list[Played]:
    return [Played(number, START + timedelta(weeks=number)) for number in numbers]


def test_two_encounters_are_missed_and_the_third_may_be_played() -> None:
    ban = Suspension(ruling=1, encounters=2, starts_at=START)
    played = _weeks(0, 1, 2, 3)
    moments = [START + timedelta(weeks=week) for week in range(5)]
    assert [left(ban, played, before=moment) for moment in moments] == [2, 2, 1, 0, 0]


def test_a_week_without_an_encounter_serves_nothing() -> None:
    ban = Suspension(ruling=1, encounters=2, starts_at=START)
    assert left(ban, _weeks(1, 3), before=START + timedelta(weeks=3)) == 1


@given(
    st.integers(1, 8),
    st.lists(st.integers(-10, 30), unique=True),
    st.integers(-10, 40),
    st.integers(0, 10),
)
def test_never_served_before_it_was_earned_and_never_rising(
    encounters: int, weeks: list[int], week: int, later: int
) -> None:
    ban = Suspension(ruling=1, encounters=encounters, starts_at=START)
    played = _weeks(*weeks)
    now = START + timedelta(weeks=week)
    if week <= 0:
        assert left(ban, played, before=now) == encounters
    assert left(ban, played, before=now + timedelta(weeks=later)) <= left(ban, played, before=now)
    assert 0 <= left(ban, played, before=now) <= encounters
