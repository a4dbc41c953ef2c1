"""The program by which Linux decides on each system call of a guarded process.

``connect`` is asked about; the other ways to reach another place, which no driver needs,
are closed: datagrams, sending with an address or with TCP Fast Open, io_uring, and the
calls of another kind of processor. All else goes on as ever.
Formats and numbers: linux/seccomp.h, linux/filter.h, asm/unistd.h.
"""

import ctypes
import errno
import platform
import socket
from dataclasses import dataclass

_ASK, _ALLOW, _FAIL = 0x7FC00000, 0x7FFF0000, 0x00050000
_LOAD, _AND, _RETURN = 0x20, 0x54, 0x06
_IF_EQUAL, _IF_NOT_LESS, _IF_ANY_BIT = 0x15, 0x35, 0x45
_NUMBER_AT, _ARCHITECTURE_AT, _ARGUMENTS_AT = 0, 4, 16  # in struct seccomp_data
_HALF = 4  # bytes: a filter reads 32 bits at once, of an argument the low ones first
_X32_NUMBERS = 0x40000000  # an older way to number the calls of x86_64 begins here
_IO_URING_SETUP = 425
_KIND_OF_SOCKET = 0xF  # above it are flags
_MSG_FASTOPEN = 0x20000000


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    """What one kind of processor calls itself and these system calls."""

    architecture: int
    seccomp: int
    socket: int
    connect: int
    sendto: int
    sendmsg: int
    sendmmsg: int


_MACHINES = {
    "x86_64": Machine(
        architecture=0xC000003E,
        seccomp=317,
        socket=41,
        connect=42,
        sendto=44,
        sendmsg=46,
        sendmmsg=307,
    ),
    "aarch64": Machine(
        architecture=0xC00000B7,
        seccomp=277,
        socket=198,
        connect=203,
        sendto=206,
        sendmsg=211,
        sendmmsg=269,
    ),
}
MACHINE = _MACHINES.get(platform.machine())


class Instruction(ctypes.Structure):
    _fields_ = (
        ("code", ctypes.c_uint16),
        ("if_true", ctypes.c_uint8),
        ("if_false", ctypes.c_uint8),
        ("value", ctypes.c_uint32),
    )


class Program(ctypes.Structure):
    _fields_ = (
        ("length", ctypes.c_uint16),
        ("instructions", ctypes.POINTER(Instruction)),
    )


def program(machine: Machine) -> Program:
    refuse = _end(_FAIL | errno.EACCES)
    not_there = _end(_FAIL | errno.ENOSYS)
    flags = _IF_ANY_BIT, _MSG_FASTOPEN
    instructions = [
        _load(_ARCHITECTURE_AT),
        Instruction(_IF_EQUAL, 1, 0, machine.architecture),
        not_there,
        _load(_NUMBER_AT),
        Instruction(_IF_NOT_LESS, 0, 1, _X32_NUMBERS),
        not_there,
        *_of_call(machine.connect, [_end(_ASK)]),
        *_of_call(_IO_URING_SETUP, [not_there]),
        *_of_call(
            machine.socket,
            [
                _load(_argument(0)),
                Instruction(_IF_EQUAL, 1, 0, socket.AF_INET),
                Instruction(_IF_EQUAL, 0, 4, socket.AF_INET6),
                _load(_argument(1)),
                Instruction(_AND, 0, 0, _KIND_OF_SOCKET),
                Instruction(_IF_EQUAL, 1, 0, socket.SOCK_STREAM),
                refuse,
            ],
        ),
        *_of_call(
            machine.sendto,
            [
                _load(_argument(4)),
                Instruction(_IF_EQUAL, 0, 4, 0),
                _load(_argument(4) + _HALF),
                Instruction(_IF_EQUAL, 0, 2, 0),
                _load(_argument(3)),
                Instruction(flags[0], 0, 1, flags[1]),
                refuse,
            ],
        ),
        *_of_call(
            machine.sendmsg,
            [_load(_argument(2)), Instruction(flags[0], 0, 1, flags[1]), refuse],
        ),
        *_of_call(
            machine.sendmmsg,
            [_load(_argument(3)), Instruction(flags[0], 0, 1, flags[1]), refuse],
        ),
        _end(_ALLOW),
    ]
    return Program(len(instructions), (Instruction * len(instructions))(*instructions))


def _of_call(number: int, decision: list[Instruction]) -> list[Instruction]:
    """What decides on one call, be it reached or jumped over; falls off its end: allowed."""
    body = [*decision, _end(_ALLOW)]
    return [Instruction(_IF_EQUAL, 0, len(body), number), *body]


def _load(at: int) -> Instruction:
    return Instruction(_LOAD, 0, 0, at)


def _end(verdict: int) -> Instruction:
    return Instruction(_RETURN, 0, 0, verdict)


def _argument(index: int) -> int:
    return _ARGUMENTS_AT + 2 * _HALF * index
