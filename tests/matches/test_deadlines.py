"""Claims are in time *before* end + 24 hours of real time, whatever the clocks do that night."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.deadlines import SIGHT_WITHIN, ClaimClock, claim_deadline, is_final
from matches.states.partida import Side

MADRID = ZoneInfo("Europe/Madrid")
TICK = timedelta(microseconds=1)

NIGHTS = {
    "an ordinary night": datetime(2026, 11, 21, 0, 10, tzinfo=MADRID),
    "clocks forward, 29 March 2026": datetime(2026, 3, 28, 23, 30, tzinfo=MADRID),
    "clocks back, 25 October 2026": datetime(2026, 10, 24, 23, 30, tzinfo=MADRID),
    "in the hour that comes twice": datetime(2026, 10, 25, 2, 30, fold=1, tzinfo=MADRID),
}


@pytest.mark.regulation("M-D.15", "M-D.3")
class TestClaimWindow:
    @pytest.mark.parametrize("ended_at", NIGHTS.values(), ids=NIGHTS)
    def test_last_microsecond_is_in_time_and_the_24th_hour_is_not(self, ended_at: datetime) -> None:
        end = ended_at.astimezone(UTC)
        last = end + timedelta(hours=23, minutes=59, seconds=59, microseconds=999_999)
        assert ClaimClock(ended_at).in_time(last)
        assert not ClaimClock(ended_at).in_time(end + timedelta(hours=24))
        assert ClaimClock(ended_at).in_time(last.astimezone(MADRID))

    def test_on_the_wall_the_deadline_moves_with_the_clocks(self) -> None:
        forward = claim_deadline(NIGHTS["clocks forward, 29 March 2026"]).astimezone(MADRID)
        back = claim_deadline(NIGHTS["clocks back, 25 October 2026"]).astimezone(MADRID)
        assert (forward.day, forward.hour, forward.minute) == (30, 0, 30)
        assert (back.day, back.hour, back.minute) == (25, 22, 30)

    @given(
        st.datetimes(datetime(2026, 1, 1), datetime(2027, 12, 31)),
        st.integers(-2 * 86_400 * 10**6, 2 * 86_400 * 10**6),
    )
    def test_depends_on_real_time_alone(self, end: datetime, offset: int) -> None:
        ended_at = end.replace(tzinfo=UTC)
        submitted_at = ended_at + timedelta(microseconds=offset)
        expected = offset < 86_400 * 10**6
        for zone in (UTC, MADRID):
            clock = ClaimClock(ended_at.astimezone(zone))
            assert clock.in_time(submitted_at.astimezone(zone)) is expected


@pytest.mark.regulation("M-D.15", "M-D.3")
class TestFromSight:
    """The season's option: who saw the acta late has 24 hours of real time from then."""

    @pytest.mark.parametrize("seen_at", NIGHTS.values(), ids=NIGHTS)
    def test_each_side_has_its_own_end_to_the_microsecond(self, seen_at: datetime) -> None:
        ended_at = seen_at.astimezone(UTC) - timedelta(hours=20)
        clock = ClaimClock(
            ended_at, from_sight=True, seen={Side.HOME: ended_at, Side.AWAY: seen_at}
        )
        home, away = (ended_at + timedelta(hours=24), ended_at + timedelta(hours=44))
        assert (clock.closes_at(Side.HOME), clock.closes_at(Side.AWAY)) == (home, away)
        assert clock.in_time(home - TICK, side=Side.HOME)
        assert not clock.in_time(home, side=Side.HOME)
        assert clock.in_time((away - TICK).astimezone(MADRID), side=Side.AWAY)
        assert not clock.in_time(away, side=Side.AWAY)
        assert clock.last == away and not clock.is_shared
        for now, final in ((home, False), (away - TICK, False), (away, True)):
            assert is_final(state="SIGNED", clock=clock, now=now, open_cases=False) is final

    def test_nobody_puts_the_end_off_for_ever_by_not_looking(self) -> None:
        ended_at = NIGHTS["clocks back, 25 October 2026"].astimezone(UTC)
        last_sight = ended_at + SIGHT_WITHIN
        unseen = ClaimClock(ended_at, from_sight=True, seen={Side.HOME: ended_at})
        assert unseen.last == last_sight
        assert unseen.waits_for(Side.AWAY, now=last_sight - TICK)
        assert not unseen.waits_for(Side.AWAY, now=last_sight)
        at_last = ClaimClock(
            ended_at,
            from_sight=True,
            seen={Side.HOME: ended_at, Side.AWAY: last_sight - TICK},
        )
        assert at_last.last == last_sight - TICK + timedelta(hours=24)
        too_late = ClaimClock(
            ended_at, from_sight=True, seen={Side.HOME: ended_at, Side.AWAY: last_sight}
        )
        assert too_late.last == last_sight

    @given(st.integers(0, 10 * 86_400), st.lists(st.integers(0, 10 * 86_400), min_size=2))
    def test_what_was_final_never_opens_again(self, sight: int, asked: list[int]) -> None:
        ended_at = NIGHTS["an ordinary night"].astimezone(UTC)
        seen_at = ended_at + timedelta(seconds=sight)
        answers = []
        for seconds in sorted(asked):
            now = ended_at + timedelta(seconds=seconds)
            known = {Side.AWAY: seen_at} if seen_at <= now else {}
            clock = ClaimClock(ended_at, from_sight=True, seen={Side.HOME: ended_at} | known)
            answers.append(clock.in_time(now))
        assert answers == sorted(answers, reverse=True)

    def test_without_the_option_nothing_seen_matters(self) -> None:
        ended_at = NIGHTS["an ordinary night"]
        clock = ClaimClock(ended_at, seen={Side.AWAY: ended_at + timedelta(hours=20)})
        assert clock.is_shared and clock.last == claim_deadline(ended_at)


class TestFinal:
    END = NIGHTS["an ordinary night"]

    @pytest.mark.parametrize(
        ("state", "hours", "open_cases", "final"),
        [
            ("SIGNED", 23, False, False),
            ("SIGNED", 24, False, True),
            ("SIGNED", 24, True, False),
            ("NOT_PLAYED", 24, False, True),
            ("ENDED", 48, False, False),
            ("RULED", 1, False, True),
            ("RULED", 1, True, False),
            ("SCHEDULED", 48, False, False),
        ],
    )
    def test_table(self, state: str, hours: int, open_cases: bool, final: bool) -> None:
        now = self.END.astimezone(UTC) + timedelta(hours=hours)
        assert (
            is_final(state=state, clock=ClaimClock(self.END), now=now, open_cases=open_cases)
            is final
        )

    def test_nothing_is_final_before_it_ended(self) -> None:
        assert not is_final(state="SIGNED", clock=None, now=self.END, open_cases=False)
