"""TPS with Benchbook at work, its page open, over the tool's with Benchbook stopped.

A shared machine changes its speed by a tenth within ten seconds, so that runs one after the
other differ by more than is asked for here. So both are seconds of one run: all processes of
Benchbook stand still for three seconds (SIGSTOP), go on for five, and so in turn. The tool,
which writes into a pipe, goes on as it does by itself.

Of the three the second one has a program beside it that takes as much CPU as Benchbook and
its viewer and does nothing else; A/A is the third over the first. Of the five the first one
does what was not done meanwhile and is left out.
"""

import os
import statistics
from collections.abc import Iterator, Sequence

from tests.bench import whole
from tests.bench.figure import Figure
from tests.bench.parts import tell
from tests.bench.seconds import seconds_of

RUNS, TURNS, TO_BEGIN = 6, 8, 12
LEAST = 0.99
GUESS = 0.06  # of a core, before the first run has said what it is
STOPPED = ("alone", "beside", "again")
TURN = (*STOPPED, "resumed", *("at work",) * 4)
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
            portal, load, turn=TURN, count=TURNS * len(TURN) + len(STOPPED),
            share=statistics.median(shares or [GUESS]),
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
    low, middle, high = statistics.quantiles(ours, n=4, method="inclusive")
    return Figure(
        name=name, ratio=middle, low=low, high=high, least=LEAST,
        detail=f"A/A {_with_quartiles(control)}; {len(ours)} pairs within {RUNS} runs,"
        f" {statistics.median(alone):.0f} TPS alone; portal and viewer"
        f" {statistics.median(shares):.1%} of a core meanwhile",
        why=f"tool, server, portal and viewer share {os.cpu_count()} cores, all of them busy: "
        "beside a program that takes as much CPU and does nothing else the tool has "
        f"{_with_quartiles(beside)}",
    )  # fmt: skip


def _with_quartiles(ratios: Sequence[float]) -> str:
    low, middle, high = statistics.quantiles(ratios, n=4, method="inclusive")
    return f"{middle:.3f}, {low:.3f} to {high:.3f}"


if __name__ == "__main__":
    tell(figures())
