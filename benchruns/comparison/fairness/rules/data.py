"""Rules on the data: how much of it, how it is spread, and where it was read from."""

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from benchruns.comparison.fairness import words
from benchruns.comparison.fairness.context import Context
from benchruns.comparison.fairness.rules.load import is_tpcc
from benchruns.comparison.fairness.rules.rule import (
    Rule,
    Verdict,
    by_value,
    telling,
)
from benchruns.figures.alike import is_alike
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
    """By bytes, and by whether they fit: data in the cache on one side only is no match."""
    if not (has_sized_data(one) and has_sized_data(other)):
        return Verdict.OUTSIDE
    if one.data_bytes is None or other.data_bytes is None:
        return Verdict.UNKNOWN
    shares = _shares(one, other)
    if shares is not None and (shares[0] < 1) != (shares[1] < 1):
        return Verdict.CAUTION
    if is_alike(one.data_bytes, other.data_bytes):
        return Verdict.SAME
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


def _tables_told(context: Context) -> str:
    tables, rows = _tables(context) or (0, 0)
    return gettext("%(tables)s tables of %(rows)s rows") % {
        "tables": f"{tables:,}",
        "rows": f"{rows:,}",
    }


REGIME = Rule(
    code="regime",
    label=_("regime"),
    judge=by_value(lambda each: each.regime, Verdict.CAUTION, applies=has_sized_data),
    tell=telling(words.regime_told),
    value=lambda each: each.regime,
    sentence=_("The regimes differ: %(values)s."),
    why=_(
        "Data in memory and data read from the disk are two different tests of a server."
    ),
    remedy=_("Compare cached with cached and disk I/O with disk I/O."),
)
DATA_SIZE = Rule(
    code="data_size",
    label=_("data size"),
    judge=_data_size,
    tell=telling(words.data_size),
    value=lambda each: each.data_bytes,
    sentence=_("The data differ in size: %(values)s."),
    why=_(
        "How much of the data the buffer or the memory holds decides how often the disk "
        "is read; from 1 × on, some of it always is."
    ),
    remedy=_("Load the same data, or as many times the buffer on both sides."),
)
TABLE_SIZE = Rule(
    code="table_size",
    label=_("tables and rows"),
    judge=by_value(_tables, Verdict.NOTE, applies=is_sysbench_oltp),
    tell=telling(_tables_told),
    sentence=_("The tables differ: %(values)s."),
    why=_("Fewer or smaller tables mean more contention for the same rows and pages."),
    remedy=_("Use as many tables with as many rows."),
)
SCALE = Rule(
    code="scale",
    label=_("warehouses"),
    judge=by_value(lambda each: each.scale, Verdict.CAUTION, applies=is_tpcc),
    tell=telling(
        lambda each: gettext("%(count)s warehouses") % {"count": f"{each.scale:,}"}
    ),
    value=lambda each: each.scale,
    sentence=_("The numbers of warehouses differ: %(values)s."),
    why=_("More warehouses mean more data and less contention for their rows."),
    remedy=_("Use the same number of warehouses."),
)
HOT_RECORDS = Rule(
    code="hot_records",
    label=_("hot records"),
    judge=by_value(lambda each: each.hot_records, Verdict.CAUTION, applies=is_pgbench),
    tell=telling(lambda each: f"{each.hot_records:,}"),
    value=lambda each: each.hot_records,
    sentence=_("The numbers of hot records differ: %(values)s."),
    why=_("More hot records need more memory to stay in it."),
    remedy=_("Compare rows with the same number of hot records."),
)
