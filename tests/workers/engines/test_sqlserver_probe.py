"""The probe of SQL Server through pymssql, against a server that speaks TDS."""

import re
import socket
import ssl
import threading

import pytest

from benchruns.failures.failure import BenchbookError
from benchruns.sentences.failures.table import of_failure
from tests import waiting
from tests.tds_server import Failure, Hangup, Rows, TdsServer
from tests.workers.engines import sqlserver_answers as says
from tests.workers.engines.sqlserver_answers import answers, target_of
from tests.workers.tpcc.test_sqlserver_tls import NAME
from tests.workers.tpcc.test_sqlserver_tls import certificate as _certificate
from workers.engines.sqlserver.probe import SQLServerProbe
from workers.probes import connect

SPACE = "benchbook_0123abcd"
certificate = _certificate  # a fixture of this module too
GB = 2**30


def probing(server, *, timeout_seconds=60, **changes):
    return connect(target_of(server, **changes), timeout_seconds=timeout_seconds)


def in_this_process(server):
    return SQLServerProbe(target_of(server), timeout_seconds=2)


def facts_of(**changes):
    with TdsServer(answers(**changes)) as server, probing(server) as probe:
        return probe.facts()


def failure_of(act):
    with pytest.raises(BenchbookError) as caught:
        act()
    return caught.value.failure


# What it is ---------------------------------------------------------------------------


def test_the_facts_of_a_server():
    facts = facts_of()

    assert (facts.engine, facts.release) == ("sqlserver", "2008 R2")
    assert facts.version == "10.50.6000.34"
    assert facts.edition == "Enterprise Edition (64-bit)"
    assert facts.buffer_bytes == 1_500 * 2**20
    assert facts.max_connections == 32_767
    assert facts.free_disk_bytes == 10**11
    assert facts.as_json()["tls_in_use"] is None
    assert facts.durability == {"recovery_model": "FULL"}
    assert facts.settings["read_committed_snapshot"] == "ON"
    assert facts.settings["allow_snapshot_isolation"] == "OFF"
    assert facts.settings["max degree of parallelism"] == "1"
    assert facts.missing_for_counters == ()


def test_without_view_server_state_the_rest_is_told():
    facts = facts_of(
        rights=says.rights(sees=0),
        memory=says.NO_STATE,
        encryption=says.NO_STATE,
        disk=says.NO_STATE,
    )

    assert facts.missing_for_counters == ("VIEW SERVER STATE",)
    assert "tls_in_use" not in facts.as_json()
    assert facts.buffer_bytes == 2 * GB  # max server memory
    assert facts.free_disk_bytes is None


def test_memory_without_any_limit_is_not_known():
    unlimited = says.settings(**{"max server memory (MB)": "2147483647"})

    assert facts_of(settings=unlimited, memory=says.NO_STATE).buffer_bytes is None


@pytest.mark.parametrize(
    ("version", "edition", "engine_edition", "release", "gigabytes"),
    [
        ("10.50.6000.34", "Standard Edition (64-bit)", 2, "2008 R2", 64),
        ("11.0.7001.0", "Web Edition (64-bit)", 2, "2012", 64),
        ("16.0.4105.2", "Standard Edition (64-bit)", 2, "2022", 128),
        ("17.0.1000.7", "Standard Developer Edition (64-bit)", 3, "2025", 256),
        ("12.0.6024.0", "Express Edition (64-bit)", 4, "2014", 1),
        ("16.0.1000.6", "Express Edition (64-bit)", 4, "2022", 1410 / 1024),
        ("15.0.2000.5", "Developer Edition (64-bit)", 3, "2019", 900),
    ],
)
def test_editions_limit_the_buffer(
    version, edition, engine_edition, release, gigabytes
):
    facts = facts_of(
        product=says.product(version, edition, engine_edition),
        settings=says.settings(**{"max server memory (MB)": "2147483647"}),
        memory=says.value("bigint", 900 * GB),
    )

    assert facts.release == release
    assert facts.buffer_bytes == gigabytes * GB


@pytest.mark.parametrize(
    ("product", "name"),
    [
        (says.product("12.0.2000.8", "SQL Azure", 5), "Azure SQL Database"),
        (says.product("12.0.2000.8", "SQL Azure", 8), "Azure SQL Managed Instance"),
        (says.product(banner="Babelfish for PostgreSQL with ..."), "Babelfish"),
    ],
)
def test_what_only_speaks_like_sql_server_is_refused(product, name):
    failure = failure_of(lambda: facts_of(product=product))

    assert failure.code == "engine_unsupported"
    assert name in of_failure(failure)


def test_why_a_managed_instance_is_refused_is_told():
    product = says.product("12.0.2000.8", "SQL Azure", 8)

    assert "SET SINGLE_USER" in failure_of(lambda: facts_of(product=product)).detail


