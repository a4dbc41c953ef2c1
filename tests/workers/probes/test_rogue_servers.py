"""Nobody is led to another address by SQL Server's routing; who waits is cancelled at once."""

import pymssql
import pytest

from benchruns.failures.failure import BenchbookError
from benchruns.runs import lifecycle
from benchruns.sentences.failures.table import of_failure
from benchruns.vocabulary import RunState
from tests import waiting
from tests.targets import endpoint_of, queue
from tests.tds_server import TdsServer
from tests.workers.probes.rogue_logins import rogue_login
from tests.workers.probes.rogue_servers import (
    HARMS,
    RogueServer,
    a_place_that_counts,
    rogue_server,
)
from tests.workers.runs.whole_runs import in_background
from workers import probes
from workers.confinement import seccomp
from workers.tools.tpcc.dialects.sqlserver import connection as sqlserver_connection
from workers.tools.tpcc.options import Place


def asked(server: RogueServer) -> BenchbookError:
    with (
        pytest.raises(BenchbookError) as caught,
        probes.connect(server.target) as probe,
    ):
        probe.facts()
    return caught.value


def test_nobody_is_led_to_another_address():
    with (
        a_place_that_counts() as (port, came),
        rogue_login("sqlserver", "redirection", elsewhere=port) as server,
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
        rogue_login("sqlserver", "redirection", elsewhere=other.port) as server,
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
def test_a_run_that_waits_for_a_silent_server_is_cancelled_at_once(engine):
    with rogue_server(engine, "silence") as server:
        workload = "tpcc" if engine == "sqlserver" else "oltp_read_write"
        run = queue(endpoint_of(server.target), workload)
        with in_background(run):
            waiting.for_phase(run, "preflight")
            lifecycle.request_cancel(run.id)
            waiting.for_end(run)

    assert run.state == RunState.CANCELLED
