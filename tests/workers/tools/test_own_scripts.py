"""The workloads that run scripts of our own: what they send, and what they prove."""

from dataclasses import replace

import pytest

from benchruns.failures.failure import BenchbookError
from benchruns.figures.metrics import Figures
from benchruns.parsers.sysbench import output as parser
from benchruns.sentences.failures.table import why_failed
from benchruns.vocabulary import RunState
from benchruns.workloads import WORKLOADS
from tests import waiting
from tests.examples import few_or
from tests.slow_way import slow_way
from tests.targets import TIME_ENOUGH, endpoint_of, queue
from tests.workers import accounts, situations
from tests.workers.runs.whole_runs import (
    carry_out,
    in_background,
    known,
    measured_output,
    workspaces,
)
from workers import probes
from workers.confinement import process
from workers.connecting.target import Target
from workers.tools.command import Command
from workers.tools.driver import Measured, Place
from workers.tools.registry import driver_of

pytestmark = [
    pytest.mark.engine,
    pytest.mark.engines_in_turn,
    pytest.mark.django_db(transaction=True),
]

GENTLE_MS = 5  # a load without a limit would take all CPUs from other tests
SPACE = "benchbook_0c0ffee"
PLACE = Place(workspace=SPACE, mark=SPACE)
ADD_ONE = f"UPDATE {SPACE}.sbtest1 SET k = k + 1 WHERE id = 100"


@pytest.fixture(params=["mariadb", "postgresql"])
def target(request) -> Target:
    name = {"mariadb": "mariadb_target", "postgresql": "postgres_target"}[request.param]
    return request.getfixturevalue(name)


@pytest.fixture
def space(target) -> str:
    with probes.connect(target) as probe:
        probe.drop_workspace(SPACE)
        probe.create_workspace(SPACE)
    yield SPACE
    with probes.connect(target) as probe:
        probe.drop_workspace(SPACE)


def start(command: Command, folder) -> process.Completed:
    command.write_files(folder)
    return process.run(
        command.argv,
        stdin=command.stdin,
        env=command.env,
        cwd=folder,
        on_line=lambda _line: None,
        poll=lambda: None,
        timeout_seconds=waiting.HANG_SECONDS,
    )


def prepared(target, workload, folder, **given):
    """The workload's driver, its tables ready in the workspace."""
    driver = driver_of(workload, WORKLOADS[workload].clean(given))
    done = start(driver.prepare(target, PLACE), folder)
    driver.judge_prepare(done, family=target.family)
    return driver


def told(transactions: int | None) -> Measured:
    return Measured(figures=Figures(transactions=transactions))


# Legacy OLTP ----------------------------------------------------------------------


def test_a_legacy_transaction_is_14_reads_4_writes_and_2_others(target):
    run = carry_out(queue(endpoint_of(target), "oltp_legacy", threads=1))

    result = run.result
    count = result.transactions
    assert count > 0
    assert result.reads == 14 * count
    assert (result.writes, result.other) == (4 * count, 2 * count)
    # both are printed with two digits, and a slow server's are small
    assert result.qps == pytest.approx(20 * result.tps, abs=0.11)


def test_legacy_without_begin_and_commit_sends_18_statements(target):
    run = carry_out(queue(endpoint_of(target), "oltp_legacy", threads=1, skip_trx=True))

    assert run.result.other == 0
    assert run.result.queries == 18 * run.result.transactions


def test_legacy_tables_stay_whole_under_a_load_that_deletes_and_inserts(
    target, space, tmp_path
):
    driver = prepared(
        target,
        "oltp_legacy",
        tmp_path,
        tables=2,
        table_size=300,
        threads=8,
        duration_seconds=1,
    )

    done = start(driver.measure(target, PLACE), tmp_path)

    driver.judge(done, family=target.family, folder=tmp_path)
    with probes.connect(target) as probe:
        driver.verify(probe, PLACE, go_on=lambda: None)


