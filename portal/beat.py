"""Beat's scheduler, which goes on at once when the machine's clock is set back.

Celery keeps when each task is due as a time of day, and what ran last as another. A
clock that was ahead leaves both in the future: nothing would be sent until the clock has
come there again, an hour later for an hour.
"""

from datetime import datetime, timedelta
from typing import Any

from celery import schedules
from django.utils import timezone
from django_celery_beat.schedulers import DatabaseScheduler, ModelEntry


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
        super().__init__(*args, **options)

    def tick(self, *args: Any, **options: Any) -> float:
        """Send what is due; seconds until the next look."""
        now = timezone.now()
        if now < self._looked_at:
            self._heap = None  # each task's turn is found anew
        self._looked_at = now
        seconds: float = super().tick(*args, **options)
        return seconds
