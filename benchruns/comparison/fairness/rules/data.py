"""Rules on the data: how much of it, how it is spread, and where it was read from."""

from benchruns.comparison.fairness.context import Context
from benchruns.comparison.fairness.rules.load import is_tpcc
from benchruns.comparison.fairness.rules.rule import (
    Rule,
    Verdict,
    by_value,
)
from benchruns.figures.alike import MOST_LARGER, is_alike, is_apart
from benchruns.workloads import WORKLOADS


def is_pgbench(context: Context) -> bool:
    return _tool_of(context) == "pgbench"


def is_sysbench_oltp(context: Context) -> bool:
    workload = WORKLOADS.get(context.workload or "")
    return workload is not None and workload.bytes_a_row is not None


def has_sized_data(context: Context) -> bool:
    """The hot row is one row whatever the server."""
    workload = WORKLOADS.get(context.workload or "")
    return workload is None or not workload.is_one_row


def _tool_of(context: Context) -> str | None:
    """By which the workload is defined, whatever measured it."""
    workload = WORKLOADS.get(context.workload or "")
    return None if workload is None else workload.tool


def _data_size(one: Context, other: Context) -> Verdict:
    """By bytes, and by whether they fit: data in the cache on one side only is no match.

    Nor is the same data that is a few times the memory here, and many times it there.
    """
    if not (has_sized_data(one) and has_sized_data(other)):
        return Verdict.OUTSIDE
    if one.data_bytes is None or other.data_bytes is None:
        return Verdict.UNKNOWN
    shares = _shares(one, other)
    if shares is not None and (shares[0] < 1) != (shares[1] < 1):
        return Verdict.CAUTION
    if is_alike(one.data_bytes, other.data_bytes):
        if shares is None or shares[0] < 1 or not is_apart(*shares, MOST_LARGER):
            return Verdict.SAME
        return Verdict.CAUTION
    is_scaled = shares is not None and is_alike(*shares)
    return Verdict.NOTE if is_scaled else Verdict.CAUTION


def _shares(one: Context, other: Context) -> tuple[float, float] | None:
    """Data over buffer if both are known, else over memory."""
    for ours, theirs in (
        (one.data_over_buffer, other.data_over_buffer),
        (one.data_over_memory, other.data_over_memory),
    ):
        if ours is not None and theirs is not None:
            return ours, theirs
    return None


def _tables(context: Context) -> tuple[int, int] | None:
    if context.tables is None or context.table_size is None:
        return None
    return context.tables, context.table_size


REGIME = Rule(
    code="regime",
    judge=by_value(lambda each: each.regime, Verdict.CAUTION, applies=has_sized_data),
    value=lambda each: each.regime,
)
DATA_SIZE = Rule(
    code="data_size",
    judge=_data_size,
    value=lambda each: each.data_bytes,
)
TABLE_SIZE = Rule(
    code="table_size",
    judge=by_value(_tables, Verdict.NOTE, applies=is_sysbench_oltp),
)
SCALE = Rule(
    code="scale",
    judge=by_value(lambda each: each.scale, Verdict.CAUTION, applies=is_tpcc),
    value=lambda each: each.scale,
)
HOT_RECORDS = Rule(
    code="hot_records",
    judge=by_value(lambda each: each.hot_records, Verdict.CAUTION, applies=is_pgbench),
    value=lambda each: each.hot_records,
)
