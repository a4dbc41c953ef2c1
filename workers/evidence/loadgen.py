"""The load generator while its tool runs: CPU and waiting of its threads, idle CPU.

A tool may be several processes: its threads are those of all that it started.
"""

import os
import re
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil

from workers.confinement.process_tree import pids_of

VMSTAT = Path("/proc/vmstat")
_PAGED_IN = re.compile(r"^pgpgin (\d+)$", re.ASCII | re.MULTILINE)  # KiB
CLOCK_TICKS = os.sysconf("SC_CLK_TCK")
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

    ``threads`` are those that were read, of ``thread_count``; ``processes`` are CPU
    seconds by process id. ``allowed`` is of the CPUs that the tool may use.
    """

    at: float
    threads: Mapping[int, ThreadTime] = field(default_factory=dict)
    thread_count: int = 0
    processes: Mapping[int, float] = field(default_factory=dict)
    machine: CpuTime = field(default_factory=CpuTime)
    allowed: CpuTime = field(default_factory=CpuTime)
    is_pinned: bool = False
    disk_read_bytes: int | None = None  # of this machine, since it was started


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
        processes = pids_of(self._pid)
        threads, count = self._threads(processes)
        spent = {pid: _process_cpu(pid) for pid in processes}
        machine = _cpu_time(psutil.cpu_times())
        pinned = _pinned_to(self._pid)
        if not self._is_running():  # looked at last: what was read is the tool's own
            threads, count, spent, pinned = {}, 0, {}, None
        return Reading(
            at=time.monotonic(),
            threads=threads,
            thread_count=count,
            processes={pid: cpu for pid, cpu in spent.items() if cpu is not None},
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

    def _threads(self, processes: Sequence[int]) -> tuple[dict[int, ThreadTime], int]:
        folders = {tid: path for pid in processes for tid, path in _tasks(pid)}
        self._chosen = chosen_of(sorted(folders), before=self._chosen)
        told = {tid: _thread(folders[tid] / "schedstat") for tid in self._chosen}
        known = {tid: time for tid, time in told.items() if time is not None}
        return known, len(folders)


def _tasks(pid: int) -> Iterator[tuple[int, Path]]:
    """The folders of a process's threads by their numbers; none once it has ended."""
    with suppress(OSError):
        for path in Path(f"/proc/{pid}/task").iterdir():
            yield int(path.name), path


def _process_cpu(pid: int) -> float | None:
    """CPU seconds of a process so far; None once it has ended."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return None
    user, system = text.rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / CLOCK_TICKS


def chosen_of(living: Sequence[int], *, before: Collection[int]) -> list[int]:
    """At most ``MOST_THREADS``: those chosen before, and evenly chosen other ones."""
    kept = sorted(set(before).intersection(living))
    others = sorted(set(living).difference(kept))
    room = MOST_THREADS - len(kept)
    if not others or room <= 0:
        return kept
    return kept + others[:: -(-len(others) // room)]


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
