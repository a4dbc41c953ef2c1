"""The output of ``benchbook-tpcc``: a whole run's, or a line of it.

An unknown line is ignored, a required value that is missing or unreadable is a
``ReportError``, and an unknown figure is ``None``. The document at the end is read by
``report``; a figure that contradicts another is refused there.
"""

import re
from dataclasses import dataclass

from benchruns.figures.metrics import Figures, Interval
from benchruns.parsers.errors import NoEventsError, ReportError
from benchruns.parsers.text.lines import lines_of
from benchruns.parsers.tpcc.report import Counters, Kind, read

PARSER_VERSION = "1"
TOOL = "benchbook-tpcc"
REPORT_BEGINS = "Report benchbook-tpcc-report-v1:"
LOAD_BEGINS = "Measuring begins"
LOADED = "Loaded: "
PERCENTILE = 95.0

_NUMBER = r"\d{1,12}(?:\.\d{1,6})?"
_INTERVAL = re.compile(
    rf"\[\s{{0,12}}(?P<second>-?\d{{1,9}})s \] vu: (?P<users>\d{{1,9}})"
    rf" tps: (?P<tps>{_NUMBER})"
    rf"(?: lat \(ms,95%\): (?P<latency>{_NUMBER}))?"
    rf"(?: neword/s: (?P<orders>{_NUMBER}))?"
    rf"(?: err/s: (?P<errors>{_NUMBER}))?"
    rf"(?: retries/s: (?P<retries>{_NUMBER}))?",
    re.ASCII,
)
_FATAL = re.compile(r"FATAL: (?:(?P<number>[0-9A-Z]{1,10}): )?(?P<text>.{0,2000})")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fatal:
    """Why the tool gave up: the error's number, if it has one, and its text."""

    number: str | None
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What one run printed; ``kinds`` has the five transactions by name.

    Counts and latencies are of transactions that ended in the measured time.
    """

    tool: str = TOOL
    tool_version: str | None
    profile: str
    engine: str
    warehouses: int
    virtual_users: int
    keying_and_thinking: bool
    figures: Figures
    total: Kind
    kinds: dict[str, Kind]
    counters: Counters
    intervals: tuple[Interval, ...]


def fatal(text: str) -> Fatal | None:
    """The tool's own complaint, the first one."""
    for line in lines_of(text):
        found = _FATAL.match(line)
        if found is not None:
            return Fatal(number=found["number"], text=found["text"].strip())
    return None


def interval(line: str) -> Interval | None:
    """One second; those of the ramp-up have numbers up to 0."""
    found = _INTERVAL.match(line)
    if found is None:
        return None
    latency, errors = found["latency"], found["errors"]
    return Interval(
        second=int(found["second"]),
        threads=int(found["users"]),
        tps=float(found["tps"]),
        latency_ms=None if latency is None else float(latency),
        percentile=PERCENTILE,
        errors_per_s=None if errors is None else float(errors),
    )


def levels(line: str) -> dict[str, float]:
    """What an interval's line says beside: new orders and tries a second."""
    found = _INTERVAL.match(line)
    if found is None:
        return {}
    told = {"new_orders_per_s": found["orders"], "retries_per_s": found["retries"]}
    return {name: float(value) for name, value in told.items() if value is not None}


def parse(text: str) -> Report:
    """The report in a run's whole output."""
    told, heading, document = text.partition(REPORT_BEGINS)
    if not heading:
        complaint = fatal(text)
        raise ReportError(
            f"The output has no report (“{REPORT_BEGINS}”).",
            complaint.text if complaint else "",
        )
    if REPORT_BEGINS in document:
        raise ReportError("The text holds more than one report.", REPORT_BEGINS)
    found = read(_document(document))
    if not found.total.count:
        raise NoEventsError("No transaction ended while the tool measured.")
    return Report(
        tool_version=found.tool_version,
        profile=found.profile,
        engine=found.engine,
        warehouses=found.warehouses,
        virtual_users=found.virtual_users,
        keying_and_thinking=found.keying_and_thinking,
        figures=found.figures,
        total=found.total,
        kinds=found.kinds,
        counters=found.counters,
        intervals=tuple(filter(None, map(interval, lines_of(told)))),
    )


def _document(text: str) -> str:
    """The JSON up to the brace that stands alone; what follows is not the report's."""
    lines: list[str] = []
    for line in text.splitlines():
        lines.append(line)
        if line.rstrip() == "}":
            break
    return "\n".join(lines)
