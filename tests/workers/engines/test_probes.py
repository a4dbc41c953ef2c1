"""The probes, against real MariaDB and PostgreSQL, and SQL Server if one is named."""

import os
import re
import signal
import socket
import threading
import time
from dataclasses import replace

import pytest

from benchruns.failures.failure import BenchbookError
from benchruns.sentences.failures.table import of_failure
from tests.workers.accounts import an_account, dropping, execute, mysql_account
from tests.workers.probes.dripping import a_dripping_server
from workers.connecting.target import Target
from workers.engines import probe as base
from workers.engines.postgresql import probe as postgresql
from workers.engines.postgresql.probe import PostgreSQLProbe
from workers.engines.registry import CLIENTS
from workers.probes import connect

pytestmark = pytest.mark.engine

SPACE = "benchbook_0123abcd"
DURABILITY = {
    "mysql": {"sync_binlog", "innodb_flush_log_at_trx_commit"},
    "postgresql": {"fsync", "synchronous_commit", "full_page_writes"},
    "sqlserver": {"recovery_model", "page_verify"},
}
LACKED = ("CREATE", "DROP", "INDEX", "SELECT", "INSERT", "UPDATE", "DELETE")


@pytest.fixture(params=["mariadb", "postgres", "mssql"])
def target(request) -> Target:
    return request.getfixturevalue(f"{request.param}_target")


def failure_of(target: Target, **options):
    with pytest.raises(BenchbookError) as caught:
        connect(target, **options).close()
    return caught.value.failure


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return sock.getsockname()[1]


def test_a_wrong_password_is_told(target):
    failure = failure_of(replace(target, password="not this one"))

    assert failure.code == "wrong_password"
    assert "password" in of_failure(failure)
    assert "not this one" not in failure.detail


def test_an_unknown_user_is_told_like_a_wrong_password(target):
    assert failure_of(replace(target, username="nobody_here")).code == "wrong_password"


def test_a_refused_port_is_told(target):
    assert failure_of(replace(target, port=free_port())).code == "connection_refused"


def test_an_unknown_database_is_told(target):
    assert failure_of(replace(target, database="no_such")).code == "unknown_database"


def test_too_many_connections_are_told(target):
    if target.family.name == "sqlserver":
        pytest.skip("SQL Server limits the connections of all accounts alone")
    with an_account(target, limit=1) as limited, connect(limited):
        assert failure_of(limited).code == "too_many_connections"


def test_tls_that_the_server_does_not_offer_is_told(target):
    if target.family.name == "sqlserver":
        pytest.skip("SQL Server always offers TLS")
    with connect(target) as probe:
        if probe.facts().tls_in_use:
            pytest.skip("this server offers TLS")

    assert failure_of(replace(target, tls="require")).code == "tls_failed"


def test_a_server_that_accepts_and_says_nothing_is_not_waited_for(target):
    with socket.create_server(("127.0.0.1", 0)) as silent:
        failure = failure_of(
            replace(target, port=silent.getsockname()[1]), timeout_seconds=2
        )

    assert failure.code == "connection_timeout"


@pytest.mark.parametrize(
    ("engine", "greeting"),
    [
        # the head of a packet of 64 bytes, then the packet
        ("mariadb", b"\x40\x00\x00\x00" + b"\x0a" * 10),
        ("postgresql", b"N" + b"R\x00\x00\x00\x40" + b"\x00" * 10),
        ("sqlserver", b"\x04\x01\x00\x40\x00\x00\x01\x00" + b"\x00" * 10),
    ],
)
def test_a_server_that_answers_drop_by_drop_is_not_waited_for(engine, greeting):
    with a_dripping_server(greeting) as port:
        dripping = Target(
            engine=engine,
            host="127.0.0.1",
            address="127.0.0.1",
            port=port,
            username="bench",
            password="bench",
            database="bench",
            allow_cleartext_password=True,
        )
        failure = failure_of(dripping, timeout_seconds=2)

    assert failure.code == "connection_timeout"


def test_a_server_that_hangs_up_is_told(target):
    with socket.create_server(("127.0.0.1", 0)) as rude:
        thread = threading.Thread(target=lambda: rude.accept()[0].close())
        thread.start()

        failure = failure_of(replace(target, port=rude.getsockname()[1]))
        thread.join()

    assert failure.code == "server_gone"


def test_the_facts_of_a_server(target):
    with connect(target) as probe:
        facts = probe.facts()

    assert facts.engine == target.engine
    assert re.fullmatch(r"\d+(\.\d+){1,3}", facts.version)
    if target.family.name == "sqlserver":
        assert re.fullmatch(r"20\d\d( R2)?", facts.release)
        assert "Edition" in facts.edition
    else:
        assert facts.version.startswith(facts.release)
    assert facts.buffer_bytes is not None
    assert facts.buffer_bytes > 1_000_000
    assert facts.max_connections is not None
    assert facts.max_connections >= 10
    assert 15 <= len(facts.settings) <= 40
    assert set(facts.durability) >= DURABILITY[target.family.name]


