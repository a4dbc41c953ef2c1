"""Waking the workers: tasks by name, with an id only.

A message is never needed for correctness: beat announces again what waits, so a broker
that is down delays work and loses none.
"""

import logging
import threading
import time
from datetime import timedelta
from functools import partial
from uuid import UUID

from django.conf import settings
from django.db import transaction
from kombu.exceptions import OperationalError

from benchruns.emergency import stop
from benchruns.limits import door
from benchruns.models import Check, Endpoint
from benchruns.row_locks import lock_user
from benchruns.vocabulary import Limit
from benchruns.webhooks import wakes
from portal.celery import app

logger = logging.getLogger(__name__)

CHECK_WAIT_SECONDS = 15.0
POLL_SECONDS = 0.15
# Half of the eight threads of a web process: the other half goes on serving.
MOST_WAITING = 4
_waiting = threading.BoundedSemaphore(MOST_WAITING)


def announce(run_id: UUID) -> None:
    """Tell the ``runs`` workers, once the transaction is committed, that a run waits."""
    transaction.on_commit(
        partial(
            _send,
            "benchbook.run",
            queue="runs",
            argument=run_id,
            expires=settings.TEND_SECONDS,
        )
    )


def drop_data(endpoint_id: UUID) -> None:
    """Tell the ``control`` workers, once it is committed, that data is to be dropped."""
    transaction.on_commit(
        partial(
            _send,
            "benchbook.drop_leftovers",
            queue="control",
            argument=endpoint_id,
            expires=settings.LEFTOVER_SECONDS,
        )
    )


def deliver() -> None:
    """Have what webhooks wait for sent at once, once it is committed."""
    transaction.on_commit(_wake_for_deliveries)


def resume() -> None:
    """Have the workers begin what waited for the end of a stop, once it is committed."""
    transaction.on_commit(
        partial(_send, "benchbook.tend", queue="tend", expires=settings.TEND_SECONDS)
    )
    for check in Check.objects.filter(finished_at__isnull=True):
        transaction.on_commit(partial(_send_check, check.pk))


def check_endpoint(
    endpoint: Endpoint, *, wait_seconds: float = CHECK_WAIT_SECONDS
) -> Check:
    """Have a worker check an endpoint; finished, or not within ``wait_seconds``.

    A check that is already under way is joined; a new one counts as one of its owner's,
    who may be refused with LimitReached. When as many requests wait as may, and
    while staff have stopped all load, the answer is the unfinished check at once.
    """
    check = _check_under_way(endpoint)
    if stop.standing() is not None:
        return check
    if not _waiting.acquire(blocking=False):
        return check
    try:
        return _finished(check, wait_seconds=wait_seconds)
    finally:
        _waiting.release()


def is_awaited(check: Check) -> bool:
    """Whether a worker may still answer it: the regular sweep has not given it up."""
    patience = timedelta(seconds=settings.CHECK_PATIENCE_SECONDS)
    return check.finished_at is None and stop.is_within(
        patience, asked_at=check.requested_at
    )


@transaction.atomic
def _check_under_way(endpoint: Endpoint) -> Check:
    """The unfinished check of the endpoint, or a new one that a worker is told of."""
    lock_user(endpoint.owner_id)
    # Of two requests at once the second waits here and finds the first one's check.
    Endpoint.objects.select_for_update().get(pk=endpoint.pk)
    last = endpoint.checks.filter(finished_at__isnull=True).first()
    if last is not None and is_awaited(last):
        return last
    door.spend(endpoint.owner, Limit.CHECKS)
    check = Check.objects.create(endpoint=endpoint)
    transaction.on_commit(partial(_send_check, check.pk))
    return check


def _send_check(check_id: UUID) -> None:
    _send(
        "benchbook.check",
        queue="control",
        argument=check_id,
        expires=settings.CHECK_PATIENCE_SECONDS,
    )


def _finished(check: Check, *, wait_seconds: float) -> Check:
    """The check as it is when it ends, is forgotten, or the time is over."""
    deadline = time.monotonic() + wait_seconds
    while time.monotonic() < deadline:
        found = Check.objects.filter(pk=check.pk).first()
        if found is None or found.finished_at is not None:
            return found or check
        time.sleep(POLL_SECONDS)
    return check


def _wake_for_deliveries() -> None:
    """However often it is asked for, one message waits: the look that it wakes sends all."""
    if wakes.is_first():
        _send("benchbook.deliver", queue="webhooks", expires=settings.DELIVER_SECONDS)


def _send(task: str, *, queue: str, expires: int, argument: UUID | None = None) -> None:
    """A message that expires is not missed: by then the sweep has taken over."""
    args = [] if argument is None else [str(argument)]
    try:
        app.send_task(task, args=args, queue=queue, expires=expires)
    except OperationalError:
        logger.warning("broker unreachable, beat will announce", extra={"task": task})
