"""Killing what a sweep depends on: its data is whole, or loaded again, and goes at last."""

import pytest

from benchruns.models import DataSet
from benchruns.vocabulary import Outcome, RunState
from portal import dispatch
from tests import waiting
from tests.stack import stack
from tests.targets import endpoint_of
from tests.workers.climbing import climb
from tests.workers.whole_runs import carry_out, in_background, workspaces
from workers import cleaner, data_sets

pytestmark = [
    pytest.mark.fault,
    pytest.mark.engine,
    pytest.mark.django_db(transaction=True),
]


def test_a_killed_worker_costs_a_sweep_the_data_that_was_not_whole(
    child_environment, redis_url, tmp_path, mariadb_target
):
    first, second = climb(
        endpoint_of(mariadb_target), [1, 2], table_size=100_000, duration_seconds=3
    )
    with stack(child_environment, log=tmp_path / "stack.log") as processes:
        dispatch.announce(first.pk)
        waiting.for_phase(first, "prepare", within=40)
        waiting.until(DataSet.objects.exists, within=10, what="a data set")
        processes.kill("runs")
        half = DataSet.objects.get()
        processes.start("runs")

        waiting.for_phase(first, "measure", within=60)
        processes.kill("runs")
        whole = DataSet.objects.exclude(pk=half.pk).get()
        processes.start("runs")

        for run in (first, second):
            waiting.for_end(run, within=60)
            assert run.state == RunState.SUCCEEDED, run.failure_message

    half.refresh_from_db()
    assert (half.is_ready, whole.is_ready) == (False, True)
    assert list(first.attempts.values_list("outcome", flat=True)) == [
        *(Outcome.LOST, Outcome.LOST),
        Outcome.SUCCEEDED,
    ]
    assert first.data_set == second.data_set == whole
    assert DataSet.objects.count() == 2
    assert workspaces(mariadb_target) == set()


def test_a_server_that_is_gone_when_a_sweep_ends_is_tidied_up_later(
    mariadb_server, mariadb_target
):
    first, last = climb(endpoint_of(mariadb_target), [1, 2])
    assert carry_out(first).state == RunState.SUCCEEDED
    last.parameters["duration_seconds"] = 30
    last.save(update_fields=["parameters"])
    with in_background(last) as thread:
        waiting.for_phase(last, "measure", samples=1)
        mariadb_server.kill()
        thread.join(timeout=30)
    mariadb_server.restart()

    last.refresh_from_db()
    assert last.state == RunState.FAILED
    left = DataSet.objects.get()
    assert (left.dropped_at, bool(left.drop_error)) == (None, True)
    assert last.events.filter(code="leftover").exists()
    assert data_sets.endpoints_to_clean() == [first.endpoint_id]

    cleaner.clean(first.endpoint_id)

    assert workspaces(mariadb_target) == set()
