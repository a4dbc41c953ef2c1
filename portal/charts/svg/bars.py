"""Bars: standing over their places, or lying with the figure at their end."""

from dataclasses import replace

from django.utils.translation import gettext as _
from matplotlib.figure import Figure

from portal.charts.specs import Chart, Kind, Point
from portal.charts.svg.axes import Range, clear, set_values, value_range
from portal.charts.svg.frame import Edges, Frame
from portal.charts.svg.look import (
    GROUND,
    INK,
    INK2,
    LABEL,
    MARGIN,
    TICK,
    WIDTH,
    fill_of,
    shortened,
    text_width,
)

MOST_PLACES = 60  # in one picture; the table has them all
WIDEST_BAR = 54
HEIGHT = 250
LYING_BAR, LYING_GAP = 18, 8
POINT = 8.5


def draw_bars(chart: Chart) -> Figure:
    """Standing where every figure has room over its bar, else lying."""
    chart = _first_places(chart)
    if chart.kind == Kind.LYING or not _can_stand(chart):
        return _lying(chart)
    return _standing(chart)


def _first_places(chart: Chart) -> Chart:
    count = len(chart.labels)
    if count <= MOST_PLACES:
        return chart
    told = _("The first %(drawn)s of %(all)s places are drawn.") % {
        "drawn": MOST_PLACES,
        "all": f"{count:,}",
    }
    return replace(
        chart,
        labels=chart.labels[:MOST_PLACES],
        series=[
            replace(s, values=s.values[:MOST_PLACES], texts=s.texts[:MOST_PLACES])
            for s in chart.series
        ],
        points=[point for point in chart.points if point.place < MOST_PLACES],
        note=" ".join(filter(None, [chart.note, told])),
    )


def _left(scale: Range) -> float:
    return MARGIN + max(text_width(text, TICK) for text in scale.labels) + 10


def _slots(chart: Chart, width: float) -> tuple[float, float]:
    """The room of a place and of one bar in it."""
    place = width / max(len(chart.labels), 1)
    share = 0.82 if len(chart.series) > 2 else 0.62
    return place, share * place / max(len(chart.series), 1)


def _can_stand(chart: Chart) -> bool:
    place, bar = _slots(chart, WIDTH - 80)
    values = [text for series in chart.series for text in series.texts]
    widest = max((text_width(text, LABEL) for text in values), default=0)
    room = place if len(chart.series) == 1 else bar + 4
    names = [line for label in chart.labels for line in label]
    longest = max((text_width(name, TICK) for name in names), default=0)
    return widest <= room and longest + 4 <= place


def _standing(chart: Chart) -> Figure:
    scale = value_range(chart)
    lines = max((len(label) for label in chart.labels), default=1)
    edges = Edges(left=_left(scale), right=MARGIN, bottom=8 + 15 * lines, top=24)
    frame = Frame(chart, plot_height=HEIGHT, edges=edges)
    axes = frame.axes
    clear(axes)
    set_values(axes, scale)
    axes.set_xlim(-0.5, max(len(chart.labels), 1) - 0.5)
    axes.set_xticks(range(len(chart.labels)), ["\n".join(n) for n in chart.labels])
    axes.xaxis.set_tick_params(length=0, pad=5, labelsize=TICK, labelcolor=INK)
    _draw(chart, frame, scale, lying=False)
    return frame.figure


def _lying(chart: Chart) -> Figure:
    scale = value_range(chart)
    names = [" · ".join(label) for label in chart.labels]
    longest = max((text_width(name, TICK) for name in names), default=0)
    texts = [text for series in chart.series for text in series.texts]
    ends = max((text_width(text, LABEL) for text in texts), default=0)
    left = min(longest, WIDTH * 0.42) + MARGIN + 8
    edges = Edges(left=left, right=ends + MARGIN + 12, bottom=4, top=8)
    bars = max(len(chart.series), 1)
    height = len(names) * (bars * LYING_BAR + LYING_GAP)
    frame = Frame(chart, plot_height=max(height, 24), edges=edges)
    axes = frame.axes
    clear(axes, lying=True)
    set_values(axes, scale, lying=True)
    axes.set_ylim(max(len(names), 1) - 0.5, -0.5)
    room = left - MARGIN - 8
    shown = [shortened(name, size=TICK, width=room) for name in names]
    axes.set_yticks(range(len(names)), shown)
    axes.yaxis.set_tick_params(length=0, pad=6, labelsize=TICK, labelcolor=INK)
    _draw(chart, frame, scale, lying=True)
    if chart.baseline is not None:
        axes.axvline(chart.baseline, color=INK2, linewidth=1.2, dashes=(3, 3), zorder=4)
    return frame.figure


