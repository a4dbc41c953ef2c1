"""How far a phase is, told from the tool's own lines; shares from 0 to 1."""

import re
from collections.abc import Callable

from benchruns.figures.metrics import Interval

Progress = Callable[[str, Interval | None], float | None]

# sysbench prepare says one line a step: create the table, fill it, index it.
PREPARE_STEPS = ("Creating table", "Inserting", "Creating a secondary index")


def of_prepare(tables: int) -> Progress:
    """Counts the steps of all tables; inserting takes nearly all of the time."""
    steps = 0
    total = len(PREPARE_STEPS) * tables

    def progress(line: str, _interval: Interval | None) -> float | None:
        nonlocal steps
        if not line.startswith(PREPARE_STEPS):
            return None
        steps += 1
        return steps / total

    return progress


# pgbench -i says every 5 s how many rows it has sent, then one line a step; the shares
# are of the time that a load took on a server of the same machine.
LOADED_ROWS = re.compile(r"(\d+) of (\d+) tuples \(\d+%\) done", re.ASCII)
ROWS_SHARE = 0.6
LOAD_STEPS = {"vacuuming": ROWS_SHARE, "creating primary keys": 0.7, "done in": 1.0}


def of_pgbench_load() -> Progress:
    """The share of the rows, then the steps that follow."""

    def progress(line: str, _interval: Interval | None) -> float | None:
        rows = LOADED_ROWS.match(line)
        if rows is not None:
            return ROWS_SHARE * int(rows[1]) / max(int(rows[2]), 1)
        for step, share in LOAD_STEPS.items():
            if line.startswith(step):
                return share
        return None

    return progress


# benchbook-tpcc tells the share of the rows, then a line a step.
ROWS_SHARE_OF_WAREHOUSES = 0.85
ROWS_OF_WAREHOUSES = re.compile(r"Loading: (\d{1,3}(?:\.\d)?) %", re.ASCII)
WAREHOUSE_STEPS = {
    "Step: indexes": ROWS_SHARE_OF_WAREHOUSES,
    "Step: routines": 0.93,
    "Step: statistics": 0.94,
    "Loaded:": 1.0,
}


def of_warehouses() -> Progress:
    """The share of the rows, then the steps that follow."""

    def progress(line: str, _interval: Interval | None) -> float | None:
        rows = ROWS_OF_WAREHOUSES.match(line)
        if rows is not None:
            return ROWS_SHARE_OF_WAREHOUSES * float(rows[1]) / 100
        for step, share in WAREHOUSE_STEPS.items():
            if line.startswith(step):
                return share
        return None

    return progress


def of_time(seconds: int, *, ramp_up: int = 0) -> Progress:
    """The share of the time asked for, by the tool's own seconds.

    Those of a ramp-up count up to 0.
    """

    def progress(_line: str, interval: Interval | None) -> float | None:
        if interval is None:
            return None
        return (interval.second + ramp_up) / (seconds + ramp_up)

    return progress
