"""Box plots with every point; what does not count is a cross."""

from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from portal.charts.specs import Box, Chart, Quartiles
from portal.charts.svg.axes import box_range, clear, set_places, set_values
from portal.charts.svg.frame import Edges, Frame
from portal.charts.svg.look import (
    CACHED_TINT,
    DISK_TINT,
    GROUND,
    INK,
    LABEL,
    MARGIN,
    NONE_TINT,
    TICK,
    WIDTH,
    fill_of,
    text_width,
    wrapped,
)

HEIGHT = 260
WIDEST_BOX = 64
TINTS = {"cached": CACHED_TINT, "disk_io": DISK_TINT}


def draw_boxes(chart: Chart) -> Figure:
    scale = box_range(chart)
    left = MARGIN + max(text_width(text, TICK) for text in scale.labels) + 10
    room = (WIDTH - left - MARGIN) / max(len(chart.boxes), 1)
    labels = [
        [part for line in label for part in wrapped(line, size=TICK, width=room - 8)]
        for label in chart.labels
    ]
    lines = max((len(label) for label in labels), default=1)
    edges = Edges(left=left, right=MARGIN, bottom=8 + 15 * lines, top=24)
    frame = Frame(chart, plot_height=HEIGHT, edges=edges)
    axes = frame.axes
    clear(axes)
    set_values(axes, scale)
    axes.set_xlim(-0.5, max(len(chart.boxes), 1) - 0.5)
    set_places(axes, labels)
    width = min(0.5, WIDEST_BOX / room)
    for place, box in enumerate(chart.boxes):
        _draw_box(frame, place, box, width)
    return frame.figure


def _draw_box(frame: Frame, place: int, box: Box, width: float) -> None:
    if box.quartiles is not None:
        _draw_quartiles(frame, place, box, box.quartiles, width)
    axes = frame.axes
    if box.text:
        _name_median(frame, place, box)
    axes.plot(
        _spread(place, len(box.values), width),
        box.values,
        linestyle="none",
        marker="o",
        markersize=5.5,
        markerfacecolor=INK,
        markeredgecolor=GROUND,
        markeredgewidth=0.8,
        clip_on=False,
        zorder=5,
    )
    axes.plot(
        _spread(place, len(box.excluded), width),
        box.excluded,
        linestyle="none",
        marker="x",
        markersize=7,
        markeredgecolor=INK,
        markeredgewidth=1.6,
        clip_on=False,
        zorder=5,
    )


def _draw_quartiles(
    frame: Frame, place: int, box: Box, quartiles: Quartiles, width: float
) -> None:
    axes = frame.axes
    fill = fill_of(box.style, is_doubted=bool(box.doubt))
    tint = TINTS.get(box.style, NONE_TINT)
    axes.vlines(
        place,
        quartiles.lowest,
        quartiles.highest,
        color=fill.edge,
        linewidth=1.2,
        zorder=1,
    )
    axes.add_patch(
        Rectangle(
            (place - width / 2, quartiles.q1),
            width,
            quartiles.q3 - quartiles.q1,
            facecolor=fill.face if box.doubt else tint,
            edgecolor=fill.edge,
            hatch=fill.hatch or None,
            linewidth=1.2,
            linestyle=fill.line,
            zorder=2,
        )
    )
    axes.hlines(
        quartiles.median,
        place - width / 2,
        place + width / 2,
        color=INK,
        linewidth=2,
        zorder=3,
    )


def _name_median(frame: Frame, place: int, box: Box) -> None:
    """Over all that is drawn at the place, crosses as well."""
    frame.axes.annotate(
        box.label_text,
        (place, max([*box.values, *box.excluded])),
        xytext=(0, 8),
        textcoords="offset points",
        ha="center",
        va="bottom",
        size=LABEL,
        color=INK,
        annotation_clip=False,
    )


def _spread(place: int, count: int, width: float) -> list[float]:
    """Points side by side, so that equal figures are all seen."""
    step = min(width * 0.7 / max(count - 1, 1), width / 6)
    return [place + (number - (count - 1) / 2) * step for number in range(count)]
