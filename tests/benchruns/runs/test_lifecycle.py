"""Moves of a run: each is made once, by who may make it, and leaves valid rows."""

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from benchruns.failures.failure import Failure
from benchruns.models import Attempt, Counter, Result, Run, Sample
from benchruns.runs import lifecycle, queue_places
from benchruns.sentences.failures.table import why_failed
from benchruns.vocabulary import Outcome, Phase, RunState
from tests.factories import (
    DataSetFactory,
    EndpointFactory,
    ResultFactory,
    RunFactory,
    ServerFactory,
)

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

FAILURE = Failure(code="tool_died", values={"signal": 6}, detail="line")


def claim(run: Run, server: object | None = None) -> Attempt | None:
    server = server or run.endpoint.server or ServerFactory()
    return lifecycle.claim(run.id, server=server, worker="here")


def test_a_claim_takes_the_run_with_a_lease_and_an_attempt():
    run = RunFactory()

    attempt = claim(run)

    run.refresh_from_db()
    assert (run.state, run.phase, run.attempt) == (RunState.RUNNING, "preflight", 1)
    assert run.lease_expires_at > timezone.now()
    assert (attempt.number, attempt.outcome) == (1, "")
    assert run.events.last().code == "phase"


def test_a_second_claim_of_the_same_run_does_nothing():
    run = RunFactory()
    claim(run)

    assert claim(run) is None

    run.refresh_from_db()
    assert run.attempt == 1
    assert run.attempts.count() == 1


def test_a_claim_on_a_busy_server_is_refused_and_costs_no_attempt():
    server = ServerFactory()
    claim(RunFactory(), server)
    other = RunFactory()

    assert claim(other, server) is None

    other.refresh_from_db()
    assert (other.state, other.attempt) == (RunState.QUEUED, 0)


def test_runs_of_one_server_go_first_in_first_out():
    server = ServerFactory()
    first = RunFactory(endpoint=EndpointFactory(server=server))
    second = RunFactory(endpoint=EndpointFactory(server=server))

    assert claim(second, server) is None
    assert claim(first, server) is not None


def test_where_an_attempt_went_is_kept_with_it():
    run, reached = RunFactory(), {"host": "db.example", "address": "10.0.0.7"}

    lifecycle.claim(run.id, server=ServerFactory(), worker="here", reached=reached)

    assert run.attempts.get().reached == reached


def test_runs_of_different_servers_do_not_wait_for_each_other():
    claim(RunFactory(), ServerFactory())

    assert claim(RunFactory(), ServerFactory()) is not None


def test_the_first_run_of_each_idle_server_is_announced():
    busy, idle = ServerFactory(), ServerFactory()
    claim(RunFactory(endpoint=EndpointFactory(server=busy)), busy)
    RunFactory(endpoint=EndpointFactory(server=busy))
    head = RunFactory(endpoint=EndpointFactory(server=idle))
    RunFactory(endpoint=EndpointFactory(server=idle))
    unreached = RunFactory(endpoint=EndpointFactory(server=None))

    assert list(queue_places.announceable()) == [head.id, unreached.id]


def test_an_attempt_that_lost_its_lease_can_write_nothing():
    run = RunFactory()
    claim(run)
    lifecycle.lose(run.id, attempt=1)
    claim(run)
    data_set = DataSetFactory(
        endpoint=run.endpoint, server=ServerFactory(), database="shop"
    )

    for write in (
        lambda: lifecycle.renew(run.id, attempt=1),
        lambda: lifecycle.is_cancel_requested(run.id, attempt=1),
        lambda: lifecycle.begin_phase(run.id, attempt=1, phase=Phase.MEASURE),
        lambda: lifecycle.record_progress(
            run.id,
            attempt=1,
            progress=1.0,
            output_tail="",
            samples=[Sample(run=run, attempt=1, second=1)],
        ),
        lambda: lifecycle.record_counters(
            run.id,
            attempt=1,
            counters=[Counter(run=run, attempt=1, second=1, values={})],
        ),
        lambda: lifecycle.use(run.id, attempt=1, data_set=data_set),
        lambda: lifecycle.fail(run.id, attempt=1, failure=FAILURE),
        lambda: lifecycle.succeed(
            run.id, attempt=1, result=ResultFactory.build(measured=True, run=run)
        ),
    ):
        with pytest.raises(lifecycle.LeaseLost):
            write()

    assert Sample.objects.count() == 0
    assert Counter.objects.count() == 0
    assert Result.objects.count() == 0
    run.refresh_from_db()
    assert (run.state, run.attempt, run.data_set) == (RunState.RUNNING, 2, None)


