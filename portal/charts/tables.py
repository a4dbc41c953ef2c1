"""The figures of a chart as a table: what is drawn, for those who read or listen."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from benchruns.findings import DAGGER, marked
from portal.charts.specs import Chart, Kind
from portal.formats.figures import DASH, figure


@dataclass(frozen=True, slots=True)
class ChartTable:
    """Texts as they stand in the picture; the first cell of a row names it."""

    columns: list[str]
    rows: list[list[str]]


def chart_table(chart: Chart) -> ChartTable:
    if chart.kind == Kind.BOXES:
        return ChartTable(_box_columns(chart), list(_box_rows(chart)))
    if chart.kind in (Kind.SCATTER, Kind.TIMELINE):
        across = chart.x_unit or _("second")
        columns = [_("Series"), across, chart.unit, *_doubt_columns(chart)]
        return ChartTable(columns, list(_plane_rows(chart)))
    columns = ["", *(series.label or chart.unit for series in chart.series)]
    if chart.points:
        columns.append(_("measured or submitted"))
    columns += _doubt_columns(chart)
    return ChartTable(columns, list(_place_rows(chart)))


def _doubt_columns(chart: Chart) -> list[str]:
    return [f"{DAGGER} {_('In doubt')}"] if chart.doubts else []


def _place_rows(chart: Chart) -> Iterator[list[str]]:
    has_doubts = bool(chart.doubts)  # of all places: asked once, not at each
    for place, label in enumerate(chart.labels):
        cells = [
            series.label_text(place) if series.values[place] is not None else DASH
            for series in chart.series
        ]
        if chart.points:
            points = [point for point in chart.points if point.place == place]
            cells.append(", ".join(point.label_text for point in points) or DASH)
        if has_doubts:
            cells.append(" ".join(chart.doubts_of(place)) or DASH)
        yield [", ".join(label), *cells]


def _plane_rows(chart: Chart) -> Iterator[list[str]]:
    """A doubt of a whole series stands in its first row alone."""
    has_doubts = bool(chart.doubts)
    for series in chart.series:
        for place, value in enumerate(series.values):
            doubt = series.doubt(place)
            told = doubt or ("" if place else series.name_doubt)
            text = marked(figure(value), doubt)
            row = [series.name_text, figure(series.xs[place]), text]
            yield [*row, told or DASH] if has_doubts else row


def _box_columns(chart: Chart) -> list[str]:
    median = f"{_('Median')} {chart.unit}".strip()
    columns = ["", median, _("Quartiles"), _("All repeats"), _("Left out")]
    return columns + _doubt_columns(chart)


def _box_rows(chart: Chart) -> Iterator[list[str]]:
    has_doubts = bool(chart.doubts)
    for label, box in zip(chart.labels, chart.boxes, strict=True):
        middle = box.quartiles
        row = [
            ", ".join(label),
            box.label_text or DASH,
            f"{figure(middle.q1)} – {figure(middle.q3)}" if middle else DASH,
            ", ".join(figure(value) for value in box.values) or DASH,
            ", ".join(figure(value) for value in box.excluded) or DASH,
        ]
        yield [*row, box.doubt or DASH] if has_doubts else row