def test_each_step_of_a_load_is_seen(target, space, tmp_path):
    driver = driver_of(
        "oltp_legacy", WORKLOADS["oltp_legacy"].clean({"tables": 3, "table_size": 10})
    )
    progress = driver.prepare_progress()

    done = start(driver.prepare(target, PLACE), tmp_path)

    shares = [progress(line, None) for line in done.output.splitlines()]
    assert [share for share in shares if share is not None][-1] == 1


@pytest.mark.long
def test_the_size_told_before_is_the_size_the_server_tells(target, space, tmp_path):
    rows = few_or(110_000, few=30_000)
    driver = prepared(target, "oltp_legacy", tmp_path, tables=4, table_size=rows)

    size = WORKLOADS["oltp_legacy"].size(driver.parameters)

    with probes.connect(target) as probe:
        found = probe.data_bytes(driver.tables, workspace=SPACE)
    assert found > 900 * rows
    assert size.data_bytes(target.family) == pytest.approx(found, rel=0.1)


@pytest.mark.parametrize("rows", [1_000, 3_000, 10_000, 25_000])
def test_the_size_of_small_tables_is_known_before_too(target, space, tmp_path, rows):
    """InnoDB takes extents of a megabyte: of 3,000 rows it reports twice what they hold."""
    driver = prepared(target, "oltp_legacy", tmp_path, tables=2, table_size=rows)

    size = WORKLOADS["oltp_legacy"].size(driver.parameters)

    with probes.connect(target) as probe:
        found = probe.data_bytes(driver.tables, workspace=SPACE)
    assert size.reported_bytes(target.family) == pytest.approx(found, rel=0.1)


# Hot row --------------------------------------------------------------------------


def test_a_hot_row_run_ends_with_the_figures_of_its_raw_output(target):
    run = carry_out(
        queue(endpoint_of(target), "hot_row_update", threads=16, warmup_seconds=1)
    )

    assert run.state == RunState.SUCCEEDED, why_failed(run)
    result = run.result
    report = parser.parse(measured_output(run))
    assert known(result.figures) == pytest.approx(known(report.figures), rel=1e-9)
    assert (result.reads, result.writes) == (0, result.transactions)
    assert result.other == 2 * result.transactions
    assert (result.tables, result.table_size, result.threads) == (1, 100, 16)
    assert workspaces(target) == set()


def test_the_hot_row_grows_by_exactly_what_is_told_run_after_run(
    target, space, tmp_path
):
    driver = prepared(
        target, "hot_row_update", tmp_path, threads=32, duration_seconds=1
    )
    with probes.connect(target) as probe:
        first = probe.cell("sbtest1", "k", id=100, workspace=SPACE)
    transactions = 0

    for _repeat in range(few_or(3, few=2)):
        with probes.connect(target) as probe:
            driver.before_measure(probe, PLACE)
        done = start(driver.measure(target, PLACE), tmp_path)
        measured = driver.judge(done, family=target.family, folder=tmp_path)
        with probes.connect(target) as probe:
            driver.confirm(probe, PLACE, measured, go_on=lambda: None)
        transactions += measured.figures.transactions

    with probes.connect(target) as probe:
        last = probe.cell("sbtest1", "k", id=100, workspace=SPACE)
    assert last - first == transactions


@pytest.mark.parametrize("off_by", [-1, 1])
def test_a_single_transaction_too_few_or_too_many_is_found(
    target, space, tmp_path, off_by
):
    driver = prepared(target, "hot_row_update", tmp_path)
    with probes.connect(target) as probe:
        driver.before_measure(probe, PLACE)
        accounts.execute(target, ADD_ONE, ADD_ONE)

        driver.confirm(probe, PLACE, told(2), go_on=lambda: None)
        with pytest.raises(BenchbookError) as caught:
            driver.confirm(probe, PLACE, told(2 + off_by), go_on=lambda: None)

    assert caught.value.failure.code == "counts_differ"


