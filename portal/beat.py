"""Beat's scheduler: one of several acts, and it goes on at once when the clock is set back.

A second beat on another machine waits until the first one is silent, and then takes its
place. Both may act for a moment, or while Redis is away: a task that is sent twice finds
what it would do done.

Celery keeps when each task is due as a time of day, and what ran last as another. A
clock that was ahead leaves both in the future: nothing would be sent until the clock has
come there again, an hour later for an hour.
"""

from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

from celery import schedules
from django.core.cache import cache
from django.utils import timezone
from django_celery_beat.schedulers import DatabaseScheduler, ModelEntry

TURN = "beat"
# Longer than the longest pause between two looks, which is celery-beat's five seconds.
TURN_SECONDS = 15
# Between two looks whether the other one is still there.
WAIT_SECONDS = 2.0


class Turn:
    """Which of several beats acts: the one that has its name in Redis, for some seconds."""

    def __init__(self) -> None:
        self._name = uuid4().hex

    def is_ours(self) -> bool:
        """Taken where it is free, and kept. Nobody else's while Redis is away."""
        if cache.add(TURN, self._name, TURN_SECONDS):
            return True
        holder = cache.get(TURN)
        if holder == self._name:
            cache.touch(TURN, TURN_SECONDS)
        return holder in (self._name, None)

    def give_back(self) -> None:
        if cache.get(TURN) == self._name:
            cache.delete(TURN)


class Entry(ModelEntry):  # type: ignore[misc] # django-celery-beat has no types
    """One task of the schedule; one that ran in the future is due now."""

    last_run_at: datetime

    def is_due(self) -> schedules.schedstate:
        if self.last_run_at > timezone.now():
            self.last_run_at = self.model.last_run_at = (
                timezone.now() - self._interval()
            )
        found: schedules.schedstate = super().is_due()
        return found

    def _interval(self) -> timedelta:
        """A crontab has none: it waits for its next time."""
        interval: timedelta = getattr(self.schedule, "run_every", timedelta())
        return interval


class Scheduler(DatabaseScheduler):  # type: ignore[misc]
    Entry = Entry

    def __init__(self, *args: Any, **options: Any) -> None:
        self._looked_at = timezone.now()
        self._turn = Turn()
        super().__init__(*args, **options)

    def tick(self, *args: Any, **options: Any) -> float:
        """Send what is due, if it is our turn; seconds until the next look."""
        if not self._turn.is_ours():
            return WAIT_SECONDS
        now = timezone.now()
        if now < self._looked_at:
            self._heap = None  # each task's turn is found anew
        self._looked_at = now
        seconds: float = super().tick(*args, **options)
        return seconds

    def close(self) -> None:
        self._turn.give_back()
        super().close()
