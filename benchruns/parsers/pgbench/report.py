"""What pgbench writes, whichever of its files it is, as the one shape of all readers.

A report is its final block, alone or among the progress lines. Progress lines alone
and both kinds of log are companions: ``pgbench_companions`` joins them to a report.
"""

import re
from collections.abc import Mapping, Sequence
from itertools import islice

from benchruns.engines import only_engine
from benchruns.figures import formulas
from benchruns.parsers.commands.terminal import commands_above
from benchruns.parsers.errors import ReportError
from benchruns.parsers.pgbench import aggregate, at_work, companion_checks, conditions
from benchruns.parsers.pgbench import files as pgbench_files
from benchruns.parsers.pgbench import load as pgbench_load
from benchruns.parsers.pgbench import log as pgbench_log
from benchruns.parsers.pgbench import output as pgbench
from benchruns.parsers.pgbench import printed as pgbench_printed
from benchruns.parsers.pgbench import progress as pgbench_progress
from benchruns.parsers.pgbench.block import HEADING, VERSION, Block, beginnings, split
from benchruns.parsers.pgbench.files import PARSER_VERSION, TOOL
from benchruns.parsers.pgbench.progress import parse_progress
from benchruns.parsers.pgbench.statements import (
    StatementLatency,
    heading,
    of_one_script,
)
from benchruns.parsers.text.collector import paused_collector
from benchruns.parsers.text.lines import first_line, lines_of
from benchruns.parsers.tool_report import Format, Scalar, ToolReport
from benchruns.vocabulary import Variant
from benchruns.workloads.pgbench_scripts import statements_in

BANNER = "pgbench ("
# The banner names the server's version where it is not pgbench's own.
_SERVER = re.compile(
    rf"pgbench \((?P<own>{VERSION})(?:[^\n]{{0,80}}?, server (?P<server>{VERSION}))?",
    re.ASCII,
)
_LOOKED_AT = 20  # lines of a log that tell what it is
_LONGEST_LINE = 400


def recognises(text: str) -> Format | None:
    """Which of pgbench's files this is, by its own words or columns; None for others."""
    if next(beginnings(text, HEADING), None) is not None or _banner(text):
        return Format.PGBENCH
    for start in islice(beginnings(text, "progress: "), _LOOKED_AT):
        if parse_progress(text[start : start + _LONGEST_LINE].partition("\n")[0]):
            return Format.PGBENCH_PROGRESS
    return _log_format(text[: _LOOKED_AT * _LONGEST_LINE])


def _banner(text: str) -> re.Match[str] | None:
    """Its first line, from 14 on, with the versions of pgbench and of the server."""
    found = (_SERVER.match(text, start) for start in beginnings(text, BANNER))
    return next((match for match in found if match), None)


def _log_format(beginning: str) -> Format | None:
    """Of logs most of the first lines must be right; a wrong one is the reader's to tell."""
    lines = list(islice(lines_of(beginning), _LOOKED_AT))
    for kind, is_line in (
        (Format.PGBENCH_LOG, pgbench_log.LINE.fullmatch),
        (Format.PGBENCH_AGGREGATE_LOG, aggregate.is_line),
    ):
        if 2 * sum(bool(is_line(line)) for line in lines) > len(lines):
            return kind
    return None


@paused_collector()
def read(text: str) -> ToolReport:
    """What any text of pgbench says; ReportError with the line for any other."""
    try:
        return _read(text)
    except ReportError as error:
        if error.line:
            raise
        raise type(error)(error.message, _last_line(text)) from error


def _read(text: str) -> ToolReport:
    kind = recognises(text)
    if kind == Format.PGBENCH:
        return _report(text)
    if kind == Format.PGBENCH_PROGRESS:
        return pgbench_files.progress(text)
    if kind == Format.PGBENCH_LOG:
        return pgbench_files.log(text)
    if kind == Format.PGBENCH_AGGREGATE_LOG:
        return pgbench_files.aggregate(text)
    raise ReportError("The text is nothing that pgbench writes.", first_line(text))


def _report(text: str) -> ToolReport:
    report = pgbench.parse(text)
    before, block = split(text)
    printed = pgbench_printed.printed(block.lines)
    _check_whole(block, printed)
    load = pgbench_load.of(report)
    progress = pgbench_progress.read(before, load.statements, clients=report.clients)
    figures = pgbench.with_statements(report.figures, load.statements)
    derived = formulas.known(figures, formulas.of_pgbench(figures))
    found = ToolReport(
        format=Format.PGBENCH,
        tool=TOOL,
        tool_version=report.tool_version,
        parser_version=PARSER_VERSION,
        figures=formulas.without_noise(figures, derived),
        derived=derived,
        printed={**printed, **pgbench_files.printed_counts(progress.counts)},
        samples=progress.samples,
        workload=load.workload,
        variant="" if report.lag_avg_ms is None else Variant.RATE_LIMITED.value,
        stated=_stated(text, report, printed),
        findings=(
            *load.findings,
            *conditions.findings(printed),
            *conditions.samples_unread(progress.unread),
            # of any other list it is told that it does not add up
            *(at_work.findings(report) if load.statements else ()),
        ),
    )
    if found.samples:
        companion_checks.check_progress(found, found.samples)
    return found


def _check_whole(block: Block, printed: Mapping[str, Scalar]) -> None:
    """The end of a report can be missing without any line being broken."""
    targets = [
        float(value)
        for name, value in printed.items()
        if name.endswith("_target_percent") and isinstance(value, int | float)
    ]
    if targets and sum(targets) < 100 - len(targets):
        raise ReportError("The report ends before its last script.")
    lists = sum(heading(line) is not None for line in block.lines)
    if lists == 1 and not targets:
        _check_statements(of_one_script(block.lines))


def _check_statements(commands: Sequence[StatementLatency]) -> None:
    sql = [s.lower() for command in commands for s in statements_in(command.text)]
    if not sql:
        raise ReportError("The report ends before the statements of its script.")
    begun = sum(text.startswith(("begin", "start transaction")) for text in sql)
    ended = sum(text.startswith(("end", "commit", "rollback", "abort")) for text in sql)
    if begun > ended:
        raise ReportError("The list of statements ends within a transaction.")


def _stated(
    text: str, report: pgbench.Report, printed: Mapping[str, Scalar]
) -> dict[str, Scalar]:
    """What the report says of the conditions, by the names of the statement."""
    banner = _banner(text)
    is_built_in = report.script in pgbench_load.BUILT_IN
    scale = printed.get("scaling_factor")
    found: dict[str, Scalar] = {
        "tool": TOOL,
        "tool_version": report.tool_version,
        "engine": only_engine(TOOL),
        "engine_version": banner and (banner["server"] or banner["own"]),
        "threads": report.clients,
        # a script of one's own has scale 1 printed unless -s was given
        "scale": scale if is_built_in or scale != 1 else None,
        "duration_seconds": printed.get("duration_s"),
        "command": commands_above(text, program=TOOL) or None,
    }
    return {name: value for name, value in found.items() if value is not None}


def _last_line(text: str) -> str:
    return text.rstrip().rpartition("\n")[2].strip()
