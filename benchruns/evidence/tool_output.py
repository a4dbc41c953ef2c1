"""What the kept output of a measured run says: as its worker read it, by today's parsers.

pgbench's percentiles and longest time come from its log, which is not kept: they, and
what is known of the log, stay as they are.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from benchruns.engines import Family
from benchruns.evidence import (
    offered_load,
    pgbench_facts,
    pgbench_verdict,
    sysbench_verdict,
    tpcc_facts,
    tpcc_verdict,
)
from benchruns.figures.histograms import SYSBENCH, Histogram
from benchruns.figures.metrics import Figures, Interval
from benchruns.figures.percentiles import FIGURES as PERCENTILES
from benchruns.parsers.pgbench import output as pgbench
from benchruns.parsers.pgbench.progress import ProgressReader
from benchruns.parsers.sysbench import output as sysbench
from benchruns.parsers.tpcc import output as tpcc
from benchruns.parsers.tpcc.histogram import histogram_of
from benchruns.workloads import tpcc as tpcc_load
from benchruns.workloads.custom import script as custom

_OF_LOG = (*PERCENTILES.values(), "latency_max_ms")


@dataclass(frozen=True, slots=True, kw_only=True)
class Before:
    """What is known of the run: its load, and what an older parser made of the text.

    Of the text of one of several generators, whose share ``parameters`` and all else are, it
    ``is_share``.
    """

    workload: str
    parameters: Mapping[str, Any]
    family: Family
    figures: Figures
    facts: Mapping[str, Any]
    is_share: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What the text says now; ``facts`` as ``Attempt.tool_facts`` keeps them.

    ``histogram`` is None where the text has none: what is kept of the run stays then.
    """

    figures: Figures
    histogram: Histogram | None = None
    facts: Mapping[str, Any]
    intervals: tuple[Interval, ...]


def read(text: str, tool: str, before: Before) -> Said:
    """BenchbookError where it is no report that can be believed."""
    return with_offer(read_share(text, tool, before), before.parameters)


def read_share(text: str, tool: str, before: Before) -> Said:
    """``read`` without what came of a fixed rate: that is all generators' together."""
    return _READERS[tool](text, before)


def with_offer(said: Said, parameters: Mapping[str, Any]) -> Said:
    """With what came of a fixed rate."""
    offered = offered_load.facts(parameters, said.figures)
    return replace(said, facts={**said.facts, **offered})


def _of_sysbench(text: str, before: Before) -> Said:
    report = sysbench_verdict.judge(
        exit_status=0, output=text, stderr="", engine_family=before.family
    )
    return Said(
        figures=report.figures,
        histogram=Histogram.of_ms(report.histogram, source=SYSBENCH),
        facts={**sysbench.queue_facts(report.queue), **_own_script(before)},
        intervals=report.intervals,
    )


def _own_script(before: Before) -> Mapping[str, Any]:
    own = before.facts.get(custom.FACTS)
    return {} if own is None else {custom.FACTS: own}


def _of_pgbench(text: str, before: Before) -> Said:
    report = pgbench_verdict.judge(exit_status=0, output=text, family=before.family)
    statements = pgbench_facts.statements_of(before.workload, before.facts)
    if custom.FACTS in before.facts:
        report = pgbench_facts.of_own_script(report, statements)
    reader = ProgressReader(statements, clients=before.parameters["clients"])
    kept = {
        name: before.facts[name] for name in ("latency_log",) if name in before.facts
    }
    of_log = {name: getattr(before.figures, name) for name in _OF_LOG}
    return Said(
        figures=replace(report.figures, **of_log),
        facts={**pgbench_facts.facts_of(report), **kept, **_own_script(before)},
        intervals=_known(map(reader.read, text.splitlines())),
    )


def _of_tpcc(text: str, before: Before) -> Said:
    report = tpcc_verdict.judge(
        exit_status=0,
        output=text,
        stderr="",
        family=before.family,
        is_alone=not before.is_share,
    )
    facts = tpcc_facts.facts_of(
        report,
        warehouses=before.parameters["warehouses"],
        orders_before=before.facts["orders_before"],
        weights=tpcc_load.weights(before.parameters)
        if tpcc_load.is_other_mix(before.parameters)
        else (),
    )
    return Said(
        figures=report.figures,
        histogram=histogram_of(report.total.histogram, events=report.total.count),
        facts=facts,
        intervals=report.intervals,
    )


def _known(intervals: Iterable[Interval | None]) -> tuple[Interval, ...]:
    return tuple(each for each in intervals if each is not None)


_READERS: Mapping[str, Callable[[str, Before], Said]] = {
    "sysbench": _of_sysbench,
    "pgbench": _of_pgbench,
    tpcc.TOOL: _of_tpcc,
}
# By tool, the version of the parser of today.
VERSIONS: Mapping[str, str] = {
    "sysbench": sysbench.PARSER_VERSION,
    "pgbench": pgbench.PARSER_VERSION,
    tpcc.TOOL: tpcc.PARSER_VERSION,
}