def test_a_sample_is_stored_once_however_often_it_is_written():
    run = RunFactory(running=True)
    for _ in range(2):
        lifecycle.record_progress(
            run.id,
            attempt=run.attempt,
            progress=0.5,
            output_tail="last line",
            samples=[Sample(run=run, attempt=run.attempt, second=1, tps=7.0)],
        )

    assert run.samples.count() == 1
    run.refresh_from_db()
    assert (run.progress, run.output_tail) == (0.5, "last line")


def test_success_stores_exactly_one_result():
    run = RunFactory(running=True)
    result = ResultFactory.build(
        measured=True, run=run, owner=run.owner, endpoint=run.endpoint
    )

    lifecycle.succeed(run.id, attempt=run.attempt, result=result)

    run.refresh_from_db()
    assert run.state == RunState.SUCCEEDED
    assert run.lease_owner == ""
    assert run.result == result
    assert run.attempts.get().outcome == Outcome.SUCCEEDED
    with pytest.raises(IntegrityError), transaction.atomic():
        ResultFactory(measured=True, run=run)


def test_a_failure_says_why_on_the_run_and_in_its_events():
    run = RunFactory(running=True)

    lifecycle.fail(run.id, attempt=run.attempt, failure=FAILURE)

    run.refresh_from_db()
    assert (run.state, run.failure_code) == (RunState.FAILED, "tool_died")
    assert run.failure_values == {"signal": 6}
    assert run.failure_detail == "line"
    reason = {"code": "tool_died", "values": {"signal": 6}}
    assert run.events.last().data == {"reason": reason}


def test_an_expired_lease_puts_the_run_back_into_the_queue():
    run = RunFactory(running=True)
    Run.objects.update(lease_expires_at=timezone.now() - timedelta(seconds=1))

    assert lifecycle.reap() == [run.id]

    run.refresh_from_db()
    assert (run.state, run.attempt, run.phase) == (RunState.QUEUED, 1, "")
    assert run.attempts.get().outcome == Outcome.LOST
    assert lifecycle.reap() == []


def test_a_lost_run_keeps_its_place_in_the_queue():
    server = ServerFactory()
    lost = RunFactory(endpoint=EndpointFactory(server=server))
    later = RunFactory(endpoint=EndpointFactory(server=server))
    claim(lost, server)

    lifecycle.lose(lost.id, attempt=1)

    assert claim(later, server) is None
    assert claim(lost, server) is not None


def test_a_planned_stop_is_no_try(settings):
    settings.RUN_MAX_ATTEMPTS = 2
    run = RunFactory()
    for attempt in (1, 2, 3):
        claim(run)
        lifecycle.lose(run.id, attempt=attempt, is_planned=True)
    claim(run)
    lifecycle.lose(run.id, attempt=4)
    run.refresh_from_db()
    assert run.state == RunState.QUEUED

    claim(run)
    lifecycle.lose(run.id, attempt=5)

    run.refresh_from_db()
    assert run.state == RunState.FAILED
    assert list(run.attempts.values_list("number", flat=True)) == [1, 2, 3, 4, 5]


def test_a_lease_that_is_renewed_is_not_reaped():
    run = RunFactory(running=True)
    Run.objects.update(lease_expires_at=timezone.now() - timedelta(seconds=1))
    lifecycle.renew(run.id, attempt=run.attempt)

    assert lifecycle.reap() == []


def test_the_last_attempt_that_is_lost_fails_the_run(settings):
    settings.RUN_MAX_ATTEMPTS = 1
    run = RunFactory(running=True)

    lifecycle.lose(run.id, attempt=run.attempt)

    run.refresh_from_db()
    assert (run.state, run.failure_code) == (RunState.FAILED, "worker_lost")
    assert "attempt 1" in why_failed(run)


def test_a_scheduled_run_is_queued_when_its_time_has_come():
    due = RunFactory(scheduled=True, not_before=timezone.now() - timedelta(seconds=1))
    RunFactory(scheduled=True, not_before=timezone.now() + timedelta(hours=1))

    assert lifecycle.promote_due() == [due.id]
    assert lifecycle.promote_due() == []


