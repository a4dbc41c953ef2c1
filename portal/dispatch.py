"""Waking the workers: tasks by name, with an id only.

A message is never needed for correctness: beat announces again what waits, so a broker
that is down delays work and loses none.
"""

import logging
import time
from functools import partial
from uuid import UUID

from django.db import transaction
from kombu.exceptions import OperationalError

from benchruns.models import Check, Endpoint
from portal.celery import app

logger = logging.getLogger(__name__)

CHECK_WAIT_SECONDS = 15.0
POLL_SECONDS = 0.15


def announce(run_id: UUID) -> None:
    """Tell the ``runs`` workers, once the transaction is committed, that a run waits."""
    transaction.on_commit(
        partial(_send, "benchbook.run", queue="runs", argument=run_id)
    )


def check_endpoint(
    endpoint: Endpoint, *, wait_seconds: float = CHECK_WAIT_SECONDS
) -> Check:
    """Have a worker check an endpoint; finished, or not within ``wait_seconds``."""
    check = Check.objects.create(endpoint=endpoint)
    deadline = time.monotonic() + wait_seconds
    transaction.on_commit(
        partial(_send, "benchbook.check", queue="control", argument=check.pk)
    )
    while time.monotonic() < deadline:
        check.refresh_from_db()
        if check.finished_at is not None:
            break
        time.sleep(POLL_SECONDS)
    return check


def _send(task: str, *, queue: str, argument: UUID) -> None:
    try:
        app.send_task(task, args=[str(argument)], queue=queue)
    except OperationalError:
        logger.warning("broker unreachable, beat will announce", extra={"task": task})
