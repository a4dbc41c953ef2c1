"""Where a run's data was read from, judged by what the server counted.

Thresholds, from measurements with sysbench on NVMe-like disks:

InnoDB. A buffer pool of a quarter of the data still had 97.5 % hits and lost 40 % of
its TPS, at 1.7 physical reads a transaction; a pool that held everything had none. So
the hit ratio alone never decides: reads per transaction do. But 0.057 reads a
transaction, more than the threshold, were 0.07 % of the pages of one that took 21 ms on
a busy machine: at 1 ms each, reading was 0.27 % of the sessions' time, and the disk had
no part in the figure. So where nearly all pages were in the buffer as well, what reads
took at most decides: below 1 % the load was served from the buffer; below 5 %, the share
within which two figures are called the same, it was not of the disk. Of sessions that
wait for each other one reads while many wait, and their time says little: hence the hits.
Nor does it where they wait on purpose. At 1 ms each, reading was 99 % of it and more in
all cases of the disk that were measured.

SQL Server. Its buffer manager counts pages asked for and pages read, as InnoDB does, and
it opens its data files past the operating system's cache (FILE_FLAG_NO_BUFFERING,
O_DIRECT on Linux), so that a page that the buffer misses is read from the storage. Hence
InnoDB's rule and thresholds, without its question of how files are opened. Pages that
were read ahead are counted as well, so reads a transaction are rather too many than too
few; none were measured here.

PostgreSQL. Misses are served by the operating system's cache or by the disk, and TPS
at 43 % hits was within 7 % of that at 99.999 %. So a miss says nothing by itself; the
time it took does: 1 to 5 us from the page cache, 60 us and more from a disk, 7.8 us on
average while a dropped cache filled again, and 52 us where 71 % of the bytes came from
the disk. A wait for a CPU counts as reading time, though: 14 to 28 us from the page
cache where all CPUs were busy. So between the two thresholds time tells of no clear
case, and where the server's machine is the load generator's own, what its processes
read from disks is counted as well: 0.01 % of the missed bytes from the page cache.
Where they may not be looked at, what the whole machine read can only prove that the
disk was not asked, since others read from it as well. Up to version 15 a table's new pages count as misses: up to 0.11 % of the pages asked for,
where everything was in the buffer.

From version 18 on reads may go through I/O workers or io_uring (io_method), and the
hand-over counts as reading time: 5 to 166 us from the page cache, against 4 to 7 with
io_method sync and 99 to 425 from a disk. There a time above the lower threshold says
nothing; with sync, one between the two says nothing either, as a busy CPU explains it.

Indexes are made past the buffer, so that a short run reads each of their pages once,
1.2 to 3.3 % of the pages asked for in 5 s with 100,000 rows: where the buffer has room
for all data and such reads took next to no time, the load was served from the buffer.
So it was of MySQL 9 at 56 TPS, whose 77 reads in 4 s were not of the load's tables.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from benchruns.figures.alike import ALIKE
from benchruns.vocabulary import Regime

UNKNOWN = "unknown"

# InnoDB and SQL Server, physical reads a transaction.
CACHED_READS = 0.01  # below, less than one transaction in a hundred waits for a read
DISK_READS = 0.05  # above, disk I/O; between, mixed
BRIEF_READS = round(
    ALIKE - 1, 2
)  # of the sessions' time: below, too little for disk I/O

# PostgreSQL, misses a page asked for, and microseconds a miss.
CACHED_MISSES = 0.005  # below, even misses from a disk cost 1 to 3 % of a transaction
OS_CACHE_US = 6.0  # below, the page cache explains it
DISK_US = 40.0  # from here the disk takes most of the reading time; between, unknown
HELD = 0.8  # data over buffer; the rest is for catalogues and what else is asked for
FIRST_READS = 0.01  # of the sessions' time: below, reading took next to none
UNTIMED_READ_MS = 1.0  # of a slow disk, where reads are not timed
DIRECT_IO = frozenset({None, "sync"})  # by which a session reads for itself
# What was read from disks, over the bytes that the buffer missed.
FEW_FROM_DISK = 0.05  # below, the page cache served the misses; half the time even so
MANY_FROM_DISK = (
    0.2  # from here the disk takes most of the reading time; between, mixed
)
PAGE_BYTES = 8192  # of PostgreSQL
INNODB_PAGE_BYTES = 16_384

# With these InnoDB reads past the operating system's cache.
DIRECT_METHODS = frozenset({"O_DIRECT", "O_DIRECT_NO_FSYNC", "ALL_O_DIRECT"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """What the server counted while the tool measured; None is not known.

    ``requests`` are pages asked of the buffer, ``misses`` those it had to read,
    ``read_time_ms`` what these reads took in all. ``own_read_bytes`` are what the
    server's processes read from disks meanwhile, ``disk_read_bytes`` what its whole
    machine did, for whomever. A server that ``is_reset`` began to count anew meanwhile.
    """

    through_os_cache: bool  # whether misses go through it, always
    transactions: float | None
    is_reset: bool = False
    requests: float | None = None
    misses: float | None = None
    read_time_ms: float | None = None
    is_timed: bool | None = None  # PostgreSQL's track_io_timing
    io_method: str | None = None  # PostgreSQL's, from 18 on
    session_seconds: float | None = None  # those of all the load's sessions
    is_paced: bool = False  # they wait on purpose, or for a rate, between transactions
    asks_for: str = ""  # a grant with which the server's disks would be known
    flush_method: str | None = None  # InnoDB's
    own_read_bytes: float | None = None
    disk_read_bytes: float | None = None
    data_bytes: int | None = None
    buffer_bytes: int | None = None

    @property
    def reads_per_transaction(self) -> float | None:
        if self.misses is None or not self.transactions:
            return None
        return self.misses / self.transactions

    @property
    def hit_ratio(self) -> float | None:
        if self.misses is None or not self.requests:
            return None
        return 1 - self.misses / self.requests

    @property
    def read_time_us(self) -> float | None:
        if not self.is_timed or self.read_time_ms is None or not self.misses:
            return None
        return self.read_time_ms * 1000 / self.misses

    @property
    def reading_share(self) -> float | None:
        """Of the sessions' time; at most so much where reads are not timed."""
        if self.misses is None or not self.session_seconds:
            return None
        is_timed = self.is_timed and self.read_time_ms is not None
        took_ms = self.read_time_ms if is_timed else self.misses * UNTIMED_READ_MS
        return (took_ms or 0.0) / 1000 / self.session_seconds

    @property
    def own_share(self) -> float | None:
        """From disks, of the bytes that the buffer missed; above 1 with what was read
        ahead."""
        if self.own_read_bytes is None or not self.misses:
            return None
        return self.own_read_bytes / (self.misses * PAGE_BYTES)

    @property
    def machine_share(self) -> float | None:
        """The same of the whole machine: it counts what others read, too."""
        if self.disk_read_bytes is None or not self.misses:
            return None
        return self.disk_read_bytes / (self.misses * PAGE_BYTES)

    @property
    def data_over_buffer(self) -> float | None:
        if self.data_bytes is None or not self.buffer_bytes:
            return None
        return self.data_bytes / self.buffer_bytes


