"""The tables of a white paper as texts: class by class, and what was measured."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from benchruns.figures.metrics import SPEEDS, Metric
from benchruns.findings import DAGGER, doubts, ratio_doubts
from benchruns.reports.engine.section import PLAIN, Section
from benchruns.reports.engine.table import Line, Table
from benchruns.reports.marks import Mark, Marks
from benchruns.reports.whitepaper.measurements import Measurement
from benchruns.results.labels import load_text
from benchruns.results.row import Row, per_vcpu
from benchruns.vocabulary import Regime
from benchruns.workloads.labels import as_begun
from portal.formats.figures import DASH, figure, memory, millions, ratio
from portal.templatetags.results import load_word

MOST_COLUMNS = 9  # at the size of letters that a sheet's tables have
LONGEST_WORD = 28  # letters that are never broken


@dataclass(frozen=True, slots=True)
class Column:
    """``is_text`` stands left, figures right; ``is_figure`` is what is looked for.

    ``metric`` is the name of the one that it prints, empty where it prints none.
    """

    head: str
    unit: str = ""
    metric: str = ""
    is_text: bool = False
    is_figure: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    """A text as it is printed; ``is_doubted`` where its figure is in doubt."""

    text: str
    is_doubted: bool = False

    @property
    def marked(self) -> str:
        return f"{self.text}{DAGGER}" if self.is_doubted else self.text

    @property
    def is_long(self) -> bool:
        """Whether it has a word that alone would take too much of a line."""
        return any(len(word) > LONGEST_WORD for word in self.text.split())


@dataclass(frozen=True, slots=True)
class Printed:
    """A table of a paper."""

    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]

    @property
    def is_wide(self) -> bool:
        return len(self.columns) > MOST_COLUMNS

    @property
    def metrics(self) -> set[str]:
        return {column.metric for column in self.columns} - {""}

    @property
    def has_doubts(self) -> bool:
        return any(cell.is_doubted for row in self.rows for cell in row)

    @property
    def lines(self) -> Iterator[Iterator[tuple[Column, Cell]]]:
        """Each cell with its column, as a template prints it."""
        return (zip(self.columns, row, strict=True) for row in self.rows)


@dataclass(frozen=True, slots=True)
class _Part:
    """A column with what it prints of a line; left out where no line has it.

    One that only tells lines apart is left out where all say the same, too.
    """

    column: Column
    text: Callable[[Line], str]
    is_doubted: Callable[[Line], bool] = lambda _line: False
    tells_apart: bool = False

    def cell(self, line: Line) -> Cell:
        text = self.text(line)
        return Cell(text, is_doubted=text != DASH and self.is_doubted(line))

    def is_worth_its_room(self, lines: Sequence[Line]) -> bool:
        texts = {self.text(line) for line in lines}
        fewest = 2 if self.tells_apart else 1
        return len(texts) >= fewest and bool(texts - {"", DASH})


def published_table(section: Section, table: Table, *, most: int) -> Printed:
    """The published lines in the order of the chart, as many as hold ``most`` rows."""
    lines = list(_first_rows(table.lines, most))
    parts = [
        part
        for part in [
            *_specification(),
            *_loads(section),
            *_figures(section, table),
            _Part(Column(_("Findings"), is_text=True), _mark_numbers),
        ]
        if part.is_worth_its_room(lines)
    ]
    return Printed(
        [part.column for part in parts],
        [[part.cell(line) for part in parts] for line in lines],
    )


def _first_rows(lines: Sequence[Line], most: int) -> Iterator[Line]:
    printed = 0
    for line in lines:
        if not line.row.is_published:
            continue
        printed += len(line.published)
        if printed > most:
            return
        yield line


def _mark_numbers(line: Line) -> str:
    return ", ".join(str(mark.number) for mark in line.marks)


def _number(value: float | None) -> str:
    return DASH if value is None else figure(value)


def _specification() -> list[_Part]:
    return [
        _Part(Column(_("Class"), is_text=True), lambda line: line.row.place),
        _Part(
            Column(_("Family"), is_text=True),
            lambda line: line.row.family,
            tells_apart=True,
        ),
        _Part(
            Column(_("Edition"), is_text=True),
            lambda line: line.row.edition.replace(";", ", "),
            tells_apart=True,
        ),
        _Part(Column("vCPU"), lambda line: _number(line.row.vcpus)),
        _Part(Column(_("Memory"), "GB"), lambda line: memory(line.row.memory_gb)),
        _Part(Column("IOPS"), lambda line: _number(line.row.iops)),
        _Part(Column(_("Conn.")), lambda line: _number(line.row.max_connections)),
        _Part(
            Column(_("Stress conn.")),
            lambda line: _number(line.row.stress_connections),
        ),
        _Part(Column(_("Threads")), lambda line: _number(line.row.threads)),
    ]


def _loads(section: Section) -> list[_Part]:
    """How much data each figure was measured on."""
    if section.varies_hot_records:
        return [
            _Part(
                Column(_("Hot records")), lambda line: millions(line.row.hot_records)
            ),
            _Part(Column(_("All records")), lambda line: millions(line.row.rows)),
        ]
    if not section.has_regimes:
        return [
            _Part(Column(_("Rows")), lambda line: millions(line.row.rows)),
            _Part(
                Column(_("Data / memory"), "×"),
                lambda line: ratio(line.row.over_memory),
            ),
        ]
    parts = []
    for place, name in enumerate(section.series):
        word = str(Regime(name).label)
        parts += [
            _Part(Column(_("Rows"), word), _of(place, lambda row: millions(row.rows))),
            _Part(
                Column(_("Data / memory"), f"×, {word}"),
                _of(place, lambda row: ratio(row.over_memory)),
            ),
        ]
    return parts


def _of(place: int, text: Callable[[Row], str]) -> Callable[[Line], str]:
    """What the row behind one cell says."""

    def text_of(line: Line) -> str:
        row = line.data[place] if place < len(line.data) else None
        return text(row) if row else DASH

    return text_of


def _figures(section: Section, table: Table) -> list[_Part]:
    if len(section.series) == 1:
        return [
            _figure(
                place,
                metric,
                Column(
                    str(metric.label),
                    metric.unit,
                    metric=metric.name,
                    is_figure=place == 0,
                ),
            )
            for place, metric in enumerate(table.metrics)
        ]
    figures = [
        _figure(
            place,
            section.metric,
            Column(
                _series_word(name),
                section.metric.unit,
                metric=section.metric.name,
                is_figure=True,
            ),
        )
        for place, name in enumerate(section.series)
    ]
    return [*figures, _Part(Column(_("Ratio"), "×"), _ratio, _is_ratio_doubted)]


def _series_word(name: str) -> str:
    if name in Regime.values:
        return capfirst(str(Regime(name).label))
    return "" if name == PLAIN else as_begun(load_word(name))


def _figure(place: int, metric: Metric, column: Column) -> _Part:
    """What stands at one place of a line; a speed bears the doubt of its row."""
    is_speed = metric.name.removesuffix(per_vcpu("")) in SPEEDS

    def text_of(line: Line) -> str:
        return _number(line.cells[place].value) if place < len(line.cells) else DASH

    def is_doubted(line: Line) -> bool:
        return (
            is_speed and place < len(line.cells) and _is_doubted(line.cells[place].row)
        )

    return _Part(column, text_of, is_doubted)


def _ratio(line: Line) -> str:
    return ratio(line.ratio)


def _is_ratio_doubted(line: Line) -> bool:
    """As much as either of its two figures, and where they are of unlike tests."""
    return any(row and ratio_doubts(row.findings) for row in line.data)


def _is_doubted(row: Row | None) -> bool:
    return row is not None and bool(doubts(row.findings))


# Measured ---------------------------------------------------------------------------


def measured_table(
    section: Section, measurements: Sequence[Measurement], marks: Marks
) -> Printed:
    """A line for the repeats of one load: median and interquartile range."""
    unit = section.metric.unit
    columns = [
        Column(_("Server"), is_text=True),
        Column(_("Load"), is_text=True),
        Column(_("Regime"), is_text=True),
        Column(_("Data / memory"), "×"),
        Column(_("Repeats")),
        Column(_("Median"), unit, metric=section.metric.name, is_figure=True),
        Column(_("Quartiles"), unit),
        Column(_("Interquartile range"), unit),
        Column(_("Left out")),
        Column(_("Measured on"), is_text=True),
        Column(_("Findings"), is_text=True),
    ]
    rows = [_measured_row(each, marks.of([each.row])) for each in measurements]
    return Printed(columns, rows)


def _measured_row(each: Measurement, marks: Sequence[Mark]) -> list[Cell]:
    row, told = each.row, each.summary
    server = ", ".join(filter(None, [row.place, row.provider_name]))
    if each.is_private:
        server = _("%(server)s (yours, not public)") % {"server": server or "–"}
    if row.is_submitted:
        server = _("%(server)s (submitted)") % {"server": server or DASH}
    median = figure(told.median) if told else DASH
    middle = told if told and told.has_quartiles else None
    quartiles = f"{figure(middle.q1)} – {figure(middle.q3)}" if middle else DASH
    return [
        Cell(server or DASH),
        Cell(load_text(row) or DASH),
        Cell(str(Regime(row.regime).label) if row.regime else _("not determined")),
        Cell(ratio(row.over_memory)),
        Cell(str(told.count) if told else "0"),
        Cell(median, is_doubted=each.is_doubted and median != DASH),
        Cell(quartiles, is_doubted=each.is_doubted and quartiles != DASH),
        Cell(figure(middle.iqr) if middle else DASH),
        Cell(", ".join(figure(value) for value in each.excluded) or DASH),
        Cell(row.measured_at.strftime("%Y-%m-%d") if row.measured_at else DASH),
        Cell(", ".join(str(mark.number) for mark in marks)),
    ]
