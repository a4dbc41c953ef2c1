"""TPS through Benchbook, its page open, over those of the tool alone.

Each round measures four times, each on data of its own and in an order that turns from round
to round: through Benchbook, bare, bare again, and bare beside a program that takes as much
CPU as the portal and its viewer did and does nothing else. The figure is the median of
through/bare, the mean of both bare ones; A/A is again/bare. What the fourth loses is what
sharing the cores costs, whoever shares them.
"""

import os
import statistics
import time
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field

import psutil

from tests.bench import whole
from tests.bench.busy import busy
from tests.bench.figure import Figure
from tests.bench.parts import tell

ROUNDS = 10
LEAST = 0.99
SECONDS = 5
SYSBENCH = {
    "tables": 4, "table_size": 10_000, "threads": 4, "duration_seconds": SECONDS,
}  # fmt: skip
KINDS = {
    "sysbench, MariaDB": ("mariadb", "oltp_read_write", SYSBENCH),
    "sysbench, PostgreSQL": ("postgresql", "oltp_read_write", SYSBENCH),
    "pgbench": (
        "postgresql",
        "pgbench_read_write",
        {"scale": 2, "clients": 4, "duration_seconds": SECONDS},
    ),
    "TPC-C-derived load": (
        "mariadb",
        "tpcc",
        {
            "warehouses": 1, "virtual_users": 4, "rampup_seconds": 1,
            "duration_seconds": SECONDS,
        },
    ),
}  # fmt: skip


def figures() -> Iterator[Figure]:
    with whole.started("mariadb", "postgresql") as portal:
        for name, (engine, workload, load) in KINDS.items():
            yield _of_kind(name, portal, (engine, workload, load))


def _of_kind(name: str, portal: whole.Whole, load: tuple[str, str, dict]) -> Figure:
    bare = portal.bare(*load)
    ours, control, beside = [], [], []
    taken = Taken(portal, bare.tool)
    measure = {
        "ours": lambda: portal.watch(portal.post(*load), taken.see),
        "alone": lambda: _alone(bare),
        "again": lambda: _alone(bare),
        "beside": lambda: _alone(bare, taken.share),
    }
    for number in range(ROUNDS):
        tps = {name: measure[name]() for name in _in_turn(list(measure), number)}
        of_tool = (tps["alone"] + tps["again"]) / 2
        ours.append(tps["ours"] / of_tool)
        beside.append(tps["beside"] / of_tool)
        control.append(tps["again"] / tps["alone"])
    low, middle, high = statistics.quantiles(ours, n=4, method="inclusive")
    least, same, most = statistics.quantiles(control, n=4, method="inclusive")
    return Figure(
        name=name, ratio=middle, low=low, high=high, least=LEAST,
        detail=f"A/A {same:.3f}, {least:.3f} to {most:.3f}; {ROUNDS} pairs of {SECONDS} s,"
        f" {tps['alone']:.0f} TPS alone; portal and viewer {taken.share:.1%} of a core meanwhile",
        why=f"tool, server, portal and viewer share {os.cpu_count()} cores, all of them busy: "
        "beside a program that takes as much CPU and does nothing else the tool has "
        f"{statistics.median(beside):.3f}",
    )  # fmt: skip


@dataclass
class Taken:
    """The CPU of portal and viewer, the median of the runs that were seen."""

    portal: whole.Whole
    tool: str
    shares: list[float] = field(default_factory=list)
    first: tuple[float, float] | None = None

    @property
    def share(self) -> float:
        """Of a core; before the first run what the portal took when this was written."""
        return statistics.median(self.shares or [0.06])

    def see(self, answer: dict) -> None:
        # Twice a run and not each second: to look at all processes takes CPU as well.
        if answer["phase"] != "measure":
            self.first = None
        elif self.first is None:
            self.first = self._now()
        elif time.monotonic() - self.first[0] > SECONDS - 2:
            (began, before), (ended, after) = self.first, self._now()
            self.shares.append((after - before) / (ended - began))
            self.first = (float("inf"), 0.0)

    def _now(self) -> tuple[float, float]:
        viewer = psutil.Process().cpu_times()
        seconds = self.portal.cpu_seconds(self.tool) + viewer.user + viewer.system
        return time.monotonic(), seconds


def _in_turn(names: list[str], number: int) -> list[str]:
    """Each is first, second and last in its turn, with either of the others before it."""
    start = number % len(names)
    names = names[start:] + names[:start]
    return names if number // len(names) % 2 == 0 else names[::-1]


def _alone(bare: whole.Bare, share: float = 0.0) -> float:
    """On data that was loaded a moment ago, which the server still writes out, as a run's."""
    with bare.workspace():
        bare.prepare()
        with busy(share) if share else nullcontext():
            return bare.tps()


if __name__ == "__main__":
    tell(figures())
