"""Addresses made from names."""

from collections.abc import Iterator
from typing import Any

from django.urls import get_resolver

from league.slugs import RESERVED, free_slug


def _first_words(patterns: Any, before: str = "") -> Iterator[str]:
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if hasattr(pattern, "url_patterns"):
            yield from _first_words(pattern.url_patterns, route)
        else:
            yield route.removeprefix("^").split("/")[0]


def test_no_competition_takes_an_address_of_the_site() -> None:
    own = {word for word in _first_words(get_resolver().url_patterns) if word and "<" not in word}
    assert len(own) > 5
    assert own <= RESERVED


def test_names_keep_apart() -> None:
    assert free_slug("Peña La Ñora", set()) == "pena-la-nora"
    assert free_slug("Peña La Ñora", {"pena-la-nora", "pena-la-nora-2"}) == "pena-la-nora-3"


def test_a_name_of_signs_has_an_address_too() -> None:
    assert free_slug("¡¿?!", set()) == "sin-nombre"


def test_a_long_name_leaves_room_for_its_number() -> None:
    assert len(free_slug("ñ" * 200, {"n" * 56})) <= 60
