"""What of sysbench fails on a server is told, and ends what runs beside it.

What would not end is killed as a hang, by another error than is expected here.
"""

import contextlib
from dataclasses import replace

import pymysql
import pytest

from benchruns.evidence.sysbench_verdict import check_ending, judge
from benchruns.failures.failure import BenchbookError
from benchruns.workloads import size
from tests import waiting
from tests.workers.accounts import execute, mysql_account, postgres_account
from tests.workers.tools.sysbench_on_servers.started import (
    PARAMETERS,
    SPACE,
    failure_of,
    prepared,
    start,
)
from workers.connecting.target import Target
from workers.probes import connect
from workers.tools import sysbench

pytestmark = pytest.mark.engine


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


def test_a_connection_that_fails_ends_the_others(target, space, tmp_path, monkeypatch):
    monkeypatch.setattr(size, "SPLIT_ROWS", 1_000)
    execute(target, f"CREATE TABLE {space}.sbtest1 (id int)")
    parameters = {**PARAMETERS, "tables": 1, "table_size": 1_000}

    done = start(
        sysbench.prepare(target, "oltp_read_write", parameters, space), tmp_path
    )

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

    with pytest.raises(BenchbookError) as caught:
        check_ending(
            exit_status=done.exit_status, output=done.output, stderr=done.stderr
        )
    assert caught.value.failure.code == "too_many_connections"


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

        endless = {**PARAMETERS, "duration_seconds": waiting.ENDLESS_SECONDS}
        command = sysbench.measure(user, "oltp_read_only", endless, space)
        done = start(command, tmp_path, on_line=end_sessions)

    with pytest.raises(BenchbookError) as caught:
        judge(exit_status=done.exit_status, output=done.output, stderr=done.stderr)
    assert caught.value.failure.code in {"server_gone", "tool_died"}


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
