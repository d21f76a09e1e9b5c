"""Short dates are written alike in every month: Django's names of months are not."""

import re
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from django.utils import translation

from matches import moments

MADRID = ZoneInfo("Europe/Madrid")


@pytest.mark.parametrize("language", ["es", "ast"])
def test_short_months_are_small_and_without_a_point(language: str) -> None:
    with translation.override(language):
        for month in range(1, 13):
            moment = datetime(2027, month, 3, 22, 5, tzinfo=MADRID)
            assert re.fullmatch(r"3 [a-zñ]{3}", moments.month_day(moment))
            assert re.fullmatch(r"[a-zéá]{3} 3 [a-zñ]{3}", moments.night(moment))
            assert moments.stamp(moment) == f"{moments.month_day(moment)}, 22:05"
            assert moments.short(moment) == f"{moments.night(moment)}, 22:05"


def test_no_moment_is_nothing() -> None:
    assert moments.month_day(None) == moments.night(None) == moments.stamp(None) == ""
