"""Whole runs on real servers: what they leave, and how each of them may end."""

import time
import zlib

import pytest

from benchruns import lifecycle
from benchruns.models import Result, Run
from benchruns.parsers import sysbench
from benchruns.vocabulary import RunState
from tests import waiting
from tests.stack import tools
from tests.targets import endpoint_of, queue
from tests.workers import situations
from tests.workers.whole_runs import (
    carry_out,
    in_background,
    measured_output,
    workspaces,
)
from workers import checker, executor, probes
from workers.target import Target

pytestmark = [pytest.mark.engine, pytest.mark.django_db(transaction=True)]


@pytest.fixture(params=["mariadb", "postgresql"])
def target(request) -> Target:
    name = {"mariadb": "mariadb_target", "postgresql": "postgres_target"}[request.param]
    return request.getfixturevalue(name)


@pytest.mark.parametrize(
    "workload",
    ["oltp_read_write", "oltp_read_only", "oltp_write_only", "oltp_legacy"],
)
def test_a_run_ends_with_the_figures_of_its_raw_output(target, workload):
    run = carry_out(queue(endpoint_of(target), workload, warmup_seconds=1))

    assert run.state == RunState.SUCCEEDED, run.failure_detail
    report = sysbench.parse(measured_output(run))
    result = run.result
    assert result.figures == report.figures
    assert result.tps > 0
    assert result.latency_p50_ms <= result.latency_p99_ms <= result.latency_p999_ms
    assert (result.engine, result.tables, result.threads) == (target.engine, 2, 2)
    assert result.data_bytes > 0
    assert result.buffer_bytes > 0


def test_warm_up_counts_below_zero_and_is_not_in_the_figures(target):
    # reads only: PostgreSQL takes a second to see a deadlock, even past the end
    run = carry_out(
        queue(
            endpoint_of(target), "oltp_read_only", warmup_seconds=2, duration_seconds=3
        )
    )

    seconds = list(run.samples.values_list("second", flat=True))
    assert seconds[0] < 1 <= seconds[-1]
    assert run.result.duration_s == pytest.approx(3, abs=0.5)


def test_nothing_of_a_run_is_left_on_the_server(target):
    run = carry_out(queue(endpoint_of(target)))

    assert workspaces(target) == set()
    assert run.data_sets.get().dropped_at is not None


def test_the_phases_of_a_run_stand_in_its_events(target):
    run = carry_out(queue(endpoint_of(target), warmup_seconds=1))

    phases = [e.data["phase"] for e in run.events.filter(code="phase")]
    assert phases == ["preflight", "prepare", "warmup", "measure", "cleanup"]


def test_a_second_message_for_a_run_does_nothing(target):
    run = carry_out(queue(endpoint_of(target)))

    executor.execute(run.id)

    assert run.attempts.count() == 1
    assert Result.objects.filter(run=run).count() == 1


@pytest.mark.parametrize("ending", ["success", "failure", "cancel"])
def test_a_table_of_the_users_own_survives_every_ending(target, ending):
    with situations.own_table(target, "sbtest1") as rows:
        run = queue(
            endpoint_of(target), duration_seconds=20 if ending == "cancel" else 1
        )
        if ending == "failure":
            Run.objects.filter(pk=run.pk).update(
                parameters=run.parameters | {"threads": 5_000}
            )
        with in_background(run):
            if ending == "cancel":
                waiting.for_phase(run, "measure")
                lifecycle.request_cancel(run.id)
        run.refresh_from_db()

        expected = {"success": "succeeded", "failure": "failed", "cancel": "cancelled"}
        assert run.state == expected[ending]
        assert rows() == 3


@pytest.mark.parametrize(
    "workload", ["oltp_read_write", "oltp_legacy", "hot_row_update"]
)
def test_without_the_right_to_create_a_database_the_endpoints_own_is_used(
    target, workload
):
    with situations.confined(target) as confined:
        run = carry_out(queue(endpoint_of(confined), workload))

        assert run.state == RunState.SUCCEEDED, run.failure_message
        assert run.data_sets.get().owns_workspace is False
        with probes.connect(confined) as probe:
            assert probe.existing_tables(["sbtest1", "sbtest2"], workspace=None) == ()


