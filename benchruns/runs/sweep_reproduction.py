"""The peak of a sweep beside the published row that its runs repeat."""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from benchruns.findings import gravest
from benchruns.models import Result, Run
from benchruns.reproduction.other_server import other_server
from benchruns.reproduction.other_test import unlike
from benchruns.reproduction.ratios import COMPARED, Pair, pairs_of
from benchruns.runs.sweep_report import SweepReport


@dataclass(frozen=True, slots=True, kw_only=True)
class PeakBeside:
    """The medians of the peak's repeats, as ``pairs`` with what is published.

    ``results`` are those that they are of, ``threads`` the load of the peak.
    """

    published: Result
    threads: int
    results: tuple[UUID, ...]
    pairs: tuple[Pair, ...]


def peak_beside(report: SweepReport, runs: Sequence[Run]) -> PeakBeside | None:
    """None for a sweep that repeats no row, and while no run has succeeded.

    ``runs`` are those of the report, with ``reproduces`` and their results joined. All
    results are of one variant, since a sweep changes nothing but the load.
    """
    published = runs[0].reproduces if runs else None
    if published is None or report.peak is None:
        return None
    counted = {repeat.run for repeat in report.peak.counted}
    results = [
        result
        for run in runs
        if run.pk in counted and (result := getattr(run, "result", None))
    ]
    medians = {name: _median(results, name) for name in COMPARED}
    return PeakBeside(
        published=published,
        threads=report.peak.threads,
        results=tuple(result.pk for result in results),
        pairs=tuple(
            pairs_of(
                published,
                medians,
                variant=results[0].variant,
                unlike=unlike(published, results[0]),
                server=other_server(published, results[0]),
                doubt=gravest(result.doubt for result in results),
            )
        ),
    )


def _median(results: Sequence[Result], name: str) -> float | None:
    known = [v for result in results if (v := getattr(result, name)) is not None]
    return statistics.median(known) if known else None
