"""What a tool prints on its standard error beside a report: warnings, errors, progress.

It is a companion of the report: what it says of the run becomes findings there, since a
report alone looks the same whether clients were broken off or not.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from benchruns.findings import Finding
from benchruns.parsers.errors import ReportError
from benchruns.parsers.text.lines import first_line, lines_of
from benchruns.parsers.tool_report import Format, ToolReport
from benchruns.vocabulary import Severity

PARSER_VERSION = "1"
MOST_LINES = 100_000
_LEAST = 0.5  # of the lines: some go on in the next one


@dataclass(frozen=True, slots=True, kw_only=True)
class _Voice:
    """How a tool's messages begin; each of ``warns``, ``fails``, ``ends`` is some of them.

    ``own`` tells the tool, ``ends`` that the run or a part of it was broken off.
    """

    tool: str
    own: re.Pattern[str]
    warns: re.Pattern[str]
    fails: re.Pattern[str]
    ends: re.Pattern[str]


def _begins(*words: str) -> re.Pattern[str]:
    return re.compile("|".join(words), re.ASCII)


_OF_SERVER = r"(?:ERROR|FATAL|PANIC|WARNING|NOTICE|DETAIL|HINT|CONTEXT|LINE \d{1,9}):  "
_VOICES = (
    _Voice(
        tool="pgbench",
        own=_begins("pgbench: ", "starting vacuum", "end[.]$", _OF_SERVER),
        warns=_begins("pgbench: warning: ", "WARNING:  "),
        fails=_begins("pgbench: (?:error|fatal): ", "(?:ERROR|FATAL|PANIC):  "),
        ends=re.compile(
            r"pgbench: (?:error: )?(?:client \d{1,9}\b.*aborted|Run was aborted)",
            re.ASCII | re.IGNORECASE,
        ),
    ),
    _Voice(
        tool="go-tpc",
        own=_begins(
            r"(?:\S{10} \S{8} )?maxprocs: ",
            r"(?:\[[^\]]{1,40}\] )?execute (?:run|prepare|check) failed, err",
            r"Got signal \[",
        ),
        warns=_begins("(?!)"),
        fails=_begins(r"\[[^\]]{1,40}\] execute run failed, err"),
        ends=_begins("execute run failed, err", r"Got signal \["),
    ),
    _Voice(
        tool="sysbench",
        own=_begins("(?:WARNING|ALERT|FATAL|NOTICE|DEBUG): ", "PANIC: "),
        warns=_begins("(?:WARNING|ALERT): "),
        fails=_begins("(?!)"),
        ends=_begins("FATAL: ", "PANIC: "),
    ),
)


def is_likely(text: str) -> bool:
    """Whether the text begins as a tool's messages do, and is mostly such lines."""
    return _voice_of(text) is not None


def read(text: str) -> ToolReport:
    """How often the tool warned and complained; ReportError for any other text."""
    voice = _voice_of(text)
    if voice is None:
        raise ReportError("These are no messages of a tool.", first_line(text))
    return ToolReport(
        format=Format.TOOL_MESSAGES,
        tool=voice.tool,
        tool_version=None,
        parser_version=PARSER_VERSION,
        findings=tuple(_findings(voice, text)),
    )


def joined(report: ToolReport, companions: Sequence[ToolReport]) -> ToolReport:
    """The report with what the messages of its run say."""
    if any(each.tool != report.tool for each in companions):
        raise ReportError("They are messages of another tool.")
    more = [finding for each in companions for finding in each.findings]
    return replace(report, findings=(*report.findings, *more))


def _voice_of(text: str) -> _Voice | None:
    lines = list(islice(lines_of(text), MOST_LINES))  # its beginning tells what it is
    for voice in _VOICES:
        known = sum(voice.own.match(line) is not None for line in lines)
        if lines and voice.own.match(lines[0]) and known >= _LEAST * len(lines):
            return voice
    return None


def _findings(voice: _Voice, text: str) -> Iterator[Finding]:
    """Of all lines: that a run was broken off stands in the last ones."""
    for code, severity, name, pattern in (
        ("tool_warning", Severity.NOTE, "warnings", voice.warns),
        ("tool_errors", Severity.CAUTION, "errors", voice.fails),
        ("broken_off", Severity.CAUTION, "lines", voice.ends),
    ):
        count = sum(pattern.match(line) is not None for line in lines_of(text))
        if count:
            yield Finding(code=code, severity=severity, values={name: count})
