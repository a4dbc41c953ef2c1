"""The cache in Redis, which may be away: then it is empty, and nothing fails.

Only what may be lost is kept in it: how often somebody tried. A Redis that refuses is
asked each time; one that does not answer in time is left alone for a while, so that a
page which asks often is late once.
"""

import json
import logging
import time
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, TypeVar

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError, TimeoutError

logger = logging.getLogger(__name__)

PAUSE_SECONDS = 10

T = TypeVar("T")


class JsonSerializer:
    """Values as JSON: who writes to Redis must not have the portal run what it reads."""

    def dumps(self, value: Any) -> int | str:
        """Whole numbers stay what Redis itself counts up."""
        return value if type(value) is int else json.dumps(value)

    def loads(self, data: bytes) -> Any:
        return json.loads(data)


class RedisThatMayBeAway(RedisCache):
    """Django's cache in Redis; without an answer each method says what an empty one would.

    Keys are any, as Django's own; values what JSON holds.
    """

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        options = {"serializer": JsonSerializer, **params.get("OPTIONS", {})}
        super().__init__(server, params | {"OPTIONS": options})
        self._asked_again_at = 0.0
        self._told_again_at = 0.0

    def add(
        self,
        key: Any,
        value: Any,
        timeout: Any = DEFAULT_TIMEOUT,
        version: int | None = None,
    ) -> bool:
        return self._ask(partial(super().add, key, value, timeout, version), empty=True)

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return self._ask(partial(super().get, key, default, version), empty=default)

    def set(
        self,
        key: Any,
        value: Any,
        timeout: Any = DEFAULT_TIMEOUT,
        version: int | None = None,
    ) -> None:
        self._ask(partial(super().set, key, value, timeout, version), empty=None)

    def touch(
        self, key: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None
    ) -> bool:
        return self._ask(partial(super().touch, key, timeout, version), empty=False)

    def delete(self, key: Any, version: int | None = None) -> bool:
        return self._ask(partial(super().delete, key, version), empty=False)

    def get_many(
        self, keys: Iterable[Any], version: int | None = None
    ) -> dict[Any, Any]:
        return self._ask(partial(super().get_many, list(keys), version), empty={})

    def has_key(self, key: Any, version: int | None = None) -> bool:
        return self._ask(partial(super().has_key, key, version), empty=False)

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        count = self._ask(partial(super().incr, key, delta, version), empty=None)
        if count is None:
            raise ValueError(f"Key '{key}' not found.")
        return count

    def set_many(
        self,
        data: dict[Any, Any],
        timeout: Any = DEFAULT_TIMEOUT,
        version: int | None = None,
    ) -> list[Any]:
        return self._ask(
            partial(super().set_many, data, timeout, version), empty=list(data)
        )

    def delete_many(self, keys: Iterable[Any], version: int | None = None) -> None:
        self._ask(partial(super().delete_many, list(keys), version), empty=None)

    def clear(self) -> None:
        self._ask(super().clear, empty=None)

    def _ask(self, question: Callable[[], T], *, empty: T) -> T:
        now = time.monotonic()
        if now < self._asked_again_at:
            return empty
        try:
            return question()
        except RedisError as error:
            if isinstance(error, TimeoutError):
                self._asked_again_at = time.monotonic() + PAUSE_SECONDS
            if now >= self._told_again_at:
                self._told_again_at = now + PAUSE_SECONDS
                logger.warning("nothing is counted: no answer from Redis: %s", error)
            return empty
