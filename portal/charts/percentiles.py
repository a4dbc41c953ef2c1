"""Latencies by percentile: a curve drawn here for one result, a chart for several."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from benchruns.figures.histograms import Histogram
from portal.formats.figures import DASH, figure

WIDTH, HEIGHT = 640, 300
LEFT, RIGHT, TOP, BOTTOM = 64, 40, 12, 34
NAMED = (50, 90, 99, 99.9, 99.99, 99.999)  # written under the curve
STEPS = (1, 2, 5)
FEWEST_TICKS = 3


@dataclass(frozen=True, slots=True)
class Tick:
    at: float
    text: str


@dataclass(frozen=True, slots=True)
class Line:
    """``points`` as a polyline takes them; ``dots`` are its places one by one."""

    label: str
    points: str
    dots: Sequence[tuple[float, float]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Curve:
    """Percentiles to the right, so that each further nine takes as much room; ms upwards."""

    lines: Sequence[Line]
    across: Sequence[Tick]
    upwards: Sequence[Tick]
    rows: Sequence[tuple[str, Sequence[str]]]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    top: int = TOP
    bottom: int = HEIGHT - BOTTOM


def percent(value: float) -> str:
    """ "99.9 %"."""
    return f"{value:g} %"


def curve(found: Sequence[tuple[str, Histogram]]) -> Curve:
    """One line for each histogram, by its label."""
    curves = [(label, histogram.curve()) for label, histogram in found]
    values = [ms for _label, each in curves for ms in each.values()]
    percentiles = sorted({p for _label, each in curves for p in each})
    scale = _Scale.of(values, percentiles)
    return Curve(
        lines=[_line(label, each, scale) for label, each in curves],
        across=[
            Tick(scale.x(each), percent(each))
            for each in NAMED
            if percentiles[0] <= each <= percentiles[-1]
        ],
        upwards=[Tick(scale.y(ms), figure(ms)) for ms in scale.ticks()],
        rows=_rows(curves, percentiles),
    )


@dataclass(frozen=True, slots=True)
class _Scale:
    """Both ways by logarithm: of ms, and of how few transactions lie beyond."""

    lowest: float
    highest: float
    first: float
    last: float

    @classmethod
    def of(cls, values: Sequence[float], percentiles: Sequence[float]) -> "_Scale":
        # what took no time that can be told is drawn as the least that can
        known = [max(value, 0.001) for value in values]
        low, high = math.log10(min(known)), math.log10(max(known))
        room = max(0.05 * (high - low), 0.02)
        return cls(
            low - room, high + room, _nines(percentiles[0]), _nines(percentiles[-1])
        )

    def x(self, percentile: float) -> float:
        span = (self.last - self.first) or 1.0
        part = (_nines(percentile) - self.first) / span
        return round(LEFT + part * (WIDTH - LEFT - RIGHT), 1)

    def y(self, ms: float) -> float:
        part = (math.log10(max(ms, 0.001)) - self.lowest) / (self.highest - self.lowest)
        return round(HEIGHT - BOTTOM - part * (HEIGHT - TOP - BOTTOM), 1)

    def ticks(self) -> list[float]:
        """Round figures, by decades where these are enough."""
        decades = range(math.floor(self.lowest), math.ceil(self.highest) + 1)
        for steps in ((1,), STEPS, tuple(range(1, 10)), tuple(range(10, 100))):
            factor = 10.0 if steps[0] == 10 else 1.0
            found = [
                step / factor * 10.0**decade for decade in decades for step in steps
            ]
            inside = [v for v in found if self.lowest <= math.log10(v) <= self.highest]
            if len(inside) >= FEWEST_TICKS:
                return inside[:: math.ceil(len(inside) / 8)]
        return [10**self.lowest, 10**self.highest]


def _nines(percentile: float) -> float:
    return -math.log10(1 - percentile / 100)


def _line(label: str, found: Mapping[float, float], scale: _Scale) -> Line:
    dots = [(scale.x(p), scale.y(ms)) for p, ms in found.items()]
    return Line(label, " ".join(f"{x:g},{y:g}" for x, y in dots), dots)


def _rows(
    curves: Sequence[tuple[str, Mapping[float, float]]], percentiles: Sequence[float]
) -> list[tuple[str, Sequence[str]]]:
    return [
        (
            percent(each),
            [figure(found[each]) if each in found else DASH for _name, found in curves],
        )
        for each in percentiles
    ]


def source_text(found: Histogram) -> str:
    """What counted, and how finely, in a sentence."""
    words = {
        "sysbench": _("sysbench's histogram: within 1 % of each latency."),
        "pgbench_log": _(
            "pgbench's log of transactions: within 0.1 % of each latency."
        ),
        "hdr": _("The tool's histogram: within 0.1 % of each latency."),
    }
    told = words.get(found.source, "")
    if found.share < 1:
        share = _("%(share)s of the transactions were logged.")
        told = f"{told} {share % {'share': percent(100 * found.share)}}"
    return told
