"""A server that means harm: it costs a check or a run its end, and nobody else anything."""

import pymssql
import pytest

from benchruns.failures.failure import BenchbookError
from benchruns.runs import lifecycle
from benchruns.sentences.endpoints import check_message
from benchruns.sentences.failures.table import of_failure
from benchruns.vocabulary import RunState
from tests import waiting
from tests.targets import endpoint_of, queue
from tests.tds_server import TdsServer
from tests.workers.probes.rogue_servers import (
    HARMS,
    RogueServer,
    a_place_that_counts,
    redirecting_server,
    rogue_server,
)
from tests.workers.runs.whole_runs import carry_out, in_background
from workers import checker, probes
from workers.confinement import seccomp
from workers.tools.tpcc.dialects.sqlserver import connection as sqlserver_connection
from workers.tools.tpcc.options import Place

CODES = {
    "answer_too_large",
    "connection_timeout",
    "server_gone",
    "statement_timeout",
    "unexpected_answer",
}


def asked(server: RogueServer) -> BenchbookError:
    with (
        pytest.raises(BenchbookError) as caught,
        probes.connect(server.target, timeout_seconds=1) as probe,
    ):
        probe.facts()
    return caught.value


def test_nobody_is_led_to_another_address():
    with (
        a_place_that_counts() as (port, came),
        redirecting_server("127.0.0.1", port) as server,
    ):
        error = asked(server)

    assert error.failure.code == "led_elsewhere"
    assert "another address" in of_failure(error.failure)
    assert error.failure.detail == ""  # not a word on what there is
    assert came == []


def test_without_a_guard_a_login_that_led_elsewhere_is_undone(monkeypatch):
    monkeypatch.setattr(seccomp, "_MACHINE", None)
    with (
        TdsServer() as other,
        redirecting_server("127.0.0.1", other.port) as server,
        pytest.raises(pymssql.InterfaceError, match="another address"),
    ):
        sqlserver_connection.connect(place_of(server))


def place_of(server: RogueServer) -> Place:
    target = server.target
    return Place(
        dialect="sqlserver",
        host=target.host,
        address=target.address,
        port=target.port,
        username=target.username,
        password=target.password,
        database="master",
        space="master",
        tls="disable",
        tls_ca=None,
        allow_cleartext_password=True,
    )


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("engine", HARMS)
def test_a_check_says_what_the_server_did(engine):
    with rogue_server(engine, "nonsense") as server:
        endpoint = endpoint_of(server.target)
        checker.perform(endpoint.checks.create().pk)

    check = endpoint.last_check
    assert (check.ok, check.code) in {(False, code) for code in CODES}
    assert check_message(check.code, check.values).endswith(".")


@pytest.mark.django_db(transaction=True)
@pytest.mark.engine
@pytest.mark.parametrize("engine", HARMS)
def test_a_run_fails_with_a_sentence_and_the_next_one_starts(engine, mariadb_target):
    with rogue_server(engine, "value") as server:
        workload = "tpcc" if engine == "sqlserver" else "oltp_read_write"
        bad = queue(endpoint_of(server.target), workload)
        good = queue(endpoint_of(mariadb_target))

        bad, good = carry_out(bad), carry_out(good)

    assert (bad.state, good.state) == (RunState.FAILED, RunState.SUCCEEDED)
    assert bad.failure_code in CODES


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("engine", HARMS)
def test_a_run_that_waits_for_a_silent_server_is_cancelled_at_once(engine):
    with rogue_server(engine, "silence") as server:
        workload = "tpcc" if engine == "sqlserver" else "oltp_read_write"
        run = queue(endpoint_of(server.target), workload)
        with in_background(run):
            waiting.for_phase(run, "preflight")
            lifecycle.request_cancel(run.id)
            waiting.for_end(run)

    assert run.state == RunState.CANCELLED
