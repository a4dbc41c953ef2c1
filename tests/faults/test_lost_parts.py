"""Killing what a run depends on: it recovers, or ends with a sentence."""

import pytest

from benchruns.models import DataSet, Result, Run
from benchruns.vocabulary import Outcome, RunState
from portal import dispatch
from tests import waiting
from tests.stack import stack, tools
from tests.targets import endpoint_of, queue
from workers import probes

pytestmark = [
    pytest.mark.fault,
    pytest.mark.engine,
    pytest.mark.django_db(transaction=True),
]


@pytest.fixture
def processes(child_environment, redis_url, tmp_path):
    with stack(child_environment, log=tmp_path / "stack.log") as started:
        yield started


@pytest.mark.parametrize(
    ("phase", "size"), [("prepare", {"table_size": 150_000}), ("measure", {})]
)
def test_a_run_whose_worker_is_killed_is_run_again(
    processes, mariadb_target, phase, size
):
    run = queue(endpoint_of(mariadb_target), duration_seconds=4, **size)
    dispatch.announce(run.id)
    waiting.for_phase(run, phase, within=40)

    processes.kill("runs")

    waiting.until(
        lambda: not tools(mariadb_target),
        within=2,
        what="the tool dies with its worker",
    )
    processes.start("runs")
    waiting.for_end(run, within=60)
    assert run.state == RunState.SUCCEEDED, run.failure_message
    assert run.attempt == 2
    assert list(run.attempts.values_list("outcome", flat=True)) == [
        Outcome.LOST,
        Outcome.SUCCEEDED,
    ]
    assert Result.objects.filter(run=run).count() == 1
    assert not DataSet.objects.filter(dropped_at__isnull=True).exists()
    with probes.connect(mariadb_target) as probe:
        for data_set in run.data_sets.all():
            assert not probe.workspace_exists(data_set.workspace)


def test_a_worker_that_is_told_to_stop_gives_its_run_back(processes, postgres_target):
    run = queue(endpoint_of(postgres_target), duration_seconds=5)
    dispatch.announce(run.id)
    waiting.for_phase(run, "measure", samples=1, within=40)

    processes.ask_to_stop("runs")

    # at once: nobody had to wait for the lease to run out
    assert Run.objects.get(pk=run.pk).state == RunState.QUEUED
    assert not tools(postgres_target)
    processes.start("runs")
    assert waiting.for_end(run).state == RunState.SUCCEEDED


def test_a_run_queued_while_the_broker_is_away_is_run_when_it_is_back(
    processes, redis_server, mariadb_target
):
    redis_server.kill()
    run = queue(endpoint_of(mariadb_target), duration_seconds=1)

    dispatch.announce(run.id)

    assert Run.objects.get(pk=run.pk).state == RunState.QUEUED
    redis_server.restart()
    assert waiting.for_end(run, within=90).state == RunState.SUCCEEDED


@pytest.mark.parametrize("engine", ["mariadb", "postgres"])
def test_a_server_that_is_killed_in_mid_run_fails_it_with_what_to_do(
    request, processes, engine
):
    server = request.getfixturevalue(f"{engine}_server")
    target = request.getfixturevalue(f"{engine}_target")
    endpoint = endpoint_of(target)
    run = queue(endpoint, duration_seconds=30)
    dispatch.announce(run.id)
    waiting.for_phase(run, "measure", samples=1, within=40)

    server.kill()
    waiting.for_end(run, within=20)
    server.restart()

    assert run.state == RunState.FAILED
    assert run.failure_code in {"server_gone", "tool_died", "connection_refused"}
    assert "server" in run.failure_message
    left = run.data_sets.get()
    assert left.dropped_at is None
    assert left.drop_error

    again = queue(endpoint, duration_seconds=1)
    dispatch.announce(again.id)
    assert waiting.for_end(again).state == RunState.SUCCEEDED
    left.refresh_from_db()
    assert left.dropped_at is not None


def test_a_run_scheduled_for_later_is_promoted_by_beat(processes, mariadb_target):
    run = queue(endpoint_of(mariadb_target), duration_seconds=1, in_seconds=2)
    assert run.state == RunState.SCHEDULED

    assert waiting.for_end(run).state == RunState.SUCCEEDED
    assert run.started_at >= run.not_before


def test_health_names_the_part_that_does_not_answer(processes, client):
    waiting.until(
        lambda: client.get("/healthz").status_code == 200, within=30, what="health"
    )

    processes.kill("control")
    answer = client.get("/healthz")

    assert answer.status_code == 503
    assert answer.json() == {
        "status": "failing",
        "database": "ok",
        "broker": "ok",
        "workers": {"runs": "ok", "control": "no answer"},
    }
