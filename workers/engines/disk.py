"""How much of its disk a server may still fill, where that can be found out.

A server tells it, or it runs on this machine and its data directory can be looked at.
Everything else is None: not known, which is never an error.
"""

import os
import socket
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from ipaddress import IPv6Address, ip_address
from pathlib import Path

import psutil

Row = Sequence[object]
Ask = Callable[[str], Sequence[Row]]  # a statement -> its rows; BenchbookError
FileNumber = Callable[[], int]  # of the probe's connection; OSError if there is none

KIB = 1024
# The sockets of this network namespace, with their owners.
SOCKETS = (Path("/proc/net/tcp"), Path("/proc/net/tcp6"))
_LOCAL, _REMOTE, _OWNER = 1, 2, 7  # columns

End = tuple[str, int]  # address, port


def seen(
    directory: Path, *, home: Path, pid_file: Path, file_number: FileNumber
) -> int | None:
    """By looking at the directory, if it is the server's and not one of that name."""
    try:
        owner = _owner(file_number)
        if owner is None or not _belongs(home, pid_file, owner=owner):
            return None
        disk = os.statvfs(directory)
    except OSError:
        return None
    return disk.f_bavail * disk.f_frsize


def process(*, home: Path, pid_file: Path, file_number: FileNumber) -> int | None:
    """The server's own process, if it runs here and its file may be read."""
    try:
        owner = _owner(file_number)
        if owner is None or not _belongs(home, pid_file, owner=owner):
            return None
        return _number_in(pid_file)
    except (OSError, ValueError):
        return None


def _owner(file_number: FileNumber) -> int | None:
    """The user of whoever answers the connection; None if that is not on this machine."""
    with socket.socket(fileno=os.dup(file_number())) as sock:
        return owner_of_end(_end(sock.getpeername()), _end(sock.getsockname()))


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
