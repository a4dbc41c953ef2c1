"""What a user asks of a run: each request has its one effect, or says why not."""

import pytest

from benchruns.errors import NotAllowed
from benchruns.models import AuditEntry
from benchruns.runs import lifecycle
from benchruns.vocabulary import AuditAction, RunState, Visibility
from tests.factories import RunFactory, UserFactory

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def test_a_cancelled_run_whose_worker_is_lost_is_not_run_again():
    run = RunFactory(running=True)
    lifecycle.request_cancel(run.id)

    lifecycle.lose(run.id, attempt=run.attempt)

    run.refresh_from_db()
    assert run.state == RunState.CANCELLED


@pytest.mark.parametrize("trait", [{}, {"scheduled": True}])
def test_a_waiting_run_is_cancelled_at_once(trait):
    run = lifecycle.request_cancel(RunFactory(**trait).id)

    assert run.state == RunState.CANCELLED
    assert run.finished_at is not None


def test_a_waiting_run_is_called_off_with_the_reason_and_a_running_one_is_not():
    waiting_run, running = RunFactory(), RunFactory(running=True)

    assert lifecycle.call_off(waiting_run.id, sweep_position=3)
    assert not lifecycle.call_off(running.id, sweep_position=3)

    waiting_run.refresh_from_db()
    running.refresh_from_db()
    assert waiting_run.state == RunState.CANCELLED
    assert waiting_run.events.get(code="cancelled").data == {"sweep_position": 3}
    assert (running.state, running.events.count()) == (RunState.RUNNING, 0)


def test_cancel_of_a_running_run_is_a_request():
    run = RunFactory(running=True)

    run = lifecycle.request_cancel(run.id)

    assert run.state == RunState.RUNNING
    assert lifecycle.is_cancel_requested(run.id, attempt=run.attempt)
    assert lifecycle.request_cancel(run.id).state == RunState.RUNNING


@pytest.mark.parametrize("trait", [{}, {"running": True}])
@pytest.mark.parametrize("who", ["owner", "staff"])
def test_who_cancelled_stands_in_the_event_by_role_and_in_the_log_by_name(trait, who):
    run = RunFactory(**trait)
    user = run.owner if who == "owner" else UserFactory(staff=True)

    lifecycle.request_cancel(run.id, by=user)

    assert run.events.get().data["by"] == who
    noted = AuditEntry.objects.get(action=AuditAction.RUN_CANCELLED)
    assert (noted.actor, noted.subject_id) == (user, str(run.id))
    assert noted.details == {"was_running": bool(trait)}


def test_an_ended_run_cannot_be_cancelled():
    with pytest.raises(NotAllowed, match="succeeded"):
        lifecycle.request_cancel(RunFactory(succeeded=True).id)


def test_only_a_succeeded_run_can_be_published():
    run = RunFactory(succeeded=True)

    lifecycle.publish(run.id)

    run.refresh_from_db()
    assert run.visibility == run.result.visibility == Visibility.PUBLIC
    with pytest.raises(NotAllowed):
        lifecycle.publish(RunFactory().id)
