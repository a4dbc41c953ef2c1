"""pgbench and the TPC-C-derived tool whose server turns rogue, which test_turning_servers.py
shows for sysbench. A SQL Server is played by tests/tds_server.py until it turns.
"""

from contextlib import contextmanager
from dataclasses import replace

import psutil
import pytest
from django.utils import timezone

from benchruns.models import DataSet
from benchruns.runs import lifecycle
from benchruns.sentences.failures.table import why_failed
from benchruns.vocabulary import RunState
from tests import waiting
from tests.memory_of_children import peak_of_children
from tests.targets import endpoint_of, queue
from tests.tds_server import Rows, TdsServer
from tests.workers.engines import sqlserver_answers
from tests.workers.probes.fleet import PROGRAMS
from tests.workers.probes.turning_way import ANSWERS, ENDINGS, turning_way
from tests.workers.runs.standing import a_way
from tests.workers.runs.whole_runs import in_background
from tests.workers.tpcc import loaded as tpcc
from workers.runs import execution, preparation
from workers.tools import tpcc_data
from workers.tools.tpcc import schema

pytestmark = [pytest.mark.engine, pytest.mark.django_db(transaction=True)]

MIB = 2**20
# Loaded, in vain, and for the connections that are opened.
TOOL_BYTES = {
    "pgbench": (16 + 50 + 2 * 2) * MIB,
    "benchbook-tpcc": (40 + 50 + 4 * 2) * MIB,
}
SMALL = {"pgbench": {"scale": 1, "clients": 2}, "benchbook-tpcc": tpcc.SHORT}
FREED_LATE_BYTES = 64 * MIB
# What the first rows of a load are sent with.
LOADS = {
    ("pgbench", "postgresql"): b"copy pgbench_accounts",
    ("benchbook-tpcc", "mysql"): b"local_infile",
    ("benchbook-tpcc", "postgresql"): b"COPY",
    ("benchbook-tpcc", "sqlserver"): "dbo.item".encode("utf-16le"),
}
# SQL Server's data is said to be there, and whole.
WHOLE = Rows([(name, "int") for name in ("warehouse", "district", "expected", "found")])
LOADED = {
    "AS warehouse": WHOLE,
    **{
        rf"COUNT_BIG\(\*\) FROM {name}$": sqlserver_answers.value("bigint", rows)
        for name, rows in schema.expected_rows(tpcc.WAREHOUSES).items()
        if name in tpcc_data.FIXED
    },
    "'ProductLevel'": Rows(
        [(name, "nvarchar(128)") for name in ("version", "level", "edition")],
        [("10.50.6000.34", "SP3", "Enterprise Edition")],
    ),
    r"COUNT\(\*\) FROM warehouse": sqlserver_answers.value("int", tpcc.WAREHOUSES),
    "c_credit": Rows([("customers", "int"), ("bad", "int")], [(3_000, 1_500)]),
    "d_next_o_id": sqlserver_answers.value("bigint", 30_000),
    "used_pages": sqlserver_answers.value("bigint", 10**8),
    "cntr_value AS BIGINT": sqlserver_answers.value("bigint", 10**6),
    r"^dbo\.\w+$": Rows([("committed", "int")], [(1,)]),
}
WORKLOADS = {"pgbench": "pgbench_read_write", "benchbook-tpcc": "tpcc"}
TARGETS = {"mysql": "mariadb_target", "postgresql": "postgres_target"}
SHORT = {
    ("pgbench", "postgresql", "nonsense"),
    ("benchbook-tpcc", "sqlserver", "close"),
}
CASES = [
    pytest.param(
        *(tool, family, harm),
        marks=() if (tool, family, harm) in SHORT else pytest.mark.long,
    )
    for tool, family in LOADS
    for harm in (*ENDINGS, *ANSWERS[family])
]


@pytest.fixture(autouse=True)
def short_cleanup(monkeypatch):
    monkeypatch.setattr(preparation, "CLEANUP_SECONDS", 1)


@contextmanager
def way_to(request, family):
    if family == "sqlserver":
        with (
            TdsServer(LOADED | sqlserver_answers.answers()) as server,
            turning_way(sqlserver_answers.target_of(server)) as way,
        ):
            yield way
        return
    with a_way(request.getfixturevalue(TARGETS[family])) as way:
        yield way