def _draw(chart: Chart, frame: Frame, scale: Range, *, lying: bool) -> None:
    count = max(len(chart.series), 1)
    if lying:
        slot = LYING_BAR / (count * LYING_BAR + LYING_GAP)
        thick = slot * 0.9
    else:
        place, _bar = _slots(chart, frame.plot_width)
        slot = (0.82 if count > 2 else 0.62) / count
        thick = min(slot * 0.94, WIDEST_BAR / place)
    centres = {
        (place, index): place + (index - (count - 1) / 2) * slot
        for place in range(len(chart.labels))
        for index in range(count)
    }
    placed = _place_points(chart, centres, frame, lying=lying)
    for index, series in enumerate(chart.series):
        fill = fill_of(series.style, is_beside=series.is_beside)
        for place, value in enumerate(series.values):
            if value is None:
                continue
            bar = frame.axes.barh if lying else frame.axes.bar
            bar(
                centres[place, index],
                value - (scale.low if scale.is_log else 0),
                thick,
                scale.low if scale.is_log else 0,
                facecolor=fill.face,
                edgecolor=fill.edge,
                hatch=fill.hatch or None,
                linewidth=fill.width,
                zorder=2,
            )
            highest = max([value, *placed.get((place, index), [])])
            lift = 9 if highest > value else 4
            _label(
                frame,
                series.texts[place],
                centres[place, index],
                highest,
                lift=lift,
                lying=lying,
            )
    _label_lonely_points(chart, centres, frame, lying=lying)


def _place_points(
    chart: Chart,
    centres: dict[tuple[int, int], float],
    frame: Frame,
    *,
    lying: bool,
) -> dict[tuple[int, int | None], list[float]]:
    """Draws points side by side around their bar; the figures at each bar."""
    groups: dict[tuple[int, int | None], list[Point]] = {}
    for point in chart.points:
        groups.setdefault((point.place, point.series), []).append(point)
    places = max(len(chart.labels), 1)
    room = (
        frame.plot_width if not lying else places * (LYING_BAR + LYING_GAP)
    ) / places
    step = min(12 / room, 0.8 / max((len(g) for g in groups.values()), default=1))
    for (place, series), group in groups.items():
        centre = centres[place, series] if series is not None else float(place)
        for number, point in enumerate(group):
            across = centre + (number - (len(group) - 1) / 2) * step
            _draw_point(frame, point, across, lying=lying)
    return {key: [point.value for point in group] for key, group in groups.items()}


def _draw_point(frame: Frame, point: Point, across: float, *, lying: bool) -> None:
    x, y = (point.value, across) if lying else (across, point.value)
    is_submitted = point.provenance == "submitted"
    marker = "D" if point.is_draft else "o"
    frame.axes.plot(
        [x],
        [y],
        marker=marker,
        markersize=POINT + 3,
        markerfacecolor=GROUND,
        markeredgewidth=0,
        clip_on=False,
        zorder=5,
    )
    frame.axes.plot(
        [x],
        [y],
        marker=marker,
        markersize=POINT - 1 if point.is_draft else POINT,
        markerfacecolor=GROUND if is_submitted else INK,
        markeredgecolor=INK,
        markeredgewidth=1.6 if is_submitted else 0,
        clip_on=False,
        zorder=6,
    )


def _label_lonely_points(
    chart: Chart,
    centres: dict[tuple[int, int], float],
    frame: Frame,
    *,
    lying: bool,
) -> None:
    """The figure of a place without a bar: its highest point names it."""
    best: dict[int, Point] = {}
    for point in chart.points:
        held = best.get(point.place)
        if not _has_bar(chart, point) and (held is None or point.value > held.value):
            best[point.place] = point
    for place, point in best.items():
        across = float(place)
        if point.series is not None:
            across = centres[place, point.series]
        _label(frame, point.text, across, point.value, lift=9, lying=lying)


def _has_bar(chart: Chart, point: Point) -> bool:
    if point.series is None:
        return False
    return chart.series[point.series].values[point.place] is not None


def _label(
    frame: Frame, text: str, across: float, value: float, *, lift: float, lying: bool
) -> None:
    at = (value, across) if lying else (across, value)
    frame.axes.annotate(
        text,
        at,
        xytext=(lift + 2, 0) if lying else (0, lift),
        textcoords="offset points",
        ha="left" if lying else "center",
        va="center_baseline" if lying else "bottom",
        size=LABEL,
        color=INK,
        zorder=7,
        bbox={"facecolor": GROUND, "edgecolor": "none", "pad": 0.8},
        annotation_clip=False,
    )
