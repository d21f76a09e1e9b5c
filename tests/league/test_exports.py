"""Lists as files."""

import pytest

from league.exports import harmless


@pytest.mark.parametrize("text", ["=1+1", "+34985", "-2", "@SUM(A1)", "\t=1", "\r=1"])
def test_formulas_are_written_as_text(text: str) -> None:
    assert harmless(text) == f"'{text}"


@pytest.mark.parametrize("value", ["Ñembro, Nel", "AST-1", 12, 3.5])
def test_the_rest_stays(value: object) -> None:
    assert harmless(value) == value


def test_nothing_is_empty() -> None:
    assert harmless(None) == ""
