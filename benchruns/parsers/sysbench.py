"""sysbench's output, generations 1.0 and 1.1 whole and 0.5's statistics block.

The generation is told from the text. An unknown line is ignored, a required line that
is missing or unreadable is a ``ReportError``, and an unknown figure is ``None``.
"""

import re
from dataclasses import dataclass

from benchruns.metrics import Figures, Interval
from benchruns.parsers.errors import CheckpointError, NoEventsError, ReportError
from benchruns.percentiles import FIGURES
from benchruns.percentiles import percentile as percentile_of

PARSER_VERSION = "2"

LOAD_BEGINS = "Threads started!"  # printed as its clock starts

_NUMBER = r"\d{1,15}(?:\.\d{1,9})?"  # bounded: int() and float() can then not fail
_COUNT = r"\d{1,15}"

_BANNER = re.compile(r"^sysbench (\d{1,3}\.\d{1,3}(?:\.\d{1,3})?)", re.ASCII | re.M)
_PERCENTILE_LABEL = re.compile(
    rf"^(?:approx\.\s+)?({_NUMBER})(?:[a-z]{{2}})? percentile:", re.ASCII
)
_BUCKET = re.compile(rf"^({_NUMBER}) \|[ *]* ({_COUNT})$", re.ASCII)
_COUNT_AND_RATE = re.compile(rf"({_COUNT})\s*\(({_NUMBER}) per sec\.\)", re.ASCII)
_PLAIN_COUNT = re.compile(_COUNT, re.ASCII)
_MILLISECONDS = re.compile(rf"({_NUMBER})\s*(?:ms)?", re.ASCII)
_SECONDS = re.compile(rf"({_NUMBER})\s*s", re.ASCII)

_INTERVAL_1_0 = re.compile(
    rf"\[ *(?P<second>{_COUNT})s *\] thds: *(?P<threads>{_COUNT})"
    rf" tps: *(?P<tps>{_NUMBER}) qps: *(?P<qps>{_NUMBER})"
    rf" \(r/w/o: *(?P<reads>{_NUMBER})/(?P<writes>{_NUMBER})/(?P<other>{_NUMBER})\)"
    rf" lat \(ms, *(?P<percentile>{_NUMBER})%\): *(?P<latency>{_NUMBER})"
    rf" err/s: *(?P<errors>{_NUMBER}) reconn/s: *(?P<reconnects>{_NUMBER})",
    re.ASCII,
)
_INTERVAL_0_5 = re.compile(
    rf"\[ *(?P<second>{_COUNT})s *\] threads: *(?P<threads>{_COUNT}),"
    rf" tps: *(?P<tps>{_NUMBER}), reads: *(?P<reads>{_NUMBER}),"
    rf" writes: *(?P<writes>{_NUMBER}), response time: *(?P<latency>{_NUMBER})ms"
    rf" \((?P<percentile>{_NUMBER})%\), errors: *(?P<errors>{_NUMBER}),"
    rf" reconnects: *(?P<reconnects>{_NUMBER})",
    re.ASCII,
)


