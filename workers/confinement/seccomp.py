"""Linux's seccomp, as far as it is needed to ask somebody about each ``connect``.

A process gives up the right to connect by itself and gets a listener: a file from which
another process reads each of its tries, and to which it writes what becomes of them.
Formats and numbers: linux/seccomp.h and seccomp_unotify(2).
"""

import ctypes
import errno
import fcntl
import os
import struct
from contextlib import suppress
from dataclasses import dataclass

from workers.confinement.filter import MACHINE as _MACHINE
from workers.confinement.filter import program

_PR_SET_NO_NEW_PRIVS = 38
_SET_MODE_FILTER = 1
# Without the second, kernels before 5.16 slow a filtered process by a mitigation that
# serves code which runs inside of it and is not trusted; ours is only led astray.
_NEW_LISTENER, _SPEC_ALLOW = 1 << 3, 1 << 2
_CONTINUE = 1
_LONGEST_NAME = 128  # struct sockaddr_storage

_NOTICE = struct.Struct("=QIIiIQ6Q")  # struct seccomp_notif
_ANSWER = struct.Struct("=QqiI")  # struct seccomp_notif_resp
_RECEIVE, _SEND, _IS_VALID = 0xC0502100, 0xC0182101, 0x40082102

_libc = ctypes.CDLL(None, use_errno=True)  # loaded here: not safe after a fork


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """One ``connect`` that waits for an answer; ``name`` is the struct sockaddr."""

    id: int
    name: bytes


# Made here: little should be made between a fork and what follows it.
_PROGRAM = None if _MACHINE is None else program(_MACHINE)


def listen_to_connects() -> int | None:
    """Have somebody asked about each ``connect`` of this thread and of all it starts.

    The listener's file number, which is closed on exec; None where the kernel or the
    processor has no such thing. It cannot be taken back.
    """
    if _MACHINE is None or _PROGRAM is None:
        return None
    if _libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0):
        return None
    number: int = _libc.syscall(
        _MACHINE.seccomp,
        _SET_MODE_FILTER,
        _NEW_LISTENER | _SPEC_ALLOW,
        ctypes.byref(_PROGRAM),
    )
    return None if number < 0 else number


def receive(listener: int) -> Attempt | None:
    """The next attempt; waits for it. None if who made it has ended meanwhile."""
    notice = bytearray(_NOTICE.size)
    try:
        fcntl.ioctl(listener, _RECEIVE, notice)
    except OSError as error:
        if error.errno in {errno.ENOENT, errno.EINTR}:
            return None
        raise
    id, thread, _flags, _number, _architecture, _at, *given = _NOTICE.unpack(notice)
    _socket, address, length, *_none = given
    name = _memory_of(thread, address, min(length, _LONGEST_NAME))
    try:  # the thread's number may be another's by now
        fcntl.ioctl(listener, _IS_VALID, struct.pack("=Q", id))
    except OSError:
        return None
    return Attempt(id=id, name=name)


def _memory_of(thread: int, address: int, length: int) -> bytes:
    """What stands there; empty if it cannot be read."""
    try:
        memory = os.open(f"/proc/{thread}/mem", os.O_RDONLY)
    except OSError:
        return b""
    try:
        return os.pread(memory, length, address)
    except (OSError, OverflowError):
        return b""
    finally:
        os.close(memory)


def let_go_on(listener: int, attempt: Attempt) -> None:
    _send(listener, _ANSWER.pack(attempt.id, 0, 0, _CONTINUE))


def refuse(listener: int, attempt: Attempt) -> None:
    """It fails with "Permission denied"."""
    _send(listener, _ANSWER.pack(attempt.id, 0, -errno.EACCES, 0))


def _send(listener: int, answer: bytes) -> None:
    with suppress(OSError):  # who waited for it has ended
        fcntl.ioctl(listener, _SEND, answer)
