"""TPS through Benchbook, its page open, over those of the tool alone.

Each round measures four times: through Benchbook and bare, in an order that is swapped
every round, and twice bare as a control (A/A). The figure is the median of
through/bare over the median of the control, whose own spread is told.
"""

import statistics
from collections.abc import Iterator

from tests.bench import whole
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
    def through() -> float:
        return portal.watch(portal.post(*load))

    bare = portal.bare(*load)
    ratios, control = [], []
    for number in range(ROUNDS):
        with bare.workspace():  # anew each time, as a run's own
            bare.prepare()
            if number % 2:
                alone, ours = bare.tps(), through()
            else:
                ours, alone = through(), bare.tps()
            first, second = bare.tps(), bare.tps()
        ratios.append(ours / alone)
        control.append(second / first if number % 2 else first / second)
    low, middle, high = (
        each / statistics.median(control)
        for each in statistics.quantiles(ratios, n=4, method="inclusive")
    )
    least, same, most = statistics.quantiles(control, n=4, method="inclusive")
    return Figure(
        name=name, ratio=middle, low=low, high=high, least=LEAST,
        detail=f"A/A {same:.3f}, {least:.3f} to {most:.3f}; {ROUNDS} pairs of {SECONDS} s,"
        f" {alone:.0f} TPS alone",
    )  # fmt: skip


if __name__ == "__main__":
    tell(figures())
