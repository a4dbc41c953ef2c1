"""Runs that are cancelled, lose their lease or the portal's database."""

import pytest
from django.db import OperationalError

from benchruns.models import Output, Result, Run
from benchruns.parsers.sysbench import output as sysbench
from benchruns.runs import lifecycle
from benchruns.sentences.failures.table import why_failed
from benchruns.vocabulary import RunState
from tests import waiting
from tests.stack import tools
from tests.targets import endpoint_of, queue
from tests.workers.runs.whole_runs import (
    carry_out,
    in_background,
    measured_output,
    workspaces,
)
from workers.connecting.target import Target
from workers.engines import probe as base
from workers.runs import data_sets, executor

pytestmark = [
    pytest.mark.engine,
    pytest.mark.engines_in_turn,
    pytest.mark.django_db(transaction=True),
]


@pytest.fixture(params=["mariadb", "postgresql"])
def target(request) -> Target:
    name = {"mariadb": "mariadb_target", "postgresql": "postgres_target"}[request.param]
    return request.getfixturevalue(name)


@pytest.mark.cases_in_turn
@pytest.mark.parametrize("workload", ["oltp_read_write", "hot_row_update"])
def test_cancel_stops_the_tool(target, workload):
    seconds = waiting.ENDLESS_SECONDS
    run = queue(endpoint_of(target), workload, duration_seconds=seconds)
    with in_background(run):
        waiting.for_phase(run, "measure", samples=1)
        assert tools(target)

        lifecycle.request_cancel(run.id)
        waiting.until(lambda: not tools(target), what="the end of the tool")

    run.refresh_from_db()
    assert run.state == RunState.CANCELLED
    assert workspaces(target) == set()
    assert not Result.objects.filter(run=run).exists()


def test_a_worker_that_lost_its_lease_kills_its_tool_and_writes_nothing(target):
    run = queue(endpoint_of(target), duration_seconds=waiting.ENDLESS_SECONDS)
    with in_background(run) as thread:
        waiting.for_phase(run, "measure", samples=1)
        lifecycle.lose(run.id, attempt=1)
        waiting.for_thread(thread)

    assert not tools(target)
    run.refresh_from_db()
    assert run.state == RunState.QUEUED

    Run.objects.update(parameters=run.parameters | {"duration_seconds": 1})
    again = carry_out(run)  # its preflight drops what the lost attempt left
    assert workspaces(target) == set()
    assert again.attempt == 2


def test_a_cancel_during_cleanup_is_kept(target, monkeypatch):
    run = queue(endpoint_of(target))
    drop = data_sets.drop

    def drop_and_cancel(*args, **options) -> None:
        drop(*args, **options)
        lifecycle.request_cancel(run.id)

    monkeypatch.setattr(data_sets, "drop", drop_and_cancel)
    carry_out(run)

    assert run.state == RunState.CANCELLED
    assert not Result.objects.filter(run=run).exists()
    assert workspaces(target) == set()


def test_a_short_absence_of_the_portals_database_ends_no_run(target, monkeypatch):
    calls = {"record_progress": 0, "begin_phase": 0, "succeed": 0}

    def refuse_at_first(name: str) -> None:
        work = getattr(lifecycle, name)

        def sometimes(*args, **values):
            calls[name] += 1
            if calls[name] in (1, 3):
                raise OperationalError("the database system is shutting down")
            return work(*args, **values)

        monkeypatch.setattr(lifecycle, name, sometimes)

    for name in calls:
        refuse_at_first(name)

    run = carry_out(queue(endpoint_of(target), duration_seconds=3))

    assert run.state == RunState.SUCCEEDED, why_failed(run)
    seconds = list(run.samples.values_list("second", flat=True))
    assert seconds == [i.second for i in sysbench.parse(measured_output(run)).intervals]
    assert len(seconds) > 1
    assert calls["succeed"] == 2


def test_a_failure_of_benchbook_is_told_though_the_database_was_away(
    mariadb_target, monkeypatch
):
    fail, calls = lifecycle.fail, []

    def sometimes(*args, **values):
        calls.append(args)
        if len(calls) == 1:
            raise OperationalError("server closed the connection unexpectedly")
        return fail(*args, **values)

    monkeypatch.setattr(lifecycle, "fail", sometimes)
    run = queue(endpoint_of(mariadb_target))
    Run.objects.update(workload="retired")

    with pytest.raises(KeyError):
        executor.execute(run.id)

    run.refresh_from_db()
    assert run.failure_code == "internal_error"


def test_cancel_is_noticed_while_rows_are_counted(target, monkeypatch):
    monkeypatch.setattr(base, "COUNTED_ROWS", 1)
    run = queue(endpoint_of(target), tables=1, table_size=20_000)
    with in_background(run) as thread:
        waiting.until(
            lambda: Output.objects.filter(attempt__run=run, phase="prepare").exists(),
            what="the end of the tool's own prepare",
        )

        lifecycle.request_cancel(run.id)
        waiting.for_thread(thread)

    run.refresh_from_db()
    assert run.state == RunState.CANCELLED
