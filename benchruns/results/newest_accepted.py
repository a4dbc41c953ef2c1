"""The results of reports that were accepted last."""

from django.db.models import Exists, OuterRef

from benchruns.models import Submission
from benchruns.models.results import ResultQuerySet


def newest_accepted(seen: ResultQuerySet, *, count: int) -> ResultQuerySet:
    """``count`` of those ``seen``, by when their report was accepted, newest first.

    Their reports are found first, by an index: else all submitted results are put in order.
    """
    reports = Submission.objects.filter(
        Exists(seen.filter(submission=OuterRef("pk")).order_by()),
        accepted_at__isnull=False,
    ).order_by("-accepted_at", "-id")
    found = seen.filter(submission__in=reports.values("pk")[:count])
    return found.order_by("-submission__accepted_at", "-id")[:count]
