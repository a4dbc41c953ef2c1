"""Bars: standing over their places, or lying with the figure at their end."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from django.utils.translation import gettext as _
from matplotlib.figure import Figure

from benchruns.findings import DAGGER
from portal.charts.specs import Chart, Kind, Point, Series
from portal.charts.svg.axes import (
    Range,
    clear,
    set_lying_places,
    set_places,
    set_values,
    value_range,
)
from portal.charts.svg.frame import Edges, Frame
from portal.charts.svg.labels import Labels
from portal.charts.svg.look import (
    BESIDE,
    DOTS,
    GROUND,
    INK,
    INK2,
    LABEL,
    LINE_HEIGHT,
    MARGIN,
    TICK,
    WIDTH,
    fill_of,
    shortened,
    text_width,
    wrapped,
)

MOST_PLACES = 60  # in one picture; the table has them all
WIDEST_BAR = 54
HEIGHT = 250
LYING_BAR, LYING_GAP = 18, 8
WIDEST_NAME = WIDTH * 0.42
POINT = 8.5
MOST_NAMED = 3  # points of a bar
REACH = POINT / 2 + 2  # of a point with its halo; a draft's diamond is as wide


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
    told = _("The first %(drawn)s of %(all)s classes or settings are drawn.") % {
        "drawn": MOST_PLACES,
        "all": f"{count:,}",
    }
    return replace(
        chart,
        labels=chart.labels[:MOST_PLACES],
        series=[
            replace(
                s,
                values=s.values[:MOST_PLACES],
                texts=s.texts[:MOST_PLACES],
                doubts=s.doubts[:MOST_PLACES],
            )
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
    share = 0.82 if chart.slots > 2 else 0.62
    return place, share * place / chart.slots


def _can_stand(chart: Chart) -> bool:
    place, bar = _slots(chart, WIDTH - 80)
    values = [text for series in chart.series for text in _label_texts(series)]
    widest = max((text_width(text, LABEL) for text in values), default=0)
    room = place if len(chart.series) == 1 else bar + 4
    names = [line for label in chart.labels for line in label]
    longest = max((text_width(name, TICK) for name in names), default=0)
    return widest <= room and longest + 4 <= place


def _label_texts(series: Series) -> list[str]:
    return [series.label_text(place) for place in range(len(series.texts))]


def _standing(chart: Chart) -> Figure:
    scale = value_range(chart)
    lines = max((len(label) for label in chart.labels), default=1)
    top = 48 if chart.points else 24  # labels give way upwards to points
    edges = Edges(left=_left(scale), right=MARGIN, bottom=8 + 15 * lines, top=top)
    frame = Frame(chart, plot_height=HEIGHT, edges=edges)
    axes = frame.axes
    clear(axes)
    set_values(axes, scale)
    axes.set_xlim(-0.5, max(len(chart.labels), 1) - 0.5)
    set_places(axes, chart.labels)
    _draw(chart, frame, scale, lying=False)
    return frame.figure


def _lying(chart: Chart) -> Figure:
    scale = value_range(chart)
    names = [_beside(label) for label in chart.labels]
    longest = max((text_width(t, TICK) for name in names for t in name), default=0)
    texts = [text for series in chart.series for text in _label_texts(series)]
    texts += [point.label_text for point in chart.points]
    ends = max((text_width(text, LABEL) for text in texts), default=0)
    left = longest + MARGIN + 8
    gap = 30 if chart.points else 12  # labels give way to points
    beside = Counter(
        _bar_of(chart, point) for group in _named(chart) for point in group
    )
    ends *= max(beside.values(), default=1)  # and stand one after another
    edges = Edges(left=left, right=ends + MARGIN + gap, bottom=4, top=8)
    lines = max(map(len, names), default=1)
    place = max(chart.slots * LYING_BAR + LYING_GAP, lines * LINE_HEIGHT + 4)
    height = len(names) * place
    frame = Frame(chart, plot_height=max(height, 24), edges=edges)
    axes = frame.axes
    clear(axes, lying=True)
    set_values(axes, scale, lying=True)
    axes.set_ylim(max(len(names), 1) - 0.5, -0.5)
    set_lying_places(axes, names)
    _draw(chart, frame, scale, lying=True)
    if chart.baseline is not None:
        axes.axvline(chart.baseline, color=INK2, linewidth=1.2, dashes=(3, 3), zorder=4)
    return frame.figure


def _beside(label: Sequence[str]) -> list[str]:
    """In lines that leave the bars their room; one word may still be too long."""
    lines = wrapped(" · ".join(label), size=TICK, width=WIDEST_NAME)
    return [shortened(line, size=TICK, width=WIDEST_NAME) for line in lines]


def _draw(chart: Chart, frame: Frame, scale: Range, *, lying: bool) -> None:
    slots = _Slots(chart, frame, lying=lying)
    labels = Labels(lying=lying)
    if lying and chart.baseline is not None:
        labels.add_line(slots.pixels(chart.baseline, 0)[0])
    for point, across in _spread_points(chart, slots):
        _draw_point(frame, point, across, lying=lying)
        labels.add_mark(*slots.pixels(point.value, across), REACH)
    # Points first, since a bar's figure has other places to go to.
    figures = [*_figures_of_points(chart, slots, frame)]
    bar = frame.axes.barh if lying else frame.axes.bar
    for index, series in enumerate(chart.series):
        thick = slots.thick * (BESIDE if series.is_beside else 1)
        for place, value in enumerate(series.values):
            if value is None:
                continue
            fill = fill_of(
                series.style,
                is_beside=series.is_beside,
                is_doubted=bool(series.doubt(place)),
            )
            base = scale.low if scale.is_log else 0
            bar(
                slots.centre(place, index),
                value - base,
                thick,
                base,
                facecolor=fill.face,
                edgecolor=fill.edge,
                hatch=fill.hatch or None,
                linewidth=fill.width,
                linestyle=fill.line,
                zorder=2,
            )
            at = slots.pixels(value, slots.centre(place, index))
            back = slots.pixels(base, slots.centre(place, index))
            length = at[0] - back[0] if lying else at[1] - back[1]
            text = series.label_text(place)
            figures.append(_Figure(text, at, gap=4, bar=length))
    if lying:  # rising from left to right
        figures.sort(key=lambda each: each.at[0])
    for each in figures:
        # Beyond the mark of a higher one it would be read as that one's.
        if each.lower and not labels.has_room(each.text, *each.at, gap=each.gap):
            _mark(frame, each.lower, each.mark)
        else:
            _label(frame, labels, each)


class _Figure(NamedTuple):
    """What is written at the end of a bar of some length, or beyond a point.

    ``lower`` is a point whose bar has a higher one, with where its ``mark`` stands.
    """

    text: str
    at: tuple[float, float]
    gap: float
    bar: float = 0
    lower: Point | None = None
    mark: tuple[float, float] = (0, 0)


class _Slots:
    """Where the bars of each place stand, across the bars and in points."""

    def __init__(self, chart: Chart, frame: Frame, *, lying: bool) -> None:
        self.lying = lying
        self.chart = chart
        self.axes = frame.axes
        count = chart.slots
        places = max(len(chart.labels), 1)
        if lying:
            self.place_room = float(frame.axes.bbox.height) / places
            self.slot = LYING_BAR / self.place_room
            self.thick = self.slot * 0.9
        else:
            self.place_room = frame.plot_width / places
            self.slot = (0.82 if count > 2 else 0.62) / count
            self.thick = min(self.slot * 0.94, WIDEST_BAR / self.place_room)

    def centre(self, place: int, series: int | None) -> float:
        """Of a bar; what has none stands in the last slot, or in the middle."""
        count = self.chart.slots
        if series is None:
            if count <= len(self.chart.series) or not self.chart.has_bar(place):
                return float(place)
            series = count - 1
        return place + (series - (count - 1) / 2) * self.slot

    def pixels(self, value: float, across: float) -> tuple[float, float]:
        at = (value, across) if self.lying else (across, value)
        x, y = self.axes.transData.transform(at)
        return float(x), float(y)


def _spread_points(chart: Chart, slots: _Slots) -> Iterator[tuple[Point, float]]:
    """Points side by side around their bar, no further than it has room."""
    groups: dict[tuple[int, int | None], list[Point]] = {}
    for point in chart.points:
        groups.setdefault((point.place, point.series), []).append(point)
    for (place, series), group in groups.items():
        centre = slots.centre(place, series)
        step = min(12 / slots.place_room, slots.slot / len(group))
        for number, point in enumerate(group):
            yield point, centre + (number - (len(group) - 1) / 2) * step


def _draw_point(frame: Frame, point: Point, across: float, *, lying: bool) -> None:
    x, y = (point.value, across) if lying else (across, point.value)
    is_submitted = point.provenance == "submitted"
    marker = "D" if point.is_draft else "o"
    size = POINT - 1 if point.is_draft else POINT
    for reach, face, edge, order in (
        (POINT + 3, GROUND, 0.0, 5),
        (size, GROUND if is_submitted else INK, 1.6 if is_submitted else 0.0, 6),
    ):
        frame.axes.scatter(
            [x],
            [y],
            marker=marker,
            s=reach**2,
            facecolors=face,
            edgecolors=INK,
            linewidths=edge,
            linestyles=[DOTS if edge else "solid"],
            clip_on=False,
            zorder=order,
        )


def _figures_of_points(chart: Chart, slots: _Slots, frame: Frame) -> Iterator[_Figure]:
    """As ``points.js`` has it: what is in doubt has its dagger at its own figure, or in its
    mark.
    """
    groups = _named(chart)
    named = [point for group in groups for point in group]
    highest = {id(group[-1]) for group in groups}
    places = {id(point): across for point, across in _spread_points(chart, slots)}
    for point in named:
        across = places[id(point)]
        if slots.lying:
            across = slots.centre(point.place, point.series)
        yield _Figure(
            point.label_text,
            slots.pixels(point.value, across),
            gap=REACH,
            lower=None if id(point) in highest else point,
            mark=slots.pixels(point.value, places[id(point)]),
        )
    written = {id(point) for point in named}
    for point in chart.points:
        if point.doubt and id(point) not in written:
            _mark(frame, point, slots.pixels(point.value, places[id(point)]))


def _named(chart: Chart) -> list[list[Point]]:
    """By bar its highest, and of a place beside its bars, the lowest of each first; with
    those in doubt where they are few.
    """
    groups: dict[tuple[int, int | None], list[Point]] = {}
    for point in sorted(chart.points, key=lambda each: each.value):
        groups.setdefault(_bar_of(chart, point), []).append(point)
    return [
        [
            point
            for point in group
            if point is group[-1] or (point.doubt and len(group) <= MOST_NAMED)
        ]
        for group in groups.values()
    ]


def _mark(frame: Frame, point: Point, at: tuple[float, float]) -> None:
    """A dagger in the mark: beside it, it would be read as that of the next figure."""
    frame.axes.annotate(
        DAGGER,
        at,
        xycoords="figure pixels",
        ha="center",
        va="center_baseline",
        size=LABEL * 0.8,
        color=INK if point.provenance == "submitted" else GROUND,
        zorder=8,
        annotation_clip=False,
    )


def _bar_of(chart: Chart, point: Point) -> tuple[int, int | None]:
    """The place and series of the bar that it stands over; without one no series."""
    if point.series is None or chart.series[point.series].values[point.place] is None:
        return point.place, None
    return point.place, point.series


def _label(frame: Frame, labels: Labels, figure: _Figure) -> None:
    x, y = labels.place(figure.text, *figure.at, gap=figure.gap, bar=figure.bar)
    frame.axes.annotate(
        figure.text,
        (x, y),
        xycoords="figure pixels",
        ha="left" if labels.lying else "center",
        va="center_baseline" if labels.lying else "bottom",
        size=LABEL,
        color=INK,
        zorder=7,
        bbox={"facecolor": GROUND, "edgecolor": "none", "pad": 0.8},
        annotation_clip=False,
    )
