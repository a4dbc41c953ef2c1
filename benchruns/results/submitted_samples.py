"""The intervals that uploaded reports bring with them, as charts and tables need them."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from statistics import fmean
from uuid import UUID

from benchruns.figures.metrics import Interval
from benchruns.models import Result, SubmittedFile
from benchruns.parsers.stored.report import from_json
from benchruns.runs.samples import COLUMNS, Row


@dataclass(frozen=True, slots=True)
class SampledLatency:
    """Which percentile the samples' latencies are: 0 for means, None where unknown."""

    percentile: float | None


def samples_of(results: Sequence[Result]) -> dict[UUID, Sequence[Interval]]:
    """The intervals of each result that has any; one query."""
    files = {r.pk: r.submitted_file_id for r in results if r.submitted_file_id}
    if not files:
        return {}
    reports = SubmittedFile.objects.filter(
        pk__in=files.values(), report__has_key="samples"
    ).values_list("pk", "report")
    found = {pk: from_json(report).samples for pk, report in reports}
    return {pk: found[file] for pk, file in files.items() if found.get(file)}


def sampled_latencies(results: Sequence[Result]) -> dict[UUID, SampledLatency]:
    """Of the results whose samples have latencies; one query, without the samples."""
    files = {r.pk: r.submitted_file_id for r in results if r.submitted_file_id}
    if not files:
        return {}
    known = dict(
        SubmittedFile.objects.filter(
            pk__in=files.values(), report__samples__has_key="latency_ms"
        ).values_list("pk", "report__samples__percentile__0")
    )
    return {
        pk: SampledLatency(_percentile(known[file]))
        for pk, file in files.items()
        if file in known
    }


def thinned(samples: Sequence[Interval], *, limit: int) -> tuple[int, list[Row]]:
    """At most about ``limit`` rows in the order of ``samples.COLUMNS``.

    The first value is 1 where the rows are the samples, else how many seconds each is
    the mean of; a mean stands at the last second that it covers.
    """
    size = ceil(len(samples) / limit) if samples else 1
    if size == 1:
        return 1, [_row([sample]) for sample in samples]
    groups = [samples[at : at + size] for at in range(0, len(samples), size)]
    covered = samples[size].second - samples[0].second
    return max(covered, 1), [_row(group) for group in groups]


def column(rows: Sequence[Row], name: str) -> list[float | None]:
    place = COLUMNS.index(name)
    return [row[place] for row in rows]


def _row(samples: Sequence[Interval]) -> Row:
    rates = (_mean(samples, name) for name in COLUMNS[1:])
    return (samples[-1].second, *rates)


def _mean(samples: Sequence[Interval], name: str) -> float | None:
    values = [v for sample in samples if (v := getattr(sample, name)) is not None]
    if len(samples) == 1:
        return values[0] if values else None
    return round(fmean(values), 2) if values else None


def _percentile(stored: object) -> float | None:
    return float(stored) if isinstance(stored, int | float) else None