def test_the_engine_is_recognised_where_its_sister_was_registered(mariadb_target):
    sister = {"mariadb": "mysql", "mysql": "mariadb"}[mariadb_target.engine]
    with connect(replace(mariadb_target, engine=sister)) as probe:
        assert probe.facts().engine == mariadb_target.engine


def test_a_round_trip_is_measured(target):
    with connect(target) as probe:
        began = time.perf_counter()
        trip_ms = probe.round_trip_ms()

    assert 0 < trip_ms <= 1000 * (time.perf_counter() - began)


def test_a_workspace_comes_and_goes(target):
    with connect(target) as probe:
        probe.drop_workspace(SPACE)
        assert not probe.workspace_exists(SPACE)

        probe.create_workspace(SPACE)
        assert probe.workspace_exists(SPACE)
        inside = f"{SPACE}.dbo" if target.family.name == "sqlserver" else SPACE
        execute(
            target,
            f"CREATE TABLE {inside}.sbtest1 (id int primary key)",
            f"INSERT INTO {inside}.sbtest1 VALUES (1), (2)",
        )

        assert probe.existing_tables(["sbtest1", "sbtest2"], workspace=SPACE) == (
            "sbtest1",
        )
        assert probe.row_count("sbtest1", workspace=SPACE) == 2
        assert probe.data_bytes(["sbtest1"], workspace=SPACE) > 0
        probe.drop_workspace(SPACE)
        assert not probe.workspace_exists(SPACE)
        probe.drop_workspace(SPACE)  # nothing happens


@pytest.mark.parametrize("name", ["mysql", "public", "benchbook_", "benchbook_x; --"])
def test_nothing_but_a_workspace_is_ever_dropped(target, name):
    with connect(target) as probe:
        for act in (probe.create_workspace, probe.drop_workspace):
            with pytest.raises(ValueError, match="workspace"):
                act(name)


def test_a_missing_table_is_told(target):
    with connect(target) as probe, pytest.raises(BenchbookError) as caught:
        probe.row_count("sbtest9", workspace=None)

    assert caught.value.failure.code == "table_missing"


def test_a_superuser_lacks_nothing(target):
    with connect(target) as probe:
        assert probe.missing_privileges(own_space=True) == ()
        assert probe.missing_privileges(own_space=False) == ()


def test_nothing_is_created_to_ask_for_privileges(mariadb_target):
    def created() -> list[tuple]:
        return execute(
            mariadb_target,
            "SHOW GLOBAL STATUS LIKE 'Com_create_db'",
        )

    before = created()
    with connect(mariadb_target) as probe:
        probe.missing_privileges(own_space=True)

    assert created() == before


def test_an_account_without_privileges_is_told_what_it_lacks(target):
    with an_account(target) as poor, connect(poor) as probe:
        own, shared = (
            probe.missing_privileges(own_space=own_space) for own_space in (True, False)
        )

        with pytest.raises(BenchbookError) as caught:
            probe.create_workspace(SPACE)

    assert caught.value.failure.code == "no_privilege"
    if target.family.name == "postgresql":
        assert own == (f"CREATE on database {target.database}",)
        # everybody may before PostgreSQL 15
        [(version,)] = execute(target, "SHOW server_version_num")
        is_closed = int(version) >= 150_000
        assert shared == (("CREATE on schema public",) if is_closed else ())
    elif target.family.name == "sqlserver":
        assert own == shared == ("CREATE ANY DATABASE",)
    else:
        assert own == LACKED
        assert shared == tuple(name for name in LACKED if name != "SELECT")


def test_an_account_that_may_only_use_its_own_database_can_work_there(mariadb_target):
    grant = f"ALL ON `{mariadb_target.database}`.*"
    with mysql_account(mariadb_target, grant) as account, connect(account) as probe:
        assert "CREATE" in probe.missing_privileges(own_space=True)
        assert probe.missing_privileges(own_space=False) == ()


def test_an_account_granted_benchbooks_names_can_have_a_workspace(mariadb_target):
    with (
        mysql_account(
            mariadb_target,
            r"ALL ON `benchbook\_%`.*",
            f"SELECT ON `{mariadb_target.database}`.*",
        ) as account,
        connect(account) as probe,
    ):
        assert probe.missing_privileges(own_space=True) == ()


