"""The table under a chart: a line for each row, or for each pair of series."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from benchruns.figures.metrics import Metric
from benchruns.reports.engine.section import Category, Section
from benchruns.reports.marks import Mark, Marks
from benchruns.reports.metric_choices import metric_choices
from benchruns.results.row import REPORT_METRICS, Row, per_vcpu
from benchruns.workloads.labels import has_kinds

MOST_POINTS = 3  # measured and submitted rows of one place


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One figure with how it was derived; the row is ``None`` where there is none."""

    row: Row | None
    value: float | None
    formula: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line; ``row`` gives its specification.

    ``cells`` follow the section's series, or its metrics where it has one series.
    ``ratio_share`` is the length of the ratio's bar, 0 to 1. ``is_apart`` marks a row
    without a series, whose first cell stands for all of them. ``more`` is how many rows
    of the same place are folded below it.
    """

    row: Row
    cells: tuple[Cell, ...]
    marks: tuple[Mark, ...]
    is_under: bool = False
    is_apart: bool = False
    ratio: float | None = None
    ratio_share: float = 0
    more: int = 0

    @property
    def published(self) -> list[Row]:
        """The published rows on the line, each once: what can be reproduced."""
        rows = {cell.row.id: cell.row for cell in self.cells if cell.row}
        return [row for row in rows.values() if row.is_published]

    @property
    def data(self) -> list[Row | None]:
        """The row behind each cell, for what each says of its data."""
        return [cell.row for cell in self.cells]

    @property
    def ratio_cases(self) -> list[list[Row]]:
        """What the ratio rests on: both rows together, the one case of it."""
        return [[row for row in self.data[:2] if row]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Lines in the order of the chart. ``metrics`` head the columns of figures.

    ``folds`` tells whether a place has more rows than stand in the table at first.
    """

    metrics: tuple[Metric, ...]
    lines: tuple[Line, ...]
    folds: bool

    @property
    def ends_per_vcpu(self) -> bool:
        """Whether the last of several figures is another one over the vCPUs."""
        return len(self.metrics) > 1 and self.metrics[-1].name.endswith(per_vcpu(""))

    @property
    def has_beside(self) -> bool:
        return any(line.row.is_beside for line in self.lines)

    @property
    def has_ratios(self) -> bool:
        return any(line.ratio is not None for line in self.lines)

    @property
    def has_marks(self) -> bool:
        return any(line.marks for line in self.lines)

    @property
    def has_doubts(self) -> bool:
        return any(mark.is_caution for line in self.lines for mark in line.marks)

    @property
    def has_published(self) -> bool:
        return any(line.published for line in self.lines)

    @property
    def refusals(self) -> list[str]:
        """Why published rows of the table cannot be reproduced, each reason once."""
        reasons = (row.refusal for line in self.lines for row in line.published)
        return list(dict.fromkeys(filter(None, reasons)))

    @property
    def has_iops(self) -> bool:
        return any(line.row.iops is not None for line in self.lines)

    @property
    def has_connections(self) -> bool:
        return any(line.row.max_connections is not None for line in self.lines)

    @property
    def has_stress_connections(self) -> bool:
        return any(line.row.stress_connections is not None for line in self.lines)

    @property
    def has_threads(self) -> bool:
        return any(line.row.threads is not None for line in self.lines)

    @property
    def has_data(self) -> bool:
        """A load that counts its data in warehouses says so beside its class."""
        return any(
            line.row.rows is not None and not has_kinds([line.row.workload])
            for line in self.lines
        )

    @property
    def has_families(self) -> bool:
        return len({line.row.family for line in self.lines}) > 1

    @property
    def has_editions(self) -> bool:
        return len({line.row.edition for line in self.lines}) > 1

    @property
    def has_estimates(self) -> bool:
        return self.bytes_a_row is not None

    @property
    def bytes_a_row(self) -> int | None:
        """What estimates of data are made with; None where there is none."""
        rows = (row for line in self.lines for row in (line.row, *line.data) if row)
        estimated = (
            round(row.data_bytes / row.rows)
            for row in rows
            if row.is_estimate and row.data_bytes and row.rows
        )
        return next(estimated, None)


