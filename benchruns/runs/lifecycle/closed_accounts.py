"""Ending the runs of accounts that were closed, by whichever door that was done."""

from django.db.models import F

from benchruns.models import Run
from benchruns.runs.lifecycle.requests import cancel_all
from benchruns.vocabulary import TERMINAL_STATES

MOST_AT_ONCE = 200  # the next look goes on where this one ended


def end_runs() -> None:
    """Call off what waits, and have what runs end; none of it is claimed meanwhile.

    What runs comes first: it loads a server now.
    """
    left = Run.objects.filter(owner__is_active=False, cancel_requested_at__isnull=True)
    going_on = left.exclude(state__in=TERMINAL_STATES).order_by(
        F("lease_expires_at").asc(nulls_last=True), "created_at"
    )
    cancel_all(
        list(going_on.values_list("pk", flat=True)[:MOST_AT_ONCE]), since="closed"
    )
