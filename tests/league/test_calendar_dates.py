"""Days and hours: weeks, dates to skip, and the two Sundays on which the clocks change."""

from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from league.calendar.dates import MADRID, encounter_start, matchday_dates, on_the_wall
from league.calendar.errors import CalendarRefused

FRIDAY = date(2026, 10, 2)
TEN = time(22, 0)

days = st.dates(date(2020, 1, 1), date(2035, 12, 31))


def skipped_around(start: date, span: int) -> st.SearchStrategy[frozenset[date]]:
    return st.frozensets(
        st.integers(-3, span).map(lambda d: start + timedelta(days=d)), max_size=40
    )


class TestMatchdayDates:
    def test_are_a_week_apart(self) -> None:
        assert matchday_dates(3, first_date=FRIDAY) == (
            date(2026, 10, 2),
            date(2026, 10, 9),
            date(2026, 10, 16),
            date(2026, 10, 23),
            date(2026, 10, 30),
            date(2026, 11, 6),
        )

    def test_push_all_that_follows_when_one_is_skipped(self) -> None:
        skip = {date(2026, 10, 9), date(2026, 10, 13)}  # the second is nobody's nominal date
        assert matchday_dates(2, first_date=FRIDAY, skip=skip) == (
            date(2026, 10, 2),
            date(2026, 10, 16),
            date(2026, 10, 23),
            date(2026, 10, 30),
        )

    def test_move_the_first_one_too(self) -> None:
        assert matchday_dates(1, legs=1, first_date=FRIDAY, skip={FRIDAY}) == (date(2026, 10, 9),)

    def test_pause_between_the_legs(self) -> None:
        found = matchday_dates(2, first_date=date(2026, 12, 11), pause_weeks=2)
        assert found == (
            date(2026, 12, 11),
            date(2026, 12, 18),
            date(2027, 1, 8),
            date(2027, 1, 15),
        )

    def test_do_not_pause_longer_for_holidays_inside_the_pause(self) -> None:
        christmas = {date(2026, 12, 25), date(2027, 1, 1)}
        first = date(2026, 12, 11)
        assert matchday_dates(2, first_date=first, pause_weeks=2, skip=christmas) == (
            matchday_dates(2, first_date=first, pause_weeks=2)
        )

    def test_may_be_a_fortnight_apart(self) -> None:
        found = matchday_dates(2, first_date=FRIDAY, interval_days=14, skip={date(2026, 10, 16)})
        assert found == (
            date(2026, 10, 2),
            date(2026, 10, 30),
            date(2026, 11, 13),
            date(2026, 11, 27),
        )

    @given(st.data(), days, st.integers(1, 23), st.integers(7, 21), st.integers(0, 8))
    def test_keep_their_laws(
        self, data: st.DataObject, first: date, rounds: int, interval: int, pause: int
    ) -> None:
        skip = data.draw(skipped_around(first, 400))
        found = matchday_dates(
            rounds, first_date=first, interval_days=interval, pause_weeks=pause, skip=skip
        )
        assert len(found) == 2 * rounds
        assert not skip & set(found)
        assert found[0] >= first
        for index, (before, after) in enumerate(pairwise(found), start=1):
            free = timedelta(weeks=pause if index == rounds else 0)
            extra = (after - before - free).days
            assert extra >= interval
            assert extra % interval == 0
            # Nothing is pushed further than the skipped dates make it.
            passed = range(interval, extra, interval)
            assert {before + free + timedelta(days=d) for d in passed} <= skip

    def test_refuse_weeks_that_overlap(self) -> None:
        with pytest.raises(CalendarRefused) as refused:
            matchday_dates(3, first_date=FRIDAY, interval_days=6)
        assert refused.value.code == "calendar.interval_too_short"

    def test_refuse_a_negative_pause(self) -> None:
        with pytest.raises(CalendarRefused) as refused:
            matchday_dates(3, first_date=FRIDAY, pause_weeks=-1)
        assert refused.value.code == "calendar.pause_negative"