def table_of(section: Section, marks: Marks, *, is_whole: bool = True) -> Table:
    """Of the measured and submitted rows of a place only the newest, or all."""
    metrics = _metrics(section)
    lines = [
        line
        for category in section.categories
        for line in _lines(section, category, metrics, marks, is_whole=is_whole)
    ]
    longest = max([2.0, *(line.ratio for line in lines if line.ratio is not None)])
    return Table(
        metrics=metrics,
        lines=tuple(_with_share(line, longest) for line in lines),
        folds=any(len(_shown(each)) < len(each.points) for each in section.categories),
    )


def _shown(category: Category) -> list[Row]:
    """The newest points, and drafts, which their owner came to see.

    None is folded alone: the words would take its place.
    """
    points = category.points
    if len(points) <= MOST_POINTS + 1:
        return points
    return [r for n, r in enumerate(points) if n < MOST_POINTS or r.is_draft]


def _metrics(section: Section) -> tuple[Metric, ...]:
    """The shown metric first, and where there is room the others that are stated."""
    if len(section.series) > 1:
        return (section.metric,)
    names = [n for n in metric_choices(section.rows) if n != section.metric.name]
    if has_kinds(section.method.workloads) and "latency_p95_ms" in names:
        # NOPM and batch requests need the room of the mean, which hides what p95 tells
        names = [name for name in names if name != "latency_avg_ms"]
    return (section.metric, *(REPORT_METRICS[name] for name in names))


def _lines(
    section: Section,
    category: Category,
    metrics: Sequence[Metric],
    marks: Marks,
    *,
    is_whole: bool,
) -> list[Line]:
    lines: list[Line] = []
    for is_beside in (False, True):
        bars = [category.bar(name, is_beside=is_beside) for name in section.series]
        known = [bar for bar in bars if bar is not None]
        if known:
            lines.append(
                _published_line(section, bars, known, metrics, marks, under=bool(lines))
            )
    shown = category.points if is_whole else _shown(category)
    for row in shown:
        lines.append(_point_line(section, row, metrics, marks, under=bool(lines)))
    if more := len(category.points) - len(shown):
        lines[-1] = replace(lines[-1], more=more)
    return lines


def _published_line(
    section: Section,
    bars: Sequence[Row | None],
    known: Sequence[Row],
    metrics: Sequence[Metric],
    marks: Marks,
    *,
    under: bool,
) -> Line:
    if len(section.series) > 1:
        cells = tuple(_cell(bar, section.metric) for bar in bars)
    else:
        cells = tuple(_cell(known[0], metric) for metric in metrics)
    return Line(
        row=known[0],
        cells=cells,
        marks=marks.of(known),
        is_under=under,
        ratio=_ratio(cells) if len(section.series) > 1 else None,
    )


def _point_line(
    section: Section,
    row: Row,
    metrics: Sequence[Metric],
    marks: Marks,
    *,
    under: bool,
) -> Line:
    if len(section.series) == 1:
        cells = tuple(_cell(row, metric) for metric in metrics)
    elif row.regime in section.series or row.workload in section.series:
        kind = row.regime if row.regime in section.series else row.workload
        cells = tuple(
            _cell(row if name == kind else None, section.metric)
            for name in section.series
        )
    else:
        cells = (_cell(row, section.metric),)
    return Line(
        row=row,
        cells=cells,
        marks=marks.of([row]),
        is_under=under,
        is_apart=len(section.series) > 1 and len(cells) == 1,
    )


def _cell(row: Row | None, metric: Metric) -> Cell:
    if row is None:
        return Cell(row=None, value=None, formula="")
    return Cell(
        row=row,
        value=row.figures.get(metric.name),
        formula=row.formulas.get(metric.name, ""),
    )


def _ratio(cells: Sequence[Cell]) -> float | None:
    first, second = cells[0].value, cells[1].value
    return first / second if first is not None and second else None


def _with_share(line: Line, longest: float) -> Line:
    if line.ratio is None:
        return line
    share = max(0.0, (line.ratio - 1) / (longest - 1))
    return replace(line, ratio_share=share)