@pytest.mark.cases_in_turn
@pytest.mark.parametrize(("tool", "family", "harm"), CASES)
def test_a_load_whose_server_turns_rogue_ends_in_a_sentence_and_within_50_mb(
    request, tool, family, harm, monkeypatch
):
    monkeypatch.setattr(execution, "PREPARE_LIMIT_SECONDS", 20)
    before = psutil.Process().memory_info().rss
    with (
        way_to(request, family) as way,
        peak_of_children(PROGRAMS[tool]) as peak,
    ):
        way.turn_at(LOADS[tool, family], harm)
        run = queue(endpoint_of(way.target), WORKLOADS[tool], **SMALL[tool])
        with in_background(run):
            waiting.for_end(run)

    assert way.has_turned.is_set()
    assert run.state == RunState.FAILED
    assert run.attempts.get().outputs.filter(phase="prepare").exists(), run.failure_code
    assert why_failed(run).strip().endswith(".")
    assert 0 < peak.bytes < TOOL_BYTES[tool]
    assert psutil.Process().memory_info().rss - before < FREED_LATE_BYTES


@pytest.fixture(scope="module")
def warehouse(request):
    """The data on a server, loaded when it is first asked for; by protocol."""
    loaded = {}

    def on(family):
        if family not in loaded:
            true = replace(request.getfixturevalue(TARGETS[family]), tls="disable")
            loaded[family] = tpcc.Loaded(true)
            loaded[family].load()
            # each test records it anew, also the one that has it loaded
            DataSet.objects.update(workspace="benchbook_0", dropped_at=timezone.now())
        return loaded[family]

    yield on
    for each in loaded.values():
        each.drop()


def endless(request, way, tool, family):
    """A run that finds its data there, and measures for ever."""
    seconds = waiting.ENDLESS_SECONDS
    if tool == "pgbench":
        long = SMALL[tool] | {"duration_seconds": seconds}
        return queue(endpoint_of(way.target), WORKLOADS[tool], **long)
    if family == "sqlserver":
        data = tpcc.Loaded(way.target, space="benchbook_0b")
    else:
        there = request.getfixturevalue("warehouse")(family)
        data = replace(there, target=way.target)
    return tpcc.queue(data.endpoint(), duration_seconds=seconds)


@pytest.mark.cases_in_turn
@pytest.mark.parametrize(("tool", "family", "harm"), CASES)
def test_a_measurement_whose_server_turns_rogue_ends_in_a_sentence_and_within_50_mb(
    request, tool, family, harm, monkeypatch
):
    before = psutil.Process().memory_info().rss
    with (
        way_to(request, family) as way,
        peak_of_children(PROGRAMS[tool]) as peak,
    ):
        run = endless(request, way, tool, family)
        most = 30 - waiting.ENDLESS_SECONDS  # after what loads has its time
        monkeypatch.setattr(execution, "OVERRUN_SECONDS", most)
        with in_background(run):
            waiting.for_phase(run, "measure", samples=1)
            way.turn(harm)
            waiting.for_end(run)
        # it is the other cases', too, and not to be dropped with the way
        DataSet.objects.filter(is_kept=True).update(dropped_at=timezone.now())

    assert run.state == RunState.FAILED
    assert why_failed(run).strip().endswith(".")
    assert 0 < peak.bytes < TOOL_BYTES[tool]
    assert psutil.Process().memory_info().rss - before < FREED_LATE_BYTES


@pytest.mark.cases_in_turn
@pytest.mark.parametrize(("tool", "family"), LOADS)
def test_a_load_that_a_silent_server_holds_is_cancelled(request, tool, family):
    with way_to(request, family) as way:
        way.turn_at(LOADS[tool, family], "silence")
        run = queue(endpoint_of(way.target), WORKLOADS[tool], **SMALL[tool])
        with in_background(run):
            waiting.until(way.has_turned.is_set, what="the server's turn")
            lifecycle.request_cancel(run.pk)
            waiting.for_end(run)

    assert run.state == RunState.CANCELLED
