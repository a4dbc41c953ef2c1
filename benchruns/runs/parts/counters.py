"""What each generator of an attempt counted of itself and of its way to the server."""

from collections import defaultdict
from collections.abc import Mapping
from math import ceil
from uuid import UUID

from django.db.models import F, Max, Min, QuerySet

from benchruns.models import PartSecond
from benchruns.vocabulary import PartKind

# What is charted, in the order of a row behind its second. What the server counts is told
# once, of the whole run; of a tool that has no queue the last two are null.
CHARTED = (
    "client_cpu_percent",
    "thread_busy_percent",
    "client_idle_percent",
    "round_trip_ms",
    "queue_length",
    "schedule_lag_ms",
)

Row = list[float | None]


def is_any(run_id: UUID, *, attempt: int) -> bool:
    return counted(run_id, attempt).exists()


def thinned(
    run_id: UUID, *, attempt: int, limit: int
) -> tuple[int, Mapping[int, list[Row]]]:
    """By the number of each, at most about ``limit`` rows: those of every so many seconds as
    the first value says. A row is the second of its own load, then ``CHARTED``."""
    found = counted(run_id, attempt)
    bounds = found.aggregate(first=Min("second"), last=Max("second"))
    if bounds["first"] is None:
        return 1, {}
    step = ceil((bounds["last"] - bounds["first"] + 1) / limit)
    if step > 1:
        found = found.annotate(rest=F("second") % step).filter(rest=0)
    rows: dict[int, list[Row]] = defaultdict(list)
    columns = found.order_by("part__number", "second")
    for number, second, values in columns.values_list(
        "part__number", "second", "values"
    ):
        told = values if isinstance(values, dict) else {}
        rows[number].append([second, *(told.get(name) for name in CHARTED)])
    return step, dict(rows)


def counted(run_id: UUID, attempt: int) -> QuerySet[PartSecond]:
    """Of all generators."""
    return PartSecond.objects.filter(
        part__run=run_id, part__attempt=attempt, kind=PartKind.COUNTERS
    )
