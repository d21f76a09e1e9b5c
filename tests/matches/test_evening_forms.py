"""What a delegate types: hours on the nights the clocks change, names as a table says them."""

from datetime import UTC, datetime

import pytest

from matches.forms.evening import EndForm
from matches.selectors.evening_boards import short_name


def end(typed: str, *, now: datetime, proposed: str = "") -> EndForm:
    return EndForm({"ended_at": typed, "proposed": proposed, "replaces": ""}, now=now)


@pytest.mark.regulation("M-D.3")
class TestTheHourOfTheEnd:
    def test_is_read_in_the_national_hour(self) -> None:
        form = end("2026-11-21T00:41", now=datetime(2026, 11, 21, 0, 0, tzinfo=UTC))
        assert form.is_valid()
        assert form.cleaned_data["ended_at"] == datetime(2026, 11, 20, 23, 41, tzinfo=UTC)

    @pytest.mark.parametrize(
        ("now", "meant"),
        [
            # 2:30 comes twice on the last Sunday of October: at 0:30 and at 1:30 UTC.
            (datetime(2026, 10, 25, 0, 40, tzinfo=UTC), datetime(2026, 10, 25, 0, 30, tzinfo=UTC)),
            (datetime(2026, 10, 25, 1, 40, tzinfo=UTC), datetime(2026, 10, 25, 1, 30, tzinfo=UTC)),
        ],
    )
    def test_that_comes_twice_is_the_later_that_has_been(
        self, now: datetime, meant: datetime
    ) -> None:
        form = end("2026-10-25T02:30", now=now)
        assert form.is_valid()
        assert form.cleaned_data["ended_at"] == meant

    def test_untouched_it_is_the_moment_proposed_in_the_repeated_hour_too(self) -> None:
        proposed = datetime(2026, 10, 25, 0, 30, 12, tzinfo=UTC)
        form = end(
            "2026-10-25T02:30",
            now=datetime(2026, 10, 25, 0, 33, tzinfo=UTC),
            proposed=proposed.isoformat(),
        )
        assert form.is_valid()
        assert form.cleaned_data["ended_at"] == proposed

    def test_that_does_not_exist_in_march_is_a_real_moment(self) -> None:
        form = end("2026-03-29T02:30", now=datetime(2026, 3, 29, 4, 0, tzinfo=UTC))
        assert form.is_valid()
        assert form.cleaned_data["ended_at"].astimezone(UTC).date().isoformat() == "2026-03-29"

    @pytest.mark.parametrize("typed", ["", "anoche", "2026-13-01T00:00"])
    def test_that_cannot_be_read_is_told(self, typed: str) -> None:
        form = end(typed, now=datetime(2026, 11, 21, tzinfo=UTC))
        assert not form.is_valid()
        assert "ended_at" in form.errors

    @pytest.mark.parametrize("proposed", ["nada", "2026-11-21T00:41:00"])
    def test_a_proposal_that_is_no_moment_is_left_aside(self, proposed: str) -> None:
        form = end("2026-11-21T00:41", now=datetime(2026, 11, 21, tzinfo=UTC), proposed=proposed)
        assert form.is_valid()


@pytest.mark.parametrize(
    ("first", "last", "short"),
    [
        ("Xuacu", "Ñembro Peláez", "Xuacu Ñembro"),
        ("Higinio José", "de la Fuente Sariego", "Higinio de la Fuente"),
        ("Gaspar", "Vigil-Escalera Tuñón", "Gaspar Vigil-Escalera"),
        ("Olaya", "", "Olaya"),
        ("", "Cué", "Cué"),
    ],
)
def test_short_name(first: str, last: str, short: str) -> None:
    assert short_name(first, last) == short
