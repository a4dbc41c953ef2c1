"""pgbench's transaction log (``-l``), which alone tells percentiles.

One line a transaction: client, number, time in us, script, epoch in s and us, then the
lag behind the schedule and the retries where there are such. In place of the time may
stand why there is none. The log may be of a sampled share of the transactions.

pgbench looks at the clock only after it had to wait, so a transaction whose answers
were all there at once is logged with next to no time, and its successor with both. A
least time is therefore not told.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from benchruns.figures.percentiles import FIGURES, percentile
from benchruns.parsers.errors import ReportError

DIGITS = 4  # of a time that are kept: within 0.1 %, and 6,000 buckets a million
SKIPPED = "skipped"
FAILED = ("failed", "serialization", "deadlock", "other")
BEYOND = 10  # times of a sample that must lie above a percentile for it to be told
SIGMAS = 6  # a sample that is off by more was not drawn, but cut off
LONGEST_SECONDS = 3 * 24 * 3600  # a log that spans more is of no one run

# Epochs of ten digits: from 2001 to 2286.
LINE = re.compile(
    r"(?P<client>\d{1,6}) \d{1,15}"
    rf" (?:(?P<us>\d{{1,15}})|(?P<word>{SKIPPED}|{'|'.join(FAILED)}))"
    r" \d{1,6} (?P<epoch>[1-9]\d{9}) \d{1,6}"
    r"(?: (?P<lag_us>\d{1,15})(?: (?P<retries>\d{1,9}))?)?\s*",
    re.ASCII,
)


@dataclass(slots=True)
class Second:
    """What ended in a second by the clock; ``us`` is the sum of the times."""

    timed: int = 0
    failed: int = 0
    us: int = 0

    @property
    def mean_ms(self) -> float | None:
        return in_ns(self.us / (1000 * self.timed)) if self.timed else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Latencies:
    """What a log says; ``histogram`` is (value in ms, count) of what ended well.

    ``words`` counts what has no time by the reason, ``clients`` is how many occur, and
    ``seconds`` are by the clock's seconds since 1970. ``retries`` are known where the
    log has both the lag and them.
    """

    histogram: tuple[tuple[float, int], ...]
    timed: int
    failed: int
    skipped: int
    max_ms: float | None
    words: Mapping[str, int]
    clients: int
    seconds: Mapping[int, Second]
    retries: int | None

    def percentiles(self) -> dict[str, float | None]:
        """By the name of the figure; empty if the log is."""
        return percentiles(self.histogram)

    def is_whole(self, *, transactions: float, share: float) -> bool:
        """Whether it holds about as many lines as were to be logged."""
        return is_whole(self.timed, transactions=transactions, share=share)


def percentiles(
    histogram: tuple[tuple[float, int], ...],
) -> dict[str, float | None]:
    """By the name of the figure; empty if the histogram is."""
    if not histogram:
        return {}
    return {name: percentile(histogram, p) for p, name in FIGURES.items()}


def sampled_enough(timed: int) -> tuple[str, ...]:
    """The percentiles that a sample of so many tells: with some times beyond them."""
    return tuple(
        name for p, name in FIGURES.items() if timed * (100 - p) / 100 >= BEYOND
    )


def is_whole(timed: int, *, transactions: float, share: float) -> bool:
    """Whether a log holds about as many lines as were to be logged.

    A full disk cuts a log short without a word, and then it tells of the first
    part of the run only.
    """
    spread = math.sqrt(transactions * share * (1 - share))
    return abs(timed - transactions * share) <= SIGMAS * spread


def in_ns(milliseconds: float) -> float:
    """A computed mean to the ns: what is beyond is noise of the division."""
    return round(milliseconds, 6)


def formula(share: float) -> str:
    """Where a figure comes from that a log of such a share of transactions tells."""
    part = "" if share == 1 else f", {100 * share:.3g} % of transactions"
    return f"pgbench log{part}"


@dataclass(slots=True)
class _Tally:
    """Grows with the variety of times, the seconds and the clients, not with lines."""

    buckets: Counter[str] = field(default_factory=Counter)
    words: Counter[str] = field(default_factory=Counter)
    seconds: dict[str, Second] = field(default_factory=dict)
    clients: set[str] = field(default_factory=set)
    longest: int = 0
    retries: int | None = None

    def add(self, match: re.Match[str]) -> None:
        client, us, word, epoch, _lag, retries = match.groups()
        second = self.seconds.get(epoch)
        if second is None:
            second = self.seconds[epoch] = Second()
        if us is not None:
            self.buckets[us[:DIGITS].ljust(len(us), "0")] += 1
            time = int(us)
            self.longest = max(self.longest, time)
            second.timed += 1
            second.us += time
        else:
            self.words[word] += 1
            second.failed += word != SKIPPED
        if retries is not None:
            self.retries = (self.retries or 0) + int(retries)
        self.clients.add(client)

    def latencies(self) -> Latencies:
        return Latencies(
            histogram=_in_milliseconds(self.buckets),
            timed=self.buckets.total(),
            failed=sum(self.words[word] for word in FAILED),
            skipped=self.words[SKIPPED],
            max_ms=self.longest / 1000 if self.buckets else None,
            words=dict(self.words),
            clients=len(self.clients),
            seconds={int(epoch): self.seconds[epoch] for epoch in sorted(self.seconds)},
            retries=self.retries,
        )


def read(lines: Iterable[str]) -> Latencies:
    """Count a log, line by line: memory does not grow with its length."""
    tally = _Tally()
    for line in lines:
        match = LINE.fullmatch(line)
        if match is None:
            raise ReportError("A line of the transaction log cannot be read.", line)
        tally.add(match)
        if len(tally.seconds) > LONGEST_SECONDS:
            raise ReportError("The transaction log is of more than one run.", line)
    return tally.latencies()


def _in_milliseconds(buckets: Counter[str]) -> tuple[tuple[float, int], ...]:
    found = ((int(bucket) / 1000, number) for bucket, number in buckets.items())
    return tuple(sorted(found))
