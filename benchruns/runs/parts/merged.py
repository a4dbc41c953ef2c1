"""What the generators of a run measured, by their rows, as one measurement."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from benchruns.figures.histograms import Histogram
from benchruns.figures.metrics import Figures
from benchruns.models import Run, RunPart
from benchruns.runs.parts import seconds, total_facts, totals
from benchruns.runs.parts.counts import histogram_of
from benchruns.vocabulary import PartState
from benchruns.workloads import WORKLOADS, Workload


@dataclass(frozen=True, slots=True, kw_only=True)
class Merged:
    """``facts`` as a result's ``tool_facts``, with a row for each generator."""

    figures: Figures
    histogram: Histogram | None
    facts: Mapping[str, Any]


def counted(parts: Sequence[RunPart]) -> list[RunPart]:
    """Those whose figures are added: all but the lost ones."""
    return [part for part in parts if part.state != PartState.LOST]


def merge(run: Run, parts: Sequence[RunPart]) -> Merged:
    """``parts`` are all of its attempt, in order; each that is not lost has measured.

    BenchbookError where their sum is not to be believed.
    """
    added = counted(parts)
    each = [Figures(**part.figures) for part in added]
    histogram = totals.histogram([histogram_of(part.counts) for part in added])
    began_later_s = [_seconds_later(part, parts[0]) for part in added]
    figures = totals.figures(each, histogram, began_later_s=began_later_s)
    facts = total_facts.total_of(
        run.workload,
        [part.facts for part in added],
        figures,
        transactions=[found.transactions or 0 for found in each],
    )
    load = WORKLOADS[run.workload]
    rows = [_row(part, load=load, first=parts[0]) for part in parts]
    return Merged(
        figures=figures, histogram=histogram, facts={**facts, "generators": rows}
    )


def _row(part: RunPart, *, load: Workload, first: RunPart) -> dict[str, Any]:
    """What a reader of the result is told of one generator (JSON)."""
    later = _seconds_later(part, first)
    return {
        "number": part.number,
        "threads": load.threads(part.parameters),
        "is_lost": part.state == PartState.LOST,
        "tool_version": part.tool_version,
        "tps": part.figures.get("tps"),
        "latency_avg_ms": part.figures.get("latency_avg_ms"),
        "latency_p95_ms": part.figures.get("latency_p95_ms"),
        "began_later_ms": None if later is None else round(1000 * later),
        "verdict": part.evidence.get("verdict", ""),
        "reason": part.evidence.get("reason", ""),
    }


def _seconds_later(part: RunPart, first: RunPart) -> float | None:
    """By so much its load began later; None where either beginning is not known."""
    later = seconds.later(part, first)
    return None if later is None else later.total_seconds()
