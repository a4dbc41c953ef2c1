"""sysbench itself, started as a worker starts it, against real servers."""

import contextlib
from dataclasses import replace
from pathlib import Path

import pymysql
import pytest

from benchruns.evidence.sysbench_verdict import check_ending, judge
from benchruns.failures.failure import BenchbookError
from benchruns.workloads import WORKLOADS, size
from tests import waiting
from tests.workers.accounts import execute, mysql_account, postgres_account
from workers.confinement import process
from workers.connecting.target import Target
from workers.probes import connect
from workers.tools import sysbench
from workers.tools.command import Command

pytestmark = pytest.mark.engine

SPACE = "benchbook_0a1b2c"
PARAMETERS = {
    "tables": 2,
    "table_size": 500,
    "threads": 2,
    "duration_seconds": 1,
    "warmup_seconds": 1,
    "rate": 100,  # a full load takes all CPUs from other tests
}
HOSTILE = [
    "it's",
    'say "x"',
    "# no comment",
    "a, b=c; d",
    "back\\slash\\",
    "$(id) `id` %s %d",
    "  blanks  ",
    "grüße-パスワード",
]


@pytest.fixture(params=["mariadb", "postgres"])
def target(request) -> Target:
    return request.getfixturevalue(f"{request.param}_target")


@pytest.fixture
def space(target) -> str:
    with connect(target) as probe:
        probe.drop_workspace(SPACE)
        probe.create_workspace(SPACE)
    yield SPACE
    with connect(target) as probe:
        probe.drop_workspace(SPACE)


def start(command: Command, folder: Path, on_start=None, on_line=None):
    for name, text in command.cwd_files.items():
        (folder / name).write_text(text)
    return process.run(
        command.argv,
        stdin=command.stdin,
        env=command.env,
        cwd=folder,
        on_line=on_line or (lambda _line: None),
        poll=lambda: None,
        on_start=on_start,
        timeout_seconds=waiting.HANG_SECONDS,
    )


def prepared(target: Target, space: str | None, folder: Path, **options) -> None:
    command = sysbench.prepare(target, "oltp_read_write", PARAMETERS, space, **options)
    done = start(command, folder)
    check_ending(exit_status=done.exit_status, output=done.output, stderr=done.stderr)


def failure_of(target: Target, space: str, folder: Path):
    command = sysbench.measure(target, "oltp_read_write", PARAMETERS, space)
    done = start(command, folder)
    with pytest.raises(BenchbookError) as caught:
        judge(
            exit_status=done.exit_status,
            output=done.output,
            stderr=done.stderr,
            engine_family=target.family,
        )
    return caught.value.failure


@pytest.mark.cases_in_turn
@pytest.mark.engines_in_turn
@pytest.mark.parametrize(
    "workload",
    [
        each.name
        for each in WORKLOADS.values()
        if each.tool == "sysbench" and not each.is_custom
    ],
)
def test_a_workload_is_prepared_in_the_workspace_and_measured(
    target, space, tmp_path, workload
):
    prepared(target, space, tmp_path)

    command = sysbench.measure(target, workload, PARAMETERS, space)
    done = start(command, tmp_path)
    report = judge(exit_status=done.exit_status, output=done.output, stderr="")

    assert report.figures.tps > 0
    assert sum(count for _value, count in report.histogram) == report.events
    figures = report.figures
    # printed to 0.01 ms where the histogram has 0.001 ms
    assert figures.latency_p50_ms - 0.005 <= figures.latency_p95_ms
    assert figures.latency_p95_ms <= figures.latency_p99_ms + 0.005
    with connect(target) as probe:
        rows = [
            probe.row_count(table, workspace=space)
            for table in sysbench.tables(PARAMETERS["tables"])
        ]
        grown = report.events if workload == "oltp_insert" else 0
        assert sum(rows) == len(rows) * PARAMETERS["table_size"] + grown
        assert probe.existing_tables(["sbtest1"], workspace=None) == ()