@pytest.mark.parametrize(
    ("rights", "missing"),
    [
        (says.rights(creates=1), ()),
        (says.rights(creates=0, from_master=1), ()),
        (says.rights(creates=0), ("CREATE ANY DATABASE",)),
    ],
)
def test_a_database_of_its_own_is_needed_either_way(rights, missing):
    with TdsServer(answers(rights=rights)) as server, probing(server) as probe:
        for own_space in (True, False):
            assert probe.missing_privileges(own_space=own_space) == missing
        assert not [
            text for text in server.texts("batch") if "CREATE DATABASE [" in text
        ]


# What goes wrong ----------------------------------------------------------------------


def test_a_wrong_password_is_told_whatever_failed_before():
    with TdsServer(answers()) as server:
        for _ in range(2):
            failure = failure_of(lambda: probing(server, password="not this one"))
            assert failure.code == "wrong_password"
            assert "not this one" not in failure.detail
        port = server.port

    assert (
        failure_of(lambda: connect(target_of(server, port=port))).code
        == "connection_refused"
    )


@pytest.mark.parametrize("tls", ["require", "verify-full"])
def test_a_server_without_tls_is_told_where_it_is_required(tls):
    with TdsServer(answers()) as server:
        assert failure_of(lambda: probing(server, tls=tls)).code == "tls_failed"
        assert server.asked == []