class Reason(StrEnum):
    """By what a regime was judged; ``benchruns.sentences.verdicts`` says each."""

    COUNTERS_RESET = "counters_reset"
    COUNTERS_UNREAD = "counters_unread"
    NO_TRANSACTION = "no_transaction"
    HARDLY_A_READ = "hardly_a_read"
    READS_UNTOLD = "reads_untold"  # InnoDB reads through the operating system's cache
    NEXT_TO_NO_TIME = "next_to_no_time"  # of many reads a transaction
    BRIEF_READS = "brief_reads"
    READS = "reads"
    FEW_READS = "few_reads"
    NO_PAGE = "no_page"
    HARDLY_A_MISS = "hardly_a_miss"
    FIRST_READS = "first_reads"
    MISSES_UNTIMED = "misses_untimed"
    MISSES_IN_MEMORY = "misses_in_memory"
    MISSES_ON_DISK = "misses_on_disk"
    MISSES_ON_BOTH = "misses_on_both"
    MISSES_BETWEEN = "misses_between"  # slower than memory, faster than a disk
    MISSES_HANDED_OVER = "misses_handed_over"  # to I/O workers, whose time is in it


@dataclass(frozen=True, slots=True)
class Judgement:
    """``verdict`` is a Regime's value or ``unknown``."""

    verdict: str
    reason: Reason


def judge(counted: Counted) -> dict[str, Any]:
    """``{verdict, evidence}``, JSON; the evidence holds every number that decided."""
    judgement = _judge(counted)
    return {
        "verdict": judgement.verdict,
        "evidence": {
            "data_bytes": counted.data_bytes,
            "buffer_bytes": counted.buffer_bytes,
            "data_over_buffer": _rounded(counted.data_over_buffer, 4),
            "hit_ratio": _rounded(counted.hit_ratio, 6),
            "reads_per_transaction": _rounded(counted.reads_per_transaction, 4),
            "read_time_us": _rounded(counted.read_time_us, 2),
            "disk_share": _rounded(counted.own_share, 4),
            "machine_disk_share": _rounded(counted.machine_share, 4),
            "reading_share": _rounded(counted.reading_share, 4),
            "io_method": counted.io_method,
            "asks_for": counted.asks_for,
            "buffer_requests": counted.requests,
            "physical_reads": counted.misses,
            "transactions": counted.transactions,
            "flush_method": counted.flush_method,
            "thresholds": dict(_thresholds(through_os_cache=counted.through_os_cache)),
            "reason": judgement.reason.value,
        },
    }


