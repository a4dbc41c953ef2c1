"""What the kept texts of several load generators say now, as one."""

from collections.abc import Mapping, Sequence
from typing import Any

from benchruns.engines import Family
from benchruns.evidence import tool_output
from benchruns.evidence.tool_output import Before, Said
from benchruns.failures.failure import BenchbookError, failure
from benchruns.figures.metrics import Figures, Interval
from benchruns.models import Attempt, PartSecond, RunPart
from benchruns.runs.outputs import texts
from benchruns.runs.parts import moves, seconds
from benchruns.runs.parts.counts import counts_of
from benchruns.runs.parts.merged import counted, merge
from benchruns.vocabulary import PartKind
from benchruns.workloads import WORKLOADS


def read(attempt: Attempt, *, family: Family) -> Said:
    """Added as its worker did; the row of each part, and its seconds, are written anew.

    BenchbookError, before anything is written, where a text is no report that can be
    believed, or their sum is not.
    """
    run = attempt.run
    parts = list(moves.of_attempt(run.pk, attempt.number))
    if not parts:
        raise BenchbookError(failure("incomplete_report"))
    found = {part: _read(part, attempt, family=family) for part in counted(parts)}
    for part, said in found.items():
        _note(part, said)
    merged = merge(run, parts)
    for part, said in found.items():
        part.save(update_fields=["figures", "counts", "facts"])
        _store_seconds(part, said.intervals)
    whole = Said(
        figures=merged.figures,
        histogram=merged.histogram,
        facts=merged.facts,
        intervals=_intervals(attempt, parts),
    )
    return tool_output.with_offer(whole, run.parameters)


def _read(part: RunPart, attempt: Attempt, *, family: Family) -> Said:
    known = Before(
        workload=attempt.run.workload,
        parameters=part.parameters,
        family=family,
        figures=Figures(**part.figures),
        facts=part.facts,
        is_share=True,
    )
    text = texts.of_measurement(attempt, part=part.number)
    return tool_output.read_share(text, attempt.tool, known)


def _note(part: RunPart, said: Said) -> None:
    part.figures = said.figures.as_dict()
    part.facts = texts.as_stored(said.facts)
    if said.histogram is not None:
        part.counts = counts_of(said.histogram)


def _store_seconds(part: RunPart, intervals: Sequence[Interval]) -> None:
    """Those of the measured seconds, unless the text tells fewer: a long one is cut."""
    rows = PartSecond.objects.filter(part=part, kind=PartKind.SAMPLE, second__gt=0)
    stored: dict[int, Mapping[str, Any]] = dict(rows.values_list("second", "values"))
    measured = {
        each.second: {name: getattr(each, name) for name in moves.SAMPLE_FIELDS}
        for each in intervals
        if each.second > 0
    }
    if stored == measured or not stored.keys() <= measured.keys():
        return
    rows.delete()
    PartSecond.objects.bulk_create(
        PartSecond(part=part, kind=PartKind.SAMPLE, second=second, values=values)
        for second, values in measured.items()
    )


def _intervals(attempt: Attempt, parts: Sequence[RunPart]) -> tuple[Interval, ...]:
    parameters = attempt.run.parameters
    first = seconds.first_of_measurement(parameters)
    found = seconds.added(
        parts,
        phase_from=first,
        newer_than=first - 1,
        interval_seconds=seconds.interval(parameters),
        has_percentiles=WORKLOADS[attempt.run.workload].samples_percentile,
    )
    return tuple(Interval(second=second, **values) for second, values in found.items())
