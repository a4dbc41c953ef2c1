"""A process in which nothing is by chance: time stands still, random bytes are counted."""

import random
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from hashlib import shake_256
from itertools import count
from unittest import mock

import factory.random
import time_machine

NOW = datetime(2026, 3, 2, 12, 30, tzinfo=UTC)


@contextmanager
def without_chance() -> Iterator[None]:
    factory.random.reseed_random(1)
    random.seed(1)
    with ExitStack() as stack:
        stack.enter_context(mock.patch("os.urandom", _counted()))
        stack.enter_context(mock.patch("random._urandom", _counted()))
        stack.enter_context(time_machine.travel(NOW, tick=False))
        yield


def _counted() -> Callable[[int], bytes]:
    """Ids of rows are counted by themselves, so that no other draw moves them."""
    ids, others = count(), count()

    def urandom(size: int) -> bytes:
        is_id = sys._getframe(1).f_globals["__name__"] == "uuid"
        drawn = f"id {next(ids)}" if is_id else f"other {next(others)}"
        return shake_256(drawn.encode()).digest(size)

    return urandom
