"""The whole fleet of rogue servers against probes and tools: each ends in a sentence.

By protocol and harm; ``--long`` has all of them, ``make test`` one of each kind of end.
Whole checks and runs stand in test_rogue_checks_and_runs.py.
"""

import psutil
import pytest

from benchruns.failures.failure import BenchbookError, Failure
from benchruns.sentences.failures.table import of_failure
from tests.memory_of_children import peak_of_children
from tests.workers.probes import rogue_logins
from tests.workers.probes.fleet import CODES, PROGRAMS, TOOLS, fleet, rogue
from tests.workers.probes.rogue_servers import a_place_that_counts
from workers import probes
from workers.tools import connections

MIB = 2**20
# Of one process and of what it takes in vain; the limits are 48 and 40 MiB.
MOST_GROWTH = 50 * MIB
LOADED = {"probe": 56 * MIB, "sysbench": 16 * MIB, "pgbench": 16 * MIB}
LOADED_TPCC = 40 * MIB
FREED_LATE_BYTES = 64 * MIB
SHORT = {
    ("mysql", "packet"),
    ("mysql", "then value"),
    ("mysql", "then upload"),
    ("postgresql", "tls"),
    ("postgresql", "then error"),
    ("sqlserver", "close"),
    ("sqlserver", "then drip"),
}


def probed(target, *, timeout_seconds: int = 1) -> Failure:
    with (
        pytest.raises(BenchbookError) as caught,
        probes.connect(target, timeout_seconds=timeout_seconds) as probe,
    ):
        probe.facts()
    return caught.value.failure


@pytest.mark.cases_in_turn
@pytest.mark.parametrize(("engine", "harm"), fleet(SHORT))
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


@pytest.mark.cases_in_turn
@pytest.mark.parametrize(("engine", "harm"), fleet(SHORT))
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
        assert probed(server.target, timeout_seconds=10).code == "server_gone"
