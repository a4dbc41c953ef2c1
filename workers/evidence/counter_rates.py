"""Rates of one second from two looks at the server and the load generator."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import psutil

from benchruns.evidence.waits import Wait
from workers.engines.probe import ServerCounters
from workers.evidence import cpu_use, loadgen

# What a chart or a table may want, of what the server counts; the rest is for the end.
RATES = {
    "buffer_requests": "buffer_requests_per_s",
    "buffer_misses": "physical_reads_per_s",
    "data_reads": "data_reads_per_s",
    "data_read_bytes": "data_read_bytes_per_s",
    "data_written_bytes": "data_written_bytes_per_s",
    "commits": "commits_per_s",
    "rollbacks": "rollbacks_per_s",
    "io_reads": "io_reads_per_s",
    "io_evictions": "io_evictions_per_s",
}
# MySQL tells its age in whole seconds, and its answer may take a while to come.
SINCE_SLACK_SECONDS = 3.0
CHARTED_WAITS = (Wait.ROW_LOCK, Wait.LOG)


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """``workers`` threads of the tool do the work."""

    workers: int
    is_same_host: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """Everything that was seen at one moment."""

    reading: loadgen.Reading
    server: ServerCounters
    ping_ms: float | None = None
    server_cpu_s: float | None = None  # of its processes, where it runs here


def is_reset(before: ServerCounters, after: ServerCounters) -> bool:
    """Whether the server began to count anew between: it restarted, or was told to.

    For two looks within minutes: clocks that drift apart pass for a reset some time.
    """
    moved = (
        abs(after.since[name] - since) > SINCE_SLACK_SECONDS
        for name, since in before.since.items()
        if name in after.since
    )
    return any(moved) or any(value < 0 for value in growth(before, after).values())


def growth(before: ServerCounters, after: ServerCounters) -> dict[str, float]:
    """What was counted between; only what both looks know."""
    return {
        name: after.totals[name] - value
        for name, value in before.totals.items()
        if name in after.totals
    }


def between(last: Look, now: Look, context: Context) -> dict[str, float]:
    """The values of a counter row; a value that is not known is not in it."""
    is_anew = is_reset(last.server, now.server)
    found = {} if is_anew else growth(last.server, now.server)
    seconds = now.reading.at - last.reading.at
    values: dict[str, float] = {}
    if seconds > 0:
        values |= {
            rate: found[name] / seconds for name, rate in RATES.items() if name in found
        }
        if "row_lock_ms" in found and context.workers:
            share = found["row_lock_ms"] / 1000 / seconds / context.workers
            values["row_lock_wait_percent"] = 100 * min(share, 1.0)
    values |= _reading(found)
    values |= now.server.levels
    values |= _client(last, now, context)
    own = server_cpu(last, now)
    if own is not None:
        values["server_cpu_percent"] = 100 * own
    if now.ping_ms is not None:
        values["round_trip_ms"] = now.ping_ms
    return {name: round(value, 3) for name, value in values.items()}


def server_cpu(last: Look, now: Look) -> float | None:
    """What the processes of a server that runs here took of all CPUs, of 1."""
    seconds = now.reading.at - last.reading.at
    if last.server_cpu_s is None or now.server_cpu_s is None or seconds <= 0:
        return None
    spent = max(0.0, now.server_cpu_s - last.server_cpu_s)
    return min(spent / seconds / (psutil.cpu_count() or 1), 1.0)


def of_waits(
    looks: Sequence[Mapping[str, int]],
    context: Context,
    *,
    row_lock_percent: float | None = None,
) -> dict[str, float]:
    """Of the sessions' time in one second, by wait.

    Row locks as the server timed them, where it does: sessions that waited for one
    seemed to work, as in ``waits.shares``. A charted wait that no session was in is 0, for
    a mean of the seconds that saw it would be no share of the whole time.
    """
    if not looks or not context.workers:
        return {}
    counted = sum(map(Counter, looks), Counter())
    most = len(looks) * context.workers
    seen = {wait: 100 * counted[wait] / most for wait in {*counted, *CHARTED_WAITS}}
    if row_lock_percent is not None:
        hidden = row_lock_percent - seen.get(Wait.ROW_LOCK, 0.0)
        seen[Wait.ROW_LOCK] = row_lock_percent
        seen[Wait.WORKING] = max(seen.get(Wait.WORKING, 0.0) - hidden, 0.0)
    return {f"{wait}_wait_percent": round(share, 1) for wait, share in seen.items()}


def _reading(found: Mapping[str, float]) -> dict[str, float]:
    values = {}
    requests, misses = found.get("buffer_requests"), found.get("buffer_misses")
    if requests and misses is not None:
        values["buffer_hit_percent"] = 100 * (1 - misses / requests)
    if misses and found.get("read_time_ms"):
        values["read_time_us"] = found["read_time_ms"] * 1000 / misses
    return values


def _client(last: Look, now: Look, context: Context) -> dict[str, float]:
    use = cpu_use.between(last.reading, now.reading, workers=context.workers)
    if use is None:
        return {}
    shares = {
        "client_cpu_percent": use.client_cpu,
        "client_idle_percent": use.idle,
        "thread_cpu_percent": use.thread_cpu,
        "thread_wait_percent": use.thread_wait,
        "thread_busy_percent": use.thread_busy,
        # all that runs beside the tool: the server, and whatever else
        "other_cpu_percent": use.other_cpu if context.is_same_host else None,
    }
    return {name: 100 * share for name, share in shares.items() if share is not None}