def test_a_run_whose_server_has_no_address_fails_without_an_attempt():
    run = RunFactory()

    assert lifecycle.refuse(run.id, failure=FAILURE)

    run.refresh_from_db()
    assert (run.state, run.attempt) == (RunState.FAILED, 0)
    assert not lifecycle.refuse(run.id, failure=FAILURE)


def test_a_run_outlives_a_short_absence_of_the_name_service():
    run = RunFactory()

    for _ in range(2):
        assert not lifecycle.refuse(run.id, failure=FAILURE, may_pass=True)

    run.refresh_from_db()
    assert run.state == RunState.QUEUED
    assert run.events.filter(code="no_address").count() == 1


def test_a_name_service_that_stays_away_fails_the_run():
    run = RunFactory()
    lifecycle.refuse(run.id, failure=FAILURE, may_pass=True)
    run.events.update(at=timezone.now() - lifecycle.NAME_PATIENCE)

    assert lifecycle.refuse(run.id, failure=FAILURE, may_pass=True)

    run.refresh_from_db()
    assert run.state == RunState.FAILED


@pytest.mark.parametrize(
    "change",
    [
        {"state": "resting"},
        {"state": "running"},
        {"state": "succeeded"},
        {"lease_owner": "me"},
        {"state": "scheduled", "not_before": None},
        {"queued_at": None},
        {"state": "failed", "finished_at": timezone.now()},
    ],
)
def test_the_database_refuses_an_impossible_row(change):
    run = RunFactory()

    with pytest.raises(IntegrityError), transaction.atomic():
        Run.objects.filter(pk=run.pk).update(**change)


@pytest.mark.django_db(transaction=True)
def test_of_many_simultaneous_claims_exactly_one_wins():
    for _ in range(5):
        run, server = RunFactory(), ServerFactory()
        winners = in_threads(
            6, lambda run=run, server=server: claim(run, server) is not None
        )

        assert winners.count(True) == 1
        assert run.attempts.count() == 1


@pytest.mark.django_db(transaction=True)
def test_simultaneous_claims_of_many_runs_put_one_on_a_server():
    server = ServerFactory()
    runs = [RunFactory(endpoint=EndpointFactory(server=server)) for _ in range(6)]
    todo = iter(runs)
    lock = threading.Lock()

    def claim_next() -> bool:
        with lock:
            run = next(todo)
        return claim(run, server) is not None

    winners = in_threads(6, claim_next)

    assert winners.count(True) == 1
    assert Run.objects.filter(state=RunState.RUNNING).count() == 1
    assert (
        Run.objects.exclude(state=RunState.RUNNING).filter(attempt__gt=0).count() == 0
    )


def in_threads(count, work):
    """Call ``work`` at the same time in so many threads; what each returned.

    What one of them raises, this raises.
    """
    gate = threading.Barrier(count)

    def body() -> object:
        try:
            gate.wait()
            return work()
        finally:
            connection.close()

    with ThreadPoolExecutor(count) as threads:
        calls = [threads.submit(body) for _ in range(count)]
        return [call.result() for call in calls]


def test_a_run_waits_again_for_generators_that_did_not_come_but_not_for_ever():
    run = RunFactory()
    missing = Failure(code="generators_missing", values={"wanted": 2, "came": 1})

    for _ in range(5):
        run.refresh_from_db()
        assert run.state == RunState.QUEUED
        attempt = claim(run)
        lifecycle.wait_for_generators(run.pk, attempt=attempt.number, failure=missing)

    run.refresh_from_db()
    assert run.state == RunState.FAILED
    assert "2 load generators, and 1 were free" in why_failed(run)
    assert not run.attempts.exclude(outcome=Outcome.LOST).exists()


def test_waiting_for_generators_costs_no_try(settings):
    settings.RUN_MAX_ATTEMPTS = 1
    run = RunFactory()
    missing = Failure(code="generators_missing", values={"wanted": 2, "came": 1})
    lifecycle.wait_for_generators(run.pk, attempt=claim(run).number, failure=missing)

    lifecycle.lose(run.pk, attempt=claim(run).number)

    run.refresh_from_db()
    assert (run.state, run.failure_values) == (RunState.FAILED, {"attempt": 2})
