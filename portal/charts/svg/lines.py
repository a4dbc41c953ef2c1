"""Lines over places, lines over seconds, and clouds; each named where it ends."""

from collections.abc import Sequence
from dataclasses import dataclass

from matplotlib.figure import Figure

from benchruns.findings import DAGGER, marked
from portal.charts.specs import Chart, Kind, Series
from portal.charts.svg.axes import (
    Range,
    clear,
    linear_range,
    set_places,
    set_seconds,
    set_values,
    value_range,
)
from portal.charts.svg.frame import Edges, Frame
from portal.charts.svg.look import (
    GROUND,
    INK,
    INK2,
    LABEL,
    MARGIN,
    RULE2,
    TICK,
    Sign,
    shortened,
    sign_of,
    text_width,
)

HEIGHT = 260
NAME_HEIGHT = 15
WIDEST_NAME = 220
IDEAL_DASHES = (3, 3)


@dataclass(frozen=True, slots=True)
class End:
    """Where a line ends, and what it is called there."""

    x: float
    y: float
    label: str
    colour: str
    doubt: str = ""

    @property
    def text(self) -> str:
        """Cut where it is too long; a dagger stays."""
        name = shortened(self.label, size=LABEL, width=WIDEST_NAME)
        return marked(name, self.doubt)


def _points(series: Series, xs: Sequence[float]) -> list[tuple[float, float]]:
    pairs = zip(xs, series.values, strict=False)
    return [(x, value) for x, value in pairs if value is not None]


def _frame(chart: Chart, scale: Range, *, bottom: float) -> Frame:
    names = [series.name_text for series in chart.series]
    widest = max((text_width(name, LABEL) for name in names), default=0)
    left = MARGIN + max(text_width(text, TICK) for text in scale.labels) + 10
    right = min(widest, WIDEST_NAME) + MARGIN + 24
    height = max(HEIGHT, len(names) * NAME_HEIGHT)
    edges = Edges(left=left, right=right, bottom=bottom)
    frame = Frame(chart, plot_height=height, edges=edges)
    clear(frame.axes)
    set_values(frame.axes, scale)
    return frame


def draw_lines(chart: Chart) -> Figure:
    """A line a series over places."""
    frame = _frame(chart, value_range(chart), bottom=24)
    axes = frame.axes
    last = max(len(chart.labels) - 1, 1)
    axes.set_xlim(-0.02 * last, last * 1.02)
    set_places(axes, chart.labels)
    ends = []
    for series in chart.series:
        points = _points(series, range(len(chart.labels)))
        if not points:
            continue
        axes.plot(
            *zip(*points, strict=True),
            color=INK2,
            linewidth=1.8,
            linestyle=(0, (4, 3)) if series.is_beside else "solid",
            marker="o",
            markersize=6,
            markerfacecolor=GROUND,
            markeredgewidth=1.6,
            clip_on=False,
        )
        ends.append(_end(series, points[-1], INK))
        _mark_doubts(frame, series, range(len(chart.labels)))
    _name_ends(frame, ends)
    return frame.figure


def _end(series: Series, point: tuple[float, float], colour: str) -> End:
    return End(*point, label=series.label, colour=colour, doubt=series.name_doubt)


def _mark_doubts(frame: Frame, series: Series, xs: Sequence[float]) -> None:
    for place, value in enumerate(series.values):
        if value is not None and series.doubt(place):
            _mark_doubt(frame, xs[place], value)


def _mark_doubt(frame: Frame, x: float, value: float) -> None:
    frame.axes.annotate(
        DAGGER,
        (x, value),
        xytext=(0, 7),
        textcoords="offset points",
        ha="center",
        va="bottom",
        size=LABEL,
        color=INK,
        annotation_clip=False,
    )


def draw_plane(chart: Chart) -> Figure:
    """Scatter and timeline: values over numbers."""
    xs = [x for series in chart.series for x, _y in _points(series, series.xs)]
    across = linear_range(xs)
    frame = _frame(chart, value_range(chart), bottom=24)
    is_timeline = chart.kind == Kind.TIMELINE
    high = max(xs, default=1.0) if is_timeline else across.high
    ticks = tuple(tick for tick in across.ticks if tick <= high)
    set_seconds(
        frame.axes,
        Range(0, high or 1, ticks),
        chart.x_unit or ("s" if is_timeline else ""),
    )
    ends = []
    for place, series in enumerate(chart.series):
        points = _points(series, series.xs)
        if points:
            sign = sign_of(series, place)
            _draw_entry(chart, frame, series, sign)
            if not series.is_ideal:  # the legend has it
                ends.append(_end(series, points[-1], sign.colour))
            _mark_doubts(frame, series, series.xs)
    _name_ends(frame, ends)
    return frame.figure


def _draw_entry(chart: Chart, frame: Frame, series: Series, sign: Sign) -> None:
    """What is not known is a gap, in a line as in a cloud."""
    is_line = chart.kind == Kind.TIMELINE or series.is_ideal
    has_line = is_line or chart.is_joined
    dashes = IDEAL_DASHES if series.is_ideal else sign.dashes
    style = (0, dashes) if is_line and dashes else "solid"
    frame.axes.plot(
        series.xs,
        [float("nan") if value is None else value for value in series.values],
        color=sign.colour,
        linewidth=1.6 if is_line else 1.1,
        linestyle=style if has_line else "none",
        marker="" if is_line else sign.shape,
        markersize=8,
        markerfacecolor=GROUND if sign.is_hollow else sign.colour,
        markeredgecolor=sign.colour,
        markeredgewidth=1.6,
        clip_on=False,
        zorder=3,
    )


def _name_ends(frame: Frame, ends: Sequence[End]) -> None:
    """Names right of the plot, as near to their ends as others let them."""
    axes = frame.axes
    heights = {end: float(axes.transData.transform((end.x, end.y))[1]) for end in ends}
    box = axes.bbox
    free = float("inf")
    placed = []
    for end in sorted(ends, key=lambda each: -heights[each]):
        y = min(heights[end], free)
        placed.append((end, y))
        free = y - NAME_HEIGHT
    # Where they would leave the plot at its foot, those above make room.
    lowest = float(box.y0)
    for end, wanted in reversed(placed):
        y = max(wanted, lowest)
        lowest = y + NAME_HEIGHT
        name_y = (y - box.y0) / box.height
        axes.annotate(
            end.text,
            (end.x, end.y),
            xytext=(1 + 16 / box.width, name_y),
            textcoords="axes fraction",
            ha="left",
            va="center_baseline",
            size=LABEL,
            color=end.colour,
            annotation_clip=False,
            arrowprops={
                "arrowstyle": "-",
                "color": RULE2,
                "linewidth": 1,
                "linestyle": (0, (2, 2)),
                "shrinkA": 1,
                "shrinkB": 5,
            },
        )
