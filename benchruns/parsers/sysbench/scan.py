"""One pass over sysbench's output that sorts its lines; nothing is judged here.

Interval lines are matched where they stand in the text, so a long run costs no list of
lines, and of the final block only the lines with a known label are kept.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from benchruns.figures.metrics import Interval
from benchruns.parsers.sysbench import hooks
from benchruns.parsers.sysbench.lines import (
    COUNT,
    EVENTS_ONLY,
    INTERVAL_BEGINS,
    NUMBER,
    READERS,
    SMALL_COUNT,
    QueueLevel,
    is_fatal,
    parse_queue,
)

_Take = Callable[[re.Match[str]], None]

LOAD_BEGINS = "Threads started!"  # printed as its clock starts
MOST_REMARKS = 1000  # of a kind that are kept
MOST_BUCKETS = 10_000  # of a histogram: sysbench has 1,024
LONGEST_LINE = 100_000  # of a longer one the beginning says all that is looked for

HEADINGS = frozenset({"SQL statistics:", "OLTP test statistics:"})
TIME_HEADINGS = frozenset(
    {"General statistics:", "Throughput:", "Test execution summary:"}
)
_LABELS = frozenset(
    {
        # statements
        "read",
        "write",
        "other",
        "total",
        "transactions",
        "queries",
        "deadlocks",
        "read/write requests",
        "other operations",
        "ignored errors",
        "reconnects",
        # time
        "total time",
        "time elapsed",
        "events/s (eps)",
        "total number of events",
        "total time taken by event execution",
        # latency
        "min",
        "avg",
        "max",
        "sum",
        "percentile stats",
        # fairness
        "events (avg/stddev)",
        "execution time (avg/stddev)",
    }
)
LAST_LABEL = "execution time (avg/stddev)"

_BANNER = re.compile(r"sysbench v?(\d{1,3}\.\d{1,3}(?:\.\d{1,3})?)", re.ASCII)
_PERCENTILE = re.compile(
    rf"(?:approx\. {{1,9}})?({NUMBER})(?:[a-z]{{2}})? percentile", re.ASCII
)
_BUCKET = re.compile(rf"({NUMBER}) \|[ *]*? ({COUNT})", re.ASCII)
_OPTIONS = (
    ("threads", re.compile(rf"Number of threads: ({SMALL_COUNT})", re.ASCII)),
    (
        "rate_per_s",
        re.compile(rf"Target transaction rate: ({SMALL_COUNT})/sec", re.ASCII),
    ),
    ("warmup_s", re.compile(rf"Warmup time: ({SMALL_COUNT})s", re.ASCII)),
    (
        "report_interval_s",
        re.compile(
            rf"Report intermediate results every ({SMALL_COUNT}) second\(s\)", re.ASCII
        ),
    ),
)
_OPTION_STARTS = ("Number of", "Target ", "Warmup ", "Report ")


@dataclass(slots=True)
class Scan:
    """The lines of one text by what they are.

    ``block`` maps a label of the final block to its line. ``again`` is the line at which
    a second report begins. What was ``fatal`` before the load began is among the
    warnings: it ended a prepare, or a start that came to nothing. ``unread`` counts lines
    that begin as an interval's and are none.
    """

    version: str | None = None
    options: dict[str, int] = field(default_factory=dict)
    is_started: bool = False
    intervals: list[Interval] = field(default_factory=list)
    queue: list[QueueLevel] = field(default_factory=list)
    histogram: list[tuple[float, int]] = field(default_factory=list)
    rows: list[Interval] = field(default_factory=list)
    bad_row: str | None = None
    events_only: str | None = None
    heading: str | None = None
    time_heading: str | None = None
    block: dict[str, str] = field(default_factory=dict)
    percentile_line: str | None = None
    percentile: float | None = None
    is_closed: bool = False
    checkpoint: str | None = None
    again: str | None = None
    fatal: list[str] = field(default_factory=list)
    alerts: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    unread: int = 0
    last_line: str = ""


def scan(text: str) -> Scan:
    """Everything that the text holds, in one pass."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    scanner = _Scanner(percentile=_percentile_ahead(text))
    pattern, take = scanner.pattern, scanner.take
    at, size = 0, len(text)
    while at < size:
        match = pattern.match(text, at)
        if match is not None:
            end = match.end()
            if end == size or text[end] == "\n":
                take(match)
                at = end + 1
                continue
        end = text.find("\n", at)
        end = size if end < 0 else end
        line = text[at : min(end, at + LONGEST_LINE)].strip()
        if line:
            scanner.read(line)
            pattern, take = scanner.pattern, scanner.take
        at = end + 1
    scanner.end()
    scanner.found.last_line = text[-500:].strip().rpartition("\n")[2]
    return scanner.found


def _keep_few(lines: list[str], line: str) -> None:
    if len(lines) < MOST_REMARKS:
        lines.append(line)


def _percentile_ahead(text: str) -> float | None:
    """Which percentile the final block has, so that rows before it can say theirs."""
    at = text.find(" percentile:")
    line = text[max(0, at - 40) : at + len(" percentile")].rpartition("\n")[2]
    match = _PERCENTILE.fullmatch(line.strip())
    return None if match is None else float(match[1])


