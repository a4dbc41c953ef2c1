"""Guessing passwords: after some failures of one account from one address, a pause.

The counts lie in Redis, which all web processes share. Without Redis nothing is
counted: logging in does not depend on it.
"""

import hashlib
import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from django.conf import settings
from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import User
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

MOST_FAILURES = 10
PAUSE_SECONDS = 900


class LimitedBackend(ModelBackend):
    """Django's own accounts; while a caller is barred no password is looked at."""

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        **kwargs: Any,  # as Django's own
    ) -> User | None:
        if request is None or username is None:  # a program of ours, nobody from afar
            return super().authenticate(request, username, password, **kwargs)
        if is_barred(request, username):
            raise PermissionDenied
        user = super().authenticate(request, username, password, **kwargs)
        if user is None:
            _count_failure(request, username)
        return user


def is_barred(request: HttpRequest, username: str) -> bool:
    count = 0
    with _or_without_redis():
        count = cache.get(_key(request, username), 0)
    return int(count) >= MOST_FAILURES


def _count_failure(request: HttpRequest, username: str) -> None:
    key = _key(request, username)
    # ValueError: the count has run out since it was made sure of.
    with _or_without_redis(), suppress(ValueError):
        cache.add(key, 0, PAUSE_SECONDS)
        cache.incr(key)


def _key(request: HttpRequest, username: str) -> str:
    caller = f"{_address(request)}\n{username.casefold()}"
    return f"failed-logins-{hashlib.sha256(caller.encode()).hexdigest()}"


def _address(request: HttpRequest) -> str:
    """The caller's: behind our proxy, which HTTPS means, the one that it has seen."""
    forwarded = request.headers.get("X-Forwarded-For", "") if settings.HTTPS else ""
    seen = forwarded.rpartition(",")[2].strip()
    return seen or str(request.META.get("REMOTE_ADDR", ""))


@contextmanager
def _or_without_redis() -> Iterator[None]:
    try:
        yield
    except RedisError:
        logger.warning("failed logins are not counted: no answer from Redis")
