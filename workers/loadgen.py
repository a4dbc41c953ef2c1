"""The load generator while its tool runs: CPU and waiting of its threads, idle CPU."""

import ipaddress
import os
import re
import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil

VMSTAT = Path("/proc/vmstat")
_PAGED_IN = re.compile(r"^pgpgin (\d+)$", re.ASCII | re.MULTILINE)  # KiB
MOST_THREADS = 256  # read a second, of a tool with more


@dataclass(frozen=True, slots=True)
class ThreadTime:
    """Seconds that a thread ran, and that it was ready to run but had no CPU."""

    cpu: float
    wait: float


@dataclass(frozen=True, slots=True)
class CpuTime:
    """Seconds of CPUs so far: idle ones, and all."""

    idle: float = 0.0
    total: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """The tool's threads and the CPU time of its machine at one moment.

    ``threads`` are those that were read, of ``thread_count``; ``allowed`` is of the CPUs
    that the tool may use.
    """

    at: float
    threads: Mapping[int, ThreadTime] = field(default_factory=dict)
    thread_count: int = 0
    machine: CpuTime = field(default_factory=CpuTime)
    allowed: CpuTime = field(default_factory=CpuTime)
    is_pinned: bool = False
    disk_read_bytes: int | None = None  # of this machine, since it was started


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """What happened between two readings, as shares of 1.

    ``thread_cpu`` and ``thread_wait`` are those of a working thread. ``client_cpu`` (the
    tool) and ``other_cpu`` (what ran beside it) are parts of all CPUs of the machine,
    ``idle`` of those that the tool may use: fewer, if it ``is_pinned``. A system
    without schedstat tells nothing of threads: these are None then.
    """

    thread_cpu: float | None = None
    thread_wait: float | None = None
    client_cpu: float | None = None
    other_cpu: float | None = None
    idle: float
    is_pinned: bool

    @property
    def thread_busy(self) -> float | None:
        if self.thread_cpu is None or self.thread_wait is None:
            return None
        return self.thread_cpu + self.thread_wait


class Tool:
    """A running tool, by its process id.

    Once it has ended it has no threads, whoever has got its process id then. Of more
    than ``MOST_THREADS`` the same ones are read each time, as long as they live.
    """

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._process = psutil.Process(pid)
        self._chosen: list[int] = []

    def read(self) -> Reading:
        """Now."""
        threads, count = self._threads()
        machine = _cpu_time(psutil.cpu_times())
        pinned = _pinned_to(self._pid)
        if not self._is_running():  # looked at last: what was read is the tool's own
            threads, count, pinned = {}, 0, None
        return Reading(
            at=time.monotonic(),
            threads=threads,
            thread_count=count,
            machine=machine,
            allowed=machine if pinned is None else _of_cpus(pinned),
            is_pinned=pinned is not None,
            disk_read_bytes=disk_read_bytes(),
        )

    def _is_running(self) -> bool:
        try:
            is_zombie = self._process.status() == psutil.STATUS_ZOMBIE
            return not is_zombie and self._process.is_running()
        except psutil.Error:
            return False

    def _threads(self) -> tuple[dict[int, ThreadTime], int]:
        folder = Path(f"/proc/{self._pid}/task")
        try:
            living = sorted(int(path.name) for path in folder.iterdir())
        except OSError:
            return {}, 0
        self._chosen = chosen_of(living, before=self._chosen)
        told = {tid: _thread(folder / f"{tid}/schedstat") for tid in self._chosen}
        known = {tid: time for tid, time in told.items() if time is not None}
        return known, len(living)


def chosen_of(living: Sequence[int], *, before: Collection[int]) -> list[int]:
    """At most ``MOST_THREADS``: those chosen before, and evenly chosen other ones."""
    kept = sorted(set(before).intersection(living))
    others = sorted(set(living).difference(kept))
    room = MOST_THREADS - len(kept)
    if not others or room <= 0:
        return kept
    return kept + others[:: -(-len(others) // room)]


def use(before: Reading, after: Reading, *, workers: int) -> Use | None:
    """Between two readings of one tool; ``workers`` of its threads do the work.

    None where no time passed, or where the tool had ended or was about to: its threads
    end first, and the last one would pass for an idle tool.
    """
    seconds = after.at - before.at
    idle = _idle_share(before.allowed, after.allowed)
    machine_idle = _idle_share(before.machine, after.machine)
    if seconds <= 0 or idle is None or machine_idle is None:
        return None
    if after.thread_count < max(before.thread_count, 1):
        return None
    if not after.threads:
        return Use(idle=idle, is_pinned=after.is_pinned)
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
        client_cpu=cpu,
        other_cpu=max(0.0, 1 - machine_idle - cpu),
        idle=idle,
        is_pinned=after.is_pinned,
    )


_NEW = ThreadTime(0.0, 0.0)


def _idle_share(before: CpuTime, after: CpuTime) -> float | None:
    total = after.total - before.total
    return (after.idle - before.idle) / total if total > 0 else None


def _cpu_time(times: Any) -> CpuTime:  # a named tuple that differs between systems
    # guest time is counted in user time as well
    total = sum(times) - getattr(times, "guest", 0) - getattr(times, "guest_nice", 0)
    return CpuTime(times.idle + getattr(times, "iowait", 0.0), total)


def _pinned_to(pid: int) -> set[int] | None:
    """The CPUs that a process may use, if these are not all."""
    try:
        allowed = os.sched_getaffinity(pid)
    except OSError:
        return None
    return allowed if len(allowed) < (os.cpu_count() or 1) else None


def _of_cpus(numbers: set[int]) -> CpuTime:
    times = [
        _cpu_time(each)
        for number, each in enumerate(psutil.cpu_times(percpu=True))
        if number in numbers
    ]
    return CpuTime(sum(t.idle for t in times), sum(t.total for t in times))


def _thread(path: Path) -> ThreadTime | None:
    """Two numbers in ns; None once the thread has ended, or without schedstat.

    Where the kernel does not count, the file is not there or all zeros: a thread that
    has run got a turn, the third number.
    """
    try:
        cpu, wait, turns = path.read_bytes().split()
    except (OSError, ValueError):
        return None
    if not int(turns):
        return None
    return ThreadTime(int(cpu) / 1e9, int(wait) / 1e9)


def disk_read_bytes() -> int | None:
    """What this machine has read from its disks, other than from memory."""
    try:
        counted = _PAGED_IN.search(VMSTAT.read_text())
    except OSError:
        return None
    return None if counted is None else int(counted[1]) * 1024


def is_this_host(address: str) -> bool:
    """Whether an address leads back to this machine, by its own interfaces.

    A server in a container of this machine has an address of its own, and passes for
    another host; so does this machine itself for a load generator in a container.
    """
    wanted = ipaddress.ip_address(address)
    if wanted.is_loopback:
        return True
    return any(
        own.address.split("%")[0] == str(wanted)
        for interface in psutil.net_if_addrs().values()
        for own in interface
    )
