"""sysbench's final block of every generation: what must be there, and its figures.

| generation | statistics under | time under |
| --- | --- | --- |
| 0.4 | ``OLTP test statistics:`` with deadlocks | ``Test execution summary:`` or later |
| 0.5 | ``OLTP test statistics:`` | ``General statistics:`` |
| 1.0 | ``SQL statistics:`` | ``General statistics:`` |
| 1.1 | ``SQL statistics:`` | ``Throughput:`` |
"""

import re
from collections.abc import Iterator

from benchruns.figures.metrics import Figures
from benchruns.figures.percentiles import FIGURES
from benchruns.figures.percentiles import percentile as percentile_of
from benchruns.parsers.errors import NoEventsError, ReportError
from benchruns.parsers.sysbench.lines import COUNT, NUMBER
from benchruns.parsers.sysbench.scan import Scan

# sysbench counts everything slower in its last bucket: what falls there is not known.
HISTOGRAM_END_MS = 100_000.0

_COUNT_AND_RATE = re.compile(rf"({COUNT})\s*\(({NUMBER}) per sec\.\)", re.ASCII)
_PLAIN_COUNT = re.compile(COUNT, re.ASCII)
_PLAIN_NUMBER = re.compile(NUMBER, re.ASCII)
_LATENCY = re.compile(rf"({NUMBER})\s*(ms|s)?", re.ASCII)
_SECONDS = re.compile(rf"({NUMBER})\s*s?", re.ASCII)
# always two decimals, so a number that was cut off is told
_SPREAD = re.compile(r"(\d{1,15}\.\d{4})/(\d{1,15}\.\d{2})", re.ASCII)
_DISABLED = re.compile(r"disabled\b.*")

_STATEMENTS = ("read", "write", "other", "total")
_LATENCIES = ("min", "avg", "max")
FAIRNESS = ("events (avg/stddev)", "execution time (avg/stddev)")


class Block:
    """The final block of a scanned text, looked up by label."""

    def __init__(self, found: Scan) -> None:
        self.lines = found.block
        self.percentile_asked = found.percentile
        self._percentile_line = found.percentile_line
        self._last_line = found.last_line
        self.time_heading = found.time_heading
        self.is_old = found.heading == "OLTP test statistics:"
        self.is_1_1 = found.time_heading == "Throughput:"
        self._is_run = found.is_started or found.version is not None

    def __contains__(self, label: str) -> bool:
        return label in self.lines

    def read(self, pattern: re.Pattern[str], label: str) -> re.Match[str] | None:
        """The value after a label; None where the line is absent."""
        return self._read(pattern, label, self.lines.get(label))

    def _read(
        self, pattern: re.Pattern[str], label: str, line: str | None
    ) -> re.Match[str] | None:
        if line is None:
            return None
        match = pattern.fullmatch(line.partition(":")[2].strip())
        if match is None:
            raise ReportError(f"The line “{label}:” cannot be read.", line)
        return match

    def require(self, pattern: re.Pattern[str], label: str) -> re.Match[str]:
        match = self.read(pattern, label)
        if match is None:
            raise self.missing(f"line “{label}:”")
        return match

    def missing(self, what: str) -> ReportError:
        return ReportError(
            f"The report has no {what}: it ends early or a part is missing.",
            self._last_line,
        )

    def counted(self, label: str) -> tuple[int, float] | None:
        """A count with its printed rate."""
        match = self.read(_COUNT_AND_RATE, label)
        return None if match is None else (int(match[1]), float(match[2]))

    def count(self, label: str) -> int | None:
        match = self.read(_PLAIN_COUNT, label)
        return None if match is None else int(match[0])

    def seconds(self, *labels: str) -> float | None:
        for label in labels:
            match = self.read(_SECONDS, label)
            if match is not None:
                return float(match[1])
        return None

    def number(self, label: str) -> float | None:
        match = self.read(_PLAIN_NUMBER, label)
        return None if match is None else float(match[0])

    def spread(self, label: str) -> tuple[float, float] | None:
        """A mean with its standard deviation."""
        match = self.read(_SPREAD, label)
        return None if match is None else (float(match[1]), float(match[2]))

    def latency(self, label: str) -> tuple[float, str] | None:
        """As printed, with its unit: 1.x leaves ms out, old builds of 0.4 print s."""
        return self._latency(label, self.lines.get(label))

    def percentile(self) -> tuple[float, str] | None:
        return self._latency("percentile", self._percentile_line)

    def _latency(self, label: str, line: str | None) -> tuple[float, str] | None:
        match = self._read(_LATENCY, label, line)
        return None if match is None else (float(match[1]), match[2] or "ms")

    def check_whole(self) -> None:
        """ReportError unless every line that the generation prints is there."""
        for label in _STATEMENTS:
            self.require(_PLAIN_COUNT, label)
        for label in self._counted_labels():
            self.require(_COUNT_AND_RATE, label)
        if self.time_heading is None:
            # published listings of 0.5 end here, what the tool itself printed does not
            if self.is_old and "deadlocks" not in self and not self._is_run:
                return
            raise self.missing("“General statistics:” block")
        self._check_time()

    def _counted_labels(self) -> Iterator[str]:
        yield "transactions"
        if self.is_old:
            yield from ("read/write requests", "other operations")
        else:
            yield "queries"
        if not (self.is_old and "deadlocks" in self):
            yield from ("ignored errors", "reconnects")

    def _check_time(self) -> None:
        if self.is_1_1:
            self.require(_PLAIN_NUMBER, "events/s (eps)")
        self.require(_SECONDS, "time elapsed" if self.is_1_1 else "total time")
        self.require(_PLAIN_COUNT, "total number of events")
        if self.is_old:
            self.require(_SECONDS, "total time taken by event execution")
        for label in _LATENCIES:
            self.require(_LATENCY, label)
        if self.percentile() is None:
            self.require(_DISABLED, "percentile stats")
        if not self.is_old:
            self.require(_LATENCY, "sum")
        for label in FAIRNESS:
            self.require(_SPREAD, label)


