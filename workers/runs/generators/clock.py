"""The clock that all generators of a run share: that of the portal's database.

Clocks of machines differ; each holds its own against the database's, by the answer that came
soonest, and waits for the agreed instant by its monotonic clock.
"""

import time
from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import connection
from django.utils import timezone

ASKED = 5
LOOK_SECONDS = 0.2


class CommonClock:
    """``now`` by the database, known to half of its shortest answer."""

    def __init__(self) -> None:
        self._told_at, self._read_at = min(
            (_asked() for _ in range(ASKED)), key=lambda found: found[2]
        )[:2]

    def now(self) -> datetime:
        return self._told_at + timedelta(seconds=time.monotonic() - self._read_at)

    def of(self, local: datetime) -> datetime:
        """An instant of this machine's clock by the common one."""
        return local + (self.now() - timezone.now())

    def sleep_until(self, instant: datetime, *, go_on: Callable[[], None]) -> None:
        """``go_on`` raises when the run must stop."""
        while (left := (instant - self.now()).total_seconds()) > 0:
            go_on()
            time.sleep(min(left, LOOK_SECONDS))


def _asked() -> tuple[datetime, float, float]:
    """What the database told, when by the monotonic clock, and how long it took."""
    began = time.monotonic()
    told = _database_now()
    took = time.monotonic() - began
    return told, began + took / 2, took


def _database_now() -> datetime:
    if connection.vendor == "sqlite":
        return timezone.now()  # a file, so all are on one machine
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        told: datetime = cursor.fetchone()[0]
    return told
