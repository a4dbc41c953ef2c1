"""Which tool printed an uploaded text, told from the text alone, and its report.

Each tool has words that begin a line of its output and of no other's. Texts without
such words (logs, rows of numbers, tables of settings) are told by how they begin.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from benchruns.parsers import benchbase, messages, plausible
from benchruns.parsers.errors import ReportError
from benchruns.parsers.gotpc import report as gotpc
from benchruns.parsers.gotpc import rows as gotpc_rows
from benchruns.parsers.hammerdb import job_report
from benchruns.parsers.hammerdb import log as hammerdb
from benchruns.parsers.pgbench import report as pgbench_report
from benchruns.parsers.settings import server_settings
from benchruns.parsers.sysbench import report as sysbench_report
from benchruns.parsers.text.json_text import load
from benchruns.parsers.text.lines import first_line
from benchruns.parsers.text.prefixes import without_prefixes
from benchruns.parsers.text.safe_text import cleaned
from benchruns.parsers.tool_report import ToolReport

READ = (
    "sysbench (text, CSV, JSON), pgbench (output, progress, logs), HammerDB (log, job "
    "report JSON), BenchBase (summary JSON), go-tpc (text, table, JSON), what sysbench, "
    "pgbench and go-tpc say on their standard error, and server settings (SHOW VARIABLES, "
    "SHOW ALL, pg_settings)"
)
# For figures that stand in a table of one's own.
OR_TEMPLATE = (
    "Other figures go into the report template (XLSX, CSV), which is on the page of "
    "test reports."
)
_INDENTED = 40  # blanks that may stand before the words of a line
_JSON = re.compile(r"\s*(?:\{\s*[\"}]|\[\s*[\[{\"\]])")

_Reader = Callable[[str], ToolReport]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Tool:
    """A tool; ``words`` begin a line, ``is_likely`` judges texts that have none."""

    name: str
    read: _Reader
    words: tuple[str, ...]
    is_likely: Callable[[str], bool]


_TOOLS = (
    _Tool(
        name="sysbench",
        read=sysbench_report.read,
        words=(
            "sysbench 0.",
            "sysbench 1.",
            "SQL statistics:",
            "OLTP test statistics:",
            "Test execution summary:",
        ),
        is_likely=lambda text: sysbench_report.recognises(text) is not None,
    ),
    _Tool(
        name="pgbench",
        read=pgbench_report.read,
        words=("transaction type:", "pgbench ("),
        is_likely=lambda text: pgbench_report.recognises(text) is not None,
    ),
    _Tool(
        name="HammerDB",
        read=hammerdb.read,
        words=("Vuser ", "hammerdb>", "TEST RESULT :"),
        is_likely=lambda text: ">>>>> PROC: " in text,
    ),
    _Tool(
        name="go-tpc",
        read=gotpc.read,
        words=("[Summary] ", "[Current] ", "tpmC: "),
        is_likely=gotpc_rows.is_likely,
    ),
    _Tool(
        name="server settings",
        read=server_settings.read_settings,
        words=("Variable_name", "| Variable_name"),
        is_likely=server_settings.is_settings,
    ),
    _Tool(
        name="messages of a tool",
        read=messages.read,
        words=(),
        is_likely=messages.is_likely,
    ),
)


def read(text: str, *, name: str = "") -> ToolReport:
    """The report of one text; a file's ``name`` breaks a tie, and decides nothing.

    What others put before each line is no part of it. Figures that contradict each other
    are told in its findings, of whichever tool. A text of no known tool, or of two, is a
    ``ReportError``.
    """
    text = cleaned(text.removeprefix("\ufeff"))
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = without_prefixes(text)
    if not text.strip():
        raise ReportError(f"The text is empty. Read are {READ}. {OR_TEMPLATE}")
    is_json = _JSON.match(text) and sysbench_report.recognises(text) is None
    report = _read_json(text) if is_json else _tool_of(text, name=name).read(text)
    doubts = tuple(plausible.findings(report))
    return replace(report, findings=(*report.findings, *doubts)) if doubts else report


def _tool_of(text: str, *, name: str) -> _Tool:
    places = {tool.name: place for tool, place in _begun(text)}
    if len(places) > 1:
        _refuse_two(text, places)
    for tool in _TOOLS:
        if tool.name in places:
            return tool
    likely = [tool for tool in _TOOLS if tool.is_likely(text)]
    if not likely:
        raise ReportError(
            f"This is none of the formats that are read: {READ}. {OR_TEMPLATE}",
            first_line(text),
        )
    named = [tool for tool in likely if tool.name.casefold() in name.casefold()]
    return (named or likely)[0]


def _begun(text: str) -> Iterator[tuple[_Tool, int]]:
    """The tools whose words begin a line, and where the first one does."""
    for tool in _TOOLS:
        found = [_line_start(text, words) for words in tool.words]
        places = [place for place in found if place is not None]
        if places:
            yield tool, min(places)


def _line_start(text: str, words: str) -> int | None:
    """Where a line begins with the words, blanks apart."""
    place = text.find(words)
    while place >= 0:
        before = text[max(0, place - _INDENTED) : place]
        indent = before.rpartition("\n")[2]
        if not indent.strip() and (len(indent) < _INDENTED or place == 0):
            return place
        place = text.find(words, place + 1)
    return None


def _refuse_two(text: str, places: Mapping[str, int]) -> None:
    (first, _start), (second, place), *_rest = sorted(
        places.items(), key=lambda item: item[1]
    )
    raise ReportError(
        f"The text holds output of {first} and of {second}: upload each as a file of "
        "its own.",
        first_line(text[place : place + 500]),
    )


def _read_json(text: str) -> ToolReport:
    if gotpc_rows.is_json(text):
        return gotpc.read(text)
    document = load(text)
    if job_report.is_report(document):
        return job_report.read_document(document)
    if benchbase.is_summary(document):
        return benchbase.read_document(document)
    raise ReportError(
        f"This JSON is none of the formats that are read: {READ}. {OR_TEMPLATE}",
        first_line(text),
    )
