"""Whole runs of pgbench on a real server: what they say, leave and survive."""

import zlib

import pytest

from benchruns.models import Output, Result, Run
from benchruns.parsers.pgbench import load
from benchruns.parsers.pgbench import output as pgbench
from benchruns.runs import lifecycle, schedule
from benchruns.sentences.failures.table import why_failed
from benchruns.vocabulary import RunState
from tests import waiting
from tests.sentences import of_events
from tests.stack import tools
from tests.targets import FULL, GENTLE, TIME_ENOUGH, endpoint_of
from tests.workers import accounts, situations
from tests.workers.runs.whole_runs import carry_out, in_background, workspaces
from workers import probes
from workers.connecting.target import Target
from workers.tools import pgbench as pgbench_commands
from workers.tools.pgbench import TABLES

pytestmark = [pytest.mark.engine, pytest.mark.django_db(transaction=True)]

SHORT = {"scale": 1, "clients": 2, "duration_seconds": 1, **GENTLE}


@pytest.fixture
def target(postgres_target) -> Target:
    return postgres_target


def queue(endpoint, workload: str = "pgbench_read_write", **parameters) -> Run:
    return schedule.schedule(
        owner=endpoint.owner,
        endpoint=endpoint,
        workload=workload,
        parameters=SHORT | parameters,
    )


def output_of(run: Run, phase: str = "measure") -> str:
    output = Output.objects.get(attempt__run=run, phase=phase)
    return zlib.decompress(output.content).decode()


@pytest.mark.cases_in_turn
@pytest.mark.parametrize(
    ("workload", "paper", "all_statements", "options"),
    [
        ("pgbench_read_only", 1, 1, {"hot_records": 50_000}),
        ("pgbench_read_write", 5, 7, {"hot_records": 50_000}),
        ("pgbench_tpcb", 5, 7, {}),
        ("pgbench_simple_update", 3, 5, {}),
    ],
)
def test_a_run_ends_with_the_figures_of_its_raw_output(
    target, workload, paper, all_statements, options
):
    run = carry_out(queue(endpoint_of(target), workload, **options))

    assert run.state == RunState.SUCCEEDED, run.failure_detail
    report, result = pgbench.parse(output_of(run)), run.result
    assert result.tps == report.figures.tps > 0
    assert result.transactions == report.figures.transactions
    assert result.latency_avg_ms == report.figures.latency_avg_ms
    assert result.qps == pytest.approx(result.tps * paper)
    assert result.hot_records == options.get("hot_records", 100_000)
    assert load.of(report).workload == workload
    facts = result.tool_facts
    assert facts["counting"] == "qps_paper"
    assert facts["qps_paper"] == result.qps
    assert facts["qps_with_begin_end"] == pytest.approx(result.tps * all_statements)
    assert facts["statement_latencies"]


def test_percentiles_and_the_worst_come_from_the_transaction_log(target):
    result = carry_out(queue(endpoint_of(target))).result

    log = result.tool_facts["latency_log"]
    assert result.histogram.counts.events == log["transactions"]
    assert log == {
        "share": 1.0,
        "transactions": result.transactions,
        "is_whole": True,
    }
    figures = result.figures
    rising = [
        figures.latency_p50_ms,
        figures.latency_p90_ms,
        figures.latency_p95_ms,
        figures.latency_p99_ms,
        figures.latency_p999_ms,
        figures.latency_max_ms,
    ]
    assert rising == sorted(rising)
    assert figures.latency_avg_ms < figures.latency_max_ms
    assert figures.latency_min_ms is None


@pytest.mark.long
def test_a_sampled_log_tells_percentiles_but_not_the_worst(target, monkeypatch):
    monkeypatch.setattr(pgbench_commands, "LOG_LINES", 1_000)

    result = carry_out(queue(endpoint_of(target), **FULL)).result

    log = result.tool_facts["latency_log"]
    assert log["share"] < 1
    assert log["transactions"] < result.transactions
    assert log["is_whole"]
    assert result.latency_p50_ms <= result.latency_p95_ms
    assert result.latency_max_ms is None