def test_of_a_lost_generator_the_server_has_more_than_was_counted(
    target, space, tmp_path
):
    driver = prepared(target, "hot_row_update", tmp_path)
    with probes.connect(target) as probe:
        driver.before_measure(probe, PLACE)
        accounts.execute(target, ADD_ONE, ADD_ONE)

        driver.confirm(
            probe, PLACE, replace(told(1), is_of_all=False), go_on=lambda: None
        )
        with pytest.raises(BenchbookError):
            driver.confirm(
                probe, PLACE, replace(told(3), is_of_all=False), go_on=lambda: None
            )
        with pytest.raises(BenchbookError):
            driver.confirm(probe, PLACE, told(None), go_on=lambda: None)


@pytest.mark.long
def test_an_update_by_somebody_else_fails_the_run(target):
    with slow_way(target, delay_ms=GENTLE_MS) as far:
        run = queue(endpoint_of(far), "hot_row_update", **TIME_ENOUGH)
        with in_background(run):
            waiting.for_phase(run, "measure", samples=1)
            name = run.data_sets.get().workspace
            accounts.execute(target, ADD_ONE.replace(SPACE, name))

    run.refresh_from_db()
    assert (run.state, run.failure_code) == (RunState.FAILED, "counts_differ")
    assert workspaces(target) == set()


def test_a_hot_row_that_is_gone_is_told(target, space, tmp_path):
    driver = prepared(target, "hot_row_update", tmp_path)
    accounts.execute(target, f"DELETE FROM {SPACE}.sbtest1 WHERE id = 100")

    with probes.connect(target) as probe, pytest.raises(BenchbookError) as caught:
        driver.before_measure(probe, PLACE)

    assert caught.value.failure.code == "data_missing"


@pytest.mark.long
def test_ignored_lock_timeouts_leave_the_count_exact(mariadb_target):
    def hold_the_row() -> None:
        waiting.for_phase(run, "measure", samples=1)
        name = run.data_sets.get().workspace
        accounts.execute(
            mariadb_target,
            "BEGIN",
            f"SELECT k FROM {name}.sbtest1 WHERE id = 100 FOR UPDATE",
            "SELECT sleep(1.5)",
        )

    accounts.execute(mariadb_target, "SET GLOBAL innodb_lock_wait_timeout = 1")
    try:
        with slow_way(mariadb_target, delay_ms=GENTLE_MS) as far:
            run = queue(endpoint_of(far), "hot_row_update", threads=8, **TIME_ENOUGH)
            with in_background(run):
                hold_the_row()
    finally:
        accounts.execute(mariadb_target, "SET GLOBAL innodb_lock_wait_timeout = 50")

    run.refresh_from_db()
    assert run.state == RunState.SUCCEEDED, why_failed(run)
    assert run.result.errors_per_s > 0


@pytest.mark.long
def test_ignored_serialization_failures_leave_the_count_exact(postgres_target):
    grant = f"CREATE ON DATABASE {postgres_target.database}"
    with accounts.postgres_account(postgres_target, grant) as account:
        accounts.execute(
            postgres_target,
            f"ALTER ROLE {account.username} "
            "SET default_transaction_isolation = 'repeatable read'",
        )
        run = carry_out(queue(endpoint_of(account), "hot_row_update", threads=16))

    assert run.state == RunState.SUCCEEDED, why_failed(run)
    assert run.result.errors_per_s > 0


@pytest.mark.cases_in_turn
@pytest.mark.parametrize("workload", ["oltp_legacy", "hot_row_update"])
def test_a_table_of_the_users_own_survives(target, workload):
    with situations.own_table(target, "sbtest1") as rows:
        run = carry_out(queue(endpoint_of(target), workload))

        assert run.state == RunState.SUCCEEDED, why_failed(run)
        assert rows() == 3
