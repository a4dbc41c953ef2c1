"""Counters of an attempt as charts and tables need them: newer ones, or every n-th."""

from collections.abc import Iterable
from math import ceil
from typing import Any
from uuid import UUID

from django.db.models import F, Max, Min

from benchruns.models import Counter

# What is charted, in the order of a row behind its second.
CHARTED = (
    "buffer_hit_percent",
    "physical_reads_per_s",
    "server_cpu_percent",
    "other_cpu_percent",
    "client_cpu_percent",
    "round_trip_ms",
    "queue_length",
    "schedule_lag_ms",
    "row_lock_wait_percent",
    "log_wait_percent",
    "server_memory_percent",
    "server_disk_busy_percent",
    "thread_busy_percent",
    "limit",
)
MOST_NEW = 1000

Row = list[float | str | None]


def newer(run_id: UUID, *, attempt: int, after: int) -> list[Row]:
    """The rows behind a second: the second, then ``CHARTED``."""
    found = Counter.objects.filter(run_id=run_id, attempt=attempt, second__gt=after)
    return _rows(found.order_by("second").values_list("second", "values")[:MOST_NEW])


def thinned(run_id: UUID, *, attempt: int, limit: int) -> tuple[int, list[Row]]:
    """At most about ``limit`` rows: those of every so many seconds as the first says."""
    counters = Counter.objects.filter(run_id=run_id, attempt=attempt)
    bounds = counters.aggregate(first=Min("second"), last=Max("second"))
    if bounds["first"] is None:
        return 1, []
    step = ceil((bounds["last"] - bounds["first"] + 1) / limit)
    if step > 1:
        counters = counters.annotate(rest=F("second") % step).filter(rest=0)
    return step, _rows(counters.order_by("second").values_list("second", "values"))


def _rows(found: Iterable[tuple[int, Any]]) -> list[Row]:
    """A row that is damaged tells nothing but its second."""
    told = (
        (second, values if isinstance(values, dict) else {}) for second, values in found
    )
    return [[second, *(each.get(name) for name in CHARTED)] for second, each in told]