@pytest.mark.long
def test_a_result_states_scale_records_and_clients(target):
    run = carry_out(queue(endpoint_of(target), hot_records=50_000, clients=3, jobs=2))

    result = run.result
    assert (result.scale, result.total_records) == (1, 100_000)
    assert (result.hot_records, result.threads) == (50_000, 3)
    assert (result.tables, result.table_size) == (None, None)
    assert (result.tool, result.tool_version.split(".")[0]) == ("pgbench", "15")
    assert result.data_bytes > 10_000_000
    command = run.attempts.get().command
    assert "-c 3 -j 2" in command
    assert "-D range=50000" in command


@pytest.mark.long
def test_samples_hold_rates_as_the_paper_counts_and_the_mean_latency(target):
    run = carry_out(queue(endpoint_of(target), duration_seconds=3, warmup_seconds=2))

    samples = list(run.samples.order_by("second"))
    assert samples[0].second < 1 <= samples[-1].second
    sample = samples[-1]
    assert sample.threads == 2
    assert sample.qps == pytest.approx(sample.tps * 5)
    assert (sample.writes_per_s, sample.other_per_s) == pytest.approx(
        (sample.tps * 4, sample.tps * 2)
    )
    assert sample.latency_ms > 0
    assert sample.errors_per_s == 0
    assert run.result.duration_s == pgbench.parse(output_of(run)).figures.duration_s


@pytest.mark.long
def test_a_rate_is_kept_and_its_lag_is_told(target):
    run = carry_out(queue(endpoint_of(target), rate=50, duration_seconds=3))

    assert run.result.tps == pytest.approx(50, rel=0.5)
    lag = run.result.tool_facts["schedule_lag"]
    assert 0 < lag["avg_ms"] <= lag["max_ms"]
    told = [row.values for row in run.counters.all()]
    assert any("schedule_lag_ms" in values for values in told)


def test_nothing_is_left_on_the_server(target):
    run = carry_out(queue(endpoint_of(target)))

    assert workspaces(target) == set()
    assert run.data_sets.get().dropped_at is not None


@pytest.mark.cases_in_turn
@pytest.mark.parametrize("ending", ["success", "failure", "cancel"])
def test_a_table_of_the_users_own_survives_every_ending(target, ending):
    with situations.own_table(target, "pgbench_accounts") as rows:
        seconds = waiting.ENDLESS_SECONDS if ending == "cancel" else 1
        run = queue(endpoint_of(target), duration_seconds=seconds)
        if ending == "failure":
            Run.objects.filter(pk=run.pk).update(
                parameters=run.parameters | {"clients": 5_000}
            )
        with in_background(run):
            if ending == "cancel":
                waiting.for_phase(run, "measure")
                lifecycle.request_cancel(run.id)
        run.refresh_from_db()

        expected = {"success": "succeeded", "failure": "failed", "cancel": "cancelled"}
        assert run.state == expected[ending]
        assert rows() == 3


@pytest.mark.long
def test_without_a_schema_of_its_own_marked_tables_are_used_and_dropped(target):
    with situations.confined(target) as confined:
        run = carry_out(queue(endpoint_of(confined)))

        assert run.state == RunState.SUCCEEDED, why_failed(run)
        assert not run.data_sets.get().owns_workspace
        with probes.connect(confined) as probe:
            assert probe.existing_tables(TABLES, workspace=None) == ()


@pytest.mark.parametrize("name", ["pgbench_accounts", "pgbench_history"])
def test_without_a_schema_of_its_own_a_users_table_is_not_touched(target, name):
    with (
        situations.own_table(target, name) as rows,
        situations.confined(target) as confined,
    ):
        run = carry_out(queue(endpoint_of(confined)))

        assert (run.state, run.failure_code) == (RunState.FAILED, "tables_exist")
        assert rows() == 3


@pytest.mark.long
def test_without_a_schema_of_its_own_a_cancel_drops_the_marked_tables(target):
    with situations.confined(target) as confined:
        seconds = waiting.ENDLESS_SECONDS
        run = queue(endpoint_of(confined), duration_seconds=seconds)
        with in_background(run):
            waiting.for_phase(run, "measure")
            lifecycle.request_cancel(run.id)

        run.refresh_from_db()
        assert run.state == RunState.CANCELLED
        with probes.connect(confined) as probe:
            assert probe.existing_tables(TABLES, workspace=None) == ()