@pytest.mark.parametrize("workload", ["oltp_read_write", "hot_row_update"])
def test_without_that_right_a_table_of_the_same_name_refuses_the_run(target, workload):
    with (
        situations.confined(target) as confined,
        situations.own_table(confined, "sbtest1") as rows,
    ):
        run = carry_out(queue(endpoint_of(confined), workload))

        assert (run.state, run.failure_code) == (RunState.FAILED, "tables_exist")
        assert "sbtest1" in run.failure_message
        assert rows() == 3


@pytest.mark.parametrize("workload", ["oltp_read_write", "hot_row_update"])
def test_cancel_stops_the_tool_within_two_seconds(target, workload):
    run = queue(endpoint_of(target), workload, duration_seconds=60)
    with in_background(run) as thread:
        waiting.for_phase(run, "measure", samples=1)
        assert tools(target)

        lifecycle.request_cancel(run.id)
        asked_at = time.monotonic()
        while tools(target) and time.monotonic() - asked_at < 10:
            time.sleep(0.02)
        stopped_after = time.monotonic() - asked_at
        thread.join()

    run.refresh_from_db()
    assert stopped_after < 2
    assert run.state == RunState.CANCELLED
    assert workspaces(target) == set()
    assert not Result.objects.filter(run=run).exists()


def test_a_worker_that_lost_its_lease_kills_its_tool_and_writes_nothing(target):
    run = queue(endpoint_of(target), duration_seconds=60)
    with in_background(run) as thread:
        waiting.for_phase(run, "measure", samples=1)
        lifecycle.lose(run.id, attempt=1, reason="taken away")
        thread.join(timeout=10)
        assert not thread.is_alive()

    assert not tools(target)
    run.refresh_from_db()
    assert run.state == RunState.QUEUED

    Run.objects.update(parameters=run.parameters | {"duration_seconds": 1})
    again = carry_out(run)  # its preflight drops what the lost attempt left
    assert workspaces(target) == set()
    assert again.attempt == 2


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"password": "not the password"}, "wrong_password"),
        ({"database": "there_is_no_such"}, "unknown_database"),
    ],
)
def test_a_wrong_account_fails_run_and_check_with_what_to_do(target, change, code):
    endpoint = endpoint_of(target, **change)

    run = carry_out(queue(endpoint))
    check = endpoint.checks.create()
    checker.perform(check.pk)
    check.refresh_from_db()

    assert (run.state, run.failure_code) == (RunState.FAILED, code)
    assert (check.ok, check.code) == (False, code)
    assert run.failure_message.count(".") >= 2
    assert "not the password" not in run.failure_detail


def test_an_unknown_host_fails_the_run_without_an_attempt(target):
    endpoint = endpoint_of(target)
    endpoint.host = "no-such-host.invalid"
    endpoint.save()

    run = carry_out(queue(endpoint))

    assert (run.state, run.failure_code) == (RunState.FAILED, "unknown_host")


def test_a_closed_port_fails_the_run(target):
    endpoint = endpoint_of(target)
    endpoint.port = 1
    endpoint.save()

    run = carry_out(queue(endpoint))

    assert (run.state, run.failure_code) == (RunState.FAILED, "connection_refused")


def test_more_threads_than_connections_are_refused_before_anything_is_created(target):
    run = carry_out(queue(endpoint_of(target), threads=5_000))

    assert (run.state, run.failure_code) == (RunState.FAILED, "too_many_threads")
    assert "max_connections" in run.failure_message
    assert not run.data_sets.exists()


def test_the_password_is_nowhere_in_what_is_stored(target):
    run = carry_out(queue(endpoint_of(target)))

    attempt = run.attempts.get()
    outputs = "".join(
        zlib.decompress(output.content).decode() for output in attempt.outputs.all()
    )
    told = " ".join(run.events.values_list("message", flat=True))
    assert target.password not in outputs + told + attempt.command
    assert target.host not in attempt.command
    assert f"user={target.username}" not in attempt.command


def test_an_address_outside_the_allowed_networks_is_not_connected_to(target, settings):
    settings.ENDPOINT_NETWORKS = None  # any but loopback and the like

    run = carry_out(queue(endpoint_of(target)))

    assert (run.state, run.failure_code) == (RunState.FAILED, "address_not_allowed")
    assert "ENDPOINT_NETWORKS" in run.failure_message
