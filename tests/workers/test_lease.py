"""Holding a run: the lease is kept, and losing it or being cancelled is noticed."""

import time
from datetime import timedelta

import pytest
from django.utils import timezone

from benchruns import lifecycle
from benchruns.models import Run
from tests import waiting
from tests.factories import RunFactory
from workers.lease import Cancelled, Lease

pytestmark = pytest.mark.django_db(transaction=True)


def has_raised(lease: Lease, error: type[Exception]) -> bool:
    try:
        lease.check()
    except error:
        return True
    return False


def test_a_held_lease_is_renewed(settings):
    settings.RUN_LEASE_SECONDS = 3
    run = RunFactory(running=True)
    Run.objects.update(lease_expires_at=timezone.now() + timedelta(seconds=3))
    with Lease(run.id, attempt=run.attempt) as lease:
        time.sleep(4)
        lease.check()

    assert lifecycle.reap() == []


def test_a_cancel_is_noticed_within_two_seconds():
    run = RunFactory(running=True)
    with Lease(run.id, attempt=run.attempt) as lease:
        lifecycle.request_cancel(run.id)

        waiting.until(lambda: has_raised(lease, Cancelled), within=2, what="a cancel")


def test_a_lost_lease_is_noticed():
    run = RunFactory(running=True)
    with Lease(run.id, attempt=run.attempt) as lease:
        lifecycle.lose(run.id, attempt=run.attempt, reason="gone")

        waiting.until(
            lambda: has_raised(lease, lifecycle.LeaseLost), within=2, what="the loss"
        )


def test_nothing_holds_a_run_after_its_lease_is_left(settings):
    settings.RUN_LEASE_SECONDS = 1
    run = RunFactory(running=True)
    with Lease(run.id, attempt=run.attempt):
        pass
    Run.objects.update(lease_expires_at=timezone.now() - timedelta(seconds=1))

    assert lifecycle.reap() == [run.id]
