"""Asks database, broker and workers whether they are there."""

import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db import DatabaseError, connection
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from portal.celery import app

ANSWER_SECONDS = 2
WORKERS = ("runs", "control", "tend", "webhooks")


@dataclass(frozen=True, slots=True)
class Health:
    """Which parts answer; of workers, whether any of the kind does."""

    database: bool
    broker: bool
    workers: tuple[tuple[str, bool], ...]

    @property
    def is_well(self) -> bool:
        return self.database and self.broker and all(there for _, there in self.workers)


def ask() -> Health:
    database, broker = _asks(_ask_database), _asks(_ask_broker)
    found = _kinds_that_answer() if broker else set()
    workers = tuple((name, name in found) for name in WORKERS)
    return Health(database=database, broker=broker, workers=workers)


def _asks(question: Callable[[], None]) -> bool:
    try:
        question()
    except (DatabaseError, OperationalError, RedisError, OSError):
        return False
    return True


def _ask_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def _ask_broker() -> None:
    with app.connection_for_read() as broker:
        broker.ensure_connection(max_retries=1, timeout=ANSWER_SECONDS)


class _AllAnswered(Exception):
    """Each kind has a worker that answered."""


def _kinds_that_answer() -> set[str]:
    """By one message to all workers; the wait ends when one of each kind has answered."""
    found: set[str] = set()

    def note(answer: dict[str, Any]) -> None:
        found.update(name.partition("@")[0] for name in answer)
        if found.issuperset(WORKERS):
            raise _AllAnswered

    with contextlib.suppress(_AllAnswered, OperationalError, RedisError, OSError):
        app.control.broadcast("ping", reply=True, timeout=ANSWER_SECONDS, callback=note)
    return found
