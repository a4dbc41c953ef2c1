"""Whole runs on real servers: what they do there, and what they leave."""

import zlib

import pytest

from benchruns.models import Result, Run
from benchruns.parsers.sysbench import output as sysbench
from benchruns.runs import lifecycle
from benchruns.sentences.failures.table import why_failed
from benchruns.vocabulary import RunState
from benchruns.workloads import WORKLOADS
from tests import waiting
from tests.sentences import of_events
from tests.targets import endpoint_of, queue
from tests.workers import situations
from tests.workers.runs.whole_runs import (
    carry_out,
    in_background,
    known,
    measured_output,
    workspaces,
)
from workers import probes
from workers.connecting.target import Target
from workers.runs import execution, executor

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


@pytest.mark.long
def test_statements_without_a_transaction_may_collide_and_the_run_succeeds(target):
    run = carry_out(queue(endpoint_of(target), threads=8, tables=1, skip_trx=True))

    assert run.state == RunState.SUCCEEDED, run.failure_detail
    assert run.result.variant == "no_trx_rate_limited"


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


def test_the_broker_waits_longer_than_any_run_may_take(settings):
    parameters = {p.name: p for p in WORKLOADS["oltp_read_write"].parameters}
    loads = [parameters[f"{name}_seconds"].maximum for name in ("warmup", "duration")]
    longest = execution.PREPARE_LIMIT_SECONDS + sum(
        load + execution.OVERRUN_SECONDS for load in loads
    )

    assert longest < settings.LONGEST_RUN_SECONDS
    visibility = settings.CELERY_BROKER_TRANSPORT_OPTIONS["visibility_timeout"]
    assert visibility >= settings.LONGEST_RUN_SECONDS
