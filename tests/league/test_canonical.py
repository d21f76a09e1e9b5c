"""The same value always gives the same bytes."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league import canonical

plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


def test_bytes_worked_by_hand() -> None:
    text = canonical.dumps({"ñ": [1, True, None], "a": "Órdago"})
    assert text == '{"a":"Órdago","ñ":[1,true,null]}'


def test_a_moment_is_written_in_utc_to_the_microsecond() -> None:
    madrid = datetime(2026, 10, 25, 2, 30, fold=1, tzinfo=ZoneInfo("Europe/Madrid"))
    assert canonical.dumps([madrid]) == '["2026-10-25T01:30:00.000000Z"]'


def test_a_naive_moment_and_a_float_are_refused() -> None:
    with pytest.raises(ValueError, match="naive"):
        canonical.dumps([datetime(2026, 1, 1)])
    with pytest.raises(TypeError):
        canonical.dumps([0.1])


@given(st.dictionaries(st.text(), plain))
def test_order_of_keys_does_not_matter(value: dict[str, object]) -> None:
    backwards = dict(reversed(list(value.items())))
    assert canonical.dumps(value) == canonical.dumps(backwards)


def test_same_moment_in_two_zones_is_one_text() -> None:
    summer = datetime(2026, 7, 1, 22, tzinfo=ZoneInfo("Europe/Madrid"))
    assert canonical.moment(summer) == canonical.moment(summer.astimezone(UTC))
