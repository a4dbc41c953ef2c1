"""The probe of SQL Server: what goes wrong on the way there is told."""

import socket
import ssl
import threading

import pytest

from tests.tds_server import Failure, Hangup, TdsServer
from tests.workers.engines import sqlserver_answers as says
from tests.workers.engines.sqlserver_answers import answers, target_of
from tests.workers.engines.sqlserver_probe.probing import SPACE, failure_of, probing
from tests.workers.tpcc.test_sqlserver_tls import NAME
from tests.workers.tpcc.test_sqlserver_tls import certificate as _certificate
from workers.probes import connect

certificate = _certificate  # a fixture of this module too


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
