"""Whole runs on real servers: what they leave, and how each of them may end."""

import socket
import zlib

import pytest
from django.db import OperationalError

from benchruns.endpoints import name_service
from benchruns.models import Output, Result, Run
from benchruns.parsers.sysbench import output as sysbench
from benchruns.runs import lifecycle
from benchruns.sentences.failures.table import why_failed
from benchruns.vocabulary import RunState
from benchruns.workloads import WORKLOADS
from tests import waiting
from tests.sentences import of_events
from tests.stack import tools
from tests.targets import endpoint_of, queue
from tests.workers import situations
from tests.workers.runs.whole_runs import (
    carry_out,
    in_background,
    known,
    measured_output,
    workspaces,
)
from workers import checker, probes
from workers.connecting.target import Target
from workers.engines import probe as base
from workers.runs import data_sets, execution, executor

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
@pytest.mark.parametrize(
    "workload",
    [
        "oltp_read_write",
        "oltp_read_only",
        "oltp_write_only",
        "oltp_point_select",
        "oltp_insert",
        "oltp_update_index",
        "oltp_update_non_index",
        "oltp_legacy",
    ],
)
def test_a_run_ends_with_the_figures_of_its_raw_output(target, workload):
    run = carry_out(queue(endpoint_of(target), workload, warmup_seconds=1))

    assert run.state == RunState.SUCCEEDED, run.failure_detail
    report = sysbench.parse(measured_output(run))
    result = run.result
    # Computed rates are kept without the noise of their last digits.
    assert known(result.figures) == pytest.approx(known(report.figures), rel=1e-9)
    assert result.derived["reads_per_s"].startswith("reads / ")
    assert result.derived["latency_p50_ms"] == "sysbench histogram"
    assert result.histogram.counts.milliseconds == report.histogram
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

    report = sysbench.parse(measured_output(run))
    seconds = list(run.samples.values_list("second", flat=True))
    assert seconds[0] < 1 <= seconds[-1]
    assert [s for s in seconds if s > 0] == [i.second for i in report.intervals]
    assert run.result.duration_s == report.figures.duration_s >= 3


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


@pytest.mark.cases_in_turn
@pytest.mark.parametrize("ending", ["success", "failure", "cancel"])
def test_a_table_of_the_users_own_survives_every_ending(target, ending):
    with situations.own_table(target, "sbtest1") as rows:
        seconds = waiting.ENDLESS_SECONDS if ending == "cancel" else 1
        run = queue(endpoint_of(target), duration_seconds=seconds)
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


@pytest.mark.cases_in_turn
@pytest.mark.parametrize(
    "workload", ["oltp_read_write", "oltp_legacy", "hot_row_update"]
)
def test_without_the_right_to_create_a_database_the_endpoints_own_is_used(
    target, workload
):
    with situations.confined(target) as confined:
        run = carry_out(queue(endpoint_of(confined), workload))

        assert run.state == RunState.SUCCEEDED, why_failed(run)
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
        assert "sbtest1" in why_failed(run)
        assert rows() == 3


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
    assert why_failed(run).count(".") >= 2
    assert "not the password" not in run.failure_detail


@pytest.mark.long
def test_statements_without_a_transaction_may_collide_and_the_run_succeeds(target):
    run = carry_out(queue(endpoint_of(target), threads=8, tables=1, skip_trx=True))

    assert run.state == RunState.SUCCEEDED, run.failure_detail
    assert run.result.variant == "no_trx_rate_limited"


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
    assert "max_connections" in why_failed(run)
    assert not run.data_sets.exists()


def test_the_password_is_nowhere_in_what_is_stored(target):
    run = carry_out(queue(endpoint_of(target)))

    attempt = run.attempts.get()
    outputs = "".join(
        zlib.decompress(output.content).decode() for output in attempt.outputs.all()
    )
    told = " ".join(of_events(run))
    assert target.password not in outputs + told + attempt.command
    assert target.host not in attempt.command
    assert f"user={target.username}" not in attempt.command


