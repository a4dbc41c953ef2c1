"""pgbench's aggregate log (``--aggregate-interval``): a line an interval and thread.

To 14 six columns (start, transactions, sum, sum of squares, least and longest time in
us), four more of the lag with a rate and then one of the skipped with a limit; from 15
on always fifteen, and a sixteenth in 19. It tells means and extremes, no percentiles.
An interval is logged when it is over: the last one, broken off by the end of the run,
is not.
"""

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from benchruns.parsers.errors import ReportError
from benchruns.parsers.pgbench.log import LONGEST_SECONDS, Second, in_ns

WITH_SKIPPED_COUNTED = 11  # columns: to 14 the transactions include the skipped ones

_N = r"\d{1,30}"
_LAG = rf"(?: {_N}){{4}}"
# Six columns, then the lag, the skipped, two of retries, and two or three of failures.
LINE = re.compile(
    rf"([1-9]\d{{9}}) ({_N}) ({_N}) ({_N}) ({_N}) ({_N})"
    rf"(?:{_LAG}( {_N}(?:(?: {_N}){{4,5}})?)?)?",
    re.ASCII,
)


@dataclass(slots=True)
class Total:
    """What all intervals add up to; times in us, the extremes 0 where none is timed."""

    timed: int = 0
    us: int = 0
    squares: int = 0
    least: int = 0
    longest: int = 0
    failed: int = 0
    skipped: int = 0
    retried: int = 0
    retries: int = 0

    @property
    def mean_ms(self) -> float | None:
        return in_ns(self.us / (1000 * self.timed)) if self.timed else None

    @property
    def stddev_ms(self) -> float | None:
        if not self.timed:
            return None
        # exact until the root: the difference of two large squares is small
        spread = self.squares * self.timed - self.us**2
        return in_ns(math.sqrt(max(0, spread) / self.timed**2) / 1000)


@dataclass(frozen=True, slots=True, kw_only=True)
class Aggregates:
    """What aggregate logs say, in all and by the start of each interval since 1970.

    ``step`` is the length of an interval in seconds, None where a single one does not
    tell it.
    """

    total: Total
    moments: Mapping[int, Second]
    step: int | None


def is_line(line: str) -> bool:
    """Whether these are the columns of an interval, with times that can be true."""
    try:
        _Reading().add(line)
    except ReportError:
        return False
    return True


def read(lines: Iterable[str]) -> Aggregates:
    """All intervals; those of several threads that began together are one."""
    reading = _Reading()
    for line in lines:
        reading.add(line)
    moments = {start: reading.moments[start] for start in sorted(reading.moments)}
    steps = (later - start for start, later in pairwise(moments))
    return Aggregates(
        total=reading.total, moments=moments, step=min(steps, default=None)
    )


@dataclass(slots=True)
class _Reading:
    """Grows with the intervals, not with the threads that each had."""

    total: Total = field(default_factory=Total)
    moments: dict[int, Second] = field(default_factory=dict)
    columns: int = 0

    def add(self, line: str) -> None:
        match = LINE.fullmatch(line)
        if match is None:
            raise ReportError("A line of the aggregate log cannot be read.", line)
        *numbers, counts = match.groups("")
        start, timed, us, squares, least, longest = map(int, numbers)
        skipped, retried, retries, failed = _counts(counts)
        columns = line.count(" ") + 1
        if columns == WITH_SKIPPED_COUNTED:
            timed -= skipped
        if not _is_true(timed, us, squares, least, longest):
            raise ReportError("The numbers of an interval contradict each other.", line)
        if self.columns not in (0, columns):
            raise ReportError("The lines of the aggregate log differ in width.", line)
        self.columns = columns
        total = self.total
        if timed:
            total.least = min(total.least, least) if total.timed else least
            total.longest = max(total.longest, longest)
        total.timed += timed
        total.us += us
        total.squares += squares
        total.skipped += skipped
        total.retried += retried
        total.retries += retries
        total.failed += failed
        moment = self.moments.get(start) or self._moment(start, line)
        moment.timed += timed
        moment.failed += failed
        moment.us += us

    def _moment(self, start: int, line: str) -> Second:
        if len(self.moments) == LONGEST_SECONDS:
            raise ReportError("The aggregate log is of more than one run.", line)
        return self.moments.setdefault(start, Second())


def _counts(text: str) -> tuple[int, int, int, int]:
    """Skipped, retried, retries, failed; of most intervals nothing but zeros."""
    if not text.strip(" 0"):
        return 0, 0, 0, 0
    skipped, *others = map(int, text.split())
    retried, retries = others[:2] or (0, 0)
    return skipped, retried, retries, sum(others[2:])


def _is_true(timed: int, us: int, squares: int, least: int, longest: int) -> bool:
    """Whether the sums can be of so many times, rounded to whole us as they are."""
    if timed < 0 or least > longest:
        return False
    if not timed * least - timed <= us <= timed * longest + timed:
        return False
    # the square of a sum is never above the sum of squares times their number
    return max(0, us - 1) ** 2 * 10**9 <= (squares + timed) * timed * (10**9 + 1)
