"""Served after the encounter where it arose, one at a time, in encounters that were played."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from matches.moments import day_after, last_day
from matches.suspensions import Missed, Suspension, ToCome, bars, forecast, left
from tests.hypothesis_runs import examples

START = datetime(2026, 11, 1, 21, tzinfo=UTC)
pytestmark = pytest.mark.regulation("M-D.11")


def _week(number: float) -> datetime:
    return START + timedelta(weeks=number)


def _weeks(*numbers: int) -> list[Missed]:
    return [Missed(number, _week(number)) for number in numbers]


def ban(encounters: int | None, week: float = 0, **facts: object) -> Suspension:
    found: dict[str, object] = {"ruling": 1, "starts_at": _week(week), "encounters": encounters}
    return Suspension(**(found | facts))  # type: ignore[arg-type]


def test_two_encounters_are_missed_and_the_third_may_be_played() -> None:
    two = ban(2)
    owed = [left([two], _weeks(0, 1, 2, 3), before=_week(week))[two] for week in range(5)]
    assert owed == [2, 2, 1, 0, 0]


def test_a_week_without_an_encounter_serves_nothing() -> None:
    two = ban(2)
    assert left([two], _weeks(1, 3), before=_week(3))[two] == 1


def test_an_evening_missed_pays_for_one_suspension_the_oldest() -> None:
    older, newer = ban(2), ban(1, 1.5, ruling=2)
    told = [left([newer, older], _weeks(1, 2, 3, 4), before=_week(week)) for week in (2, 3, 4, 5)]
    assert [(owed[older], owed[newer]) for owed in told] == [(1, 1), (0, 1), (0, 0), (0, 0)]


def test_one_that_is_older_but_served_does_not_take_what_comes() -> None:
    older, newer = ban(1), ban(1, 1.5, ruling=2)
    assert left([older, newer], _weeks(1, 2), before=_week(3)) == {older: 0, newer: 0}


def test_one_until_a_date_runs_beside_the_others_and_ends_by_itself() -> None:
    dated, counted = ban(None, until=_week(2.5)), ban(2, ruling=2)

    def out(week: int) -> list[int]:
        return [bar.suspension.ruling for bar in bars([dated, counted], missed, at=_week(week))]

    missed = _weeks(1, 2)
    assert [out(week) for week in (1, 2, 3)] == [[1, 2], [1, 2], []]


def test_one_for_the_season_never_ends() -> None:
    assert bars([ban(None)], _weeks(*range(1, 40)), at=_week(60))
    assert not bars([ban(None)], [], at=_week(0))


def test_an_encounter_without_a_date_is_missed_last() -> None:
    coming = [ToCome(7, None, 1), ToCome(8, _week(2), 3), ToCome(9, _week(1), 2)]
    ahead = forecast([ban(4)], [], coming, now=_week(0))
    assert [one.encounter for one in ahead.barred] == [9, 8, 7]
    assert ahead.beyond == 1


def test_one_whose_hour_has_passed_begins_after_the_ruling() -> None:
    late = [ToCome(7, _week(-0.01), 1)]
    assert forecast([ban(1)], [], late, now=_week(0)).barred == tuple(late)


# The model: walk the evenings one by one, with a purse for each suspension.
@dataclass
class Purse:
    since: datetime
    many: int


HOURS = st.integers(-60, 400)
BANS = st.lists(
    st.tuples(
        HOURS,
        st.one_of(
            st.tuples(st.just("counted"), st.integers(1, 5)),
            st.tuples(st.just("until"), HOURS),
            st.tuples(st.just("season"), st.just(0)),
        ),
    ),
    max_size=4,
)
PLAYED = st.lists(HOURS, max_size=14, unique=True)


def _at(hours: int) -> datetime:
    return START + timedelta(hours=hours)


def _made(bans: list[tuple[int, tuple[str, int]]]) -> list[Suspension]:
    return [
        Suspension(
            ruling=number,
            starts_at=_at(since),
            encounters=many if kind == "counted" else None,
            until=_at(many) if kind == "until" else None,
        )
        for number, (since, (kind, many)) in enumerate(bans, start=1)
    ]


def _model(
    bans: list[Suspension], played: list[int], hours: int
) -> tuple[set[int], dict[int, int]]:
    """Who bars at that hour, and what each counted one still owes, by ruling."""
    now = _at(hours)
    purses = {row.ruling: Purse(row.starts_at, row.encounters) for row in bans if row.encounters}
    for evening in sorted(hour for hour in played if hour < hours):
        open_purses = [
            (purse.since, number)
            for number, purse in purses.items()
            if purse.many > 0 and purse.since < _at(evening)
        ]
        if open_purses:
            purses[min(open_purses)[1]].many -= 1
    out = set()
    for row in bans:
        if row.starts_at >= now:
            continue
        if row.encounters:
            if purses[row.ruling].many:
                out.add(row.ruling)
        elif row.until is None or now < row.until:
            out.add(row.ruling)
    return out, {number: purse.many for number, purse in purses.items()}


@settings(max_examples=examples(100), suppress_health_check=[HealthCheck.too_slow])
@given(bans=BANS, played=PLAYED, hours=HOURS)
def test_is_the_model(
    bans: list[tuple[int, tuple[str, int]]], played: list[int], hours: int
) -> None:
    rows = _made(bans)
    missed = [Missed(hour, _at(hour)) for hour in played]
    out, owed = _model(rows, played, hours)
    assert {bar.suspension.ruling for bar in bars(rows, missed, at=_at(hours))} == out
    found = left(rows, missed, before=_at(hours))
    assert {row.ruling: many for row, many in found.items()} == owed


@settings(max_examples=examples(100), suppress_health_check=[HealthCheck.too_slow])
@given(bans=BANS, played=PLAYED, hours=HOURS, later=st.integers(0, 300))
def test_never_before_it_was_earned_never_twice_and_never_rising(
    bans: list[tuple[int, tuple[str, int]]], played: list[int], hours: int, later: int
) -> None:
    rows = _made(bans)
    missed = [Missed(hour, _at(hour)) for hour in played]
    owed = left(rows, missed, before=_at(hours))
    paid = {row: (row.encounters or 0) - many for row, many in owed.items()}
    for row, many in owed.items():
        earlier = [one for one in missed if one.began <= row.starts_at]
        assert left([row], earlier, before=_at(hours))[row] == row.encounters
        assert 0 <= many <= (row.encounters or 0)
    assert sum(paid.values()) <= sum(one.began < _at(hours) for one in missed)
    then = left(rows, missed, before=_at(hours + later))
    assert all(then[row] <= owed[row] for row in owed)


@settings(max_examples=examples(100), suppress_health_check=[HealthCheck.too_slow])
@given(
    bans=BANS,
    played=PLAYED,
    coming=st.lists(HOURS, max_size=8, unique=True),
    hours=HOURS,
)
def test_what_is_foretold_is_what_happens_once_it_is_played(
    bans: list[tuple[int, tuple[str, int]]], played: list[int], coming: list[int], hours: int
) -> None:
    rows = _made(bans)
    missed = [Missed(hour, _at(hour)) for hour in played if hour < hours]
    ahead = sorted(hour for hour in coming if hour > hours)
    told = forecast(rows, missed, [ToCome(h, _at(h), 1) for h in ahead], now=_at(hours))
    barred = []
    for hour in ahead:  # he plays when he may, and sits out when he may not
        if bars(rows, missed, at=_at(hour)):
            barred.append(hour)
            missed.append(Missed(hour, _at(hour)))
    assert [one.encounter for one in told.barred] == barred
    assert told.beyond == sum(left(rows, missed, before=None).values())


@pytest.mark.regulation("M-D.3")
@pytest.mark.parametrize(
    ("day", "first"),
    [
        # The nights on which the clocks change: the evening ends at seven of the wall's hours.
        (date(2026, 10, 24), datetime(2026, 10, 25, 6, tzinfo=UTC)),
        (date(2027, 3, 27), datetime(2027, 3, 28, 5, tzinfo=UTC)),
        (date(2026, 11, 4), datetime(2026, 11, 5, 6, tzinfo=UTC)),
    ],
)
def test_until_a_day_includes_its_whole_evening(day: date, first: datetime) -> None:
    assert day_after(day) == first and last_day(first) == day
    dated = ban(None, -20, until=day_after(day))
    assert bars([dated], [], at=first - timedelta(microseconds=1))
    assert not bars([dated], [], at=first)
