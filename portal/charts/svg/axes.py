"""The axis of figures: at most four lines above zero, on round numbers."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes

from portal.charts.specs import Chart
from portal.charts.svg.look import INK, INK3, LINE_HEIGHT, RULE, RULE2, TICK

LINES = 4
ROUND = (1.0, 2.0, 2.5, 5.0, 10.0)


@dataclass(frozen=True, slots=True)
class Range:
    """Where an axis begins and ends, with its ticks."""

    low: float
    high: float
    ticks: tuple[float, ...]
    is_log: bool = False

    @property
    def labels(self) -> list[str]:
        return [tick_text(tick) for tick in self.ticks]


def tick_text(value: float) -> str:
    return f"{value:,.10g}" if abs(value) < 1e15 else f"{value:.3g}"


def value_range(chart: Chart) -> Range:
    """The range of a chart's figures; ``limit`` is a common end."""
    known = list(chart.figures)
    if chart.limit is not None:
        known.append(chart.limit)
    if chart.is_log:
        return log_range([*known, chart.least or 0])
    return linear_range(known)


def box_range(chart: Chart) -> Range:
    """Begins near the lowest figure where all lie close together.

    A box shows where figures lie; it has no length that would have to begin at zero.
    """
    known = list(chart.figures)
    if chart.is_log or not known or min(known) < max(known) / 2:
        return value_range(chart)
    low, high = min(known), max(known)
    step = _round_step(high - low or high)
    first = math.floor(low / step)
    last = max(math.ceil(high / step), first + 1)
    ticks = tuple(step * n for n in range(first, last + 1))
    return Range(ticks[0], ticks[-1], ticks)


def linear_range(values: Sequence[float]) -> Range:
    highest = max([0.0, *values])
    if highest <= 0:
        return Range(0, 1, (0,))
    step = _round_step(highest)
    count = math.ceil(highest / step - 1e-9)
    return Range(0, step * count, tuple(step * n for n in range(count + 1)))


def log_range(values: Sequence[float]) -> Range:
    """Whole powers of ten; every so many where there are more than four."""
    known = [value for value in values if value > 0]
    if not known:
        return linear_range(values)
    first = math.floor(math.log10(min(known)))
    last = max(math.ceil(math.log10(max(known))), first + 1)
    step = math.ceil((last - first) / LINES)
    ticks = tuple(10.0**power for power in range(first, last + 1, step))
    return Range(10.0**first, max(known) * 1.05, ticks, is_log=True)


def _round_step(highest: float) -> float:
    least = highest / LINES
    power = 10.0 ** math.floor(math.log10(least))
    factor = next(f for f in ROUND if f * power >= least * 0.9999)
    return power * factor


def set_values(axes: Axes, scale: Range, *, lying: bool = False) -> None:
    """Scale, lines and labels of the axis of figures; lying bars need no labels."""
    along = "x" if lying else "y"
    if scale.is_log:
        axes.set(**{f"{along}scale": "log"})
    axis = axes.xaxis if lying else axes.yaxis
    axis.set_ticks([t for t in scale.ticks if scale.low <= t <= scale.high])
    axis.set_ticks([], minor=True)
    axis.set_major_formatter(lambda value, _place: tick_text(value))
    axes.set(**{f"{along}lim": (scale.low, scale.high)})
    if lying:
        axis.set_tick_params(labelbottom=False, length=0)
    else:
        axis.grid(visible=True, color=RULE, linewidth=1)
        axis.set_tick_params(length=0, pad=8, labelsize=TICK, labelcolor=INK3)


def set_seconds(axes: Axes, scale: Range, unit: str) -> None:
    """An x-axis of numbers; its last tick names the unit."""
    texts = scale.labels
    texts[-1] = f"{texts[-1]} {unit}".strip()
    axes.set_xlim(scale.low, scale.high)
    axes.set_xticks(list(scale.ticks), texts)
    axes.xaxis.set_tick_params(length=0, pad=6, labelsize=TICK, labelcolor=INK)


def set_places(axes: Axes, labels: Sequence[Sequence[str]]) -> None:
    """Names under their places: each line by itself, in the middle in any typeface."""
    axes.set_xticks(range(len(labels)), [""] * len(labels))
    axes.xaxis.set_tick_params(length=0)
    for place, label in enumerate(labels):
        for number, line in enumerate(label):
            axes.annotate(
                line,
                (place, 0),
                xycoords=("data", "axes fraction"),
                xytext=(0, -(TICK + 5) - number * LINE_HEIGHT),
                textcoords="offset points",
                ha="center",
                va="baseline",
                size=TICK,
                color=INK,
                annotation_clip=False,
            )


def set_lying_places(axes: Axes, labels: Sequence[Sequence[str]]) -> None:
    """Names left of their places, each line ending at the bars in any typeface."""
    axes.set_yticks(range(len(labels)), [""] * len(labels))
    axes.yaxis.set_tick_params(length=0)
    for place, label in enumerate(labels):
        for number, line in enumerate(label):
            down = (number - (len(label) - 1) / 2) * LINE_HEIGHT
            axes.annotate(
                line,
                (0, place),
                xycoords=("axes fraction", "data"),
                xytext=(-6, -down),
                textcoords="offset points",
                ha="right",
                va="center_baseline",
                size=TICK,
                color=INK,
                annotation_clip=False,
            )


def clear(axes: Axes, *, lying: bool = False) -> None:
    """Only the zero line stays of the frame."""
    axes.set_axisbelow(True)
    axes.patch.set_visible(False)
    for side, spine in axes.spines.items():
        spine.set_visible(side == ("left" if lying else "bottom"))
        spine.set_color(RULE2)
