"""A server whose disk reads little a second: the kernel holds its processes' reads back."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.workers import own_servers
from workers.connecting.target import Target

GROUPS = Path("/sys/fs/cgroup/blkio")  # of cgroup version 1
LIMIT = "blkio.throttle.read_iops_device"
PROCESSES = "cgroup.procs"


@contextmanager
def on_a_slow_disk(
    target: Target, folder: Path, *, reads_per_second: int
) -> Iterator[None]:
    """What the server starts meanwhile is held back as well. Writes are not."""
    disk = disk_of(folder)
    if disk is None:
        pytest.skip("the folder of the tests is on no disk of its own")
    group = new_group()
    try:
        (group / LIMIT).write_text(f"{disk} {reads_per_second}")
        for process in own_servers.processes_of(target):
            move(process.pid, group)
        yield
    finally:
        (group / LIMIT).write_text(f"{disk} 0")
        while pids := (group / PROCESSES).read_text().split():
            for pid in pids:
                move(int(pid), GROUPS)
        group.rmdir()


def disk_of(folder: Path) -> str | None:
    """The number of the whole disk, as limits are for no partition."""
    device = folder.stat().st_dev
    place = Path(f"/sys/dev/block/{os.major(device)}:{os.minor(device)}")
    if not place.exists():  # memory, or a layer above other file systems
        return None
    place = place.resolve()
    if (place / "partition").exists():
        place = place.parent
    return (place / "dev").read_text().strip()


def new_group() -> Path:
    group = GROUPS / f"benchbook-test-{os.getpid()}"
    if not (GROUPS / PROCESSES).exists():
        pytest.skip("no blkio groups (cgroup version 1) here to hold reads back")
    try:
        group.mkdir(exist_ok=True)
    except OSError as error:
        pytest.skip(f"reads may not be held back here: {error.strerror}")
    return group


def move(pid: int, group: Path) -> None:
    """With all its threads."""
    with suppress(ProcessLookupError):  # it has ended
        (group / PROCESSES).write_text(str(pid))
