"""How long property tests run; and for mutation testing, tables made anew for each test."""

import pytest

from rules.mus import orders, settlement
from tests.hypothesis_runs import PROFILE, load_profile

load_profile()


@pytest.fixture(autouse=PROFILE == "mutants")
def tables_made_anew():
    """Otherwise only the first test that settles a deal would be known to need the tables."""
    for kept in (orders._orders, settlement._asturias, settlement._book):
        kept.cache_clear()
