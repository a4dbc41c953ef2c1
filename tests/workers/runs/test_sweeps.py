"""Sweeps on real servers: prepared once, run in order, measured apart, tidied up."""

import pytest

from benchruns.models import DataSet, Output
from benchruns.runs import lifecycle, sweep_report, sweeps
from benchruns.vocabulary import RunState
from tests import examples, waiting
from tests.sentences import of_event, of_events
from tests.targets import endpoint_of
from tests.workers import situations
from tests.workers.runs.climbing import climb
from tests.workers.runs.whole_runs import carry_out, drop_now, in_background, workspaces
from workers.connecting.target import Target
from workers.runs import cleaner, data_sets

pytestmark = [
    pytest.mark.engine,
    pytest.mark.engines_in_turn,
    pytest.mark.django_db(transaction=True),
]


# More rungs show nothing else, and take as long as they are many.
RUNGS = examples.few_or([1, 2, 4, 6, 8], few=[1, 2, 4])


@pytest.fixture(params=["mariadb", "postgres"])
def target(request) -> Target:
    return request.getfixturevalue(f"{request.param}_target")


@pytest.mark.cases_in_turn
@pytest.mark.parametrize(
    ("server", "workload", "threads", "repetitions"),
    [
        ("mariadb", "oltp_read_only", RUNGS, 3),
        ("postgres", "pgbench_read_write", [1, 2, 3], 2),
    ],
)
def test_a_sweep_prepares_once_and_measures_every_rung(
    request, server, workload, threads, repetitions
):
    target = request.getfixturevalue(f"{server}_target")
    runs = climb(
        endpoint_of(target), threads, workload=workload, repetitions=repetitions
    )

    ended = [carry_out(run) for run in runs]

    assert {run.state for run in ended} == {RunState.SUCCEEDED}
    assert [run.started_at for run in ended] == sorted(run.started_at for run in ended)
    data_set = DataSet.objects.get()
    assert {run.data_set for run in ended} == {data_set}
    assert data_set.is_ready
    assert data_set.data_bytes > 0
    assert data_set.load_seconds > 0
    assert data_set.dropped_at is not None
    assert workspaces(target) == set()
    loads = Output.objects.filter(attempt__run__in=runs, phase="prepare")
    assert [output.attempt.run for output in loads] == ended[:1]
    assert [run for run in ended if told(run, "data_loaded")] == ended[:1]
    assert [run for run in ended if told(run, "data_used")] == ended[1:]
    assert all(run.attempts.get().data_bytes for run in ended)

    report = sweep_report.report_of(runs[0].sweep, ended)
    assert [rung.threads for rung in report.rungs] == threads
    assert all(len(rung.main.values) == repetitions for rung in report.rungs)
    assert report.state == RunState.SUCCEEDED


@pytest.mark.long
def test_the_data_of_a_sweep_that_keeps_it_outlives_the_last_run(mariadb_target):
    runs = climb(endpoint_of(mariadb_target), [1, 2], keeps_data_set=True)

    first, last = (carry_out(run) for run in runs)

    data_set = DataSet.objects.get()
    assert {first.data_set, last.data_set} == {data_set}
    assert workspaces(mariadb_target) == {data_set.workspace}
    assert "it is kept" in told(last, "data_kept")
    drop_now(mariadb_target, data_set)


def test_a_failure_in_prepare_cancels_what_waits_for_the_data(target):
    with (
        situations.confined(target) as confined,
        situations.own_table(confined, "sbtest1") as rows,
    ):
        runs = climb(endpoint_of(confined), [1, 2, 4])

        first, *others = (carry_out(run) for run in runs)

        assert (first.state, first.failure_code) == (RunState.FAILED, "tables_exist")
        assert [run.state for run in others] == [RunState.CANCELLED] * 2
        assert [run.attempt for run in others] == [0, 0]
        assert "run 1 of the sweep could not prepare" in told(others[0], "cancelled")
        assert rows() == 3


@pytest.mark.long
def test_any_other_failure_lets_the_next_run_go_on(mariadb_target):
    runs = climb(endpoint_of(mariadb_target), [1, 5_000, 2])

    first, refused, last = (carry_out(run) for run in runs)

    assert refused.failure_code == "too_many_threads"
    assert (first.state, last.state) == (RunState.SUCCEEDED, RunState.SUCCEEDED)
    assert last.data_set == first.data_set
    assert workspaces(mariadb_target) == set()


def test_a_sweep_lets_the_server_settle_before_it_measures(mariadb_target):
    [run] = climb(endpoint_of(mariadb_target), [1], settle_seconds=1)

    carry_out(run)

    began = run.events.get(code="phase", data__phase="measure").at
    settling = run.events.get(code="settling")
    assert "1 s" in of_event(settling)
    assert (began - settling.at).total_seconds() >= 1


def test_a_cancel_in_the_pause_ends_it_and_the_sweep_leaves_nothing(mariadb_target):
    seconds = waiting.ENDLESS_SECONDS
    first, second = climb(endpoint_of(mariadb_target), [1, 2], settle_seconds=seconds)
    with in_background(first):
        waiting.until(lambda: told(first, "settling"), what="the pause")

        assert sweeps.cancel(first.sweep) == 2

    for run in (first, second):
        run.refresh_from_db()
        assert run.state == RunState.CANCELLED
    assert workspaces(mariadb_target) == set()


def test_the_data_goes_when_the_last_waiting_run_is_cancelled(target):
    first, second = climb(endpoint_of(target), [1, 2])
    carry_out(first)
    assert data_sets.endpoints_to_clean() == []
    cleaner.clean(first.endpoint_id)
    assert len(workspaces(target)) == 1

    lifecycle.request_cancel(second.pk)

    assert data_sets.endpoints_to_clean(is_untried=True) == [first.endpoint_id]
    cleaner.clean(first.endpoint_id)
    assert workspaces(target) == set()
    assert data_sets.endpoints_to_clean() == []


def told(run, code: str) -> str | None:
    """What the event of this code says, if there is one."""
    return next(iter(of_events(run, code=code)), None)
