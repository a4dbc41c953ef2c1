"""The seconds of compared runs, and the other points of their sweeps."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from uuid import UUID

from django.db.models import Avg, Case, F, IntegerField, Max, Min, Q, Value, When

from benchruns.comparison.candidates import Viewer
from benchruns.comparison.report import Comparison
from benchruns.models import Result, Run, Sample
from benchruns.results.submitted_samples import column, samples_of, thinned
from benchruns.runs.summaries import storage
from benchruns.runs.summaries.kinds import COURSE_POINTS, Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """One run over its measured seconds; ``step`` seconds are one mean."""

    step: int
    seconds: Sequence[float]
    tps: Sequence[float | None]
    latency_ms: Sequence[float | None]


def courses_of(comparison: Comparison) -> dict[UUID, Course]:
    """By result: runs that the viewer may see, and uploaded samples; four queries at most."""
    return {**_of_runs(comparison), **_of_reports(comparison)}


def _of_reports(comparison: Comparison) -> dict[UUID, Course]:
    found = {
        pk: thinned(samples, limit=COURSE_POINTS)
        for pk, samples in samples_of(comparison.results).items()
    }
    return {
        pk: Course(
            step=step,
            seconds=[float(second or 0) for second in column(rows, "second")],
            tps=column(rows, "tps"),
            latency_ms=column(rows, "latency_ms"),
        )
        for pk, (step, rows) in found.items()
    }


def _of_runs(comparison: Comparison) -> dict[UUID, Course]:
    runs = {
        result.run_id: result
        for entry in comparison.entries
        for load, result in entry.results.items()
        if entry.rows[load].run_id and result.run_id and result.run
    }
    attempts = {pk: each.run.attempt for pk, each in runs.items() if each.run}
    long = {pk: attempts[pk] for pk, each in runs.items() if _is_long(each.run)}
    short = {pk: each for pk, each in attempts.items() if pk not in long}
    found = {**_of_short(short), **(_of_long(long) if long else {})}
    return {runs[run_id].pk: course for run_id, course in found.items()}


def _is_long(run: Run | None) -> bool:
    return run is not None and storage.is_long(
        state=run.state, started_at=run.started_at, finished_at=run.finished_at
    )


def _of_long(runs: Mapping[UUID, int]) -> dict[UUID, Course]:
    return {
        run_id: _course(content["step"], content["rows"])
        for run_id, content in storage.contents(runs, Kind.COURSE).items()
        if content["rows"]
    }


def _of_short(runs: Mapping[UUID, int]) -> dict[UUID, Course]:
    """By run, of which each is given with its attempt."""
    if not runs:
        return {}
    wanted = Q(pk__in=[])
    for run_id, attempt in runs.items():
        wanted |= Q(run_id=run_id, attempt=attempt)
    samples = Sample.objects.filter(wanted, second__gt=0)
    bounds = (
        samples.order_by().values_list("run_id").annotate(Min("second"), Max("second"))
    )
    spans = {run_id: (first, last) for run_id, first, last in bounds}
    if not spans:
        return {}
    steps = {
        run_id: ceil((last - first + 1) / COURSE_POINTS)
        for run_id, (first, last) in spans.items()
    }
    firsts = {run_id: first for run_id, (first, _last) in spans.items()}
    rows = (
        samples.annotate(bucket=(F("second") - _by_run(firsts)) / _by_run(steps))
        .order_by("run_id", "bucket")
        .values("run_id", "bucket")
        .annotate(last=Max("second"), tps=Avg("tps"), latency=Avg("latency_ms"))
        .values_list("run_id", "last", "tps", "latency")
    )
    found: dict[UUID, list[tuple[float | None, ...]]] = defaultdict(list)
    for run_id, *values in rows:
        found[run_id].append(tuple(values))
    return {run_id: _course(steps[run_id], values) for run_id, values in found.items()}


def _by_run(values: Mapping[UUID, int]) -> Case:
    whens = [When(run_id=run_id, then=Value(value)) for run_id, value in values.items()]
    return Case(*whens, output_field=IntegerField())


def _course(step: int, rows: Iterable[Sequence[float | None]]) -> Course:
    seconds, tps, latencies = zip(*rows, strict=True)
    return Course(
        step=step,
        seconds=[float(second or 0) for second in seconds],
        tps=list(tps),
        latency_ms=list(latencies),
    )


def ladders_of(comparison: Comparison, *, user: Viewer) -> dict[UUID, list[Result]]:
    """By sweep, its results from few threads to many, that count; one query."""
    sweeps = {
        result.run.sweep_id
        for result in comparison.results
        if result.run and result.run.sweep_id
    }
    if not sweeps:
        return {}
    results = (
        Result.objects.visible_to(user)
        .counted()
        .filter(run__sweep__in=sweeps)
        .select_related("run")
        .defer("run__output_tail", "parameter_settings")
        .order_by("threads", "measured_at", "pk")
    )
    found: dict[UUID, list[Result]] = defaultdict(list)
    for result in results:
        if result.run and result.run.sweep_id:
            found[result.run.sweep_id].append(result)
    return found
