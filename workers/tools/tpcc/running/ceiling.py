"""``ceiling``: how many calls the client itself can make, by a routine that does nothing.

By the same sessions, processes and threads as a run's transactions, with the same draws
before a call and the same records after it.
"""

import json
import time

from workers.tools.tpcc.arguments import Ceiling
from workers.tools.tpcc.dialects import dialect_of
from workers.tools.tpcc.dialects.base import Dialect, Session, Values
from workers.tools.tpcc.fatal import Fatal
from workers.tools.tpcc.kinds import Kind
from workers.tools.tpcc.options import Place, Profile, Run
from workers.tools.tpcc.running.messages import Batch
from workers.tools.tpcc.running.tally import sum_of
from workers.tools.tpcc.running.team import Team
from workers.tools.tpcc.running.window import Window

WARM_UP_SECONDS = 1


def measure(place: Place, ceiling: Ceiling, *, dialect: Dialect | None = None) -> str:
    """JSON: calls, calls_per_s, cpu_seconds of the client, calls_per_core_second."""
    run = _run_of(ceiling)
    dialect = dialect or dialect_of(place.dialect)
    window, cpu = Window(run), CpuSeconds(run)
    with Team(place, run, dialect=dialect, call=call_empty) as team:
        team.await_ready()
        team.begin(measuring_at=time.monotonic() + run.rampup_seconds)
        while not window.is_complete:
            for process, batch in team.batches(within=None):
                window.take(process, batch)
                cpu.take(process, batch)
        team.stop()
    calls = sum_of(window.measured.values())
    return json.dumps(
        {
            "virtual_users": run.virtual_users,
            "processes": run.processes,
            "seconds": run.duration_seconds,
            "calls": calls.count,
            "calls_per_s": round(calls.count / run.duration_seconds, 1),
            "cpu_seconds": round(cpu.spent, 3),
            "calls_per_core_second": round(calls.count / cpu.spent, 1),
            "latency_ms": calls.latencies.summary_ms(),
        },
        indent=1,
    )


def call_empty(session: Session, _kind: Kind, _values: Values) -> bool:
    """In place of a transaction: what is left is the client's own work."""
    session.call_empty()
    return True


class CpuSeconds:
    """What the processes took from the first measured second to the last.

    Fatal where one told nothing before or nothing within: its time to connect and to
    warm up would count, or none at all.
    """

    def __init__(self, run: Run) -> None:
        self._processes = run.processes
        self._last = run.duration_seconds
        self._begun: dict[int, float] = {}
        self._ended: dict[int, float] = {}

    def take(self, process: int, batch: Batch) -> None:
        if batch.through <= 0:
            self._begun[process] = batch.cpu_seconds
        elif batch.through <= self._last:
            self._ended[process] = batch.cpu_seconds

    @property
    def spent(self) -> float:
        if min(len(self._begun), len(self._ended)) < self._processes:
            raise Fatal(
                "0: a process was too late to tell its time: measure for longer, with "
                "fewer virtual users, or on a machine with less else to do"
            )
        return sum(self._ended.values()) - sum(self._begun.values())


def _run_of(ceiling: Ceiling) -> Run:
    return Run(
        profile=Profile.HAMMERDB,
        warehouses=1,
        virtual_users=ceiling.virtual_users,
        rampup_seconds=WARM_UP_SECONDS,
        duration_seconds=ceiling.duration_seconds,
        keying_and_thinking=False,
        all_warehouses=False,
        processes=ceiling.processes,
        seed=0,
    )
