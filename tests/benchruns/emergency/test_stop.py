"""Staff's stop of all load: while it stands nothing is claimed, whoever comes first."""

import threading
from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from benchruns.emergency import stop
from benchruns.errors import FieldError, NotAllowed
from benchruns.models import AuditEntry, EmergencyStop, Run
from benchruns.runs import lifecycle, queue_places
from benchruns.vocabulary import AuditAction, RunState
from tests import waiting
from tests.factories import RunFactory, ServerFactory, UserFactory
from tests.sentences import of_events

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

REASON = "The storage of provider A burns."


def claim(run: Run) -> object:
    return lifecycle.claim(run.id, server=ServerFactory(), worker="here")


def test_nothing_is_claimed_or_announced_until_the_stop_is_lifted():
    run, grace = RunFactory(), UserFactory(staff=True)
    stop.stop_all(by=grace, reason=REASON)

    assert list(queue_places.announceable()) == []
    assert claim(run) is None
    run.refresh_from_db()
    assert (run.state, run.attempt, run.events.count()) == (RunState.QUEUED, 0, 0)

    stop.lift(by=grace)
    assert list(queue_places.announceable()) == [run.id]
    assert claim(run) is not None


def test_who_stopped_and_lifted_and_why_stands_in_the_audit_log():
    grace, ada = UserFactory(staff=True), UserFactory(staff=True)

    stop.stop_all(by=grace, reason=f"  {REASON}\n")
    stop.lift(by=ada)

    lifted, stopped = AuditEntry.objects.all()
    assert (stopped.action, stopped.actor) == (AuditAction.LOAD_STOPPED, grace)
    assert stopped.details == {"reason": REASON}
    assert (lifted.action, lifted.actor) == (AuditAction.LOAD_STOP_LIFTED, ada)
    assert lifted.details["reason_of_stop"] == REASON


def test_a_second_stop_changes_nothing_and_says_why_the_first_one_stands():
    grace = UserFactory(staff=True)
    stop.stop_all(by=grace, reason=REASON)

    with pytest.raises(NotAllowed, match=REASON):
        stop.stop_all(by=UserFactory(staff=True), reason="Another one.")

    standing = stop.standing()
    assert (standing.reason, standing.by) == (REASON, grace)
    assert AuditEntry.objects.count() == 1


def test_nothing_is_lifted_where_nothing_is_stopped():
    with pytest.raises(NotAllowed, match="Nothing is stopped"):
        stop.lift(by=None)

    assert not AuditEntry.objects.exists()


@pytest.mark.parametrize("reason", ["", " \n\t", "x" * 301, "a\u202eb", "a\x00b"])
def test_a_stop_without_a_reason_that_can_be_read_is_refused(reason):
    with pytest.raises(FieldError) as refused:
        stop.stop_all(by=None, reason=reason)

    assert refused.value.field == "reason"
    assert stop.standing() is None


def test_there_is_one_row_and_it_stands_with_a_reason_alone():
    stop.stop_all(by=None, reason=REASON)

    for wrong in ({"id": 2}, {"reason": ""}):
        row = EmergencyStop(**{"id": 1, "reason": "r", "since": timezone.now()} | wrong)
        with pytest.raises(IntegrityError), transaction.atomic():
            row.save()


def test_a_run_that_is_stopped_waits_again_and_has_lost_no_try(settings):
    settings.RUN_MAX_ATTEMPTS = 1
    run = RunFactory()
    claim(run)
    queued_at = run.queued_at

    for _ in range(2):
        run.refresh_from_db()
        lifecycle.lose(run.id, attempt=run.attempt, stop_reason=REASON)
        assert claim(run) is not None

    run.refresh_from_db()
    assert (run.state, run.attempt, run.queued_at) == (RunState.RUNNING, 3, queued_at)
    told = of_events(run, code="stopped")
    assert told == [f"Ended by an emergency stop of all load: {REASON}"] * 2


def test_time_under_a_stop_is_none_that_somebody_waited():
    minute, asked_at = timedelta(minutes=1), timezone.now() - timedelta(hours=1)
    assert not stop.is_within(minute, asked_at=asked_at)

    stop.stop_all(by=None, reason=REASON)
    assert stop.is_within(minute, asked_at=asked_at)

    stop.lift(by=None)
    assert stop.is_within(minute, asked_at=asked_at)
    EmergencyStop.objects.update(lifted_at=timezone.now() - timedelta(minutes=2))
    assert not stop.is_within(minute, asked_at=asked_at)


@pytest.mark.django_db(transaction=True)
def test_a_stop_waits_for_a_claim_that_has_begun_and_no_claim_comes_after_it(
    monkeypatch,
):
    """The claim has passed its look at the stop when staff press it."""
    run, other, server = RunFactory(), RunFactory(), ServerFactory()
    order = []
    look = stop.forbids_claims

    def look_and_dawdle() -> bool:
        found = look()
        pressing.start()
        # the stop can only come now if the claim does not hold it off
        pressing.join(timeout=0.5)
        order.append("claim looked")
        return found

    def press() -> None:
        stop.stop_all(by=None, reason=REASON)
        order.append("stopped")
        connection.close()

    pressing = threading.Thread(target=press, name="the stop")
    monkeypatch.setattr(stop, "forbids_claims", look_and_dawdle)
    claimed = lifecycle.claim(run.id, server=server, worker="here")
    waiting.for_thread(pressing)
    monkeypatch.undo()

    assert claimed is not None
    assert order == ["claim looked", "stopped"]
    assert claim(other) is None
    assert stop.standing() is not None


@pytest.mark.django_db(transaction=True)
def test_claims_and_a_stop_at_once_leave_none_that_began_after_it():
    runs = [RunFactory() for _ in range(6)]
    servers = [ServerFactory() for _ in runs]
    ready = threading.Barrier(len(runs) + 1)

    def take(run: Run, server: object) -> None:
        ready.wait()
        lifecycle.claim(run.id, server=server, worker="here")
        connection.close()

    threads = [
        threading.Thread(target=take, args=each, name=f"claim {number}")
        for number, each in enumerate(zip(runs, servers, strict=True))
    ]
    for thread in threads:
        thread.start()
    ready.wait()
    stop.stop_all(by=None, reason=REASON)
    # what has been claimed by now was before the stop, and nothing is added to it
    claimed = set(Run.objects.filter(state=RunState.RUNNING).values_list("pk"))
    for thread in threads:
        waiting.for_thread(thread)

    after = set(Run.objects.filter(state=RunState.RUNNING).values_list("pk"))
    assert after == claimed
