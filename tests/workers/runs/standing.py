"""Runs that stand in a phase until somebody ends them.

    with a_way(target) as way, standing("warmup", way, "pgbench_read_write") as run:
        lifecycle.request_cancel(run.pk)

Its tool works then, in the phases that have one; preflight and cleanup wait for a server that
has fallen silent. The TPC-C-derived load has no warm-up of its own: it measures later then.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import psutil

from benchruns.models import DataSet, Run
from tests import waiting
from tests.stack import tools
from tests.targets import endpoint_of, queue
from tests.workers.probes.turning_way import TurningWay, turning_way
from tests.workers.runs.whole_runs import drop_now, in_background
from tests.workers.tpcc import loaded as tpcc
from workers.connecting.target import Target

ENDLESS = waiting.ENDLESS_SECONDS
PHASES = ("queued", "preflight", "prepare", "warmup", "measure", "cleanup")
DROPS = {"mysql": b"DROP DATABASE", "postgresql": b"DROP SCHEMA"}
LASTING: dict[str, dict[str, dict[str, int]]] = {
    "oltp_read_write": {
        "prepare": {"table_size": 1_000_000},
        "warmup": {"warmup_seconds": ENDLESS},
        "measure": {"duration_seconds": ENDLESS},
        "": {},
    },
    "pgbench_read_write": {
        "prepare": {"scale": 100},
        "warmup": {"scale": 1, "warmup_seconds": ENDLESS},
        "measure": {"scale": 1, "duration_seconds": ENDLESS},
        "": {"scale": 1, "clients": 2, "duration_seconds": 3},
    },
    "tpcc": {
        "prepare": tpcc.SHORT | {"warehouses": 50},
        "warmup": tpcc.SHORT | {"rampup_seconds": ENDLESS},
        "measure": tpcc.SHORT | {"duration_seconds": ENDLESS},
        "": tpcc.SHORT,
    },
}


@contextmanager
def a_way(true: Target) -> Iterator[TurningWay]:
    """In plain, so that it sees what is said. What a run leaves is dropped without it."""
    true = replace(true, tls="disable")
    with turning_way(true) as way:
        yield way
        for left in DataSet.objects.filter(dropped_at=None, endpoint__port=way.port):
            drop_now(replace(true, database=left.database), left)


@contextmanager
def standing(
    phase: str, way: TurningWay, workload: str = "oltp_read_write"
) -> Iterator[Run]:
    lasting = LASTING[workload]
    if phase == "preflight":
        way.turn("silence")
    if phase == "cleanup":
        way.turn_at(DROPS[way.server.family.name], "silence")
    run = queue(endpoint_of(way.target), workload, **lasting.get(phase, lasting[""]))
    if phase == "queued":
        yield run
        return
    with in_background(run):
        is_ramp_up = phase == "warmup" and workload == "tpcc"
        waiting.for_phase(run, "measure" if is_ramp_up else phase)
        if phase in lasting:
            waiting.until(lambda: tools_of(way.target), what="the tool")
        else:
            waiting.until(way.has_turned.is_set, what="the server's silence")
        yield run


def tools_of(target: Target) -> list[psutil.Process]:
    """sysbench and pgbench by where they connect to, the TPC-C-derived tool's all."""
    return tools(target) or tpcc.processes()
