"""The whole fleet of rogue servers against probes and tools: each ends in a sentence.

By protocol and harm; ``--long`` has all of them, ``make test`` one of each kind of end. What
is asked for in clear text is refused by test_greedy_servers.py, another address of SQL
Server's by test_rogue_servers.py.
"""

import psutil
import pytest

from benchruns.failures.failure import BenchbookError, Failure
from benchruns.sentences.failures.table import of_failure
from tests.memory_of_children import peak_of_children
from tests.workers.probes import rogue_logins, rogue_servers
from tests.workers.probes.rogue_servers import a_place_that_counts
from workers import probes
from workers.tools import connections

MIB = 2**20
# Of one process and of what it takes in vain; the limits are 48 and 40 MiB.
MOST_GROWTH = 50 * MIB
LOADED = {"probe": 56 * MIB, "sysbench": 16 * MIB, "pgbench": 16 * MIB}
LOADED_TPCC = 40 * MIB
FREED_LATE_BYTES = 64 * MIB
TOOLS = {
    "mysql": ("sysbench", "benchbook-tpcc"),
    "postgresql": ("sysbench", "pgbench", "benchbook-tpcc"),
    "sqlserver": ("benchbook-tpcc",),
}
PROGRAMS = {
    "sysbench": "sysbench",
    "pgbench": "pgbench",
    "benchbook-tpcc": "workers.tools.tpcc",
}
CODES = {
    "answer_too_large",
    "connection_refused",
    "connection_timeout",
    "server_gone",
    "statement_timeout",
    "tool_died",
    "tool_memory",
    "unexpected_answer",
    "unknown",  # of a refusal that is the server's own text
}
MAKERS = {
    **dict.fromkeys(rogue_logins.CASES, rogue_logins.rogue_login),
    **{
        (engine, f"then {harm}"): rogue_servers.rogue_server
        for engine, harm in rogue_servers.CASES
    },
}
SHORT = {
    ("mysql", "packet"),
    ("mysql", "then value"),
    ("mysql", "then upload"),
    ("postgresql", "tls"),
    ("postgresql", "then error"),
    ("sqlserver", "close"),
    ("sqlserver", "then drip"),
}


def fleet():
    return [
        pytest.param(*case, marks=() if case in SHORT else pytest.mark.long)
        for case in MAKERS
    ]


def rogue(engine: str, harm: str):
    return MAKERS[engine, harm](engine, harm.removeprefix("then "))


def probed(target, *, timeout_seconds: int = 1) -> Failure:
    with (
        pytest.raises(BenchbookError) as caught,
        probes.connect(target, timeout_seconds=timeout_seconds) as probe,
    ):
        probe.facts()
    return caught.value.failure


@pytest.mark.parametrize(("engine", "harm"), fleet())
def test_a_probe_of_any_rogue_ends_in_a_sentence_and_within_50_mb(engine, harm):
    before = psutil.Process().memory_info().rss

    with (
        rogue(engine, harm) as server,
        peak_of_children("workers.probes.served") as peak,
    ):
        failure = probed(server.target)

    assert failure.code in CODES, failure
    assert of_failure(failure).strip().endswith(".")
    assert peak.bytes < LOADED["probe"] + MOST_GROWTH
    assert psutil.Process().memory_info().rss - before < FREED_LATE_BYTES


@pytest.mark.parametrize(("engine", "harm"), fleet())
def test_a_tool_that_meets_any_rogue_ends_within_50_mb(engine, harm, monkeypatch):
    monkeypatch.setattr(connections, "SECONDS", 2)
    for tool in TOOLS[engine]:
        with rogue(engine, harm) as server, peak_of_children(PROGRAMS[tool]) as peak:
            failure = connections._failure(
                tool, server.target, has_tls=False, go_on=lambda: None
            )

        # one that only logs in meets no harm that comes later
        assert failure is None or failure.code in CODES, (tool, failure)
        assert peak.bytes < LOADED.get(tool, LOADED_TPCC) + MOST_GROWTH, tool


def test_the_client_of_mysql_follows_no_redirection():
    with (
        a_place_that_counts() as (port, came),
        rogue_logins.rogue_login("mysql", "redirection", elsewhere=port) as server,
    ):
        failure = probed(server.target)

    assert failure.code in CODES
    assert came == []


@pytest.mark.parametrize("engine", rogue_logins.HARMS)
def test_after_a_rogue_the_next_probe_starts_at_once(engine):
    with rogue_logins.rogue_login(engine, "packet") as server:
        probed(server.target)
    with rogue_logins.rogue_login(engine, "close") as server:
        assert probed(server.target).code == "server_gone"