class TestEncounterStart:
    @pytest.mark.parametrize(
        ("weekday", "day"),
        [
            (4, date(2026, 10, 2)),
            (5, date(2026, 10, 3)),
            (6, date(2026, 10, 4)),
            (0, date(2026, 10, 5)),
            (1, date(2026, 10, 6)),
            (2, date(2026, 10, 7)),
            (3, date(2026, 10, 8)),
        ],
    )
    def test_is_on_the_weekday_of_the_home_team(self, weekday: int, day: date) -> None:
        start = encounter_start(FRIDAY, weekday=weekday, hour=TEN)
        assert start.starts_at == datetime(day.year, day.month, day.day, 22, tzinfo=MADRID)
        assert (start.moved_from, start.free) == (None, True)

    def test_moves_to_the_next_free_day_of_its_week(self) -> None:
        skip = {date(2026, 10, 6), date(2026, 10, 7)}
        start = encounter_start(FRIDAY, weekday=1, hour=TEN, skip=skip)
        assert start.starts_at == datetime(2026, 10, 8, 22, tzinfo=MADRID)
        assert (start.moved_from, start.free) == (date(2026, 10, 6), True)

    def test_stays_and_says_so_when_its_week_has_no_later_day(self) -> None:
        skip = {date(2026, 10, 7), date(2026, 10, 8)}
        start = encounter_start(FRIDAY, weekday=2, hour=TEN, skip=skip)
        assert start.starts_at == datetime(2026, 10, 7, 22, tzinfo=MADRID)
        assert (start.moved_from, start.free) == (None, False)

    @given(st.data(), days, st.integers(0, 6), st.times().map(lambda t: t.replace(fold=0)))
    @example(None, date(2026, 3, 29), 6, time(2, 30))
    def test_keeps_its_laws(
        self, data: st.DataObject | None, week_of: date, weekday: int, hour: time
    ) -> None:
        skip = data.draw(skipped_around(week_of, 10)) if data else frozenset()
        start = encounter_start(week_of, weekday=weekday, hour=hour, skip=skip)
        day = start.starts_at.date()
        assert start.starts_at.tzinfo is MADRID
        assert week_of <= day < week_of + timedelta(days=7)
        assert start.free == (day not in skip)
        own = start.moved_from or day
        assert own.weekday() == weekday
        if start.moved_from:
            assert start.free
            assert own < day
            assert {own + timedelta(days=d) for d in range((day - own).days)} <= skip
        if not start.free:
            left = (week_of + timedelta(days=6) - day).days
            assert {day + timedelta(days=d) for d in range(left + 1)} <= skip
        # Only an hour that the clocks leave out may differ from what was asked for.
        shown = start.starts_at.time()
        assert shown == hour or (day.month == 3 and hour.hour == 2 and shown.hour == 3)

    @pytest.mark.parametrize("weekday", [-1, 7])
    def test_refuses_an_eighth_day(self, weekday: int) -> None:
        with pytest.raises(CalendarRefused) as refused:
            encounter_start(FRIDAY, weekday=weekday, hour=TEN)
        assert refused.value.code == "calendar.weekday"


@pytest.mark.regulation("M-D.3")
class TestOnTheWall:
    @pytest.mark.parametrize(
        ("day", "utc"),
        [
            (date(2026, 10, 24), datetime(2026, 10, 24, 20, tzinfo=UTC)),
            (date(2026, 10, 25), datetime(2026, 10, 25, 21, tzinfo=UTC)),  # an hour back at 3:00
            (date(2026, 10, 26), datetime(2026, 10, 26, 21, tzinfo=UTC)),
            (date(2027, 3, 27), datetime(2027, 3, 27, 21, tzinfo=UTC)),
            (date(2027, 3, 28), datetime(2027, 3, 28, 20, tzinfo=UTC)),  # an hour on at 2:00
            (date(2027, 3, 29), datetime(2027, 3, 29, 20, tzinfo=UTC)),
        ],
    )
    def test_ten_at_night_stays_ten_at_night(self, day: date, utc: datetime) -> None:
        found = on_the_wall(day, TEN)
        assert (found.date(), found.time()) == (day, TEN)
        assert found.astimezone(UTC) == utc

    def test_weekly_evenings_keep_their_hour_through_a_winter(self) -> None:
        nights = [
            encounter_start(week, weekday=6, hour=TEN).starts_at
            for week in matchday_dates(15, first_date=date(2026, 10, 5))
        ]
        assert {night.time() for night in nights} == {TEN}
        assert {night.utcoffset() for night in nights} == {timedelta(hours=1), timedelta(hours=2)}
        apart = {b.astimezone(UTC) - a.astimezone(UTC) for a, b in pairwise(nights)}
        week = timedelta(weeks=1)
        assert apart == {week, week + timedelta(hours=1), week - timedelta(hours=1)}

    def test_an_hour_that_comes_twice_is_the_first(self) -> None:
        found = on_the_wall(date(2026, 10, 25), time(2, 30))
        assert found.astimezone(UTC) == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)

    def test_an_hour_left_out_is_shown_as_the_clocks_do(self) -> None:
        found = on_the_wall(date(2027, 3, 28), time(2, 30))
        assert found.time() == time(3, 30)
        assert found.astimezone(UTC) == datetime(2027, 3, 28, 1, 30, tzinfo=UTC)

    def test_refuses_an_hour_of_another_zone(self) -> None:
        with pytest.raises(CalendarRefused) as refused:
            on_the_wall(FRIDAY, time(22, tzinfo=UTC))
        assert refused.value.code == "calendar.hour_with_zone"