def test_a_wrong_password_is_told(target, space, tmp_path):
    bad = replace(target, password="not this")

    assert failure_of(bad, space, tmp_path).code == "wrong_password"


def test_a_refused_port_is_told(target, space, tmp_path):
    bad = replace(target, port=1)

    assert failure_of(bad, space, tmp_path).code == "connection_refused"


def test_an_unknown_host_is_told(mariadb_target, tmp_path):
    # the driver gets a checked address, so only a name in its place is unknown to it
    bad = replace(mariadb_target, address="no-such-host.invalid")

    assert failure_of(bad, SPACE, tmp_path).code == "unknown_host"


def test_a_missing_table_is_told(target, space, tmp_path):
    failure = failure_of(target, space, tmp_path)

    assert failure.code == "table_missing"
    assert "sbtest" in failure.detail


def test_too_many_connections_are_told(target, space, tmp_path):
    account = postgres_account if target.family.name == "postgresql" else mysql_account
    grant = {
        "postgresql": f"CONNECT ON DATABASE {target.database}",
        "mysql": f"SELECT ON `{target.database}`.*",
    }[target.family.name]
    with account(target, grant, limit=1) as limited, connect(limited):
        assert failure_of(limited, space, tmp_path).code == "too_many_connections"


def test_a_missing_privilege_is_told(target, space, tmp_path):
    prepared(target, space, tmp_path)
    if target.family.name == "postgresql":
        with postgres_account(target, f"USAGE ON SCHEMA {space}") as poor:
            assert failure_of(poor, space, tmp_path).code == "no_privilege"
    else:
        with mysql_account(target, f"SELECT ON {space}.*") as poor:
            assert failure_of(poor, space, tmp_path).code == "no_privilege"


def test_a_rate_that_is_too_high_is_told(mariadb_target, tmp_path):
    target = mariadb_target
    with connect(target) as probe:
        probe.drop_workspace(SPACE)
        probe.create_workspace(SPACE)
    prepared(target, SPACE, tmp_path)
    parameters = {**PARAMETERS, "rate": 2_000_000, "duration_seconds": 2}

    done = start(
        sysbench.measure(target, "oltp_read_write", parameters, SPACE), tmp_path
    )

    with pytest.raises(BenchbookError) as caught:
        judge(exit_status=done.exit_status, output=done.output, stderr=done.stderr)
    assert caught.value.failure.code == "rate_too_high"
    with connect(target) as probe:
        probe.drop_workspace(SPACE)


def test_preparing_twice_is_told_as_a_table_that_exists(target, space, tmp_path):
    prepared(target, space, tmp_path)

    with pytest.raises(BenchbookError) as caught:
        prepared(target, space, tmp_path)

    assert caught.value.failure.code == "table_exists"


@pytest.mark.parametrize("password", HOSTILE)
def test_a_hostile_password_reaches_mysql_whole(mariadb_target, tmp_path, password):
    grant = r"ALL ON `benchbook\_%`.*"
    with (
        mysql_account(
            mariadb_target, grant, "SELECT ON `%`.*", password=password
        ) as account,
        connect(account) as probe,
    ):
        probe.drop_workspace(SPACE)
        probe.create_workspace(SPACE)
        try:
            prepared(account, SPACE, tmp_path)
        finally:
            probe.drop_workspace(SPACE)


@pytest.mark.parametrize("password", HOSTILE)
def test_a_hostile_password_reaches_postgresql_whole(
    postgres_target, tmp_path, password
):
    grant = f"CREATE ON DATABASE {postgres_target.database}"
    with (
        postgres_account(postgres_target, grant, password=password) as account,
        connect(account) as probe,
    ):
        probe.drop_workspace(SPACE)
        probe.create_workspace(SPACE)
        try:
            prepared(account, SPACE, tmp_path)
        finally:
            probe.drop_workspace(SPACE)


