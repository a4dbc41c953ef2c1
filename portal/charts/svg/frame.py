"""What stands around the plot: caption, unit and legend over it, note and source under it."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle

from portal.charts.specs import Chart, Kind
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
    fill_of,
    text_width,
    wrapped,
)

SWATCH = 12
TICK_SIZE = 12
LEGEND_GAP = 18
DRAFT = "draft"  # in the place of a provenance
MARKERS = {"measured": "o", "submitted": "o", DRAFT: "D"}


@dataclass(frozen=True, slots=True)
class Edges:
    """What the plot leaves free around itself, in the units of the picture."""

    left: float
    right: float
    bottom: float
    top: float = 14


@dataclass(frozen=True, slots=True)
class LegendItem:
    label: str
    style: str = ""
    is_beside: bool = False
    provenance: str = ""
    is_excluded: bool = False


class Frame:
    """A figure with its words drawn, and room for a plot of a given height."""

    def __init__(self, chart: Chart, *, plot_height: float, edges: Edges) -> None:
        room = WIDTH - 2 * MARGIN
        head = wrapped(chart.heading, size=CAPTION * BOLD, width=room)
        unit = _unit_text(chart)
        items = _legend_rows(_legend(chart), room)
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
        y = 1 - middle / self.height
        if item.provenance or item.is_excluded:
            self.figure.add_artist(
                Line2D(
                    [(x + SWATCH / 2) / WIDTH],
                    [y],
                    marker=MARKERS.get(item.provenance, "x"),
                    markersize=8 if MARKERS.get(item.provenance) == "o" else 7,
                    markerfacecolor=INK if item.provenance == "measured" else GROUND,
                    markeredgecolor=INK,
                    markeredgewidth=1.6 if item.is_excluded else 1.2,
                    linestyle="none",
                )
            )
            return
        fill = fill_of(item.style, is_beside=item.is_beside)
        self.figure.add_artist(
            Rectangle(
                (x / WIDTH, y - SWATCH / 2 / self.height),
                SWATCH / WIDTH,
                SWATCH / self.height,
                facecolor=fill.face,
                edgecolor=fill.edge,
                hatch=fill.hatch or None,
                linewidth=fill.width,
            )
        )

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
    if chart.baseline is not None:
        parts.append(_("dashed: the baseline"))
    return ", ".join(filter(None, parts))


def _legend(chart: Chart) -> list[LegendItem]:
    """What colours and points mean; lines and clouds are named where they end."""
    if chart.kind in (Kind.BARS, Kind.LYING) and _tells_apart(chart):
        items = [
            LegendItem(s.label, style=s.style, is_beside=s.is_beside)
            for s in chart.series
            if s.label
        ]
    else:
        items = []
    words = {
        "measured": _("measured here"),
        "submitted": _("submitted"),
        DRAFT: _("draft, not accepted yet"),
    }
    found = {DRAFT if p.is_draft else p.provenance for p in chart.points}
    items += [LegendItem(words[w], provenance=w) for w in words if w in found]
    if any(box.excluded for box in chart.boxes):
        items.append(LegendItem(_("left out by its owner"), is_excluded=True))
    return items


def _tells_apart(chart: Chart) -> bool:
    return len(chart.series) > 1 or any(s.style != "none" for s in chart.series)


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
