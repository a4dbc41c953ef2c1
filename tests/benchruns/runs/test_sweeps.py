"""Sweeps: the runs that one action makes, and how they stop together."""

from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from benchruns.errors import FieldError, NotAllowed
from benchruns.failures.failure import Failure
from benchruns.models import Run, Sweep
from benchruns.runs import lifecycle, sweeps
from benchruns.runs.lifecycle import LeaseLost, requests
from benchruns.runs.sweeps import MOST_RUNS, Ladder
from benchruns.vocabulary import RunState
from benchruns.workloads import ParameterError
from tests.factories import FAR_AHEAD, NOON, EndpointFactory, ServerFactory
from tests.sentences import of_event

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

FAILURE = Failure(code="disk_full")


def start(*threads: int, repetitions: int = 1, **changes) -> Sweep:
    endpoint = EndpointFactory()
    given = {
        "owner": endpoint.owner,
        "endpoint": endpoint,
        "workload": "oltp_read_write",
        "parameters": {"tables": 2, "table_size": 1_000},
        "ladder": Ladder(threads=threads, repetitions=repetitions),
    }
    return sweeps.start(**(given | changes))


def begin(run: Run) -> None:
    """As claimed by a worker."""
    Run.objects.filter(pk=run.pk).update(
        state="running",
        phase="prepare",
        attempt=1,
        server=ServerFactory(),
        lease_owner="here",
        lease_expires_at=FAR_AHEAD,
    )


def states(sweep: Sweep) -> list[str]:
    return list(sweep.runs.order_by("sweep_position").values_list("state", flat=True))


def test_each_thread_count_has_its_repetitions_in_a_row():
    sweep = start(4, 1, repetitions=2)

    runs = list(sweep.runs.order_by("queued_at", "id"))
    assert [run.parameters["threads"] for run in runs] == [4, 4, 1, 1]
    assert [run.sweep_position for run in runs] == [1, 2, 3, 4]
    assert [run.repetition for run in runs] == [1, 2, 1, 2]
    assert sweeps.first_run(sweep) == runs[0]
    assert "threads" not in sweep.parameters
    assert sweep.parameters["table_size"] == 1_000


def test_the_rungs_of_pgbench_are_its_clients():
    endpoint = EndpointFactory(engine="postgresql")
    sweep = start(
        1, 2, endpoint=endpoint, workload="pgbench_read_only", parameters={"scale": 1}
    )

    clients = [run.parameters["clients"] for run in sweep.runs.order_by("queued_at")]
    assert clients == [1, 2]


def test_a_sweep_for_later_is_scheduled_as_a_whole():
    tomorrow = timezone.now() + timedelta(days=1)

    assert states(start(1, 2, not_before=tomorrow)) == [RunState.SCHEDULED] * 2


@pytest.mark.parametrize(
    ("ladder", "field"),
    [
        ({"threads": []}, "threads"),
        ({"threads": [1, 2, 1]}, "threads"),
        ({"threads": [0]}, "threads"),
        ({"threads": [1], "repetitions": 0}, "repetitions"),
        ({"threads": [1], "repetitions": MOST_RUNS + 1}, "repetitions"),
        ({"threads": list(range(1, MOST_RUNS + 2))}, "threads"),
        ({"threads": [1], "settle_seconds": -1}, "settle_seconds"),
        ({"threads": [1], "settle_seconds": 3_601}, "settle_seconds"),
    ],
)
def test_a_ladder_that_cannot_be_climbed_makes_no_run(ladder, field):
    with pytest.raises(FieldError) as error:
        start(ladder=Ladder(**ladder))

    assert error.value.field == field
    assert not Run.objects.exists()
    assert not Sweep.objects.exists()


def test_a_wrong_parameter_makes_no_run():
    with pytest.raises(ParameterError):
        start(1, 2, parameters={"tables": -1})

    assert not Run.objects.exists()
    assert not Sweep.objects.exists()


def test_cancelling_a_sweep_stops_what_waits_and_asks_what_runs():
    sweep = start(1, 2, 4)
    first = sweeps.first_run(sweep)
    begin(first)

    assert sweeps.cancel(sweep) == 3

    assert states(sweep) == [RunState.RUNNING, RunState.CANCELLED, RunState.CANCELLED]
    first.refresh_from_db()
    assert first.cancel_requested_at is not None
    Run.objects.update(
        state="cancelled",
        finished_at=NOON,
        lease_owner="",
        lease_expires_at=None,
    )
    with pytest.raises(NotAllowed, match="sweep has ended"):
        sweeps.cancel(sweep)


def test_a_run_that_is_given_back_between_two_looks_is_cancelled_too():
    sweep = start(1, 2)
    first = sweeps.first_run(sweep)
    begin(first)
    looks = []

    def given_back_after_the_first_look(execute, sql, *rest):
        answer = execute(sql, *rest)
        if not looks and sql.startswith("SELECT") and '"sweep_id" =' in sql:
            looks.append(sql)
            lifecycle.lose(first.pk, attempt=1)
        return answer

    with connection.execute_wrapper(given_back_after_the_first_look):
        assert sweeps.cancel(sweep) == 2

    assert states(sweep) == [RunState.CANCELLED, RunState.CANCELLED]


def test_a_running_run_that_is_given_back_while_it_is_cancelled_is_cancelled(
    monkeypatch,
):
    run = sweeps.first_run(start(1))
    begin(run)
    call_off = requests.call_off

    def given_back_after_it(run_id, **why):
        is_called_off = call_off(run_id, **why)
        lifecycle.lose(run.pk, attempt=1)
        return is_called_off

    monkeypatch.setattr(requests, "call_off", given_back_after_it)

    assert lifecycle.request_cancel(run.pk).state == RunState.CANCELLED


def test_without_data_the_runs_that_wait_for_it_are_cancelled_with_the_reason():
    sweep, other = start(1, 2), start(1)
    first = sweeps.first_run(sweep)
    begin(first)

    sweeps.fail_in_prepare(first.pk, attempt=1, failure=FAILURE)

    assert states(sweep) == [RunState.FAILED, RunState.CANCELLED]
    assert states(other) == [RunState.QUEUED]
    event = sweep.runs.get(sweep_position=2).events.get(code="cancelled")
    assert "run 1 of the sweep could not prepare" in of_event(event)


def test_a_worker_that_lost_its_run_cancels_nothing():
    sweep = start(1, 2)
    first = sweeps.first_run(sweep)
    begin(first)

    with pytest.raises(LeaseLost):
        sweeps.fail_in_prepare(first.pk, attempt=2, failure=FAILURE)

    assert states(sweep) == [RunState.RUNNING, RunState.QUEUED]


def test_a_single_run_that_fails_in_prepare_takes_no_other_with_it():
    sweep = start(1, 2)
    run = sweep.runs.get(sweep_position=1)
    Run.objects.filter(pk=run.pk).update(sweep=None, sweep_position=None)
    begin(run)

    sweeps.fail_in_prepare(run.pk, attempt=1, failure=FAILURE)

    assert states(sweep) == [RunState.QUEUED]


def test_a_sweep_without_a_result_cannot_be_published():
    with pytest.raises(NotAllowed, match="No run of the sweep"):
        sweeps.publish(start(1))