def regime_of(verdict: str | None) -> str | None:
    """The regime that a result states: none where the verdict is unknown."""
    return verdict if verdict in Regime.values else None


def _judge(counted: Counted) -> Judgement:
    if counted.is_reset:
        return Judgement(UNKNOWN, Reason.COUNTERS_RESET)
    if counted.misses is None or counted.requests is None:
        return Judgement(UNKNOWN, Reason.COUNTERS_UNREAD)
    if counted.through_os_cache:
        return _of_timed_reads(counted)
    return _of_own_reads(counted)


def _of_own_reads(counted: Counted) -> Judgement:
    """Of engines whose reads pass the operating system's cache, if set so."""
    reads = counted.reads_per_transaction
    if reads is None:
        return Judgement(UNKNOWN, Reason.NO_TRANSACTION)
    if reads < CACHED_READS:
        return Judgement(Regime.CACHED, Reason.HARDLY_A_READ)
    if _reads_once(counted, page_bytes=INNODB_PAGE_BYTES):
        return Judgement(Regime.CACHED, Reason.FIRST_READS)
    if _reads_take_less_than(FIRST_READS, counted):
        return Judgement(Regime.CACHED, Reason.NEXT_TO_NO_TIME)
    if counted.flush_method not in {*DIRECT_METHODS, None}:  # InnoDB's alone
        return Judgement(UNKNOWN, Reason.READS_UNTOLD)
    if reads <= DISK_READS:
        return Judgement(Regime.MIXED, Reason.FEW_READS)
    if _reads_take_less_than(BRIEF_READS, counted):
        return Judgement(Regime.MIXED, Reason.BRIEF_READS)
    return Judgement(Regime.DISK_IO, Reason.READS)


def _of_timed_reads(counted: Counted) -> Judgement:
    hit_ratio = counted.hit_ratio
    if hit_ratio is None:
        return Judgement(UNKNOWN, Reason.NO_PAGE)
    if 1 - hit_ratio < CACHED_MISSES:
        return Judgement(Regime.CACHED, Reason.HARDLY_A_MISS)
    if _reads_once(counted, page_bytes=PAGE_BYTES):
        return Judgement(Regime.CACHED, Reason.FIRST_READS)
    time_us = counted.read_time_us
    if time_us is None:
        return Judgement(UNKNOWN, Reason.MISSES_UNTIMED)
    own, whole = counted.own_share, counted.machine_share
    least = own if own is not None else whole
    if time_us < OS_CACHE_US or (least is not None and least < FEW_FROM_DISK):
        return Judgement(Regime.OS_CACHE, Reason.MISSES_IN_MEMORY)
    if own is not None:
        if own >= MANY_FROM_DISK:
            return Judgement(Regime.DISK_IO, Reason.MISSES_ON_DISK)
        return Judgement(Regime.MIXED, Reason.MISSES_ON_BOTH)
    if counted.io_method not in DIRECT_IO:
        return Judgement(UNKNOWN, Reason.MISSES_HANDED_OVER)
    if time_us >= DISK_US:
        return Judgement(Regime.DISK_IO, Reason.MISSES_ON_DISK)
    return Judgement(UNKNOWN, Reason.MISSES_BETWEEN)


def _reads_once(counted: Counted, *, page_bytes: int) -> bool:
    """Whether the buffer holds all data, and took in what it lacked in no time."""
    held, took = counted.data_over_buffer, counted.reading_share
    if held is None or took is None or counted.misses is None:
        return False
    is_once = counted.misses * page_bytes <= (counted.data_bytes or 0)
    return held <= HELD and is_once and took < FIRST_READS


def _reads_take_less_than(share: float, counted: Counted) -> bool:
    """Whether the buffer had nearly all pages, and reads took less of the time."""
    hit_ratio, took = counted.hit_ratio, counted.reading_share
    if hit_ratio is None or took is None or counted.is_paced:
        return False
    return 1 - hit_ratio < CACHED_MISSES and took < share


def _thresholds(*, through_os_cache: bool) -> Mapping[str, float]:
    if through_os_cache:
        return {
            "cached_above_hit_ratio": 1 - CACHED_MISSES,
            "os_cache_below_us": OS_CACHE_US,
            "disk_io_from_us": DISK_US,
            "os_cache_below_disk_share": FEW_FROM_DISK,
            "disk_io_from_disk_share": MANY_FROM_DISK,
        }
    return {
        "cached_below_reads_per_transaction": CACHED_READS,
        "disk_io_above_reads_per_transaction": DISK_READS,
        # of these two, where more hit the buffer
        "share_decides_above_hit_ratio": 1 - CACHED_MISSES,
        "cached_below_reading_share": FIRST_READS,
        "disk_io_from_reading_share": BRIEF_READS,
    }


def _rounded(value: float | None, digits: int) -> float | None:
    return None if value is None else round(value, digits)
