"""pgbench's aggregate log (``--aggregate-interval``): a line an interval and thread.

To 14 six columns (start, transactions, sum, sum of squares, least and longest time in
us), four more of the lag with a rate and then one of the skipped with a limit; from 15
on always fifteen, and a sixteenth in 19. It tells means and extremes, no percentiles.
An interval is logged when it is over: the last one, broken off by the end of the run,
is not.
"""

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise

from benchruns.parsers.errors import ReportError
from benchruns.parsers.pgbench_log import in_ns

COLUMNS = frozenset({6, 10, 11, 15, 16})
WITH_SKIPPED_COUNTED = 11  # to 14 the transactions include the skipped ones
FAILURES = 13  # the column where the counts of failures begin

LINE = re.compile(r"[1-9]\d{9}(?: \d{1,30}){5,15}\s*", re.ASCII)


@dataclass(slots=True)
class Slice:
    """One interval of all threads; times in us."""

    timed: int = 0
    us: int = 0
    squares: int = 0
    least: int | None = None
    longest: int | None = None
    failed: int = 0
    skipped: int = 0
    retried: int = 0
    retries: int = 0

    def add(self, other: "Slice") -> None:
        self.timed += other.timed
        self.us += other.us
        self.squares += other.squares
        self.failed += other.failed
        self.skipped += other.skipped
        self.retried += other.retried
        self.retries += other.retries
        if other.least is not None and other.longest is not None:
            self.least = min([other.least, *_known(self.least)])
            self.longest = max([other.longest, *_known(self.longest)])

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
    """What aggregate logs say, by the start of each interval in seconds since 1970.

    ``step`` is the length of an interval, None where a single one does not tell it.
    """

    slices: dict[int, Slice]
    step: int | None
    columns: int

    @property
    def total(self) -> Slice:
        found = Slice()
        for each in self.slices.values():
            found.add(each)
        return found


def is_line(line: str) -> bool:
    """Whether these are the columns of an interval, with times that can be true."""
    try:
        _slice(line)
    except ReportError:
        return False
    return True


def read(lines: Iterable[str]) -> Aggregates:
    """All intervals; those of several threads that began together are one."""
    reading = _Reading()
    for line in lines:
        reading.add(line)
    slices = {start: reading.slices[start] for start in sorted(reading.slices)}
    steps = [later - start for start, later in pairwise(slices)]
    return Aggregates(
        slices=slices, step=min(steps, default=None), columns=reading.columns
    )


@dataclass(slots=True)
class _Reading:
    slices: dict[int, Slice] = field(default_factory=dict)
    columns: int = 0

    def add(self, line: str) -> None:
        start, found, columns = _slice(line)
        if self.columns not in (0, columns):
            raise ReportError("The lines of the aggregate log differ in width.", line)
        self.columns = columns
        self.slices.setdefault(start, Slice()).add(found)


def _slice(line: str) -> tuple[int, Slice, int]:
    match = LINE.fullmatch(line)
    numbers = [int(text) for text in line.split()] if match else []
    if len(numbers) not in COLUMNS:
        raise ReportError("A line of the aggregate log cannot be read.", line)
    start, transactions, us, squares, least, longest = numbers[:6]
    skipped = numbers[10] if len(numbers) >= WITH_SKIPPED_COUNTED else 0
    timed = transactions
    if len(numbers) == WITH_SKIPPED_COUNTED:
        timed -= skipped
    if not _is_true(timed, us, squares, least, longest):
        raise ReportError("The numbers of an interval contradict each other.", line)
    retried, retries = numbers[11:13] if len(numbers) > WITH_SKIPPED_COUNTED else (0, 0)
    found = Slice(
        timed=timed,
        us=us,
        squares=squares,
        least=least if timed else None,
        longest=longest if timed else None,
        failed=sum(numbers[FAILURES:]),
        skipped=skipped,
        retried=retried,
        retries=retries,
    )
    return start, found, len(numbers)


def _is_true(timed: int, us: int, squares: int, least: int, longest: int) -> bool:
    """Whether the sums can be of so many times, rounded to whole us as they are."""
    if timed < 0 or least > longest:
        return False
    if not timed * least - timed <= us <= timed * longest + timed:
        return False
    # the square of a sum is never above the sum of squares times their number
    return max(0, us - 1) ** 2 * 10**9 <= (squares + timed) * timed * (10**9 + 1)


def _known(value: int | None) -> tuple[int, ...]:
    return () if value is None else (value,)
