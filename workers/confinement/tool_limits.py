"""What a tool may take while it speaks to a server that may be hostile."""

import os
import resource
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import psutil

from benchruns.failures.failure import BenchbookError, failure
from workers.confinement.guard import Guard, Peer
from workers.confinement.process_tree import pids_of

MIB = 2**20
# sysbench 1.0.20 with MariaDB's library: 189 MiB for 250 connections that prepare 9,000
# statements, 18 MiB for 8 with 288.
MEMORY_BYTES_A_CONNECTION = 2 * MIB
MEMORY_BYTES_A_STATEMENT = 64 * 1024
SPARE_BYTES = 40 * MIB  # of which one connection takes less than one
STACK_BYTES = MIB  # of each thread, and a part of what its connection may take
BASE_OUTPUT_BYTES = MIB
OUTPUT_BYTES_A_SECOND = 512  # a tool's line of one second takes 70 to 150
MOST_OUTPUT_BYTES = 16 * MIB
# Whatever the threads and tables of a run: the rest is for the worker and its machine.
MOST_MEMORY_BYTES = psutil.virtual_memory().total * 3 // 4
_PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolLimits:
    """``peer`` is the one place it may connect to; None leaves it free to.

    ``memory_bytes`` of all its processes are looked at now and then; ``data_bytes`` of each
    are Linux's to see to: more is not given, however fast a server sends. The stacks of
    its threads count as if they were full, so each gets a small one then.
    """

    peer: Peer | None = None
    memory_bytes: int = MOST_MEMORY_BYTES
    data_bytes: int | None = None
    output_bytes: int = MOST_OUTPUT_BYTES

    def apply(self) -> None:
        """In the tool's own process, before the tool."""
        if self.data_bytes is not None:
            resource.setrlimit(resource.RLIMIT_DATA, (self.data_bytes,) * 2)
            _soft, most = resource.getrlimit(resource.RLIMIT_STACK)
            resource.setrlimit(resource.RLIMIT_STACK, (STACK_BYTES, most))

    def check(self, pid: int, guard: Guard | None) -> None:
        """BenchbookError once a running tool is led elsewhere or takes too much."""
        if guard is not None and guard.is_strayed:
            raise BenchbookError(failure("led_elsewhere"))
        if resident_bytes(pids_of(pid)) > self.memory_bytes:
            raise BenchbookError(failure("tool_memory", limit_bytes=self.memory_bytes))


def of_connection(peer: Peer, *, loaded_bytes: int) -> ToolLimits:
    """Those of a tool that connects once and says a word; what itself takes, loaded."""
    return ToolLimits(
        peer=peer,
        memory_bytes=loaded_bytes + SPARE_BYTES,
        data_bytes=loaded_bytes + SPARE_BYTES,
        output_bytes=BASE_OUTPUT_BYTES,
    )


def of_load(
    peer: Peer,
    *,
    loaded_bytes: int,
    process_bytes: int,
    connections: int,
    statements: int,
    seconds: float,
) -> ToolLimits:
    """Those of a tool that loads a server for so long.

    ``loaded_bytes`` its processes take before they connect, ``process_bytes`` one of them;
    ``statements`` are what all its connections together prepare.
    """
    spare = (
        SPARE_BYTES
        + connections * MEMORY_BYTES_A_CONNECTION
        + statements * MEMORY_BYTES_A_STATEMENT
    )
    return ToolLimits(
        peer=peer,
        memory_bytes=min(loaded_bytes + spare, MOST_MEMORY_BYTES),
        data_bytes=min(process_bytes + spare, MOST_MEMORY_BYTES),
        output_bytes=min(
            BASE_OUTPUT_BYTES + int(seconds) * OUTPUT_BYTES_A_SECOND, MOST_OUTPUT_BYTES
        ),
    )


def resident_bytes(pids: Iterable[int]) -> int:
    """Memory that the processes take now; one that has ended takes none."""
    return sum(map(_resident_bytes, pids))


def _resident_bytes(pid: int) -> int:
    try:
        _size, resident, *_rest = Path(f"/proc/{pid}/statm").read_text().split()
    except (OSError, ValueError):
        return 0
    return int(resident) * _PAGE_BYTES