class _Scanner:
    """Sorts lines one by one; ``take`` keeps what ``pattern`` finds at a line's start.

    Both are those of the interval line seen last: the next one is mostly its like.
    """

    def __init__(self, *, percentile: float | None) -> None:
        self.found = Scan()
        self.pattern, self._build = READERS[0]
        self.take: _Take = self._take_interval
        self._percentile = percentile
        self._second = 0
        self._begun = ""  # an interval's line that may go on in the next one

    def _take_interval(self, match: re.Match[str]) -> None:
        interval = self._build(match)
        if interval.second < self._second:
            self._go_back(match[0])
        self._second = interval.second
        self.found.intervals.append(interval)

    def _take_row(self, match: re.Match[str]) -> None:
        self.found.rows.append(hooks.interval_of(match, self._percentile))

    def _go_back(self, line: str) -> None:
        """The clock starts anew after 1.1's warm-up; else this is another run."""
        if "warmup_s" in self.found.options and self.found.heading is None:
            self.found.intervals.clear()
        else:
            self._again(line)

    def read(self, line: str) -> None:
        if self._begun and self._is_continued(line):
            return
        first = line[0]
        if first == "[":
            self._read_bracket(line)
        elif first in "0123456789":
            self._read_digits(line)
        else:
            self._read_words(line)

    def end(self) -> None:
        self.found.unread += bool(self._begun)

    def _is_continued(self, line: str) -> bool:
        """Whether a terminal wrapped an interval's line, and this is the rest of it."""
        begun, self._begun = self._begun, ""
        is_taken = self._read_interval(begun + line)
        is_taken = is_taken or self._read_interval(f"{begun} {line}")
        self.found.unread += not is_taken
        return is_taken

    def _read_interval(self, line: str) -> bool:
        for pattern, build in READERS:
            match = pattern.fullmatch(line)
            if match is not None:
                self.pattern, self._build = pattern, build
                self.take = self._take_interval
                self.take(match)
                return True
        return False

    def _read_bracket(self, line: str) -> None:
        found = self.found
        if self._read_interval(line):
            return
        level = parse_queue(line)
        if level is not None:
            found.queue.append(level)
        elif line.endswith("Checkpoint report:"):
            found.checkpoint = found.checkpoint or line
        elif EVENTS_ONLY.match(line):
            found.events_only = found.events_only or line
        elif INTERVAL_BEGINS.match(line):
            self._begun = line
        else:
            self._read_remark(line)

    def _read_digits(self, line: str) -> None:
        found = self.found
        bucket = _BUCKET.fullmatch(line)
        if bucket is not None:
            if len(found.histogram) == MOST_BUCKETS:
                self._again(line)
            else:
                found.histogram.append((float(bucket[1]), int(bucket[2])))
        elif hooks.looks_like_row(line):
            row = hooks.ROW.fullmatch(line)
            if row is None:
                found.bad_row = found.bad_row or line
            else:
                self.pattern, self.take = hooks.ROW, self._take_row
                self.take(row)
        else:
            self._read_percentile(line)

    def _read_words(self, line: str) -> None:
        found = self.found
        label = line.partition(":")[0]
        if label in _LABELS:
            self._keep(label, line)
        elif line in HEADINGS:
            if found.heading is not None:
                self._again(line)
            else:
                found.heading = line
        elif line in TIME_HEADINGS:
            found.time_heading = found.time_heading or line
        elif label.startswith("approx."):
            self._read_percentile(line)
        elif line == "Checkpoint report:":
            found.checkpoint = found.checkpoint or line
        else:
            self._read_remark(line)

    def _read_remark(self, line: str) -> None:
        found = self.found
        if is_fatal(line):
            _keep_few(found.fatal, line)
        elif line.startswith("ALERT:"):
            _keep_few(found.alerts, line)
        elif line.startswith("WARNING:"):
            _keep_few(found.warnings, line)
        elif line == LOAD_BEGINS:
            if found.is_started:
                self._again(line)
            found.is_started = True
            found.warnings += found.fatal
            found.fatal.clear()
        elif line.startswith(_OPTION_STARTS):
            self._read_option(line)
        elif found.version is None:
            banner = _BANNER.match(line)
            found.version = None if banner is None else banner[1]

    def _read_option(self, line: str) -> None:
        for name, pattern in _OPTIONS:
            match = pattern.fullmatch(line)
            if match is not None:
                self.found.options.setdefault(name, int(match[1]))

    def _read_percentile(self, line: str) -> None:
        label = line.partition(":")[0]
        match = _PERCENTILE.fullmatch(label)
        found = self.found
        if match is None:
            self._read_remark(line)
        elif self._is_in_block and found.percentile_line is None:
            found.percentile, found.percentile_line = float(match[1]), line

    @property
    def _is_in_block(self) -> bool:
        return self.found.heading is not None and not self.found.is_closed

    def _keep(self, label: str, line: str) -> None:
        if not self._is_in_block:
            return
        self.found.block.setdefault(label, line)
        self.found.is_closed = label == LAST_LABEL

    def _again(self, line: str) -> None:
        self.found.again = self.found.again or line
