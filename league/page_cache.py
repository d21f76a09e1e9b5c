"""The cache of whole public pages. It saves work and holds nothing that cannot be made again, so a
Redis that is down costs speed and no page. (Rate limits live in the other cache, which fails.)"""

import logging
from typing import Any

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)


class ForgivingRedisCache(RedisCache):
    """Finds nothing and keeps nothing while Redis does not answer."""

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        try:
            return super().get(key, default, version)
        except RedisError as error:
            logger.warning("the page cache does not answer: %s", error)
            return default

    def set(self, key: Any, value: Any, timeout: Any = ..., version: int | None = None) -> None:
        try:
            if timeout is ...:
                super().set(key, value, version=version)
            else:
                super().set(key, value, timeout, version)
        except RedisError as error:
            logger.warning("the page cache does not answer: %s", error)

    def get_many(self, keys: Any, version: int | None = None) -> dict[Any, Any]:
        try:
            return dict(super().get_many(keys, version))
        except RedisError as error:
            logger.warning("the page cache does not answer: %s", error)
            return {}

    def set_many(self, data: Any, timeout: Any = ..., version: int | None = None) -> list[Any]:
        try:
            if timeout is ...:
                return list(super().set_many(data, version=version))
            return list(super().set_many(data, timeout, version))
        except RedisError as error:
            logger.warning("the page cache does not answer: %s", error)
            return list(data)
