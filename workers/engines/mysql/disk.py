"""What the disk below a MySQL or MariaDB has left, and which process uses it."""

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path, PurePath

from benchruns.evidence.server_bounds import whole
from benchruns.failures.failure import BenchbookError
from workers.engines.disk import Ask, FileNumber, Row, process, seen

PLACES = "SELECT @@datadir, @@pid_file"
HAS_DISKS = (
    "SELECT 1 FROM information_schema.plugins"
    " WHERE plugin_name = 'DISKS' AND plugin_status = 'ACTIVE'"
)
DISKS = "SELECT path, available FROM information_schema.disks"
KIB = 1024


def server_pid(ask: Ask, file_number: FileNumber) -> int | None:
    """Of the server, where it runs here."""
    with suppress(BenchbookError):
        for data, pid_file in ask(PLACES):
            home = Path(str(data))
            return process(
                home=home, pid_file=home / str(pid_file), file_number=file_number
            )
    return None


def free_bytes(ask: Ask, file_number: FileNumber) -> int | None:
    with suppress(BenchbookError):
        for data, pid_file in ask(PLACES):
            directory = Path(str(data))
            free = _told(ask, directory)
            if free is not None:
                return free
            return seen(
                directory,
                home=directory,
                pid_file=directory / str(pid_file),
                file_number=file_number,
            )
    return None


def _told(ask: Ask, directory: Path) -> int | None:
    """By the plugin of MariaDB, which an account without FILE may not ask."""
    with suppress(BenchbookError):
        if ask(HAS_DISKS):
            return available(ask(DISKS), directory)
    return None


def available(disks: Iterable[Row], directory: PurePath) -> int | None:
    """Of ``(mount path, KiB)``: what the disk that holds the directory has left."""
    above = [
        (len(mount.parts), kib)
        for mount, kib in ((PurePath(str(path)), whole(kib)) for path, kib in disks)
        if kib is not None and directory.is_relative_to(mount)
    ]
    return max(above)[1] * KIB if above else None
