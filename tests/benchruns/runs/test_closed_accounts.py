"""A closed account loads no server any more, whichever door it was closed by."""

import pytest

from benchruns.models import AuditEntry, Notice, Run
from benchruns.runs import lifecycle
from benchruns.runs.lifecycle import closed_accounts
from benchruns.runs.queue_places import announceable, places
from benchruns.schedules import changes, due
from benchruns.sentences.events import event_message
from benchruns.sentences.schedules import why_paused
from tests.factories import (
    NOON,
    EndpointFactory,
    GeneratorFactory,
    RunFactory,
    ServerFactory,
    UserFactory,
)
from tests.schedule_factories import ScheduleFactory

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def closed():
    return UserFactory(is_active=False)


def told_of(run):
    last = run.events.last()
    return event_message(last.code, last.data)


def test_its_queued_run_is_not_claimed_and_keeps_nobody_waiting(closed):
    server = ServerFactory()
    first, second = (
        RunFactory(endpoint=EndpointFactory(server=server, owner=owner), owner=owner)
        for owner in (closed, UserFactory())
    )
    worker = GeneratorFactory().name

    assert lifecycle.claim(first.pk, server=server, worker=worker) is None
    assert list(places()) == list(announceable()) == [second.pk]
    assert lifecycle.claim(second.pk, server=server, worker=worker) is not None


def test_what_waits_is_called_off_and_what_runs_is_asked_to_end(closed):
    running = RunFactory(owner=closed, running=True)
    waiting = RunFactory(owner=closed), RunFactory(owner=closed, scheduled=True)
    others = RunFactory()
    ended = RunFactory(owner=closed, succeeded=True)

    closed_accounts.end_runs()
    closed_accounts.end_runs()

    running.refresh_from_db()
    assert lifecycle.is_cancel_requested(running.pk, attempt=running.attempt)
    assert "account of its owner was closed" in told_of(running)
    for run in waiting:
        run.refresh_from_db()
        assert run.state == "cancelled"
        assert "account of its owner was closed" in told_of(run)
    assert Run.objects.get(pk=others.pk).state == "queued"
    assert Run.objects.get(pk=ended.pk).cancel_requested_at is None
    assert AuditEntry.objects.filter(action="run_cancelled", actor=None).count() == 3


def test_its_schedules_pause_and_go_on_when_their_owner_is_back(closed):
    schedule, others = ScheduleFactory(owner=closed), ScheduleFactory()

    due.tend(NOON + others.next_at.resolution)
    due.tend()

    schedule.refresh_from_db()
    assert (schedule.paused_for, schedule.next_at) == ("account_closed", None)
    assert "account of its owner was closed" in why_paused(schedule)
    assert Notice.objects.get(schedule=schedule).code == "account_closed"
    assert not Run.objects.filter(owner=closed).exists()
    others.refresh_from_db()
    assert others.paused_at is None

    closed.is_active = True
    closed.save()
    changes.resume(schedule, by=closed)
    schedule.refresh_from_db()
    assert schedule.next_at is not None
