"""How much data a preset has: a share of the buffer, in whole units of the workload."""

import math
from collections.abc import Callable, Mapping
from typing import Any

from benchruns.engines import Family
from benchruns.vocabulary import Regime
from benchruns.workloads import Workload

# Data over buffer: half of it stays in memory with all that else is there; of four times
# it three reads in four miss.
RATIOS: Mapping[str, float] = {Regime.CACHED: 0.5, Regime.DISK_IO: 4.0}
AS_PRINTED = "paper"  # what it repeats has its load, whatever the server
TABLES = "tables"
ROWS_A_TABLE = 10_000_000  # as in the papers; of more rows there are more tables
MOST_TABLES = 64  # more prepare more statements than servers allow by default
ROUND_TO = 100  # rows a table; an estimate needs no more
FILLED_A_SECOND = 100 * 2**20  # bytes; of one disk, cautiously
LEAST_WARMUP_SECONDS, MOST_WARMUP_SECONDS = 60, 1800


def sized(
    workload: Workload,
    name: str,
    *,
    family: Family,
    buffer_bytes: int,
    most_connections: int | None = None,
) -> dict[str, Any]:
    """All parameters of a preset on a server with such a buffer.

    A size that no buffer decides is the workload's own. No preset but that of the paper
    takes more than ``most_connections``, or has more users than warehouses.
    """
    values = workload.clean(workload.presets[name])
    ratio = RATIOS.get(name)
    if ratio is not None and workload.sized_by:
        wanted = ratio * buffer_bytes
        whole = math.floor if ratio < 1 else math.ceil
        values |= _data(workload, values, family=family, wanted=wanted, whole=whole)
        data_bytes = workload.size(values).data_bytes(family)
        values |= _lead(values, filled=min(data_bytes, buffer_bytes))
    if name != AS_PRINTED:
        limits = (values[workload.load], most_connections, values.get("warehouses"))
        values[workload.load] = max(1, min(x for x in limits if x is not None))
    return values


def _data(
    workload: Workload,
    shape: Mapping[str, Any],
    *,
    family: Family,
    wanted: float,
    whole: Callable[[float], int],
) -> dict[str, int]:
    """What decides the size, in whole units: about the wanted one, one unit at least."""
    by = next(each for each in workload.parameters if each.name == workload.sized_by)
    tables = shape.get(TABLES)
    values = dict(shape)
    units = _units(workload, values, family=family, wanted=wanted)
    while tables and units > ROWS_A_TABLE and tables < MOST_TABLES:
        values[TABLES] = tables = tables * 2
        units = _units(workload, values, family=family, wanted=wanted)
    step = ROUND_TO if tables and units > 10 * ROUND_TO else 1
    number = max(1, whole(units / step) * step)
    sizes = {by.name: number if by.maximum is None else min(number, int(by.maximum))}
    return sizes if tables is None else {TABLES: tables, **sizes}


def _units(
    workload: Workload, values: Mapping[str, Any], *, family: Family, wanted: float
) -> float:
    """How many make up so many bytes: data grows in a straight line with each of them."""

    def data_bytes(units: int) -> int:
        return workload.size({**values, workload.sized_by: units}).data_bytes(family)

    few, many = 1, 1001
    each = (data_bytes(many) - data_bytes(few)) / (many - few)
    return few + (wanted - data_bytes(few)) / each


def _lead(values: Mapping[str, Any], *, filled: int) -> dict[str, int]:
    """As long as the server needs to fill its buffer, in whole tens of seconds."""
    seconds = math.ceil(filled / FILLED_A_SECOND / 10) * 10
    lead = min(max(seconds, LEAST_WARMUP_SECONDS), MOST_WARMUP_SECONDS)
    return {
        name: lead for name in ("warmup_seconds", "rampup_seconds") if name in values
    }