@pytest.fixture
def encrypted(certificate):
    """A server that insists on TLS, and does not tell whether a connection has it."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate[0])
    with TdsServer(answers(encryption=says.NO_STATE), tls=context) as server:
        yield server


@pytest.mark.parametrize("tls", ["require", "verify-full"])
def test_tls_that_is_required_is_verified_and_in_use(encrypted, certificate, tls):
    with probing(encrypted, tls=tls, host=NAME, tls_ca=certificate[1]) as probe:
        assert probe.facts().as_json()["tls_in_use"] == "TLS"


def test_a_certificate_that_is_not_to_be_trusted_is_told(encrypted):
    failure = failure_of(lambda: probing(encrypted, tls="verify-full"))

    assert failure.code == "tls_failed"
    assert encrypted.asked == []


def test_a_database_that_does_not_exist_is_not_a_wrong_password():
    missing = Failure(911, 1, 16, "Database 'be]nch' does not exist.")
    with TdsServer({r"USE \[be\]\]nch\]": missing} | answers()) as server:
        failure = failure_of(lambda: probing(server, database="be]nch"))

        assert failure.code == "unknown_database"
        assert failure.detail == "Database 'be]nch' does not exist."
        assert server.rows_of("login") == [("master",)]


def test_a_server_that_says_nothing_is_not_waited_for():
    with socket.create_server(("127.0.0.1", 0)) as silent, TdsServer() as server:
        port = silent.getsockname()[1]

        failure = failure_of(lambda: probing(server, port=port, timeout_seconds=2))

    assert failure.code == "connection_timeout"


def test_a_server_that_hangs_up_is_told():
    with socket.create_server(("127.0.0.1", 0)) as rude, TdsServer() as server:
        thread = threading.Thread(target=lambda: rude.accept()[0].close())
        thread.start()
        port = rude.getsockname()[1]

        assert failure_of(lambda: probing(server, port=port)).code == "server_gone"
        thread.join()


@pytest.mark.parametrize(
    ("number", "severity", "code"),
    [
        (208, 16, "table_missing"),
        (229, 14, "no_privilege"),
        (262, 14, "no_privilege"),
        (1105, 17, "disk_full"),
        (9002, 17, "disk_full"),
        (1205, 13, "deadlock"),
        (1222, 16, "deadlock"),
    ],
)
def test_an_error_is_told_by_its_number(number, severity, code):
    told = Failure(number, 1, severity, "as the server says it.")
    with (
        TdsServer({"CREATE DATABASE": told} | answers()) as server,
        probing(server) as probe,
    ):
        failure = failure_of(lambda: probe.create_workspace(SPACE))

        assert (failure.code, failure.detail) == (code, "as the server says it.")
        assert probe.ping_ms() >= 0


def test_a_server_that_goes_away_is_told():
    with (
        TdsServer({"SELECT 1 AS one": Hangup()} | answers()) as server,
        probing(server) as probe,
    ):
        assert failure_of(probe.ping_ms).code == "server_gone"
        refused = failure_of(lambda: probing(server, password="not this one"))

    assert refused.code == "wrong_password"  # and not that of the broken connection


# What it does -------------------------------------------------------------------------


def test_a_workspace_is_a_database_and_its_sessions_are_ended():
    with TdsServer(answers()) as server, probing(server) as probe:
        probe.create_workspace(SPACE)
        probe.drop_workspace(SPACE)
        created, dropped = server.texts("batch")[-2:]

    assert f"CREATE DATABASE [{SPACE}]" in created
    assert f"ALTER DATABASE [{SPACE}] SET AUTO_CLOSE OFF" in created
    steps = [
        f"ALTER DATABASE [{SPACE}] SET AUTO_UPDATE_STATISTICS_ASYNC OFF;",
        f"USE [{SPACE}];",
        f"ALTER DATABASE [{SPACE}] SET SINGLE_USER WITH ROLLBACK IMMEDIATE;",
        "USE master;",
        f"DROP DATABASE [{SPACE}];",
    ]
    commands = re.sub(r"--.*", "", dropped)
    assert re.findall(r"(?:ALTER|USE|DROP) [^;]*;", commands) == steps


def test_creating_and_dropping_a_workspace_may_take_long():
    slowly = Rows([("value", "int")], Slowly(3))
    with (
        TdsServer({"(CREATE|DROP) DATABASE": slowly} | answers()) as server,
        connect(target_of(server), timeout_seconds=2) as probe,
    ):
        probe.create_workspace(SPACE)
        probe.drop_workspace(SPACE)

        assert probe.ping_ms() >= 0


@pytest.mark.parametrize("name", ["master", "benchbook_", "benchbook_0]; --"])
def test_nothing_but_a_workspace_is_ever_dropped(name):
    with TdsServer(answers()) as server, probing(server) as probe:
        for act in (probe.create_workspace, probe.drop_workspace):
            with pytest.raises(ValueError, match="workspace"):
                act(name)
        assert not [text for text in server.texts("batch") if "DATABASE" in text]


def test_rows_are_counted_part_by_part():
    counted = [("counted", "bigint"), ("last_key", "bigint")]
    parts = [Rows(counted, [(3, 9)]), Rows(counted, [(0, None)])]
    with (
        TdsServer({"COUNT_BIG": parts} | answers()) as server,
        probing(server) as probe,
    ):
        assert probe.row_count("orders", workspace=SPACE, key="o_id") == 3
        last = server.texts("batch")[-1]

    assert f"FROM [{SPACE}].dbo.[orders]" in last
    assert "WHERE [o_id] > 9" in last


class Slowly:
    """Rows that come when ``is_over`` is set, or after so many seconds."""

    def __init__(self, seconds=waiting.ENDLESS_SECONDS):
        self.is_over = threading.Event()
        self.seconds = seconds

    def __iter__(self):
        self.is_over.wait(self.seconds)
        return iter([(7,)])

    def __len__(self):
        return 1


def test_a_statement_of_ours_is_asked_in_the_workspace():
    with (
        TdsServer({"SELECT seven": says.value("int", 7)} | answers()) as server,
        probing(server) as probe,
    ):
        found = probe.rows("SELECT seven", workspace=SPACE, go_on=lambda: None)
        asked = server.texts("batch")

    assert found == [(7,)]
    assert asked[-2:] == [f"USE [{SPACE}]", "SELECT seven"]


def test_a_long_statement_is_broken_off_and_the_probe_goes_on():
    def stop():
        raise InterruptedError

    slowly = Slowly()
    slow = Rows([("value", "int")], slowly)
    with (
        TdsServer({"SELECT slow": slow} | answers()) as server,
        in_this_process(server) as probe,
    ):
        with pytest.raises(InterruptedError):
            probe.rows("SELECT slow", workspace=SPACE, go_on=stop)
        slowly.is_over.set()

        assert probe.ping_ms() >= 0


@pytest.mark.parametrize(("granted", "has_turn"), [(0, True), (1, True), (-1, False)])
def test_one_connection_at_a_time_drops_what_is_left(granted, has_turn):
    turn = says.value("int", granted)
    with TdsServer(answers(turn=turn)) as server, probing(server) as probe:
        assert probe.take_turn() is has_turn


def test_counters_have_the_names_that_engines_share():
    with TdsServer(answers()) as server, probing(server) as probe:
        counters = probe.counters()

    assert counters.totals == {
        "buffer_requests": 5_000,
        "buffer_misses": 40,
        "data_reads": 40,
        "data_read_bytes": 40 * 8192,
        "data_written_bytes": 10 * 8192,
        "commits": 900,
        "batch_requests": 1_200,
        "page_wait_ms": 70,
        "log_wait_ms": 80,
    }
    assert counters.levels == {"page_life_expectancy_s": 300}
    assert counters.since == {"started": 800_000_000}


def test_counters_that_may_not_be_seen_are_not_asked_for():
    with (
        TdsServer(answers(rights=says.rights(sees=0))) as server,
        probing(server) as probe,
    ):
        assert probe.counters().totals == {}
        assert not [text for text in server.texts("batch") if "Page lookups" in text]


def test_threads_that_connect_at_once_get_sockets_of_their_own():
    with TdsServer(answers()) as server:
        probes = []
        threads = [
            threading.Thread(target=lambda: probes.append(in_this_process(server)))
            for _ in range(4)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        numbers = [probe._link.file_number() for probe in probes]
        for probe in probes:
            probe.close()

        assert len(set(numbers)) == 4
        with pytest.raises(OSError, match="closed"):
            probes[0]._link.file_number()