def test_rows_are_counted_part_by_part_and_the_count_can_be_stopped(
    target, monkeypatch
):
    monkeypatch.setattr(base, "COUNTED_ROWS", 2)
    execute(
        target,
        *dropping(target, "TABLE", "sbtest3"),
        "CREATE TABLE sbtest3 (id bigint PRIMARY KEY)",
        "INSERT INTO sbtest3 VALUES (1), (2), (3), (7), (9000000000000)",
    )
    parts = []

    with connect(target) as probe:
        rows = probe.row_count("sbtest3", workspace=None, go_on=lambda: parts.append(1))
        with pytest.raises(StopIteration):
            probe.row_count(
                "sbtest3", workspace=None, go_on=iter([None, None]).__next__
            )

    assert rows == 5
    assert len(parts) == 4
    execute(target, "DROP TABLE sbtest3")


def test_a_mark_is_found_whatever_the_search_path_is(postgres_target):
    execute(
        postgres_target,
        "CREATE SCHEMA aside",
        "CREATE TABLE aside.sbtest1 (id int)",
        f"COMMENT ON TABLE aside.sbtest1 IS '{SPACE}'",
    )

    with connect(postgres_target) as probe:
        assert probe.drop_marked_tables(["sbtest1"], mark=SPACE) == ("sbtest1",)

    execute(postgres_target, "DROP SCHEMA aside")


def test_no_password_of_the_workers_own_account_is_used(
    postgres_target, monkeypatch, tmp_path
):
    own = tmp_path / ".pgpass"
    own.write_text(f"*:*:*:*:{postgres_target.password}\n")
    own.chmod(0o600)
    monkeypatch.setenv("HOME", str(tmp_path))

    assert failure_of(replace(postgres_target, password="")).code == "wrong_password"


def test_reserved_connections_are_known(postgres_target):
    with connect(postgres_target) as probe:
        assert probe.facts().reserved_connections == 3


def test_only_marked_tables_are_dropped_in_a_users_database(target):
    comment = {
        "mysql": f"ALTER TABLE sbtest2 COMMENT = '{SPACE}'",
        "postgresql": f"COMMENT ON TABLE sbtest2 IS '{SPACE}'",
        "sqlserver": "EXEC sys.sp_addextendedproperty 'benchbook',"
        f" '{SPACE}', 'SCHEMA', 'dbo', 'TABLE', 'sbtest2'",
    }[target.family.name]
    execute(
        target,
        *dropping(target, "TABLE", "sbtest1", "sbtest2"),
        "CREATE TABLE sbtest1 (id int)",
        "INSERT INTO sbtest1 VALUES (42)",
        "CREATE TABLE sbtest2 (id int)",
        comment,
    )

    with connect(target) as probe:
        names = ["sbtest1", "sbtest2", "sbtest3"]
        assert probe.existing_tables(names, workspace=None) == ("sbtest1", "sbtest2")
        assert probe.drop_marked_tables(names, mark="benchbook_ffff") == ()
        assert probe.drop_marked_tables(names, mark=SPACE) == ("sbtest2",)
        assert probe.existing_tables(names, workspace=None) == ("sbtest1",)
        assert probe.row_count("sbtest1", workspace=None) == 1

    execute(target, "DROP TABLE sbtest1")


def test_a_view_takes_a_name_too_and_is_never_dropped(target):
    execute(
        target,
        *dropping(target, "VIEW", "sbtest7"),
        "CREATE VIEW sbtest7 AS SELECT 1 AS id",
    )

    with connect(target) as probe:
        assert probe.existing_tables(["sbtest7"], workspace=None) == ("sbtest7",)
        assert probe.drop_marked_tables(["sbtest7"], mark=SPACE) == ()

    execute(target, "DROP VIEW sbtest7")


def test_a_frozen_server_is_not_waited_for(postgres_target, monkeypatch):
    monkeypatch.setattr(postgresql, "GRACE_SECONDS", 0.5)
    with PostgreSQLProbe(postgres_target, timeout_seconds=5) as probe:
        ((session,),) = probe._rows("SELECT pg_backend_pid()")
        os.kill(session, signal.SIGSTOP)
        try:
            with pytest.raises(BenchbookError) as caught:
                probe.round_trip_ms()
        finally:
            os.kill(session, signal.SIGCONT)

    assert caught.value.failure.code == "connection_timeout"


def test_a_connection_that_is_ended_by_the_server_is_told(target):
    with CLIENTS[target.engine].probe(target, timeout_seconds=10) as probe:
        if target.family.name == "postgresql":
            execute(
                target,
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE application_name = 'benchbook'",
            )
        elif target.family.name == "sqlserver":
            with probe._link.connection.cursor() as cursor:
                cursor.execute("SELECT @@SPID AS mine")
                execute(target, f"KILL {cursor.fetchone()[0]}")
        else:
            (mine,) = probe._rows("SELECT CONNECTION_ID()")
            execute(target, f"KILL {mine[0]}")

        with pytest.raises(BenchbookError) as caught:
            probe.round_trip_ms()

    assert caught.value.failure.code == "server_gone"
