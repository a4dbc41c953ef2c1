"""What leaving the cache costs: cached over disk I/O, column by column."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from benchruns.comparison.lines import CACHE_COST, Line, plain_line, ratio
from benchruns.comparison.loads import Load
from benchruns.engine_report.rows import Row
from benchruns.models import Result
from benchruns.vocabulary import Regime

Column = tuple[Row, Result] | None


def cache_costs(
    columns: Mapping[Load, Sequence[Column]],
    speeds: Mapping[Load, Line],
    *,
    baseline: int,
) -> Iterator[Line]:
    """A line for each workload that a column has in both regimes.

    ``speeds`` has the line of TPS of each load.
    """
    for cached, line in speeds.items():
        disk = replace(cached, regime=Regime.DISK_IO)
        if cached.regime != Regime.CACHED or disk not in speeds:
            continue
        both = zip(columns[cached], columns[disk], strict=True)
        figures = zip(line.cells, speeds[disk].cells, strict=True)
        values = [
            ratio(fast.value, slow.value) if _is_one_method(*pair) else None
            for pair, (fast, slow) in zip(both, figures, strict=True)
        ]
        if any(value is not None for value in values):
            yield plain_line(
                f"cache_cost-{cached.key}",
                CACHE_COST,
                values,
                baseline=baseline,
                formula=_("cached TPS / disk I/O TPS"),
                has_best=True,
            )


def _is_one_method(one: Column, other: Column) -> bool:
    """A published figure over a measured one would be no cost of leaving the cache."""
    return one is not None and other is not None and _method(one) == _method(other)


def _method(column: tuple[Row, Result]) -> tuple[object, ...]:
    row, result = column
    return row.provenance, row.campaign, result.endpoint_id
