"""Killing what a sweep depends on: its data is whole, or loaded again, and goes at last."""

import pytest

from benchruns.models import DataSet
from benchruns.sentences.failures.table import why_failed
from benchruns.vocabulary import Outcome, RunState
from portal import dispatch
from tests import waiting
from tests.stack import let_leases_run_out
from tests.targets import change, endpoint_of
from tests.workers.runs.climbing import climb
from tests.workers.runs.whole_runs import carry_out, in_background, workspaces
from workers.runs import cleaner, data_sets

pytestmark = [
    pytest.mark.fault,
    pytest.mark.engine,
    pytest.mark.django_db(transaction=True),
]


@pytest.mark.long
def test_a_killed_worker_costs_a_sweep_the_data_that_was_not_whole(
    processes, mariadb_target
):
    first, second = climb(
        endpoint_of(mariadb_target),
        [1, 2],
        table_size=1_000_000,
        duration_seconds=waiting.ENDLESS_SECONDS,
    )
    dispatch.announce(first.pk)
    waiting.for_phase(first, "prepare")
    waiting.until(DataSet.objects.exists, what="a data set")
    processes.kill("runs")
    half = DataSet.objects.get()
    for run in (first, second):
        change(run, table_size=2_000)
    let_leases_run_out()
    processes.start("runs")

    waiting.for_phase(first, "measure")
    processes.kill("runs")
    whole = DataSet.objects.exclude(pk=half.pk).get()
    for run in (first, second):
        change(run, duration_seconds=1)
    let_leases_run_out()
    processes.start("runs")

    for run in (first, second):
        waiting.for_end(run)
        assert run.state == RunState.SUCCEEDED, why_failed(run)

    half.refresh_from_db()
    assert (half.is_ready, whole.is_ready) == (False, True)
    assert list(first.attempts.values_list("outcome", flat=True)) == [
        *(Outcome.LOST, Outcome.LOST),
        Outcome.SUCCEEDED,
    ]
    assert first.data_set == second.data_set == whole
    assert DataSet.objects.count() == 2
    assert workspaces(mariadb_target) == set()


@pytest.mark.long
def test_a_server_that_is_gone_when_a_sweep_ends_is_tidied_up_later(
    mariadb_server, mariadb_target
):
    first, last = climb(endpoint_of(mariadb_target), [1, 2])
    assert carry_out(first).state == RunState.SUCCEEDED
    change(last, duration_seconds=waiting.ENDLESS_SECONDS)
    with in_background(last) as thread:
        waiting.for_phase(last, "measure", samples=1)
        mariadb_server.kill()
        waiting.for_thread(thread)
    mariadb_server.restart()

    last.refresh_from_db()
    assert last.state == RunState.FAILED
    left = DataSet.objects.get()
    assert (left.dropped_at, bool(left.drop_code)) == (None, True)
    assert last.events.filter(code="leftover").exists()
    assert data_sets.endpoints_to_clean() == [first.endpoint_id]

    cleaner.clean(first.endpoint_id)

    assert workspaces(mariadb_target) == set()