def test_an_address_outside_the_allowed_networks_is_not_connected_to(target, settings):
    settings.ENDPOINT_NETWORKS = None  # any but loopback and the like

    run = carry_out(queue(endpoint_of(target)))

    assert (run.state, run.failure_code) == (RunState.FAILED, "address_not_allowed")
    assert "ENDPOINT_NETWORKS" in why_failed(run)


def test_the_portals_own_database_takes_no_run(target, settings):
    settings.OWN_SERVERS = (("localhost", target.port),)

    run = carry_out(queue(endpoint_of(target)))

    assert (run.state, run.failure_code) == (RunState.FAILED, "own_server")


def test_where_a_run_went_and_how_it_was_protected_is_kept(target):
    run = carry_out(queue(endpoint_of(target)))

    attempt = run.attempts.get()
    assert attempt.reached == {
        "host": target.host,
        "address": target.address,
        "port": target.port,
        "username": target.username,
        "database": target.database,
    }
    assert attempt.server_facts["tls_of_load"] == (
        "as the server offers" if target.family.name == "postgresql" else "none"
    )


def test_a_limited_load_is_told_apart_from_a_plain_one(target):
    run = carry_out(queue(endpoint_of(target), rate=50, skip_trx=True))

    assert run.result.variant == "no_trx_rate_limited"
    assert run.result.parameters == run.parameters
    codes = [finding["code"] for finding in run.result.findings]
    assert codes[:2] == ["no_transactions", "rate_limited"]


def test_a_workload_that_is_gone_fails_its_run_at_once(mariadb_target):
    run = queue(endpoint_of(mariadb_target))
    Run.objects.update(workload="retired")

    with pytest.raises(KeyError):
        executor.execute(run.id)

    run.refresh_from_db()
    assert (run.state, run.failure_code) == (RunState.FAILED, "internal_error")


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


def test_a_name_service_that_is_away_leaves_the_run_in_its_place(
    mariadb_target, monkeypatch
):
    run = queue(endpoint_of(mariadb_target))

    def getaddrinfo(*_args, **_options):
        raise socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution")

    with monkeypatch.context() as away:
        away.setattr(name_service.socket, "getaddrinfo", getaddrinfo)
        assert not executor.execute(run.id)
    assert Run.objects.get().state == RunState.QUEUED

    assert carry_out(run).state == RunState.SUCCEEDED


@pytest.mark.long
def test_runs_of_two_endpoints_never_reached_stand_in_one_queue(mariadb_target):
    first = queue(endpoint_of(mariadb_target))
    second = queue(endpoint_of(mariadb_target))

    assert not executor.execute(second.id)

    assert carry_out(first).state == RunState.SUCCEEDED
    assert carry_out(second).state == RunState.SUCCEEDED


def test_connections_that_are_reserved_are_no_runs(postgres_target):
    with probes.connect(postgres_target) as probe:
        most = probe.facts().max_connections

    run = carry_out(queue(endpoint_of(postgres_target), threads=most - 3))

    assert run.failure_code == "too_many_threads"
    assert f"max_connections is {most}, 3 of them reserved" in why_failed(run)


def test_the_broker_waits_longer_than_any_run_may_take(settings):
    parameters = {p.name: p for p in WORKLOADS["oltp_read_write"].parameters}
    loads = [parameters[f"{name}_seconds"].maximum for name in ("warmup", "duration")]
    longest = execution.PREPARE_LIMIT_SECONDS + sum(
        load + execution.OVERRUN_SECONDS for load in loads
    )

    assert longest < settings.LONGEST_RUN_SECONDS
    visibility = settings.CELERY_BROKER_TRANSPORT_OPTIONS["visibility_timeout"]
    assert visibility >= settings.LONGEST_RUN_SECONDS
