"""Killing what a run depends on: it recovers, or ends with a sentence."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.conf import settings
from django.utils import timezone

from benchruns.models import Check, DataSet, Result, Run
from benchruns.sentences.failures.table import drop_error, why_failed
from benchruns.vocabulary import Outcome, RunState
from portal import dispatch
from tests import waiting
from tests.faults.way import way_to
from tests.stack import let_leases_run_out, tools
from tests.targets import change, endpoint_of, queue
from workers import probes

pytestmark = [
    pytest.mark.fault,
    pytest.mark.engine,
    pytest.mark.django_db(transaction=True),
]


# So much of each phase that the test is there while it lasts.
MUCH = {
    "prepare": {"table_size": 1_000_000},
    "measure": {"duration_seconds": waiting.ENDLESS_SECONDS},
}
LITTLE = {"table_size": 2_000, "duration_seconds": 1}


@pytest.mark.cases_in_turn
@pytest.mark.parametrize("phase", MUCH)
def test_a_run_whose_worker_is_killed_is_run_again(processes, mariadb_target, phase):
    run = queue(endpoint_of(mariadb_target), **MUCH[phase])
    dispatch.announce(run.id)
    waiting.for_phase(run, phase)
    waiting.until(lambda: tools(mariadb_target), what="the tool")

    processes.kill("runs")

    waiting.until(
        lambda: not tools(mariadb_target), what="the tool's death with its worker"
    )
    change(run, **LITTLE)
    let_leases_run_out()
    processes.start("runs")
    waiting.for_end(run)
    assert run.state == RunState.SUCCEEDED, why_failed(run)
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


@pytest.mark.long
def test_a_worker_that_is_told_to_stop_gives_its_run_back(processes, postgres_target):
    run = queue(endpoint_of(postgres_target), **MUCH["measure"])
    dispatch.announce(run.id)
    waiting.for_phase(run, "measure", samples=1)

    processes.ask_to_stop("runs")

    assert Run.objects.get(pk=run.pk).state == RunState.QUEUED
    codes = set(run.events.values_list("code", flat=True))
    assert "given_back" in codes
    assert "lost" not in codes  # nobody had to wait for the lease to run out
    assert not tools(postgres_target)
    change(run, **LITTLE)
    processes.start("runs")
    assert waiting.for_end(run).state == RunState.SUCCEEDED


@pytest.mark.long
def test_a_run_queued_while_the_broker_is_away_is_run_when_it_is_back(
    processes, redis_server, mariadb_target
):
    redis_server.kill()
    run = queue(endpoint_of(mariadb_target), duration_seconds=1)

    dispatch.announce(run.id)

    assert Run.objects.get(pk=run.pk).state == RunState.QUEUED
    redis_server.restart()
    assert waiting.for_end(run).state == RunState.SUCCEEDED


@pytest.mark.cases_in_turn
@pytest.mark.parametrize("engine", ["mariadb", "postgres"])
def test_a_server_that_is_killed_in_mid_run_fails_it_with_what_to_do(
    request, processes, engine
):
    server = request.getfixturevalue(f"{engine}_server")
    target = request.getfixturevalue(f"{engine}_target")
    endpoint = endpoint_of(target)
    run = queue(endpoint, **MUCH["measure"])
    dispatch.announce(run.id)
    waiting.for_phase(run, "measure", samples=1)

    server.kill()
    waiting.for_end(run)
    server.restart()

    assert run.state == RunState.FAILED
    assert run.failure_code in {"server_gone", "tool_died", "connection_refused"}
    assert "server" in why_failed(run)
    left = run.data_sets.get()
    assert left.dropped_at is None
    assert drop_error(left)

    again = queue(endpoint, duration_seconds=1)
    dispatch.announce(again.id)
    assert waiting.for_end(again).state == RunState.SUCCEEDED
    left.refresh_from_db()
    assert left.dropped_at is not None


@pytest.mark.long
def test_a_check_whose_worker_is_killed_is_done_by_the_next(processes, mariadb_target):
    with way_to(mariadb_target) as way:
        way.silence()
        endpoint = endpoint_of(replace(mariadb_target, port=way.port))
        check = dispatch.check_endpoint(endpoint, wait_seconds=0)
        waiting.until(lambda: way.is_used, what="the worker's look")
        processes.kill("control")
        way.mend()
        taken = Check.objects.get().started_at
        limit = timedelta(seconds=settings.CHECK_LIMIT_SECONDS)
        Check.objects.update(started_at=taken - limit, requested_at=timezone.now())

        processes.start("control")

        answered = Check.objects.filter(finished_at__isnull=False)
        waiting.until(answered.exists, what="its answer")

    check.refresh_from_db()
    assert (check.ok, check.code) == (True, "")


@pytest.mark.long
def test_a_run_scheduled_for_later_is_promoted_by_beat(processes, mariadb_target):
    run = queue(endpoint_of(mariadb_target), duration_seconds=1, in_seconds=2)
    assert run.state == RunState.SCHEDULED

    assert waiting.for_end(run).state == RunState.SUCCEEDED
    assert run.started_at >= run.not_before


@pytest.mark.long
def test_health_names_the_part_that_does_not_answer(processes, client):
    waiting.until(lambda: client.get("/healthz").status_code == 200, what="health")

    processes.kill("control")

    def told():
        """A busy machine may keep the other workers from answering, too; what was asked
        before is answered for two seconds."""
        answer = client.get("/healthz")
        if answer.status_code == 200:
            return None
        assert answer.status_code == 503
        found = answer.json()
        others = {found["workers"][name] for name in ("runs", "tend", "webhooks")}
        return found if others == {"ok"} else None

    assert waiting.until(told, what="the other workers' answers") == {
        "status": "failing",
        "database": "ok",
        "broker": "ok",
        "workers": {
            "runs": "ok",
            "control": "no answer",
            "tend": "ok",
            "webhooks": "ok",
        },
    }
