"""How much of its disk a server may still fill, where that can be found out.

A server tells it, or it runs on this machine and its data directory can be looked at.
Everything else is None: not known, which is never an error.
"""

import os
import socket
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from ipaddress import IPv6Address, ip_address
from pathlib import Path, PurePath

import psutil

from benchruns.failures.failure import BenchbookError

Row = Sequence[object]
Ask = Callable[[str], Sequence[Row]]  # a statement -> its rows; BenchbookError
FileNumber = Callable[[], int]  # of the probe's connection; OSError if there is none

KIB = 1024
MYSQL_PLACES = "SELECT @@datadir, @@pid_file"
HAS_DISKS = (
    "SELECT 1 FROM information_schema.plugins"
    " WHERE plugin_name = 'DISKS' AND plugin_status = 'ACTIVE'"
)
DISKS = "SELECT path, available FROM information_schema.disks"
# No row where the account may not see the setting. The tablespace that new tables go
# to, if it is not below the data directory.
POSTGRESQL_PLACES = (
    "SELECT setting, (SELECT pg_tablespace_location(t.oid) FROM pg_tablespace t"
    " WHERE t.spcname = nullif(current_setting('default_tablespace'), '') OR ("
    "current_setting('default_tablespace') = '' AND t.oid = (SELECT dattablespace"
    " FROM pg_database WHERE datname = current_database())))"
    " FROM pg_settings WHERE name = 'data_directory'"
)
PID_FILE = "postmaster.pid"

# The sockets of this network namespace, with their owners.
SOCKETS = (Path("/proc/net/tcp"), Path("/proc/net/tcp6"))
_LOCAL, _REMOTE, _OWNER = 1, 2, 7  # columns

End = tuple[str, int]  # address, port


def of_mysql(ask: Ask, file_number: FileNumber) -> int | None:
    with suppress(BenchbookError):
        for data, pid_file in ask(MYSQL_PLACES):
            directory = Path(str(data))
            free = _told(ask, directory)
            if free is not None:
                return free
            return _seen(
                directory,
                home=directory,
                pid_file=directory / str(pid_file),
                file_number=file_number,
            )
    return None


def of_postgresql(ask: Ask, file_number: FileNumber) -> int | None:
    with suppress(BenchbookError):
        for data, tablespace in ask(POSTGRESQL_PLACES):
            home = Path(str(data))
            return _seen(
                Path(str(tablespace)) if tablespace else home,
                home=home,
                pid_file=home / PID_FILE,
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
        (len(mount.parts), int(str(kib)) * KIB)
        for mount, kib in ((PurePath(str(path)), kib) for path, kib in disks)
        if directory.is_relative_to(mount)
    ]
    return max(above)[1] if above else None


def _seen(
    directory: Path, *, home: Path, pid_file: Path, file_number: FileNumber
) -> int | None:
    """By looking at the directory, if it is the server's and not one of that name."""
    try:
        with socket.socket(fileno=os.dup(file_number())) as sock:
            owner = owner_of_end(_end(sock.getpeername()), _end(sock.getsockname()))
        if owner is None or not _belongs(home, pid_file, owner=owner):
            return None
        disk = os.statvfs(directory)
    except OSError:
        return None
    return disk.f_bavail * disk.f_frsize


def _belongs(home: Path, pid_file: Path, *, owner: int) -> bool:
    """Whether a data directory is that of the process that answers the connection.

    A server in a container, or one behind a tunnel, has another user, or no process
    here with the number in its file. A file that may not be read is no objection.
    """
    if home.stat().st_uid != owner:
        return False
    try:
        process = psutil.Process(_number_in(pid_file))
        return process.uids().effective == owner
    except PermissionError:
        return True
    except (OSError, ValueError, psutil.Error):
        return False


def _number_in(pid_file: Path) -> int:
    """Its first line; ValueError where there is none. The server chose the path."""
    if not pid_file.is_file():
        raise ValueError("not a file")
    with pid_file.open("rb") as opened:
        return int(opened.readline(20))


def owner_of_end(end: End, other: End) -> int | None:
    """The user that holds one end of a connection; None if it is not on this machine."""
    for table in SOCKETS:
        with suppress(OSError):
            for line in table.read_text().splitlines()[1:]:
                cells = line.split()
                if (_read(cells[_LOCAL]), _read(cells[_REMOTE])) == (end, other):
                    return int(cells[_OWNER])
    return None


def _read(cell: str) -> End:
    """``0100007F:0CEA``: an address in words of the machine's byte order, and a port."""
    words, port = cell.split(":")
    packed = b"".join(
        int(words[at : at + 8], 16).to_bytes(4, sys.byteorder)
        for at in range(0, len(words), 8)
    )
    return _plain(str(ip_address(packed))), int(port, 16)


def _end(name: Sequence[object]) -> End:
    """From what a socket says of itself."""
    address, port = name[:2]
    return _plain(str(address).split("%")[0]), int(str(port))


def _plain(text: str) -> str:
    """IPv4 as such, also where an IPv6 socket serves it."""
    address = ip_address(text)
    if isinstance(address, IPv6Address) and address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(address)