def test_the_password_is_not_seen_in_the_running_tools_process(target, space, tmp_path):
    prepared(target, space, tmp_path)
    seen = bytearray()
    pids = []

    def look(line: str) -> None:
        if line != "Threads started!":
            return
        for name in ("cmdline", "environ"):
            seen.extend(Path(f"/proc/{pids[0]}/{name}").read_bytes())

    command = sysbench.measure(target, "oltp_read_only", PARAMETERS, space)
    start(command, tmp_path, on_start=pids.append, on_line=look)

    assert b"sysbench" in seen
    assert target.password.encode() not in seen


@pytest.mark.parametrize("workload", ["oltp_read_write", "oltp_legacy"])
def test_a_table_filled_in_parts_is_the_one_that_sysbench_makes(
    target, space, tmp_path, workload, monkeypatch
):
    parameters = {**PARAMETERS, "tables": 1, "table_size": 1_003}
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    found = []
    for folder, fewest in ((whole, 2_000), (parts, 1_000)):
        folder.mkdir()
        monkeypatch.setattr(size, "SPLIT_ROWS", fewest)
        done = start(sysbench.prepare(target, workload, parameters, space), folder)
        check_ending(
            exit_status=done.exit_status, output=done.output, stderr=done.stderr
        )
        lines = [line for line in done.output.splitlines() if "sbtest1" in line]
        found.append((lines, definition_of(target, f"{space}.sbtest1")))
        ids = execute(
            target,
            "SELECT COUNT(*), COUNT(DISTINCT id), MIN(id), MAX(id), MIN(k) >= 1, "
            f"MAX(k) <= 1003 FROM {space}.sbtest1",
        )
        assert ids == [(1_003, 1_003, 1, 1_003, True, True)]
        execute(target, f"DROP TABLE {space}.sbtest1")

    assert found[0] == found[1]
    assert list(parts.glob("filled.3.*"))
    assert not list(whole.glob("filled.*"))


def test_a_connection_that_fails_ends_the_others(target, space, tmp_path, monkeypatch):
    monkeypatch.setattr(size, "SPLIT_ROWS", 1_000)
    execute(target, f"CREATE TABLE {space}.sbtest1 (id int)")
    parameters = {**PARAMETERS, "tables": 1, "table_size": 1_000}

    done = start(
        sysbench.prepare(target, "oltp_read_write", parameters, space), tmp_path
    )

    assert done.seconds < 10
    with pytest.raises(BenchbookError) as caught:
        check_ending(
            exit_status=done.exit_status, output=done.output, stderr=done.stderr
        )
    assert caught.value.failure.code == "table_exists"


@pytest.mark.cases_in_turn
@pytest.mark.parametrize("workload", ["oltp_read_write", "oltp_legacy"])
@pytest.mark.parametrize("tables", [1, 4], ids=["in_parts", "whole_tables"])
def test_a_connection_that_is_not_made_ends_the_others(
    target, space, tmp_path, monkeypatch, workload, tables
):
    """One is held here and one is left, so that three of four are not made while it loads."""
    monkeypatch.setattr(size, "SPLIT_ROWS", 1_000)
    parameters = {**PARAMETERS, "tables": tables, "table_size": 20_000}
    if target.family.name == "mysql":
        account = mysql_account(target, f"ALL ON {space}.*", limit=2)
    else:
        account = postgres_account(target, f"USAGE, CREATE ON SCHEMA {space}", limit=2)

    with account as confined:
        database = space if target.family.name == "mysql" else target.database
        command = sysbench.prepare(confined, workload, parameters, space)
        with connect(replace(confined, database=database)):
            done = start(command, tmp_path)

    assert done.seconds < 10
    with pytest.raises(BenchbookError) as caught:
        check_ending(
            exit_status=done.exit_status, output=done.output, stderr=done.stderr
        )
    assert caught.value.failure.code == "too_many_connections"


