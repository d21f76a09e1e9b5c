"""A Redis that is down costs speed and no page."""

import os

import pytest

from league.page_cache import ForgivingRedisCache

NOBODY_LISTENS = "redis://127.0.0.1:1/0"


def test_finds_nothing_while_redis_is_down() -> None:
    cache = ForgivingRedisCache(NOBODY_LISTENS, {})
    cache.set("page", b"<p>", 60)
    cache.set("page", b"<p>")
    assert cache.get("page") is None
    assert cache.get("page", b"-") == b"-"


@pytest.mark.postgresql
def test_keeps_pages_while_redis_is_up() -> None:
    cache = ForgivingRedisCache(os.environ["REDIS_URL"], {"KEY_PREFIX": "test"})
    cache.set("page", b"<p>", 60)
    assert cache.get("page") == b"<p>"
    cache.delete("page")
