"""What the chart of a trend draws, as plain data; ``static/js/trend.js`` draws it.

Texts are made here, so that a point's label and the table's cell are the same string.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from benchruns.findings import marked
from benchruns.models import Regression
from benchruns.trends.trend import Level, Shift, Trend
from benchruns.vocabulary import Regime
from portal.formats.figures import figure

DRAWN_REGIMES = (Regime.CACHED, Regime.DISK_IO)


@dataclass(frozen=True, slots=True, kw_only=True)
class Dot:
    """A result; ``at`` is its time in ms since 1970, ``style`` its regime or none."""

    at: float
    value: float
    text: str
    version: str
    style: str
    is_excluded: bool
    is_doubted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """The median of the points from ``first`` to ``last``."""

    first: int
    last: int
    value: float
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """Something at a point: a change of level, a new version, a regression."""

    index: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TrendChart:
    """``axis`` is ``time``, or ``order`` for points that are evenly apart."""

    unit: str
    axis: str
    dots: list[Dot]
    lines: list[Line]
    shifts: list[Mark]
    versions: list[Mark]
    regressions: list[Mark]

    @property
    def spec(self) -> dict[str, Any]:
        return asdict(self)

    @property
    def has_doubts(self) -> bool:
        return any(dot.is_doubted for dot in self.dots)


def chart_of(
    trend: Trend,
    *,
    axis: str,
    shifts: Sequence[Shift],
    levels: Sequence[Level],
    regressions: Sequence[Regression],
) -> TrendChart:
    places = {point.result.pk: index for index, point in enumerate(trend.points)}
    return TrendChart(
        unit=trend.metric.unit,
        axis=axis,
        dots=_dots(trend),
        lines=[
            Line(
                first=level.first,
                last=level.last,
                value=level.median,
                text=marked(figure(level.median), _doubt_of(trend, level)),
            )
            for level in levels
        ],
        shifts=[Mark(index=shift.index, text=shift.letter) for shift in shifts],
        versions=[
            Mark(index=index, text=point.result.engine_version_full)
            for index, point in enumerate(trend.points)
            if any(change.name == "engine_version_full" for change in point.changes)
        ],
        regressions=[
            Mark(index=places[each.first_result_id], text=each.get_state_display())
            for each in regressions
            if each.first_result_id in places
        ],
    )


def _doubt_of(trend: Trend, level: Level) -> str:
    """Of a result that the level's median rests on; empty where none is in doubt."""
    points = trend.points[level.first : level.last + 1]
    return max((p.result.doubt for p in points if not p.is_excluded), default="")


def _dots(trend: Trend) -> list[Dot]:
    dots = []
    for point in trend.points:
        result = point.result
        if result.measured_at is None:  # of a published row, which is in no series
            continue
        dots.append(
            Dot(
                at=result.measured_at.timestamp() * 1000,
                value=point.value,
                text=marked(figure(point.value), result.doubt),
                version=result.engine_version_full,
                style=result.regime if result.regime in DRAWN_REGIMES else "none",
                is_excluded=point.is_excluded,
                is_doubted=bool(result.doubt),
            )
        )
    return dots
