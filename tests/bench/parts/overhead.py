"""TPS through Benchbook, its page open, over those of the tool alone.

Each round measures three times, each on data of its own: through Benchbook, bare, and bare
again as a control (A/A), in an order that turns from round to round. The figure is the
median of through/bare over the median of the control, whose own spread is told.
"""

import os
import statistics
import time
from collections.abc import Iterator

from tests.bench import whole
from tests.bench.figure import Figure
from tests.bench.parts import tell

ROUNDS = 10
LEAST = 0.99
WHY = (
    f"tool, server, portal and viewer share {os.cpu_count()} cores, all of them busy: the "
    "tool lacks what the portal takes"
)
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
    ratios, control, shares = [], [], []
    for number in range(ROUNDS):
        window: list[tuple[float, float]] = []
        measure = {
            "ours": lambda: _through(portal, load, bare.tool, window),  # noqa: B023
            "alone": lambda: _alone(bare),
            "again": lambda: _alone(bare),
        }
        tps = {name: measure[name]() for name in _in_turn(list(measure), number)}
        ratios.append(tps["ours"] / tps["alone"])
        control.append(tps["again"] / tps["alone"])
        (began, before), (ended, after) = window[0], window[-1]
        shares.append((after - before) / (ended - began))
    low, middle, high = (
        each / statistics.median(control)
        for each in statistics.quantiles(ratios, n=4, method="inclusive")
    )
    least, same, most = statistics.quantiles(control, n=4, method="inclusive")
    return Figure(
        name=name, ratio=middle, low=low, high=high, least=LEAST, why=WHY,
        detail=f"A/A {same:.3f}, {least:.3f} to {most:.3f}; {ROUNDS} pairs of {SECONDS} s,"
        f" {tps['alone']:.0f} TPS alone; portal {statistics.median(shares):.1%} of a core meanwhile",
    )  # fmt: skip


def _in_turn(names: list[str], number: int) -> list[str]:
    """Each is first, second and last in its turn, with either of the others before it."""
    start = number % len(names)
    names = names[start:] + names[:start]
    return names if number // len(names) % 2 == 0 else names[::-1]


def _alone(bare: whole.Bare) -> float:
    """On data that was loaded a moment ago, which the server still writes out, as a run's."""
    with bare.workspace():
        bare.prepare()
        return bare.tps()


def _through(
    portal: whole.Whole,
    load: tuple[str, str, dict],
    tool: str,
    window: list[tuple[float, float]],
) -> float:
    """``window`` gets moments of the measurement, each with the portal's CPU seconds then."""

    def see(answer: dict) -> None:
        if answer["phase"] == "measure":
            window.append((time.monotonic(), portal.cpu_seconds(tool)))

    return portal.watch(portal.post(*load), see)


if __name__ == "__main__":
    tell(figures())
