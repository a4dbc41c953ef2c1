"""pgbench's transaction log (``-l``), which alone tells percentiles.

One line a transaction: client, number, time in us, script, epoch in s and us, then the
lag behind the schedule and the retries where there are such. In place of the time may
stand why there is none. The log may be of a sampled share of the transactions.

pgbench looks at the clock only after it had to wait, so a transaction whose answers
were all there at once is logged with next to no time, and its successor with both. A
least time is therefore not told.
"""

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from benchruns.parsers.errors import ReportError
from benchruns.percentiles import FIGURES, percentile

DIGITS = 4  # of a time that are kept: within 0.1 %, and 6,000 buckets a million
LONGEST = 15
FAILED = frozenset({"failed", "serialization", "deadlock", "other"})
SKIPPED = "skipped"
FIELDS = 6
SIGMAS = 6  # a sample that is off by more was not drawn, but cut off


@dataclass(frozen=True, slots=True, kw_only=True)
class Latencies:
    """What a log says; ``histogram`` is (value in ms, count) of what ended well."""

    histogram: tuple[tuple[float, int], ...]
    timed: int
    failed: int
    skipped: int
    max_ms: float | None

    def percentiles(self) -> dict[str, float | None]:
        """By the name of the figure; empty if the log is."""
        if not self.histogram:
            return {}
        return {name: percentile(self.histogram, p) for p, name in FIGURES.items()}

    def is_whole(self, *, transactions: float, share: float) -> bool:
        """Whether it holds about as many lines as were to be logged.

        A full disk cuts a log short without a word, and then it tells of the first
        part of the run only.
        """
        spread = math.sqrt(transactions * share * (1 - share))
        return abs(self.timed - transactions * share) <= SIGMAS * spread


def read(lines: Iterable[str]) -> Latencies:
    """Count a log, line by line: memory does not grow with its length."""
    buckets: Counter[str] = Counter()
    words: Counter[str] = Counter()
    longest = 0
    for line in lines:
        fields = line.split()
        word = fields[2] if len(fields) >= FIELDS else ""
        if word.isascii() and word.isdigit() and len(word) <= LONGEST:
            buckets[_bucket(word)] += 1
            longest = max(longest, int(word))
        elif word in FAILED or word == SKIPPED:
            words[word] += 1
        else:
            raise ReportError("A line of the transaction log cannot be read.", line)
    return Latencies(
        histogram=_in_milliseconds(buckets),
        timed=buckets.total(),
        failed=sum(words[word] for word in FAILED),
        skipped=words[SKIPPED],
        max_ms=longest / 1000 if buckets else None,
    )


def _bucket(microseconds: str) -> str:
    return microseconds[:DIGITS].ljust(len(microseconds), "0")


def _in_milliseconds(buckets: Counter[str]) -> tuple[tuple[float, int], ...]:
    found = ((int(bucket) / 1000, number) for bucket, number in buckets.items())
    return tuple(sorted(found))
