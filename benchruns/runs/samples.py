"""Samples of an attempt as charts and tables need them: all, newer ones, or means."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from uuid import UUID

from django.db.models import Aggregate, Avg, Count, F, Max, Min, QuerySet, StdDev, Sum
from django.db.models.functions import Coalesce

from benchruns.models import Sample

RATES = (
    "tps",
    "qps",
    "reads_per_s",
    "writes_per_s",
    "other_per_s",
    "latency_ms",
    "errors_per_s",
    "reconnects_per_s",
)
COLUMNS = ("second", *RATES)
# All that a sample holds, for files and programs.
ALL_COLUMNS = ("second", "threads", *RATES)
# Those whose lowest and highest second are kept beside a mean of several.
RANGED = ("tps", "qps", "latency_ms")
MOST_NEW = 1000

Row = tuple[float | None, ...]


def newer(run_id: UUID, *, attempt: int, after: int) -> list[Row]:
    """The samples behind a second, in the order of ``COLUMNS``."""
    found = Sample.objects.filter(run_id=run_id, attempt=attempt, second__gt=after)
    return list(found.order_by("second").values_list(*COLUMNS)[:MOST_NEW])


def thinned(
    run_id: UUID, *, attempt: int, limit: int, after: int | None = None
) -> tuple[int, list[Row]]:
    """At most about ``limit`` rows: means of as many seconds as the first value says.

    A mean stands at the last second that it covers; ``after`` one that is given.
    """
    samples = Sample.objects.filter(run_id=run_id, attempt=attempt)
    if after is not None:
        samples = samples.filter(second__gt=after)
    step, rows, _ranges = _stepped(samples, limit=limit)
    return step, rows


def charted(
    run_id: UUID, *, attempt: int, limit: int, whole: int = 0
) -> tuple[int, list[Row], list[Row]]:
    """The same with the range of each mean, so that a chart loses no extreme.

    A range is the lowest and the highest of each of ``RANGED``; there are none where no
    mean is taken, as of up to ``whole`` seconds.
    """
    samples = Sample.objects.filter(run_id=run_id, attempt=attempt)
    return _stepped(samples, limit=limit, whole=whole, ranged=RANGED)


def _stepped(
    samples: QuerySet[Sample],
    *,
    limit: int,
    whole: int = 0,
    ranged: Sequence[str] = (),
) -> tuple[int, list[Row], list[Row]]:
    bounds = samples.aggregate(first=Min("second"), last=Max("second"))
    if bounds["first"] is None:
        return 1, [], []
    seconds = bounds["last"] - bounds["first"] + 1
    step = 1 if seconds <= whole else ceil(seconds / limit)
    if step == 1:
        return 1, list(samples.order_by("second").values_list(*COLUMNS)), []
    asked: dict[str, Aggregate] = {f"mean_{name}": Avg(name) for name in RATES}
    for name in ranged:
        asked |= {f"low_{name}": Min(name), f"high_{name}": Max(name)}
    found = (
        samples.annotate(bucket=(F("second") - bounds["first"]) / step)
        .order_by("bucket")
        .values("bucket")
        .annotate(last=Max("second"), **asked)
        .values_list("last", *asked)
    )
    rows = [_rounded(row) for row in found]
    means = len(COLUMNS)
    return step, [row[:means] for row in rows], [row[means:] for row in rows if ranged]


@dataclass(frozen=True, slots=True, kw_only=True)
class SoFar:
    """``last`` by the names of ``RATES``; means, the worst and the errors' sum (a second
    each) are of the measured seconds, null in warm-up."""

    last: Mapping[str, float | None]
    mean_tps: float | None
    mean_latency_ms: float | None
    worst_latency_ms: float | None
    errors: float


def so_far(run_id: UUID, *, attempt: int) -> SoFar | None:
    """What the samples say now; None while there are none."""
    found = Sample.objects.filter(run_id=run_id, attempt=attempt)
    last = found.order_by("-second").values(*RATES).first()
    if last is None:
        return None
    measured = found.filter(second__gt=0).aggregate(
        mean_tps=Avg("tps"),
        mean_latency_ms=Avg("latency_ms"),
        worst_latency_ms=Max("latency_ms"),
        errors=Coalesce(Sum("errors_per_s"), 0.0),
    )
    return SoFar(last=last, **measured)


def _rounded(row: Row) -> Row:
    return tuple(None if value is None else round(value, 2) for value in row)


def variation(run_id: UUID, *, attempt: int) -> float | None:
    """The standard deviation of TPS over its mean, between the measured seconds.

    None for less than two of them: one does not vary.
    """
    measured = Sample.objects.filter(run_id=run_id, attempt=attempt, second__gt=0)
    found = measured.aggregate(
        mean=Avg("tps"), deviation=StdDev("tps"), count=Count("tps")
    )
    if not found["mean"] or found["count"] < 2:
        return None
    return float(found["deviation"] / found["mean"])