def definition_of(target: Target, table: str) -> list[tuple]:
    """Columns and indexes, as the server tells them."""
    if target.family.name == "mysql":
        return [
            *execute(target, f"SHOW FULL COLUMNS FROM {table}"),
            *((row[2], row[4]) for row in execute(target, f"SHOW INDEX FROM {table}")),
        ]
    space, name = table.split(".")
    return [
        *execute(
            target,
            "SELECT column_name, data_type, character_maximum_length, is_nullable, "
            "column_default FROM information_schema.columns "
            f"WHERE table_schema = '{space}' AND table_name = '{name}' "
            "ORDER BY ordinal_position",
        ),
        *execute(
            target,
            f"SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = '{space}' "
            f"AND tablename = '{name}' ORDER BY indexname",
        ),
    ]


def test_in_a_users_database_tables_carry_the_mark_and_only_they_are_dropped(
    target, tmp_path
):
    names = sysbench.tables(2)
    execute(target, "DROP TABLE IF EXISTS sbtest1, sbtest2")
    try:
        prepared(target, None, tmp_path, mark=SPACE)
        command = sysbench.measure(target, "oltp_read_write", PARAMETERS, None)
        done = start(command, tmp_path)

        judge(exit_status=done.exit_status, output=done.output, stderr=done.stderr)
        with connect(target) as probe:
            assert probe.row_count("sbtest1", workspace=None) == 500
            assert probe.drop_marked_tables(names, mark=SPACE) == names
    finally:
        execute(target, "DROP TABLE IF EXISTS sbtest1, sbtest2")


def test_a_users_own_table_survives_everything(target, tmp_path):
    names = sysbench.tables(2)
    execute(
        target,
        "DROP TABLE IF EXISTS sbtest1, sbtest2",
        "CREATE TABLE sbtest1 (id int)",
        "INSERT INTO sbtest1 VALUES (42)",
    )

    with pytest.raises(BenchbookError) as caught:
        prepared(target, None, tmp_path, mark=SPACE)
    with connect(target) as probe:
        probe.drop_marked_tables(names, mark=SPACE)

    assert caught.value.failure.code == "table_exists"
    assert execute(target, "SELECT id FROM sbtest1") == [(42,)]
    execute(target, "DROP TABLE IF EXISTS sbtest1, sbtest2")


def test_a_server_that_goes_away_is_told(target, space, tmp_path):
    """MariaDB's end leaves an error; on PostgreSQL's sysbench dies without a word."""
    prepared(target, space, tmp_path)
    account = postgres_account if target.family.name == "postgresql" else mysql_account
    grants = (
        (f"USAGE ON SCHEMA {space}", f"ALL ON ALL TABLES IN SCHEMA {space}")
        if target.family.name == "postgresql"
        else (f"ALL ON {space}.*",)
    )
    with account(target, *grants) as user:

        def end_sessions(line: str) -> None:
            if line.startswith("[ 1s ]"):
                end_sessions_of(target, user)

        command = sysbench.measure(
            user, "oltp_read_only", {**PARAMETERS, "duration_seconds": 20}, space
        )
        done = start(command, tmp_path, on_line=end_sessions)

    with pytest.raises(BenchbookError) as caught:
        judge(exit_status=done.exit_status, output=done.output, stderr=done.stderr)
    assert caught.value.failure.code in {"server_gone", "tool_died"}
    assert done.seconds < 10


def end_sessions_of(admin: Target, user: Target) -> None:
    if admin.family.name == "postgresql":
        execute(
            admin,
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            f"WHERE usename = '{user.username}'",
        )
    else:
        sessions = execute(admin, "SHOW PROCESSLIST")
        own = [number for number, name, *_ in sessions if name == user.username]
        for number in own:
            with contextlib.suppress(pymysql.OperationalError):  # it has just ended
                execute(admin, f"KILL {number}", "SELECT 1")
