"""Figures side by side: a line a figure, a cell a column, against the baseline.

A cell's value is the median of its repeats, which for one result is its figure. A
ratio is that value over the baseline's.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from benchruns.figures.metrics import METRICS, SPEEDS, TOTALS, Metric
from benchruns.figures.statistics import RatioVerdict, Summary, summary
from benchruns.figures.statistics import compare as compare_repeats
from benchruns.models import Result
from benchruns.results.repeats import Repeats
from benchruns.results.row import Row

LATENCIES = (
    "latency_avg_ms",
    "latency_p50_ms",
    "latency_p90_ms",
    "latency_p95_ms",
    "latency_p99_ms",
    "latency_p999_ms",
    "latency_max_ms",
)
COMPARED = (*SPEEDS, *LATENCIES, "errors_per_s")
# Totals after the rates, as far as rows state them.
SHOWN: Mapping[str, Metric] = {
    **{name: METRICS[name] for name in COMPARED},
    **TOTALS,
}
SPECIFICATION: Mapping[str, Metric] = {
    "vcpus": Metric("vcpus", _("vCPU"), ""),
    "memory_gb": Metric("memory_gb", _("Memory"), "GB"),
    "iops": Metric("iops", _("IOPS"), ""),
    "max_connections": Metric("max_connections", _("Max connections"), ""),
}
CACHE_COST = Metric(
    "cache_cost", _("Cached over disk I/O"), "×", higher_is_better=False
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One figure of one column; ``None`` where it is not known.

    ``is_refused`` is set on a figure that cannot be held against the baseline's or,
    where the baseline has none, against the first of the line. ``of_baseline`` is the
    value over the baseline's and ``of_best`` that over the best of those that are not
    refused; a refused one has neither.
    """

    value: float | None = None
    row: Row | None = None
    repeats: Summary | None = None
    of_baseline: float | None = None
    of_best: float | None = None
    is_best: bool = False
    is_refused: bool = False
    verdict: RatioVerdict | None = None

    @property
    def percent(self) -> float | None:
        """More (+) or less (-) than the baseline."""
        return None if self.of_baseline is None else (self.of_baseline - 1) * 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A figure over the columns, in their order. ``formula`` where it is computed."""

    key: str
    metric: Metric
    label: str | Promise
    cells: tuple[Cell, ...]
    formula: str = ""

    @property
    def differs(self) -> bool:
        return len({cell.value for cell in self.cells}) > 1

    @property
    def is_refused(self) -> bool:
        return any(cell.is_refused for cell in self.cells)


def figure_lines(
    columns: Sequence[tuple[Row, Result] | None],
    *,
    baseline: int,
    repeats: Mapping[object, Repeats],
    refused: Mapping[str, frozenset[str]],
) -> Iterator[Line]:
    """The lines of columns that show one load, or each one result; None has none.

    ``refused`` names, by figure, the results that cannot stand beside the baseline's
    or, where it has none, beside the first one's.
    """
    for name, metric in SHOWN.items():
        cells = [_cell(column, name, repeats) for column in columns]
        if any(cell.value is not None for cell in cells):
            barred = refused.get(name, frozenset())
            yield _line(name, metric, cells, baseline=baseline, barred=barred)


def divided(
    line: Line, by: Sequence[float | None], *, unit: str, baseline: int
) -> Line:
    """The line over something of each column, ``TPS / vCPU`` say.

    It has no verdicts: its repeats are those of the line itself.
    """
    cells = [
        Cell(
            value=cell.value / size if cell.value is not None and size else None,
            row=cell.row,
        )
        for cell, size in zip(line.cells, by, strict=True)
    ]
    barred = frozenset(c.row.id for c in line.cells if c.is_refused and c.row)
    metric = line.metric
    name = f"{metric.unit} / {unit}"
    return _line(
        f"{line.key}_per_{unit.lower()}",
        Metric(metric.name, metric.label, name, metric.higher_is_better),
        cells,
        baseline=baseline,
        barred=barred,
        formula=name,
    )


def _cell(
    column: tuple[Row, Result] | None, name: str, repeats: Mapping[object, Repeats]
) -> Cell:
    if column is None:
        return Cell()
    row, result = column
    if name in TOTALS and not row.states(name):
        return Cell(row=row)
    found = repeats.get(result.pk)
    counted = found.counted if found and result in found.counted else [result]
    values = [v for r in counted if (v := getattr(r, name)) is not None]
    if not values:
        return Cell(row=row)
    told = summary(values)
    return Cell(value=told.median, row=row, repeats=told)


def _line(
    key: str,
    metric: Metric,
    cells: Sequence[Cell],
    *,
    baseline: int,
    barred: frozenset[str],
    formula: str = "",
) -> Line:
    base = cells[baseline]
    best = _best(metric, cells, barred)
    return Line(
        key=key,
        metric=metric,
        label=metric.label,
        formula=formula,
        cells=tuple(
            _judged(cell, base, metric, barred=barred, best=best) for cell in cells
        ),
    )


def _best(
    metric: Metric, cells: Sequence[Cell], barred: frozenset[str]
) -> float | None:
    """Of what may stand on the axis; nothing is best among fewer than two."""
    values = [c.value for c in cells if c.value is not None and not _is_in(barred, c)]
    if len(values) < 2:
        return None
    return max(values) if metric.higher_is_better else min(values)


def _is_in(barred: frozenset[str], cell: Cell) -> bool:
    return cell.row is not None and cell.row.id in barred


def _judged(
    cell: Cell,
    base: Cell,
    metric: Metric,
    *,
    barred: frozenset[str],
    best: float | None,
) -> Cell:
    is_refused = cell.value is not None and _is_in(barred, cell)
    compares = not is_refused and cell.value is not None and base.value is not None
    return Cell(
        value=cell.value,
        row=cell.row,
        repeats=cell.repeats,
        of_baseline=ratio(cell.value, base.value) if compares else None,
        of_best=None if is_refused else ratio(cell.value, best),
        is_best=not is_refused and best is not None and cell.value == best,
        is_refused=is_refused,
        verdict=_verdict(cell, base, metric) if compares else None,
    )


def _verdict(cell: Cell, base: Cell, metric: Metric) -> RatioVerdict | None:
    """None for the baseline itself, and for a line that is no measured figure."""
    if cell is base or cell.repeats is None or base.repeats is None:
        return None
    return compare_repeats(
        base.repeats.values,
        cell.repeats.values,
        higher_is_better=metric.higher_is_better,
    )


def ratio(value: float | None, base: float | None) -> float | None:
    return value / base if value is not None and base else None


def specification_lines(
    specifications: Sequence[Mapping[str, float | None]], *, baseline: int
) -> Iterator[Line]:
    """What the columns are, side by side; nothing of it is best."""
    for name, metric in SPECIFICATION.items():
        values = [specification.get(name) for specification in specifications]
        if any(value is not None for value in values):
            yield plain_line(name, metric, values, baseline=baseline)


def plain_line(
    key: str,
    metric: Metric,
    values: Sequence[float | None],
    *,
    baseline: int,
    formula: str = "",
    has_best: bool = False,
) -> Line:
    """A line of values that are no repeats of anything."""
    base = values[baseline]
    known = [Cell(value=value) for value in values]
    best = _best(metric, known, frozenset()) if has_best else None
    return Line(
        key=key,
        metric=metric,
        label=metric.label,
        formula=formula,
        cells=tuple(
            Cell(
                value=value,
                of_baseline=ratio(value, base),
                of_best=ratio(value, best),
                is_best=best is not None and value == best,
            )
            for value in values
        ),
    )
