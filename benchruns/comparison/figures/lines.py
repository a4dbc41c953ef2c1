"""Figures side by side: a line a figure, a cell a column, against the baseline.

A cell's value is the median of its repeats, which for one result is its figure. A
ratio is that value over the baseline's.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

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
    refused; a refused one has neither. ``doubted`` are the results behind the value that
    bear a doubt: such a value is never the best, nor what others are a share of where
    one without doubt is there.
    """

    value: float | None = None
    row: Row | None = None
    repeats: Summary | None = None
    of_baseline: float | None = None
    of_best: float | None = None
    is_best: bool = False
    is_refused: bool = False
    verdict: RatioVerdict | None = None
    doubted: tuple[Result, ...] = ()

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
            doubted=cell.doubted,
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
    holders = [r for r in counted if getattr(r, name) is not None]
    if not holders:
        return Cell(row=row)
    told = summary([getattr(r, name) for r in holders])
    doubted = tuple(r for r in holders if r.doubt)
    return Cell(value=told.median, row=row, repeats=told, doubted=doubted)


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
    is_contest = _is_contest(cells, barred)
    return Line(
        key=key,
        metric=metric,
        label=metric.label,
        formula=formula,
        cells=tuple(
            replace(
                _judged(cell, base, metric, barred=barred, best=best),
                is_best=is_contest and _leads(cell, best, barred),
            )
            for cell in cells
        ),
    )


def _best(
    metric: Metric, cells: Sequence[Cell], barred: frozenset[str]
) -> float | None:
    """Of what may stand on the axis; nothing is best among fewer than two.

    What is in doubt counts only where nothing else stands there.
    """
    shown = [c for c in cells if c.value is not None and not _is_in(barred, c)]
    if len(shown) < 2:
        return None
    sure = [c for c in shown if not c.doubted]
    values = [c.value for c in sure or shown if c.value is not None]
    return max(values) if metric.higher_is_better else min(values)


def _is_contest(cells: Sequence[Cell], barred: frozenset[str]) -> bool:
    """Whether two figures without doubt can be held against each other."""
    return sum(_is_sure(cell, barred) for cell in cells) > 1


def _is_sure(cell: Cell, barred: frozenset[str]) -> bool:
    return cell.value is not None and not cell.doubted and not _is_in(barred, cell)


def _leads(cell: Cell, best: float | None, barred: frozenset[str]) -> bool:
    return _is_sure(cell, barred) and cell.value == best


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
    return replace(
        cell,
        of_baseline=ratio(cell.value, base.value) if compares else None,
        of_best=None if is_refused else ratio(cell.value, best),
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
    doubted: Sequence[tuple[Result, ...]] = (),
) -> Line:
    """A line of values that are no repeats of anything.

    ``doubted`` has the results in doubt that each value rests on; empty for none at all.
    """
    base = values[baseline]
    known = [
        Cell(value=value, doubted=rests_on if value is not None else ())
        for value, rests_on in zip(values, doubted or [()] * len(values), strict=True)
    ]
    nobody: frozenset[str] = frozenset()
    best = _best(metric, known, nobody) if has_best else None
    is_contest = _is_contest(known, nobody)
    return Line(
        key=key,
        metric=metric,
        label=metric.label,
        formula=formula,
        cells=tuple(
            replace(
                cell,
                of_baseline=ratio(cell.value, base),
                of_best=ratio(cell.value, best),
                is_best=is_contest and _leads(cell, best, nobody),
            )
            for cell in known
        ),
    )
