"""What goes on at every court, by the clock."""

from datetime import datetime, timedelta, timezone

from league.tournament.board import CourtNow, Expected, Stage, Standing, courts_now

TEN = datetime(2026, 12, 5, 10, 0, tzinfo=timezone(timedelta(hours=1)))


def at(minutes: int) -> datetime:
    return TEN + timedelta(minutes=minutes)


def match(key: int, starts: int, stage: Stage = Stage.WAITING, court: int = 1) -> Standing:
    return Standing(key, court, at(starts), at(starts + 30), stage)


def test_before_the_first_everything_is_to_come() -> None:
    found = courts_now([match(1, 0), match(2, 30)], now=at(-10))[1]
    assert found == CourtNow(1, None, False, (Expected(1, at(0)), Expected(2, at(30))), 0)


def test_a_match_whose_hour_has_come_is_the_one_of_now_and_late_until_it_begins() -> None:
    found = courts_now([match(1, 0), match(2, 30)], now=at(12))[1]
    assert (found.now, found.is_playing, found.late, found.is_late) == (1, False, 12, True)
    later = courts_now([match(1, 0), match(2, 30)], now=at(12) + timedelta(seconds=59))[1]
    assert later == found, "a page that says nothing new has not changed"
    assert found.next == (Expected(2, at(42)),)


def test_one_that_lasts_too_long_pushes_what_follows() -> None:
    found = courts_now([match(1, 0, Stage.PLAYING), match(2, 30), match(3, 90)], now=at(40))[1]
    assert (found.now, found.is_playing, found.late) == (1, True, 10)
    assert found.next == (Expected(2, at(40)), Expected(3, at(90)))


def test_played_ahead_of_time_nobody_is_late() -> None:
    found = courts_now([match(1, 0, Stage.DONE), match(2, 30)], now=at(20))[1]
    assert (found.now, found.late) == (None, 0)
    assert found.next == (Expected(2, at(30)),)


def test_what_is_played_out_of_turn_is_the_one_of_now() -> None:
    found = courts_now([match(1, 0), match(2, 30, Stage.PLAYING)], now=at(10))[1]
    assert (found.now, found.is_playing, found.late) == (2, True, 0)
    assert found.next == (Expected(1, at(60)),)


def test_every_court_stands_for_itself() -> None:
    found = courts_now([match(1, 0), match(2, 0, Stage.DONE, court=2)], now=at(3))
    assert (found[1].now, found[1].is_late) == (1, False)
    assert (found[2].now, found[2].next) == (None, ())
