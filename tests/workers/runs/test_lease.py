"""Holding a run: the lease is kept, and losing it or being cancelled is noticed."""

import threading
import time
from datetime import timedelta

import pytest
from django.utils import timezone

from benchruns.models import Run
from benchruns.runs import lifecycle
from tests import waiting
from tests.factories import RunFactory
from workers.runs.lease import Cancelled, Lease

pytestmark = pytest.mark.django_db(transaction=True)


def has_raised(lease: Lease, error: type[Exception]) -> bool:
    try:
        lease.check()
    except error:
        return True
    return False


def test_a_held_lease_is_renewed(settings):
    settings.RUN_LEASE_SECONDS = 15
    run = RunFactory(running=True)
    until = timezone.now()
    Run.objects.update(lease_expires_at=until)

    def is_renewed() -> bool:
        nonlocal until
        before, until = until, Run.objects.get(pk=run.pk).lease_expires_at
        return until > before

    with Lease(run.id, attempt=run.attempt) as lease:
        for _ in range(2):
            waiting.until(is_renewed, what="a renewal")
        lease.check()


def test_a_cancel_is_noticed():
    run = RunFactory(running=True)
    with Lease(run.id, attempt=run.attempt) as lease:
        lifecycle.request_cancel(run.id)

        waiting.until(lambda: has_raised(lease, Cancelled), what="a cancel")


def test_a_lost_lease_is_noticed():
    run = RunFactory(running=True)
    with Lease(run.id, attempt=run.attempt) as lease:
        lifecycle.lose(run.id, attempt=run.attempt)

        waiting.until(lambda: has_raised(lease, lifecycle.LeaseLost), what="the loss")


def test_nothing_holds_a_run_after_its_lease_is_left(settings):
    settings.RUN_LEASE_SECONDS = 1
    run = RunFactory(running=True)
    with Lease(run.id, attempt=run.attempt):
        pass
    Run.objects.update(lease_expires_at=timezone.now() - timedelta(seconds=1))

    assert lifecycle.reap() == [run.id]


def test_a_lease_is_lost_by_the_clock_while_the_database_hangs(settings, monkeypatch):
    settings.RUN_LEASE_SECONDS = 4
    run = RunFactory(running=True)
    answer = threading.Event()
    monkeypatch.setattr(
        lifecycle, "is_cancel_requested", lambda *_a, **_k: answer.wait()
    )
    with Lease(run.id, attempt=run.attempt) as lease:
        lease.check()

        waiting.until(lambda: has_raised(lease, lifecycle.LeaseLost), what="the loss")
        answer.set()


def test_a_claim_that_took_long_counts_from_its_beginning(settings):
    settings.RUN_LEASE_SECONDS = 5
    run = RunFactory(running=True)
    lease = Lease(run.id, attempt=run.attempt, since=time.monotonic() - 6)

    assert has_raised(lease, lifecycle.LeaseLost)
