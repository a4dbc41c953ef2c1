"""What stands around the plot: caption, unit and legend over it, note and source under it."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from matplotlib.figure import Figure
from matplotlib.transforms import Affine2D

from portal.charts.legend import LegendItem, legend_of
from portal.charts.specs import Chart, Kind
from portal.charts.svg.keys import key_artists
from portal.charts.svg.look import (
    BOLD,
    CAPTION,
    GROUND,
    INK,
    INK2,
    INK3,
    LINE_HEIGHT,
    MARGIN,
    SMALL,
    WIDTH,
    text_width,
    wrapped,
)

TICK_SIZE = 12
LEGEND_GAP = 18


@dataclass(frozen=True, slots=True)
class Edges:
    """What the plot leaves free around itself, in the units of the picture."""

    left: float
    right: float
    bottom: float
    top: float = 14


class Frame:
    """A figure with its words drawn, and room for a plot of a given height."""

    def __init__(self, chart: Chart, *, plot_height: float, edges: Edges) -> None:
        room = WIDTH - 2 * MARGIN
        head = wrapped(chart.heading, size=CAPTION * BOLD, width=room)
        unit = _unit_text(chart)
        items = _legend_rows(legend_of(chart), room)
        foot = [
            line
            for text in (chart.note, chart.source_text)
            for line in wrapped(text, size=SMALL, width=room)
        ]
        top: float = MARGIN + len(head) * 19 + LINE_HEIGHT * bool(unit)
        top += len(items) * 18 + edges.top
        bottom = MARGIN + len(foot) * LINE_HEIGHT + edges.bottom + 6 * bool(foot)
        self.height = top + plot_height + bottom
        self.figure = Figure(
            figsize=(WIDTH / 72, self.height / 72), dpi=72, facecolor=GROUND
        )
        # The picture has 72 points an inch: its pixels are the points.
        self._points = Affine2D()
        self._draw_head(head, unit, items)
        self._draw_foot(foot)
        self.axes = self.figure.add_axes(
            (
                edges.left / WIDTH,
                bottom / self.height,
                (WIDTH - edges.left - edges.right) / WIDTH,
                plot_height / self.height,
            )
        )
        self.plot_width = WIDTH - edges.left - edges.right

    def _text(self, x: float, top: float, text: str, **look: object) -> None:
        """A line whose baseline lies ``top`` below the upper edge."""
        y = 1 - top / self.height
        self.figure.text(x / WIDTH, y, text, va="baseline", **look)  # type: ignore[arg-type]  # keywords of Text

    def _draw_head(
        self, head: Sequence[str], unit: str, rows: Sequence[Sequence[LegendItem]]
    ) -> None:
        y = MARGIN + 13.0
        for line in head:
            self._text(MARGIN, y, line, size=CAPTION, weight="bold", color=INK)
            y += 19
        if unit:
            self._text(MARGIN, y - 2, unit, size=TICK_SIZE, color=INK2)
            y += LINE_HEIGHT
        for row in rows:
            x = float(MARGIN)
            for item in row:
                self._draw_sign(item, x, y - 4)
                self._text(x + 18, y, item.label, size=TICK_SIZE, color=INK2)
                x += _item_width(item)
            y += 18

    def _draw_sign(self, item: LegendItem, x: float, middle: float) -> None:
        for artist in key_artists(item, x, self.height - middle):
            artist.set_transform(self._points)
            self.figure.add_artist(artist)

    def _draw_foot(self, lines: Sequence[str]) -> None:
        y = self.height - MARGIN - (len(lines) - 1) * LINE_HEIGHT
        for line in lines:
            self._text(MARGIN, y, line, size=SMALL, color=INK3)
            y += LINE_HEIGHT


def _unit_text(chart: Chart) -> str:
    """The unit, and for a plane that of its other axis."""
    parts = [chart.unit]
    if chart.kind == Kind.SCATTER:
        parts = [
            _("upwards %(unit)s, to the right %(x_unit)s")
            % {"unit": chart.unit, "x_unit": chart.x_unit}
        ]
    if chart.is_log:
        parts.append(_("log scale"))
    return ", ".join(filter(None, parts))


def _item_width(item: LegendItem) -> float:
    return 18 + text_width(item.label, TICK_SIZE) + LEGEND_GAP


def _legend_rows(items: Sequence[LegendItem], room: float) -> list[list[LegendItem]]:
    rows: list[list[LegendItem]] = []
    used = room
    for item in items:
        if used + _item_width(item) > room:
            rows.append([])
            used = 0
        rows[-1].append(item)
        used += _item_width(item)
    return rows
