"""What limited a run: the client, the server or the way between, told by numbers.

Measured on one core with 0, 1 and 3 spinning processes beside sysbench: its CPU share
fell from 0.72 to 0.41 while the time its threads waited for a CPU rose from 12 to 63 %
and TPS fell by 60 %. So CPU share alone misleads, and a thread counts as busy while it
runs or waits for a CPU. pgbench with one job was busy 0.76, 0.98 and 0.97 of the time
where more jobs made it faster. The threads of a process that share one CPU, as those of
an interpreter do, wait for each other where no counter tells: there the whole process
counts, too.

A round trip is that of the smallest question, so the server's and the kernel's work on
it counts as way. On one host it takes 0.01 to 0.05 ms, and 0.013 to 0.016 ms explained
66 to 73 % of the transactions of pgbench with one and two clients: a short transaction
there, no long way. Between two hosts it takes 0.1 ms and more; from there on the way
may be called the limit. Where machines are so busy that every round trip waits for a
CPU, it says too much: sessions that read from a disk for 80 % of their time passed for
ones on a long way. They cannot be on it while the server sees them at work.

A server that shares its machine is not the limit where that has no CPU left and other
programs took much of it: one had 39 %, they 44 % and the tool 17 %, and its tool waited for
it all the same. With a fifth of the CPU more it could have done a quarter more and better.
Sessions that wait for something else than a CPU for half of their time are held up by that.
Tool, server and all else on one of two CPUs: it had no idle time, the tool's threads waited for
it 4 % of theirs and ran 3 %, so that more CPU for the tool would have brought nothing.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any

from benchruns.evidence.offered_load import is_carried
from benchruns.evidence.waits import HotRow, Wait, longest

BUSY_CLIENT = 0.7  # of a client thread's time: from here the client is the limit
FREE_CLIENT = 0.5  # below, it is not
NO_IDLE = 0.05  # of its machine's CPU time: below, there is no CPU left
PINNED_WAIT = (
    0.1  # of a pinned thread's time: below, more CPU would bring less than a tenth
)
LATENCY_SHARE = 0.5  # of a transaction's time spent on the way: the limit
SHORT_WAY = 0.4  # below, it is not
MANY_OTHERS = 0.2  # of a shared machine's CPU that other programs took
HELD_UP = 0.5  # of the sessions' time in one wait: no CPU would have helped
LEAST_WAY_MS = 0.1  # a round trip below is no way that could be shortened


class Limit(StrEnum):
    CLIENT = "client"
    SERVER = "server"
    LATENCY = "latency"
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True, kw_only=True)
class Watched:
    """What was seen of a run while it measured; None is not known.

    Shares are of 1. ``thread_cpu`` and ``thread_wait`` are the parts of its time that
    a working thread of the tool ran, and waited for a CPU; ``client_cpu`` is what the
    tool took of its machine's CPU time, ``process_cpu`` what its busiest process took of
    the one CPU that it can use (None where it can use more), ``client_idle`` what was left on the CPUs that it
    may use: not all of them, if it ``is_pinned``.
    ``round_trip_ms`` is the shortest seen, so that a busy server or client does not
    pass for a long way. ``server_cpu`` is what the server's own processes took of
    its machine's CPU, ``programs_cpu`` what others than tool and server did; both are
    known where it runs beside the tool and shows its process. ``other_cpu`` is that of the server's machine: by its
    exporter, or without the tool where both share a host. ``has_waits`` tells that its users wait on purpose between
    their transactions. ``waits`` are shares of the sessions' time on the server
    (``benchruns.evidence.waits``), ``hot_row`` what most waited for.
    """

    thread_cpu: float | None = None
    thread_wait: float | None = None
    process_cpu: float | None = None
    client_cpu: float | None = None
    client_idle: float | None = None
    round_trip_ms: float | None = None
    round_trip_median_ms: float | None = None
    statements_per_transaction: float | None = None
    latency_avg_ms: float | None = None
    is_pinned: bool = False
    is_same_host: bool = False
    has_waits: bool = False
    waits: Mapping[str, float] = field(default_factory=dict)
    hot_row: HotRow | None = None
    server_cpu: float | None = None
    programs_cpu: float | None = None
    other_cpu: float | None = None
    offered_tps: float | None = None
    achieved_tps: float | None = None
    chance_tps: float = 0.0

    @property
    def thread_busy(self) -> float | None:
        if self.thread_cpu is None or self.thread_wait is None:
            return None
        return self.thread_cpu + self.thread_wait

    @property
    def client_busy(self) -> float | None:
        """The busier of both: a thread, or the process that it shares a CPU with."""
        if self.thread_busy is None:
            return None
        return max(self.thread_busy, self.process_cpu or 0.0)

    @property
    def latency_share(self) -> float | None:
        """How much of a transaction's time its round trips explain.

        At most what the server's sessions were seen to wait for their client.
        """
        if not self.latency_avg_ms or self.round_trip_ms is None:
            return None
        if self.statements_per_transaction is None:
            return None
        way = self.round_trip_ms * self.statements_per_transaction
        share = way / self.latency_avg_ms
        seen = self.waits.get(Wait.CLIENT)
        return share if seen is None else min(share, seen)

    @property
    def is_way_long(self) -> bool:
        """Whether the way explains most of a transaction, and can be shortened."""
        share, trip = self.latency_share, self.round_trip_ms
        if share is None or trip is None:
            return False
        return share >= LATENCY_SHARE and trip >= LEAST_WAY_MS

    @property
    def is_short_of_cpu(self) -> bool:
        """Whether other programs left the server, on a machine that it shares, no CPU."""
        if not self.is_same_host or self.client_idle is None:
            return False
        wait = self.waits.get(longest(self.waits), 0.0)
        has_none = self.client_idle < NO_IDLE and wait < HELD_UP
        return has_none and (self.programs_cpu or 0.0) >= MANY_OTHERS

    @property
    def is_rate_kept(self) -> bool:
        if not self.offered_tps or self.achieved_tps is None:
            return False
        return is_carried(
            self.offered_tps, self.achieved_tps, chance_tps=self.chance_tps
        )


class Reason(StrEnum):
    """By what the limit was judged; ``benchruns.sentences.verdicts`` has the advice."""

    WATCHED_TOO_SHORT = "watched_too_short"
    ONE_CPU = "one_cpu"  # the one that a process of the tool can use
    SOME_CPUS = "some_cpus"  # those that it may use
    SHARED_CPU = "shared_cpu"
    NO_CPU = "no_cpu"
    USERS_WAIT = "users_wait"
    RATE = "rate"
    WAY = "way"
    WAITS_UNTOLD = "waits_untold"
    NOTHING_STANDS_OUT = "nothing_stands_out"
    OTHER_PROGRAMS = "other_programs"  # on the machine that tool and server share
    SERVER_BESIDE = "server_beside"
    SERVER = "server"


def judge(watched: Watched) -> dict[str, Any]:
    """``{verdict, evidence, reason}``, JSON."""
    limit, reason = _judge(watched)
    return {
        "verdict": limit.value,
        "evidence": {**_numbers(watched), "thresholds": dict(_THRESHOLDS)},
        "reason": reason.value,
    }


def _judge(watched: Watched) -> tuple[Limit, Reason]:
    busy, way = watched.client_busy, watched.latency_share
    if watched.client_idle is None:
        return Limit.UNCLEAR, Reason.WATCHED_TOO_SHORT
    if (busy is not None and busy >= BUSY_CLIENT) or _has_no_cpu_left(watched):
        return Limit.CLIENT, _of_client(watched)
    if watched.has_waits:
        return Limit.UNCLEAR, Reason.USERS_WAIT
    if watched.is_rate_kept:
        return Limit.UNCLEAR, Reason.RATE
    if watched.is_way_long:
        return Limit.LATENCY, Reason.WAY
    if busy is None:
        return Limit.UNCLEAR, Reason.WAITS_UNTOLD
    if busy >= FREE_CLIENT or (way is not None and way >= SHORT_WAY):
        return Limit.UNCLEAR, Reason.NOTHING_STANDS_OUT
    if watched.is_short_of_cpu:
        return Limit.UNCLEAR, Reason.OTHER_PROGRAMS
    is_beside = watched.is_same_host
    return Limit.SERVER, Reason.SERVER_BESIDE if is_beside else Reason.SERVER


def _has_no_cpu_left(watched: Watched) -> bool:
    """On CPUs shared with the server it may well be the server that takes them.

    Where the tool alone is pinned to some of these, its own waiting tells; a server that
    is pinned to the same ones leaves it as little.
    """
    if watched.client_idle is None or watched.client_idle >= NO_IDLE:
        return False
    if not watched.is_same_host:
        return True
    wait = watched.thread_wait
    return watched.is_pinned and (wait is None or wait >= PINNED_WAIT)


def _of_client(watched: Watched) -> Reason:
    if (watched.process_cpu or 0.0) >= BUSY_CLIENT:
        return Reason.ONE_CPU
    if watched.is_pinned:
        return Reason.SOME_CPUS
    return Reason.SHARED_CPU if watched.is_same_host else Reason.NO_CPU


_THRESHOLDS: Mapping[str, float] = {
    "client_from_thread_busy": BUSY_CLIENT,  # and from process_cpu
    "not_client_below_thread_busy": FREE_CLIENT,
    "client_below_idle": NO_IDLE,
    "client_from_wait_if_pinned": PINNED_WAIT,
    "latency_from_share": LATENCY_SHARE,
    "not_latency_below_share": SHORT_WAY,
    "latency_from_round_trip_ms": LEAST_WAY_MS,
    "other_programs_from_cpu": MANY_OTHERS,
    "other_programs_below_wait": HELD_UP,
}


def _numbers(watched: Watched) -> dict[str, Any]:
    numbers = {
        **asdict(watched),
        "thread_busy": watched.thread_busy,
        "latency_share": watched.latency_share,
        "longest_wait": longest(watched.waits),
        # a machine that both use cannot show which of them wanted its CPU
        "certainty": "reduced" if watched.is_same_host else "full",
    }
    return {
        name: round(value, 4) if isinstance(value, float) else value
        for name, value in numbers.items()
    }