_QUEUE = re.compile(
    rf"\[ *{_COUNT}s *\] queue length: *(?P<queue_length>{_COUNT}),"
    rf" concurrency: *(?P<concurrency>{_COUNT})",
    re.ASCII,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueLevel:
    """With ``--rate``, at the end of an interval: events that wait, and that run."""

    queue_length: int
    concurrency: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What one sysbench run printed; ``histogram`` is (value in ms, count)."""

    tool: str = "sysbench"
    tool_version: str | None
    figures: Figures
    intervals: tuple[Interval, ...]
    percentile: float | None
    histogram: tuple[tuple[float, int], ...]
    events: int
    fatal_lines: tuple[str, ...]
    queue: tuple[QueueLevel, ...] = ()


@dataclass(frozen=True, slots=True)
class _Generation:
    """The words one generation of sysbench uses for the same things."""

    heading: str
    queries_label: str  # the line of statements and their rate
    time_headings: tuple[str, ...]
    time_labels: tuple[str, ...]
    time_required: bool


_GENERATIONS = (
    _Generation(  # 1.0, and 1.1 with its "Throughput:" block
        heading="SQL statistics:",
        queries_label="queries:",
        time_headings=("General statistics:", "Throughput:"),
        time_labels=("total time:", "time elapsed:"),
        time_required=True,
    ),
    _Generation(  # 0.5: published listings end with the statistics block
        heading="OLTP test statistics:",
        queries_label="read/write requests:",
        time_headings=("General statistics:",),
        time_labels=("total time:",),
        time_required=False,
    ),
)


class _Block:
    """The final block, looked up by the label that a line begins with."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines

    def find(self, *labels: str) -> str | None:
        """The first line that begins with one of the labels."""
        for line in self._lines:
            if line.startswith(labels):
                return line
        return None

    def read(self, pattern: re.Pattern[str], *labels: str) -> re.Match[str] | None:
        """The value after a label; None where the line is absent."""
        line = self.find(*labels)
        if line is None:
            return None
        label = next(label for label in labels if line.startswith(label))
        match = pattern.fullmatch(line[len(label) :].strip())
        if match is None:
            raise ReportError(f"The line “{label}” cannot be read.", line)
        return match

    def require(self, pattern: re.Pattern[str], *labels: str) -> re.Match[str]:
        match = self.read(pattern, *labels)
        if match is None:
            raise ReportError(f"The report has no line “{labels[0]}”.")
        return match

    def milliseconds(self, label: str) -> float | None:
        match = self.read(_MILLISECONDS, label)
        return None if match is None else float(match[1])

    def percentile(self) -> tuple[float | None, float | None]:
        """Which percentile was printed, and its value in ms."""
        for line in self._lines:
            label = _PERCENTILE_LABEL.match(line)
            if label is not None:
                return float(label[1]), self.milliseconds(label[0])
        return None, None


def parse_interval(line: str) -> Interval | None:
    """One line of ``--report-interval``; None for any other line."""
    text = line.strip()
    match = _INTERVAL_1_0.fullmatch(text) or _INTERVAL_0_5.fullmatch(text)
    if match is None:
        return None
    found = {name: float(value) for name, value in match.groupdict().items()}
    asked = found["percentile"] or None  # sysbench prints 0% when it was turned off
    return Interval(
        second=int(match["second"]),
        threads=int(match["threads"]),
        tps=found["tps"],
        qps=found.get("qps"),
        reads_per_s=found["reads"],
        writes_per_s=found["writes"],
        other_per_s=found.get("other"),
        latency_ms=found["latency"] if asked else None,
        percentile=asked,
        errors_per_s=found["errors"],
        reconnects_per_s=found["reconnects"],
    )


def parse_queue(line: str) -> QueueLevel | None:
    """The line that ``--rate`` adds to each interval; None for any other line."""
    match = _QUEUE.fullmatch(line.strip())
    if match is None:
        return None
    return QueueLevel(
        queue_length=int(match["queue_length"]), concurrency=int(match["concurrency"])
    )


def queue_facts(queue: tuple[QueueLevel, ...]) -> dict[str, float]:
    """How long the queue was, at most and on average; empty without ``--rate``."""
    if not queue:
        return {}
    lengths = [level.queue_length for level in queue]
    return {
        "queue_length_max": max(lengths),
        "queue_length_mean": round(sum(lengths) / len(lengths), 2),
        "concurrency_max": max(level.concurrency for level in queue),
    }


def fatal_lines(text: str) -> tuple[str, ...]:
    """The lines in which sysbench says that the run did not go as asked."""
    lines = (line.strip() for line in text.splitlines())
    return tuple(
        line
        for line in lines
        if line.startswith("FATAL:") or "Number of unfinished transactions" in line
    )


def parse(text: str) -> Report:
    """The report in a run's whole output."""
    lines = [line.strip() for line in text.splitlines()]
    generation, start = _final_block(lines)
    block = _Block(lines[start:])
    histogram = _histogram(lines[:start])
    events = _events(block, generation)
    percentile, _value = block.percentile()
    banner = _BANNER.search(text)
    return Report(
        tool_version=None if banner is None else banner[1],
        figures=_figures(block, generation, histogram),
        intervals=tuple(filter(None, map(parse_interval, lines[:start]))),
        percentile=percentile,
        histogram=histogram,
        events=events,
        fatal_lines=fatal_lines(text),
        queue=tuple(filter(None, map(parse_queue, lines[:start]))),
    )


def _final_block(lines: list[str]) -> tuple[_Generation, int]:
    """Which generation wrote the report, and the line its final block starts at."""
    if "Checkpoint report:" in lines:
        raise CheckpointError(
            "The report holds checkpoints: its rates are those of the last part, "
            "its time that of the whole run.",
            "Checkpoint report:",
        )
    if "Test execution summary:" in lines:
        raise ReportError(
            "This is a report of sysbench 0.4, which cannot be read yet.",
            "Test execution summary:",
        )
    starts = [
        (generation, at)
        for at, line in enumerate(lines)
        for generation in _GENERATIONS
        if line == generation.heading
    ]
    if not starts:
        raise ReportError("The report has no final block (“SQL statistics:”).")
    if len(starts) > 1:
        raise ReportError("The text holds more than one report.", starts[1][0].heading)
    return starts[0]


def _events(block: _Block, generation: _Generation) -> int:
    """How many events the tool counted; never zero."""
    transactions = int(block.require(_COUNT_AND_RATE, "transactions:")[1])
    block.require(_COUNT_AND_RATE, generation.queries_label)
    if generation.time_required and block.find(*generation.time_headings) is None:
        raise ReportError(f"The report has no “{generation.time_headings[0]}” block.")
    counted = block.read(_PLAIN_COUNT, "total number of events:")
    if counted is None and generation.time_required:
        raise ReportError("The report has no line “total number of events:”.")
    events = transactions if counted is None else int(counted[0])
    if events == 0 or transactions == 0:
        raise NoEventsError("No transaction ended while the tool measured.")
    return events


def _figures(
    block: _Block,
    generation: _Generation,
    histogram: tuple[tuple[float, int], ...],
) -> Figures:
    transactions = block.require(_COUNT_AND_RATE, "transactions:")
    # 0.5 prints no rate of all statements, only those of two kinds: no QPS then
    queries = block.read(_COUNT_AND_RATE, "queries:")
    duration = _duration(block, generation)
    counts = {
        name: _count(block, f"{label}:")
        for name, label in (
            ("queries", "total"),
            ("reads", "read"),
            ("writes", "write"),
            ("other", "other"),
        )
    }
    return Figures(
        tps=float(transactions[2]),
        transactions=float(transactions[1]),
        qps=None if queries is None else float(queries[2]),
        **counts,
        reads_per_s=_per_second(counts["reads"], duration),
        writes_per_s=_per_second(counts["writes"], duration),
        other_per_s=_per_second(counts["other"], duration),
        errors_per_s=_rare_rate(block, "ignored errors:", duration),
        reconnects_per_s=_rare_rate(block, "reconnects:", duration),
        duration_s=duration,
        latency_min_ms=block.milliseconds("min:"),
        latency_avg_ms=block.milliseconds("avg:"),
        latency_max_ms=block.milliseconds("max:"),
        **_percentiles(block, histogram),
    )


# sysbench counts everything slower in its last bucket: what falls there is not known.
HISTOGRAM_END_MS = 100_000.0


def _percentiles(
    block: _Block, histogram: tuple[tuple[float, int], ...]
) -> dict[str, float | None]:
    """Every percentile of the histogram; the one asked for stays as printed.

    That one is printed to 0.01 ms, the histogram to 0.001 ms, so in the same bucket it
    may be up to 0.005 ms above a higher percentile.
    """
    found: dict[str, float | None] = {}
    if any(count for _value, count in histogram):
        found = {name: percentile_of(histogram, p) for p, name in FIGURES.items()}
    asked, printed = block.percentile()
    if asked in FIGURES and printed is not None:
        found[FIGURES[asked]] = printed
    return {
        name: value if value is not None and value < HISTOGRAM_END_MS else None
        for name, value in found.items()
    }


def _histogram(lines: list[str]) -> tuple[tuple[float, int], ...]:
    matches = (_BUCKET.match(line) for line in lines)
    return tuple((float(m[1]), int(m[2])) for m in matches if m is not None)


def _duration(block: _Block, generation: _Generation) -> float | None:
    match = block.read(_SECONDS, *generation.time_labels)
    if match is None and generation.time_required:
        raise ReportError(f"The report has no line “{generation.time_labels[0]}”.")
    return None if match is None else float(match[1])


def _count(block: _Block, label: str) -> float | None:
    match = block.read(_PLAIN_COUNT, label)
    return None if match is None else float(match[0])


def _rare_rate(block: _Block, label: str, seconds: float | None) -> float | None:
    """A rate from its count: two decimals print 17 errors in an hour as 0.00."""
    match = block.read(_COUNT_AND_RATE, label)
    if match is None:
        return None
    exact = _per_second(float(match[1]), seconds)
    return float(match[2]) if exact is None else exact


def _per_second(count: float | None, seconds: float | None) -> float | None:
    if count is None or not seconds:
        return None
    return count / seconds
