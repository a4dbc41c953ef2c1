"""An uploaded text of sysbench as a ``ToolReport``: its output, or its Lua hooks' rows.

Rows alone make a report where the row over the whole time is there (the hook
``report_cumulative``). From intervals alone no figures are computed: a run that broke
off prints just these, and the part after the last interval is missing from them.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from benchruns.figures import formulas
from benchruns.figures.metrics import Figures, Interval
from benchruns.findings import Finding
from benchruns.parsers.commands.terminal import commands_above
from benchruns.parsers.errors import AbortedError, ReportError
from benchruns.parsers.sysbench import findings, hooks, printed, scan
from benchruns.parsers.sysbench import output as sysbench
from benchruns.parsers.sysbench.block import Block, of_histogram
from benchruns.parsers.sysbench.output import PARSER_VERSION, Report
from benchruns.parsers.sysbench.scan import Scan
from benchruns.parsers.sysbench.work import check_work
from benchruns.parsers.text.collector import paused_collector
from benchruns.parsers.tool_report import Format, Scalar, ToolReport
from benchruns.vocabulary import Variant, variant_of
from benchruns.workloads import load_findings, statement_mix
from benchruns.workloads.statement_mix import Statements

TOOL = "sysbench"
_WORDS = (
    "SQL statistics:",
    "OLTP test statistics:",
    "Test execution summary:",
    "Threads started!",
    "Threads fairness:",
)
_UNCOUNTED = 0.001  # of the events
_BANNER = re.compile(r"^\s{0,99}sysbench v?\d{1,3}\.\d", re.ASCII | re.MULTILINE)
_INTERVAL = re.compile(
    r"^[ \t]*\[ *\d{1,15}s *\] (?:thds|threads): ", re.ASCII | re.MULTILINE
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    """One report before it is named: what both kinds of it have in common."""

    figures: Figures
    derived: dict[str, str]
    printed: dict[str, Scalar]
    percentile: float | None
    statements: Statements
    is_old: bool = False


def recognises(text: str) -> Format | None:
    """Which of sysbench's formats the text is, whole or not; None for any other."""
    if _INTERVAL.search(text):
        return Format.SYSBENCH
    is_output = any(word in text for word in _WORDS) or _BANNER.search(text)
    if is_output:
        if hooks.has_objects(text):
            return Format.SYSBENCH_JSON
        if hooks.has_rows(text):
            return Format.SYSBENCH_CSV
        return Format.SYSBENCH
    if hooks.starts_with_objects(text):
        return Format.SYSBENCH_JSON
    return Format.SYSBENCH_CSV if hooks.starts_with_rows(text) else None


@paused_collector()
def read(text: str) -> ToolReport:
    """What one run says; ReportError with the line at fault where it is not whole."""
    objects = hooks.objects(text)
    found = scan.scan(objects.rest)
    if found.fatal:
        raise AbortedError(
            "sysbench itself says that the run was broken off.", found.fatal[0]
        )
    if found.bad_row is not None:
        raise ReportError("A row of the report cannot be read.", found.bad_row)
    objects.check_whole()
    rows = objects.rows or found.rows
    if found.heading is None and rows:
        sysbench.check_single(found)
        report, samples = _of_rows(found, rows)
    else:
        whole = sysbench.report_of(found)
        _check_histogram(found, events=whole.events)
        report = _of_output(found, whole)
        samples = whole.intervals or hooks.samples(rows, percentile=whole.percentile)
    check_work(report.statements, found.block.get("transactions", found.last_line))
    if objects.rows:
        kind = Format.SYSBENCH_JSON
    else:
        kind = Format.SYSBENCH_CSV if rows else Format.SYSBENCH
    command = commands_above(text, program=TOOL)
    return _tool_report(kind, found, report, samples, command=command)


def _check_histogram(found: Scan, *, events: int) -> None:
    """Percentiles of a histogram with lines missing would look better or worse."""
    counted = sum(count for _value, count in found.histogram)
    # threads may be at work at the moment from which on the tool counts
    slack = _UNCOUNTED * events + found.options.get("threads", 0)
    if found.histogram and abs(counted - events) > slack:
        raise ReportError(
            f"The histogram holds {counted:,} events, the report {events:,}: lines of "
            "it are missing, or it is of another run.",
            found.last_line,
        )


def _of_output(found: Scan, whole: Report) -> _Found:
    block = Block(found)
    figures = whole.figures
    derived = formulas.known(figures, _formulas(block, figures))
    return _Found(
        figures=formulas.without_noise(figures, derived),
        derived=derived,
        printed=dict(printed.of_block(block)),
        percentile=whole.percentile,
        statements=_statements(found, block, figures),
        is_old=block.is_old,
    )


