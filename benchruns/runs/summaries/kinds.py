"""What is shown of all seconds of an attempt that ended, each kind made of its rows.

A chart shows every second of an attempt up to ``EVERY_SECOND`` of them. Of a longer one it
shows means with their lowest and highest second: so many that each has two pixels of the
widest page.
"""

import hashlib
from collections.abc import Callable, Mapping
from enum import StrEnum
from itertools import groupby
from math import ceil
from typing import Any
from uuid import UUID

from django.db.models import Max, Min, QuerySet

from benchruns.models import Counter, PartSecond
from benchruns.runs import counters, samples
from benchruns.runs.parts import counters as counters_of_parts
from benchruns.runs.summaries.steps import stepped

EVERY_SECOND = 1200
CHART_POINTS = 600
COUNTER_POINTS = 300  # a counter's chart is half as wide
TABLE_ROWS = 60
COURSE_POINTS = 150  # of one run among others
WORDS = ("limit",)

Content = dict[str, Any]  # JSON


class Kind(StrEnum):
    CHARTS = "charts"  # of its page, and of its PDF
    TABLE = "table"  # of its page, with what is drawn without a script
    COURSE = "course"  # beside others
    GENERATORS = "generators"  # what each of several counted


def charts(run_id: UUID, attempt: int) -> Content:
    """``ranges`` are there where samples are means; so they are of counters."""
    step, rows, ranges = samples.charted(
        run_id, attempt=attempt, limit=CHART_POINTS, whole=EVERY_SECOND
    )
    return {
        "samples": rows,
        "step": step,
        **({"ranges": ranges} if ranges else {}),
        "counters": _counted(run_id, attempt),
    }


def table(run_id: UUID, attempt: int) -> Content:
    step, rows = samples.thinned(run_id, attempt=attempt, limit=TABLE_ROWS)
    counter_step, counted = counters.thinned(run_id, attempt=attempt, limit=TABLE_ROWS)
    return {
        "step": step,
        "samples": rows,
        "counter_step": counter_step,
        "counters": counted,
        "variation": samples.variation(run_id, attempt=attempt),
    }


def course(run_id: UUID, attempt: int) -> Content:
    """Of the measured seconds; a row is a second, TPS and latency."""
    step, rows = samples.thinned(run_id, attempt=attempt, limit=COURSE_POINTS, after=0)
    tps, latency = (samples.COLUMNS.index(name) for name in ("tps", "latency_ms"))
    return {"step": step, "rows": [[row[0], row[tps], row[latency]] for row in rows]}


def generators(run_id: UUID, attempt: int) -> Content:
    """``rows`` by the number of each, and ``ranges`` where they are means."""
    counted = counters_of_parts.counted(run_id, attempt)
    bounds = _bounds(counted)
    if bounds is None:
        return {"step": 1, "generators": {}}
    step = _step(bounds, whole=COUNTER_POINTS)
    columns = counted.order_by("part__number", "second").values_list(
        "part__number", "second", "values"
    )
    told = {}
    for number, rows in groupby(columns.iterator(), key=lambda row: row[0]):
        means, ranges = stepped(
            ((second, values) for _number, second, values in rows),
            first=bounds[0],
            step=step,
            names=counters_of_parts.CHARTED,
        )
        told[str(number)] = {"rows": means, **({"ranges": ranges} if step > 1 else {})}
    return {"step": step, "generators": told}


def _counted(run_id: UUID, attempt: int) -> Content:
    counted = Counter.objects.filter(run_id=run_id, attempt=attempt)
    bounds = _bounds(counted)
    if bounds is None:
        return {"rows": [], "step": 1}
    step = _step(bounds, whole=EVERY_SECOND)
    if step == 1:
        return {
            "rows": counters.thinned(run_id, attempt=attempt, limit=EVERY_SECOND)[1],
            "step": 1,
        }
    rows, ranges = stepped(
        counted.order_by("second").values_list("second", "values").iterator(),
        first=bounds[0],
        step=step,
        names=[name for name in counters.CHARTED if name not in WORDS],
        words=WORDS,
    )
    return {"rows": rows, "step": step, "ranges": ranges}


def _bounds(
    counted: QuerySet[Counter] | QuerySet[PartSecond],
) -> tuple[int, int] | None:
    found = counted.aggregate(first=Min("second"), last=Max("second"))
    return None if found["first"] is None else (found["first"], found["last"])


def _step(bounds: tuple[int, int], *, whole: int) -> int:
    seconds = bounds[1] - bounds[0] + 1
    return 1 if seconds <= whole else ceil(seconds / COUNTER_POINTS)


MAKERS: Mapping[Kind, Callable[[UUID, int], Content]] = {
    Kind.CHARTS: charts,
    Kind.TABLE: table,
    Kind.COURSE: course,
    Kind.GENERATORS: generators,
}
_FORMAT = 1  # another one where a maker tells the same in another way
# Another one where a release shows more or less: what is kept of older ones does not hold.
MADE_FOR = hashlib.sha256(
    repr(
        (
            _FORMAT,
            (EVERY_SECOND, CHART_POINTS, COUNTER_POINTS, TABLE_ROWS, COURSE_POINTS),
            (samples.COLUMNS, samples.RANGED),
            (counters.CHARTED, counters_of_parts.CHARTED),
        )
    ).encode()
).hexdigest()[:16]
