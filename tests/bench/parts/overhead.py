"""TPS with Benchbook at work, its page open, over the tool's with Benchbook stopped.

Both are seconds of one run (``tests/bench/seconds.py``): all processes of Benchbook stand
still for three seconds, go on for five, and so in turn. The tool, which writes into a pipe,
goes on as it does by itself.

Of the three the second one has a program beside it that takes as much CPU as Benchbook and
its viewer and does nothing else; A/A is the third over the first, and what is expected of no
change at all. Of the five the first one does what was not done meanwhile and is left out.
"""

import os
import statistics
from collections.abc import Iterator

from tests.bench import whole
from tests.bench.figure import Figure, over_control, told
from tests.bench.parts import tell
from tests.bench.seconds import BUSY, PAGE, PORTAL, TOOL, seconds_of, state

RUNS, TURNS, TO_BEGIN = 6, 8, 12
LEAST = 0.99
GUESS = 0.06  # of a core, before the first run has said what it is
STOPPED = (state(TOOL), state(TOOL, BUSY), state(TOOL))
TURN = (*STOPPED, *(state(TOOL, PORTAL, PAGE),) * 5)
SECONDS = TO_BEGIN + TURNS * len(TURN) + len(STOPPED)
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
        for name, load in KINDS.items():
            yield _of_kind(name, portal, load)


def _of_kind(name: str, portal: whole.Whole, load: tuple[str, str, dict]) -> Figure:
    ours, beside, control, alone, shares = [], [], [], [], []
    for _ in range(RUNS):
        seconds = seconds_of(
            portal, portal.post(*load), portal.bare(*load).tool, turn=TURN,
            count=TURNS * len(TURN) + len(STOPPED), share=statistics.median(shares or [GUESS]),
        )  # fmt: skip
        for start in range(0, len(seconds) - len(STOPPED), len(TURN)):
            first, taken, last = (each.tps for each in seconds[start:][: len(STOPPED)])
            at_work = seconds[start + len(STOPPED) + 1 : start + len(TURN)]
            after, _, again = seconds[start + len(TURN) :][: len(STOPPED)]
            bare = statistics.mean((first, last, after.tps, again.tps))
            ours.append(statistics.mean(each.tps for each in at_work) / bare)
            beside.append(taken / statistics.mean((first, last)))
            control.append(last / first)
            alone.append(bare)
            shares.append((after.cpu - at_work[0].cpu) / len(at_work))
    expected = statistics.median(control)
    return over_control(
        name, ours, control, least=LEAST,
        detail=f"{len(ours)} pairs within {RUNS} runs,"
        f" {statistics.median(alone):.0f} TPS alone; portal and viewer"
        f" {statistics.median(shares):.1%} of a core meanwhile",
        why=f"tool, server, portal and viewer share {os.cpu_count()} cores, all of them busy: "
        "beside a program that takes as much CPU and does nothing else the tool has "
        f"{told([each / expected for each in beside])} of the control",
    )  # fmt: skip


if __name__ == "__main__":
    tell(figures())
