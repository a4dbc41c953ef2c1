"""The points of a trend as a file: exact figures, oldest first."""

from django.http import HttpResponse

from benchruns.trends.trend import Trend
from portal.pages.answers.tables import answer_table
from portal.wording.trends import changes_text

BEFORE = ("result", "run", "measured_at")
AFTER = (
    "engine_version_full",
    "regime",
    "excluded",
    "changes",
    "level_change",
    "doubt",
)


def trend_file(wanted: str, trend: Trend) -> HttpResponse:
    letters = {shift.index: shift.letter for shift in trend.shifts()}
    rows = [
        (
            str(point.result.pk),
            str(point.result.run_id) if point.result.run_id else None,
            point.result.measured_at,
            point.value,
            point.result.engine_version_full,
            point.result.regime,
            point.is_excluded,
            changes_text(point.changes),
            letters.get(index),
            point.result.doubt or None,
        )
        for index, point in enumerate(trend.points)
    ]
    columns = [(key, key) for key in (*BEFORE, trend.metric.name, *AFTER)]
    name = f"trend-{str(trend.series.pk)[:8]}-{trend.metric.name}"
    return answer_table(wanted, name, columns, rows)