def test_cancel_stops_the_tool(target):
    run = queue(endpoint_of(target), duration_seconds=waiting.ENDLESS_SECONDS)
    with in_background(run):
        waiting.for_phase(run, "measure", samples=1)
        assert tools(target)

        lifecycle.request_cancel(run.id)
        waiting.until(lambda: not tools(target), what="the end of the tool")

    run.refresh_from_db()
    assert run.state == RunState.CANCELLED
    assert workspaces(target) == set()
    assert not Result.objects.filter(run=run).exists()


@pytest.mark.long
def test_one_backend_that_ends_makes_no_result(target):
    """pgbench runs on with the other clients and prints a plausible rate."""
    run = queue(endpoint_of(target), **TIME_ENOUGH)
    with in_background(run):
        waiting.for_phase(run, "measure", samples=1)
        accounts.execute(
            target,
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE application_name = 'pgbench' LIMIT 1",
        )

    run.refresh_from_db()
    assert (run.state, run.failure_code) == (RunState.FAILED, "server_gone")
    assert "tps = " in output_of(run)
    assert not Result.objects.filter(run=run).exists()


@pytest.mark.long
def test_a_server_that_is_killed_in_mid_run_is_told(postgres_server, target):
    endpoint = endpoint_of(target)
    run = queue(endpoint, duration_seconds=waiting.ENDLESS_SECONDS)
    with in_background(run):
        waiting.for_phase(run, "measure", samples=1)
        postgres_server.kill()
        waiting.for_end(run)
    postgres_server.restart()

    assert (run.state, run.failure_code) == (RunState.FAILED, "server_gone")
    assert run.data_sets.get().drop_code

    carry_out(queue(endpoint))
    assert workspaces(target) == set()


@pytest.mark.long
def test_a_row_of_history_too_many_makes_no_result(target):
    run = queue(endpoint_of(target), **TIME_ENOUGH)
    with in_background(run):
        waiting.for_phase(run, "measure", samples=1)
        space = run.data_sets.get().workspace
        accounts.execute(
            target, f"INSERT INTO {space}.pgbench_history (tid) VALUES (1)"
        )

    run.refresh_from_db()
    assert (run.state, run.failure_code) == (RunState.FAILED, "counts_differ")


@pytest.mark.long
@pytest.mark.cases_in_turn
@pytest.mark.parametrize("password", ["a:b", "back\\slash\\", "  grüße # 'x' "])
def test_a_hostile_password_reaches_the_server_whole(target, password):
    grant = f"CREATE ON DATABASE {target.database}"
    with accounts.postgres_account(target, grant, password=password) as account:
        run = carry_out(queue(endpoint_of(account)))

    assert run.state == RunState.SUCCEEDED, why_failed(run)


@pytest.mark.long
def test_marked_tables_are_like_those_that_pgbench_makes(target):
    def columns(schema: str) -> list[tuple]:
        return accounts.execute(
            target,
            "SELECT table_name, column_name, data_type, character_maximum_length,"
            " is_nullable FROM information_schema.columns"
            f" WHERE table_schema = '{schema}' AND table_name LIKE 'pgbench_%'"
            " ORDER BY 1, 2",
        )

    found = []
    with situations.confined(target) as confined:
        for account, own in ((target, True), (confined, False)):
            seconds = waiting.ENDLESS_SECONDS
            run = queue(endpoint_of(account), duration_seconds=seconds)
            with in_background(run):
                waiting.for_phase(run, "measure")
                space = run.data_sets.get().workspace
                found.append(columns(space if own else "public"))
                lifecycle.request_cancel(run.id)

    own, marked = found
    assert own == marked
    assert len(own) == 17


def test_a_wrong_password_is_told(target):
    run = carry_out(queue(endpoint_of(target, password="not this")))

    assert (run.state, run.failure_code) == (RunState.FAILED, "wrong_password")


def test_password_host_and_account_are_nowhere_in_what_is_stored(target):
    run = carry_out(queue(endpoint_of(target)))

    attempt = run.attempts.get()
    outputs = "".join(output_of(run, o.phase) for o in attempt.outputs.all())
    told = " ".join(of_events(run))
    assert target.password not in outputs + told + attempt.command
    for private in (target.host, "PGUSER", str(target.port)):
        assert private not in attempt.command
