"""Spanish order: ñ after n, accents and case of no account, digits first."""

import random

from hypothesis import given
from hypothesis import strategies as st

from league.collation import sort_key

# In the order a Spanish reader expects.
ORDER = [
    "12 de Octubre",
    "Álvarez",
    "Bar Carbayeda",
    "Cué",
    "Nuño",
    "Nuñoz",
    "Nuza",
    "Ñora, La",
    "Ñu",
    "Óscar",
    "Peña El Órdago",
    "Peñarrubia",
    "Pez",
    "Zamora",
]


def test_names_of_peñas_and_players() -> None:
    shuffled = ORDER.copy()
    random.Random(7).shuffle(shuffled)
    assert sorted(shuffled, key=sort_key) == ORDER


def test_accents_and_case_do_not_count() -> None:
    assert sort_key("ORDÓÑEZ Cué") == sort_key("ordóñez CUE")
    assert sort_key("  Les   Xanes ") == sort_key("les xanes")


def test_enye_decomposed_is_the_same_letter() -> None:
    assert sort_key("Pen\u0303a") == sort_key("Peña")


@given(st.text(max_size=200))
def test_any_text_has_a_key_that_every_database_orders_alike(text: str) -> None:
    key = sort_key(text)
    assert set(key) <= set("0123456789abcdef")
    assert len(key) <= 500