def _formulas(block: Block, figures: Figures) -> dict[str, str]:
    found = formulas.of_sysbench(figures, percentile=block.percentile_asked)
    seconds = formulas.time(figures.duration_s or 0)
    if block.is_old:
        found.pop("other_per_s", None)  # printed, as the rate of other operations
        found["qps"] = f"queries / {seconds}"
        if "deadlocks" in block:
            found["errors_per_s"] = f"deadlocks / {seconds}"
    if block.time_heading is None:
        found["duration_s"] = "transactions / TPS"
    elif (block.counted("transactions") or (0,))[0] == 0:
        found["transactions"] = "total number of events"
        found["tps"] = f"total number of events / {seconds}"
    return found


def _statements(found: Scan, block: Block, figures: Figures) -> Statements:
    repeated = ("ignored errors", "reconnects", "deadlocks")
    return Statements(
        transactions=figures.transactions or 0,
        reads=figures.reads or 0,
        writes=figures.writes or 0,
        other=figures.other or 0,
        repeated=sum((block.counted(label) or (0,))[0] for label in repeated),
        unsure=found.options.get("threads", 0) if "warmup_s" in found.options else 0,
    )


def _of_rows(found: Scan, rows: list[Interval]) -> tuple[_Found, tuple[Interval, ...]]:
    intervals, whole = hooks.part(rows)
    if whole is None:
        raise ReportError(
            "The report has intervals alone: a final block, or the row of the hook "
            "report_cumulative, is missing.",
            found.last_line,
        )
    figures = replace(hooks.figures(whole), **of_histogram(tuple(found.histogram)))
    derived = formulas.of_sysbench(Figures(), percentile=None)
    report = _Found(
        figures=figures,
        derived=formulas.known(figures, derived),
        printed=dict(printed.of_row(whole)),
        percentile=None,
        statements=Statements(
            transactions=figures.tps or 0,
            reads=figures.reads_per_s or 0,
            writes=figures.writes_per_s or 0,
            other=figures.other_per_s or 0,
            repeated=(figures.errors_per_s or 0) + (figures.reconnects_per_s or 0),
            are_rates=True,
        ),
    )
    return report, hooks.samples(intervals, percentile=None)


def _tool_report(
    kind: Format,
    found: Scan,
    report: _Found,
    samples: tuple[Interval, ...],
    *,
    command: str,
) -> ToolReport:
    workload, variant = statement_mix.workload_of(
        report.statements, is_old=report.is_old
    )
    is_limited = bool(found.queue) or "rate_per_s" in found.options
    if is_limited:
        skips = variant == Variant.NO_TRANSACTIONS
        variant = variant_of(skips_transactions=skips, is_limited=True)
    numbers = {**dict(printed.of_options(found.options)), **report.printed}
    return ToolReport(
        format=kind,
        tool=TOOL,
        tool_version=found.version,
        parser_version=PARSER_VERSION,
        figures=report.figures,
        derived=report.derived,
        printed={
            **{name: value for name, value in numbers.items() if value is not None},
            "interval_lines": len(samples),
        },
        samples=samples,
        workload=workload,
        variant=variant,
        stated=dict(_stated(found, report, samples, command=command)),
        histogram=tuple(found.histogram),
        findings=tuple(
            _findings(found, report, samples, workload=workload, variant=variant)
        ),
    )


def _stated(
    found: Scan, report: _Found, samples: tuple[Interval, ...], *, command: str
) -> Iterator[tuple[str, Scalar]]:
    running = [sample.threads for sample in samples if sample.threads is not None]
    threads = found.options.get("threads") or max(running, default=0)
    if threads:
        yield "threads", threads
    percentile = report.percentile or (samples[0].percentile if samples else None)
    if percentile:
        yield "percentile", percentile
    if "rate_per_s" in found.options:
        yield "rate", found.options["rate_per_s"]
    if "warmup_s" in found.options:
        yield "warmup_seconds", found.options["warmup_s"]
    if command:
        yield "command", command


def _findings(
    found: Scan,
    report: _Found,
    samples: tuple[Interval, ...],
    *,
    workload: str | None,
    variant: str,
) -> Iterator[Finding]:
    statements = report.statements
    yield from findings.errors_ignored(
        errors=statements.repeated, transactions=statements.transactions
    )
    if workload is None:
        yield findings.unknown_mix(statements)
    else:
        share = statement_mix.share_without_row(statements, workload=workload)
        yield from findings.writes_without_row(share)
    if statements.other == 0 or variant == Variant.NO_TRANSACTIONS:
        yield load_findings.no_transactions()
    if found.queue or "rate_per_s" in found.options:
        yield load_findings.rate_limited(found.options.get("rate_per_s"))
    if report.printed.get("latency_percentile_ms") and not found.histogram:
        yield findings.percentile_unnamed()
    elif report.percentile is None and not found.histogram:
        yield findings.no_percentile()
    yield from findings.samples_unread(found.unread)
    yield from findings.samples_partial(samples, duration_s=report.figures.duration_s)
    yield from findings.warned(len(found.warnings + found.alerts))
