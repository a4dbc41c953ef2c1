"""The regular sweep: what nobody else will do when a message or a worker is lost."""

from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.utils import timezone

from benchruns.emergency import stop
from benchruns.endpoints.registration import fail_check
from benchruns.failures.failure import Failure
from benchruns.models import Check
from benchruns.runs import lifecycle

LIMIT_SECONDS = 60  # of one look; the next one goes on where it ended
MOST = 20  # overdue checks announced at a sweep: a full queue is not filled further


def tend() -> None:
    """Queue what is due, take lost runs back, give up checks that nobody answered."""
    lifecycle.promote_due()
    lifecycle.reap()
    patience = timedelta(seconds=settings.CHECK_PATIENCE_SECONDS)
    for check in Check.objects.filter(
        finished_at__isnull=True, requested_at__lt=timezone.now() - patience
    ):
        if not stop.is_within(patience, asked_at=check.requested_at):
            fail_check(check, failure=Failure(code="no_worker"))


def overdue_checks() -> list[UUID]:
    """Checks that nobody works on any more, though somebody may have begun.

    A worker that is killed takes its check along, and a broker its message. Who began
    one when it was asked for has been ended by its limit in time.
    """
    overdue = timezone.now() - timedelta(seconds=settings.CHECK_LIMIT_SECONDS)
    waiting = Check.objects.filter(finished_at__isnull=True, requested_at__lt=overdue)
    return list(waiting.order_by("requested_at").values_list("id", flat=True)[:MOST])
