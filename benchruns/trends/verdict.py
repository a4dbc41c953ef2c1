"""The newest verdict of a series in one word: what a badge says.

A confirmed regression that goes on is told first, then the last change of level.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from benchruns.models import Regression
from benchruns.trends.notice import percent_of
from benchruns.trends.trend import Trend
from benchruns.vocabulary import RegressionState

ENOUGH = 10  # counted results, under which only a large change can be told from chance


class Standing(StrEnum):
    REGRESSION = "regression"
    WORSE = "worse"
    BETTER = "better"
    STEADY = "steady"
    TOO_FEW = "too_few"


@dataclass(frozen=True, slots=True, kw_only=True)
class TrendVerdict:
    """``percent`` is signed, of the level before; ``since`` the first result of it.

    ``newest`` is the last counted figure. ``is_in_doubt`` where one of the figures of
    the newest level is.
    """

    standing: Standing
    newest: float | None
    percent: float | None = None
    since: datetime | None = None
    is_in_doubt: bool = False


def verdict_of(trend: Trend, regressions: Sequence[Regression]) -> TrendVerdict:
    """``regressions`` of this figure, newest first, that the same reader may see."""
    counted = trend.counted
    newest = counted[-1][1].value if counted else None
    shift = next(reversed(trend.shifts()), None)
    start = shift.index if shift else 0
    is_in_doubt = any(p.result.doubt for place, p in counted if place >= start)
    confirmed = [r for r in regressions if r.state == RegressionState.CONFIRMED]
    if confirmed:
        return TrendVerdict(
            standing=Standing.REGRESSION,
            newest=newest,
            percent=percent_of(confirmed[0]),
            since=confirmed[0].first_result.measured_at,
            is_in_doubt=is_in_doubt,
        )
    if shift:
        return TrendVerdict(
            standing=Standing.WORSE if shift.is_worse else Standing.BETTER,
            newest=newest,
            percent=shift.percent,
            since=shift.point.result.measured_at,
            is_in_doubt=is_in_doubt,
        )
    return TrendVerdict(
        standing=Standing.STEADY if len(counted) >= ENOUGH else Standing.TOO_FEW,
        newest=newest,
        is_in_doubt=is_in_doubt,
    )
