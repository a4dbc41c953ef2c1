"""The lines that sysbench prints while it runs: intervals of every generation, queues."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from benchruns.figures.metrics import Interval

NUMBER = r"\d{1,15}(?:\.\d{1,9})?"  # bounded: int() and float() can then not fail
COUNT = r"\d{1,15}"

SMALL_COUNT = r"\d{1,9}"  # of seconds and threads: fits a column

_AT = rf"\[ *({SMALL_COUNT})s *\] "

# The colon of err/s is missing where a script calls sysbench.report_default.
INTERVAL_1_0 = re.compile(
    rf"{_AT}thds: *({SMALL_COUNT}) tps: *({NUMBER}) qps: *({NUMBER})"
    rf" \(r/w/o: *({NUMBER})/({NUMBER})/({NUMBER})\)"
    rf" lat \(ms, *({NUMBER})%\): *({NUMBER})"
    rf" err/s:? *({NUMBER}) reconn/s: *({NUMBER})",
    re.ASCII,
)
# 0.5, and 0.4's shorter form with /s, which ends with the percentile.
INTERVAL_0_5 = re.compile(
    rf"{_AT}threads: *({SMALL_COUNT}), tps: *({NUMBER}),"
    rf" reads(?:/s)?: *({NUMBER}), writes(?:/s)?: *({NUMBER}),?"
    rf" response time: *({NUMBER})ms \(({NUMBER})%\)"
    rf"(?:, errors: *({NUMBER}), reconnects: *({NUMBER}))?",
    re.ASCII,
)
# With a comma between the two from scripts that send SQL.
_QUEUE = re.compile(
    rf"{_AT}queue length: *(?P<queue_length>{SMALL_COUNT}),? *concurrency: *(?P<concurrency>{SMALL_COUNT})",
    re.ASCII,
)
_FATAL = re.compile(r"\bFATAL\b")
_MILDER = ("ALERT:", "WARNING:", "NOTICE:", "DEBUG:")  # may quote a server's FATAL
_LOOKED_AT = (
    200  # characters of a line, where the tool or what wrapped it names a level
)
EVENTS_ONLY = re.compile(rf"{_AT}thds: *{COUNT} eps: ", re.ASCII)
INTERVAL_BEGINS = re.compile(rf"{_AT}(?:thds|threads):", re.ASCII)

Reader = tuple[re.Pattern[str], Callable[[re.Match[str]], Interval]]


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueLevel:
    """With ``--rate``, at the end of an interval: events that wait, and that run."""

    queue_length: int
    concurrency: int


# One object for what nearly every line repeats: a long run has a million lines.
_SHARED = {text: float(text) for text in ("50", "90", "95", "99", "100")}
_NONE = "0.00"


def _of_1_0(match: re.Match[str]) -> Interval:
    second, threads, tps, qps, reads, writes, other, asked, ms, errors, again = (
        match.groups()
    )
    percentile = _percentile(asked)
    return Interval(
        second=int(second),
        threads=int(threads),
        tps=float(tps),
        qps=float(qps),
        reads_per_s=float(reads),
        writes_per_s=float(writes),
        other_per_s=float(other),
        latency_ms=_latency(ms, tps) if percentile else None,
        percentile=percentile,
        errors_per_s=0.0 if errors == _NONE else float(errors),
        reconnects_per_s=0.0 if again == _NONE else float(again),
    )


def _of_0_5(match: re.Match[str]) -> Interval:
    second, threads, tps, reads, writes, ms, asked, errors, again = match.groups()
    percentile = _percentile(asked)
    return Interval(
        second=int(second),
        threads=int(threads),
        tps=float(tps),
        reads_per_s=float(reads),
        writes_per_s=float(writes),
        latency_ms=_latency(ms, tps) if percentile else None,
        percentile=percentile,
        errors_per_s=None if errors is None else float(errors),
        reconnects_per_s=None if again is None else float(again),
    )


def _latency(ms: str, tps: str) -> float | None:
    """None where no transaction has ended: of none sysbench prints 0.00."""
    return None if ms == tps == _NONE else float(ms)


def _percentile(asked: str) -> float | None:
    """None for 0: sysbench prints 0% when it was turned off."""
    return _SHARED.get(asked) or float(asked) or None


READERS: tuple[Reader, ...] = ((INTERVAL_1_0, _of_1_0), (INTERVAL_0_5, _of_0_5))


def is_fatal(line: str) -> bool:
    """Whether sysbench says that the run did not go as asked.

    The tool begins such a line with ``FATAL:``; what ran it may put its own words before.
    """
    if "Number of unfinished transactions" in line:
        return True
    return not line.startswith(_MILDER) and bool(_FATAL.search(line[:_LOOKED_AT]))


def parse_interval(line: str) -> Interval | None:
    """One line of ``--report-interval``; None for any other line."""
    text = line.strip()
    for pattern, build in READERS:
        match = pattern.fullmatch(text)
        if match is not None:
            return build(match)
    return None


def parse_queue(line: str) -> QueueLevel | None:
    """The line that ``--rate`` adds to each interval; None for any other line."""
    match = _QUEUE.fullmatch(line.strip())
    if match is None:
        return None
    return QueueLevel(
        queue_length=int(match["queue_length"]), concurrency=int(match["concurrency"])
    )


QUEUE_FACTS = ("queue_length_max", "queue_length_mean", "concurrency_max")


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
