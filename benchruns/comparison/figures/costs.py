"""What leaving the cache costs: cached over disk I/O, column by column."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from django.utils.translation import gettext as _

from benchruns.comparison import fairness
from benchruns.comparison.fairness import Difference
from benchruns.comparison.fairness.context import Context
from benchruns.comparison.figures.lines import CACHE_COST, Line, plain_line, ratio
from benchruns.comparison.loads import Load
from benchruns.findings import Finding, Stated
from benchruns.models import Result
from benchruns.results.row import Row
from benchruns.vocabulary import Regime, Severity

Column = tuple[Row, Result] | None
# What differs between the regimes on purpose: the data fits in memory, or does not.
INTENDED = frozenset({"regime", "data_size", "table_size", "scale"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """The line of one workload, and what else than the data differs in a column.

    ``pairs`` are the ids of the two results of each column that has a cost.
    """

    line: Line
    pairs: tuple[frozenset[str], ...]
    findings: tuple[Finding, ...]


def cache_costs(
    columns: Mapping[Load, Sequence[Column]],
    speeds: Mapping[Load, Line],
    *,
    baseline: int,
    contexts: Mapping[str, Context],
) -> Iterator[Cost]:
    """One for each workload that a column has in both regimes.

    ``speeds`` has the line of TPS of each load.
    """
    for cached, line in speeds.items():
        disk = replace(cached, regime=Regime.DISK_IO)
        if cached.regime != Regime.CACHED or disk not in speeds:
            continue
        pairs = [
            _pair(*both) for both in zip(columns[cached], columns[disk], strict=True)
        ]
        found = [
            (*_unfair(pair, contexts), *_parted(pair, *both))
            for pair, both in zip(
                pairs, zip(columns[cached], columns[disk], strict=True), strict=True
            )
        ]
        figures = list(zip(line.cells, speeds[disk].cells, strict=True))
        values = [
            ratio(fast.value, slow.value) if pair and not _is_refused(told) else None
            for pair, told, (fast, slow) in zip(pairs, found, figures, strict=True)
        ]
        if any(value is not None for value in values) or any(found):
            yield Cost(
                line=plain_line(
                    f"cache_cost-{cached.key}",
                    CACHE_COST,
                    values,
                    baseline=baseline,
                    formula=_("cached TPS / disk I/O TPS"),
                    has_best=True,
                    doubted=[(*fast.doubted, *slow.doubted) for fast, slow in figures],
                ),
                pairs=tuple(map(frozenset, pairs)),
                findings=tuple(chain.from_iterable(found)),
            )


def _pair(one: Column, other: Column) -> tuple[str, ...]:
    """Their ids; none where a published figure would stand over a measured one."""
    if one is None or other is None or _method(one) != _method(other):
        return ()
    return one[0].id, other[0].id


def _method(column: tuple[Row, Result]) -> tuple[object, ...]:
    row, result = column
    return row.provenance, row.campaign, result.endpoint_id


def _unfair(pair: Sequence[str], contexts: Mapping[str, Context]) -> Iterator[Finding]:
    """What makes the ratio of the two say something else than what it is called."""
    if not pair:
        return
    cached, disk = (contexts[id_] for id_ in pair)
    for finding in fairness.find([cached, disk], baseline=cached.id, intended=INTENDED):
        if isinstance(finding, Difference) and finding.severity != Severity.NOTE:
            yield replace(finding, is_of_cache_cost=True)


def _parted(pair: Sequence[str], one: Column, other: Column) -> Iterator[Finding]:
    """Both regimes are there, and still there is no cost: it is said why."""
    if pair or one is None or other is None:
        return
    yield Stated(
        code="cache_cost_of_two_origins",
        severity=Severity.NOTE,
        results=(one[0].id, other[0].id),
        facts={"place": one[0].place or one[0].engine_title},
    )


def _is_refused(findings: Sequence[Finding]) -> bool:
    return any(finding.severity == Severity.REFUSED for finding in findings)
