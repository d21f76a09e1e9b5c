"""Claims are in time *before* end + 24 hours of real time, whatever the clocks do that night."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.deadlines import claim_deadline, claim_in_time, is_final

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
        assert claim_in_time(ended_at=ended_at, submitted_at=last)
        assert not claim_in_time(ended_at=ended_at, submitted_at=end + timedelta(hours=24))
        assert claim_in_time(ended_at=ended_at, submitted_at=last.astimezone(MADRID))

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
            assert (
                claim_in_time(
                    ended_at=ended_at.astimezone(zone), submitted_at=submitted_at.astimezone(zone)
                )
                is expected
            )


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
        assert is_final(state=state, ended_at=self.END, now=now, open_cases=open_cases) is final

    def test_nothing_is_final_before_it_ended(self) -> None:
        assert not is_final(state="SIGNED", ended_at=None, now=self.END, open_cases=False)
