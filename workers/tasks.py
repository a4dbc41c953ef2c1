"""The Celery tasks: names and ids in, everything else in the modules they call."""

import logging
from uuid import UUID

import psutil
from celery import shared_task
from celery.signals import worker_shutting_down
from django.conf import settings

from benchruns import lifecycle
from workers import checker, executor, tending

logger = logging.getLogger(__name__)


@shared_task(name="benchbook.run")
def run(run_id: str) -> None:
    executor.execute(UUID(run_id))
    announce_waiting()


@shared_task(name="benchbook.check")
def check(check_id: str) -> None:
    checker.perform(UUID(check_id))


@shared_task(name="benchbook.tend")
def tend() -> None:
    tending.tend()
    announce_waiting()


def announce_waiting() -> None:
    """Wake a worker for each server's next run; stale messages expire by themselves."""
    for run_id in lifecycle.announceable():
        run.apply_async((str(run_id),), expires=settings.SWEEP_SECONDS)


@worker_shutting_down.connect
def _stop_children(**_kwargs: object) -> None:
    """Pass the order on: a run goes back to the queue instead of holding the worker."""
    for child in psutil.Process().children():
        child.terminate()
