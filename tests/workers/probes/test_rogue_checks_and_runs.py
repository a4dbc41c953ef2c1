"""The whole fleet of rogue servers against checks and runs: a sentence, and what is next starts.

``--long`` has all harms, ``make test`` some a protocol; servers that turn rogue later are in
test_turning_servers.py.
"""

import psutil
import pytest

from benchruns.sentences.endpoints import check_message
from benchruns.sentences.failures.table import why_failed
from benchruns.vocabulary import RunState
from tests.memory_of_children import peak_of_children
from tests.targets import endpoint_of, queue
from tests.workers.probes.fleet import CODES, fleet, rogue
from tests.workers.runs.whole_runs import carry_out
from workers import checker, probes

pytestmark = pytest.mark.django_db(transaction=True)

MIB = 2**20
# What a probe's process takes loaded, and in vain; the worker gives back late.
PROBE_BYTES = 56 * MIB + 50 * MIB
FREED_LATE_BYTES = 64 * MIB
PROBE = "workers.probes.served"
CHECKS = {
    ("mysql", "password"),
    ("postgresql", "then nonsense"),
    ("sqlserver", "redirection"),
}
RUNS = {
    ("mysql", "then value"),
    ("postgresql", "packet"),
    ("sqlserver", "then nonsense"),
}


@pytest.fixture
def impatient(monkeypatch) -> set[int]:
    """Ports whose silence is waited for a second, not ten: of rogues, not of true servers."""
    ports, connect = set(), probes.connect

    def connect_at_once(target, **options):
        limit = {"timeout_seconds": 1} if target.port in ports else {}
        return connect(target, **options | limit)

    monkeypatch.setattr(probes, "connect", connect_at_once)
    return ports


@pytest.mark.parametrize(("engine", "harm"), fleet(CHECKS))
def test_a_check_of_any_rogue_says_what_the_server_did(engine, harm, impatient):
    before = psutil.Process().memory_info().rss
    with rogue(engine, harm) as server, peak_of_children(PROBE) as peak:
        impatient.add(server.target.port)
        endpoint = endpoint_of(server.target)
        checker.perform(endpoint.checks.create().pk)

    check = endpoint.last_check
    assert (check.ok, check.code) in {(False, code) for code in CODES}
    assert check_message(check.code, check.values).strip().endswith(".")
    assert peak.bytes < PROBE_BYTES
    assert psutil.Process().memory_info().rss - before < FREED_LATE_BYTES


@pytest.mark.engine
@pytest.mark.parametrize(("engine", "harm"), fleet(RUNS))
def test_a_run_on_any_rogue_fails_with_a_sentence_and_the_next_one_starts(
    engine, harm, mariadb_target, impatient
):
    before = psutil.Process().memory_info().rss
    workload = "tpcc" if engine == "sqlserver" else "oltp_read_write"
    with rogue(engine, harm) as server, peak_of_children(PROBE) as peak:
        impatient.add(server.target.port)
        bad = queue(endpoint_of(server.target), workload)
        good = queue(endpoint_of(mariadb_target))

        bad, good = carry_out(bad), carry_out(good)

    assert (bad.state, good.state) == (RunState.FAILED, RunState.SUCCEEDED)
    assert bad.failure_code in CODES
    assert why_failed(bad).strip().endswith(".")
    assert peak.bytes < PROBE_BYTES
    assert psutil.Process().memory_info().rss - before < FREED_LATE_BYTES
