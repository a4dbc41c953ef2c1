"""What happened on the load generator between two readings, as shares of its CPUs."""

from dataclasses import dataclass

import psutil

from workers.evidence.loadgen import CpuTime, Reading, ThreadTime

_NEW = ThreadTime(0.0, 0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """What happened between two readings, as shares of 1.

    ``thread_cpu`` and ``thread_wait`` are those of a working thread, ``process_cpu`` is
    what the busiest of the tool's processes took of one CPU. ``client_cpu`` (the
    tool) and ``other_cpu`` (what ran beside it) are parts of all CPUs of the machine,
    ``idle`` of those that the tool may use: fewer, if it ``is_pinned``. A system
    without schedstat tells nothing of threads: these are None then.
    """

    thread_cpu: float | None = None
    thread_wait: float | None = None
    process_cpu: float | None = None
    client_cpu: float | None = None
    other_cpu: float | None = None
    idle: float
    is_pinned: bool

    @property
    def thread_busy(self) -> float | None:
        if self.thread_cpu is None or self.thread_wait is None:
            return None
        return self.thread_cpu + self.thread_wait


def between(before: Reading, after: Reading, *, workers: int) -> Use | None:
    """Between two readings of one tool; ``workers`` of its threads do the work.

    None where no time passed, or where the tool had ended or was about to: its working
    threads end first, and the last one would pass for an idle tool. A thread that did
    next to nothing may come and go.
    """
    seconds = after.at - before.at
    idle = _idle_share(before.allowed, after.allowed)
    machine_idle = _idle_share(before.machine, after.machine)
    if seconds <= 0 or idle is None or machine_idle is None:
        return None
    if not after.thread_count or _is_ending(before, after, workers):
        return None
    process_cpu = _busiest(before, after, seconds)
    if not after.threads:
        return Use(idle=idle, process_cpu=process_cpu, is_pinned=after.is_pinned)
    spent = [
        ThreadTime(
            now.cpu - before.threads.get(tid, _NEW).cpu,
            now.wait - before.threads.get(tid, _NEW).wait,
        )
        for tid, now in after.threads.items()
    ]
    # threads that only report or wait for the others are among the least busy
    spent.sort(key=lambda thread: thread.cpu + thread.wait, reverse=True)
    working = spent[: max(1, min(workers, len(spent)))]
    every = after.thread_count / len(after.threads)
    cpus = psutil.cpu_count() or 1
    cpu = min(sum(thread.cpu for thread in spent) * every / seconds / cpus, 1.0)
    return Use(
        thread_cpu=sum(thread.cpu for thread in working) / len(working) / seconds,
        thread_wait=sum(thread.wait for thread in working) / len(working) / seconds,
        process_cpu=process_cpu,
        client_cpu=cpu,
        other_cpu=max(0.0, 1 - machine_idle - cpu),
        idle=idle,
        is_pinned=after.is_pinned,
    )


def _is_ending(before: Reading, after: Reading, workers: int) -> bool:
    """Whether a thread has gone that was as busy as those that do the work."""
    if not before.threads or not after.threads:
        return after.thread_count < before.thread_count
    spent = {tid: time.cpu + time.wait for tid, time in before.threads.items()}
    of_those_read = max(1, workers * len(spent) // before.thread_count)
    least = sorted(spent.values(), reverse=True)[:of_those_read][-1]
    return any(spent[tid] >= least for tid in spent.keys() - after.threads)


def _busiest(before: Reading, after: Reading, seconds: float) -> float | None:
    spent = (
        cpu - before.processes.get(pid, 0.0) for pid, cpu in after.processes.items()
    )
    most = max(spent, default=None)
    return None if most is None else most / seconds


def _idle_share(before: CpuTime, after: CpuTime) -> float | None:
    total = after.total - before.total
    return (after.idle - before.idle) / total if total > 0 else None
