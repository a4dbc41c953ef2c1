"""The regular sweep: what nobody else will do when a message or a worker is lost."""

from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from benchruns.catalogue.summaries.refresh import refresh as refresh_classes
from benchruns.emergency import stop
from benchruns.endpoints.registration import fail_check
from benchruns.failures.failure import Failure
from benchruns.models import Check
from benchruns.reports.shelf.refresh import refresh as refresh_versions
from benchruns.runs import lifecycle
from benchruns.runs.lifecycle import closed_accounts, unserved
from benchruns.schedules import due

LIMIT_SECONDS = 60  # of one look; the next one goes on where it ended


def tend() -> None:
    """Start what recurs, queue what is due, take lost runs back, end those of closed accounts,
    tell of missing generators, give up checks, sum up."""
    lifecycle.reap()
    closed_accounts.end_runs()
    due.tend()
    lifecycle.promote_due()
    unserved.tell()
    patience = timedelta(seconds=settings.CHECK_PATIENCE_SECONDS)
    for check in Check.objects.filter(
        finished_at__isnull=True, requested_at__lt=timezone.now() - patience
    ):
        if not stop.is_within(patience, asked_at=check.requested_at):
            fail_check(check, failure=Failure(code="no_worker"))
    refresh_classes()
    refresh_versions()
