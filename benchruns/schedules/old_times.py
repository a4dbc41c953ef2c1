"""Times of schedules at which nothing was started go after a month.

One of each minute on a busy server is skipped 1,440 times a day. Started ones stay with
their runs, and missed ones, of which a row counts all in a row, in the sum of their schedule.
"""

from datetime import timedelta

from django.utils import timezone

from benchruns.models import Occurrence
from benchruns.vocabulary import OccurrenceState

STAYING = timedelta(days=30)  # as what a webhook sent
BATCH = 1000  # of one look; the next one goes on
WITHOUT_RUNS = (OccurrenceState.SKIPPED, OccurrenceState.REFUSED)


def remove(*, batch: int = BATCH) -> None:
    """The oldest of what is past its time."""
    old = Occurrence.objects.filter(
        state__in=WITHOUT_RUNS, at__lt=timezone.now() - STAYING
    ).order_by("at")
    ids = list(old.values_list("pk", flat=True)[:batch])
    if ids:
        Occurrence.objects.filter(pk__in=ids).delete()
