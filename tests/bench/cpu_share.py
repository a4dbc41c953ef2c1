"""Processes held to a share of a core, by a group of the kernel's version 1."""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil

GROUPS = Path("/sys/fs/cgroup/cpu")
PERIOD_US = 20_000  # short, so that what is held back waits for moments alone


def with_children(*pids: int) -> list[int]:
    """What they start later is held as well."""
    return [
        each.pid
        for pid in pids
        for each in (psutil.Process(pid), *psutil.Process(pid).children(recursive=True))
    ]


@contextmanager
def held(pids: Iterable[int], *, cores: float) -> Iterator[None]:
    """Together at most ``cores``. Raises OSError where no group may be made."""
    group = GROUPS / f"benchbook-{os.getpid()}-{next(iter(pids))}"
    group.mkdir()
    try:
        (group / "cpu.cfs_period_us").write_text(str(PERIOD_US))
        (group / "cpu.cfs_quota_us").write_text(str(round(PERIOD_US * cores)))
        _move(pids, group)
        yield
    finally:
        _move(map(int, (group / "cgroup.procs").read_text().split()), GROUPS)
        group.rmdir()


def _move(pids: Iterable[int], group: Path) -> None:
    for pid in pids:
        try:
            (group / "cgroup.procs").write_text(str(pid))
        except ProcessLookupError:  # it has ended meanwhile
            continue
