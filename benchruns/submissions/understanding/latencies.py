"""The latency histograms that uploaded reports bring, kept with their results as runs' are."""

from collections.abc import Mapping, Sequence
from typing import Any

from benchruns.figures.histograms import PGBENCH_LOG, SYSBENCH, Histogram
from benchruns.models import Histogram as Row
from benchruns.models import Result
from benchruns.parsers.tool_report import Format
from benchruns.submissions.understanding.understood import Run

# What counted, by the format of the report; pgbench's log comes as a companion of it.
SOURCES = {
    Format.SYSBENCH: SYSBENCH,
    Format.SYSBENCH_CSV: SYSBENCH,
    Format.SYSBENCH_JSON: SYSBENCH,
    Format.PGBENCH: PGBENCH_LOG,
}


def histogram_of(run: Run) -> Histogram | None:
    """None where its files have none, or lack a part of the transactions."""
    source = SOURCES.get(run.report.format)
    if source is None:
        return None
    return Histogram.of_ms(run.report.histogram, source=source)


def keep(runs: Sequence[Run], results: Mapping[tuple[Any, int | None], Result]) -> None:
    """Store what is new or another, and drop what their files tell no more."""
    told = [(results[run.key], histogram_of(run)) for run in runs if run.key in results]
    stored = {
        row.pk: row for row in Row.objects.filter(result__in=[r.pk for r, _h in told])
    }
    for result, found in told:
        row = stored.get(result.pk)
        if found is None and row is not None:
            row.delete()
        elif found is not None and (row is None or row.counts != found):
            Row.of(result, found).save()