def events(block: Block) -> int:
    """How many events the tool counted; never zero."""
    counted = block.count("total number of events")
    transactions = block.counted("transactions")
    found = (transactions or (0, 0.0))[0] if counted is None else counted
    if found == 0 or (not block.is_old and transactions and transactions[0] == 0):
        raise NoEventsError(
            "No transaction ended while the tool measured.",
            block.lines.get("transactions", ""),
        )
    if block.seconds("total time", "time elapsed") == 0:
        raise NoEventsError("The report says that it measured for no time.")
    return found


def figures(block: Block, histogram: tuple[tuple[float, int], ...]) -> Figures:
    """Every figure of the block, rates computed where a printed one says too little."""
    transactions, tps = block.counted("transactions") or (0, 0.0)
    duration = block.seconds("total time", "time elapsed")
    if transactions == 0 and duration:
        # 0.4 and 0.5 count none without BEGIN and COMMIT: an event is one
        transactions = events(block)
        tps = transactions / duration
    if duration is None and tps:
        duration = transactions / tps
    counts = {
        name: _float(block.count(label))
        for name, label in (
            ("reads", "read"),
            ("writes", "write"),
            ("other", "other"),
            ("queries", "total"),
        )
    }
    queries = block.counted("queries")
    other = block.counted("other operations")
    return Figures(
        tps=tps,
        transactions=float(transactions),
        qps=queries[1] if queries else _per_second(counts["queries"], duration),
        **counts,
        reads_per_s=_per_second(counts["reads"], duration),
        writes_per_s=_per_second(counts["writes"], duration),
        other_per_s=other[1] if other else _per_second(counts["other"], duration),
        errors_per_s=_rare_rate(block, "ignored errors", duration)
        if "ignored errors" in block
        else _rare_rate(block, "deadlocks", duration),
        reconnects_per_s=_rare_rate(block, "reconnects", duration),
        duration_s=duration,
        latency_min_ms=_milliseconds(block.latency("min")),
        latency_avg_ms=_milliseconds(block.latency("avg")),
        latency_max_ms=_milliseconds(block.latency("max")),
        **_percentiles(block, histogram),
    )


def _percentiles(
    block: Block, histogram: tuple[tuple[float, int], ...]
) -> dict[str, float | None]:
    """Every percentile of the histogram; the one asked for stays as printed.

    That one is printed to 0.01 ms, the histogram to 0.001 ms, so in the same bucket it
    may be up to 0.005 ms above a higher percentile.
    """
    found: dict[str, float | None] = of_histogram(histogram)
    asked, printed = block.percentile_asked, _milliseconds(block.percentile())
    if asked in FIGURES and printed is not None:
        found[FIGURES[asked]] = printed
    return {
        name: value if value is not None and value < HISTOGRAM_END_MS else None
        for name, value in found.items()
    }


def of_histogram(
    histogram: tuple[tuple[float, int], ...],
) -> dict[str, float | None]:
    """The percentiles that are figures; empty without events."""
    if not any(count for _value, count in histogram):
        return {}
    return {name: percentile_of(histogram, p) for p, name in FIGURES.items()}


def _milliseconds(printed: tuple[float, str] | None) -> float | None:
    if printed is None:
        return None
    value, unit = printed
    return value if unit == "ms" else round(value * 1000, 6)


def _float(count: int | None) -> float | None:
    return None if count is None else float(count)


def _rare_rate(block: Block, label: str, seconds: float | None) -> float | None:
    """A rate from its count: two decimals print 17 errors in an hour as 0.00."""
    counted = block.counted(label)
    if counted is None:
        return None
    exact = _per_second(float(counted[0]), seconds)
    return counted[1] if exact is None else exact


def _per_second(count: float | None, seconds: float | None) -> float | None:
    if count is None or not seconds:
        return None
    return count / seconds
