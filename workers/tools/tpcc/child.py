"""Processes that this one starts, and that never outlive it."""

import ctypes
import multiprocessing
import os
import signal
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.context import ForkProcess

from workers.tools.tpcc.fatal import Fatal

_PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None, use_errno=True)
# By name, since Python's own choice changes with its version. A fork needs no secret to
# be written anywhere, and this program has neither threads nor sessions when it forks.
_FORK = multiprocessing.get_context("fork")


@dataclass(frozen=True, slots=True)
class Child:
    process: ForkProcess
    pipe: Connection  # it ends when the process does

    def death(self) -> Fatal:
        """What to say of one that has ended unasked."""
        self.process.join(timeout=1)
        status = self.process.exitcode
        return Fatal(f"0: a process of the tool ended by itself with status {status}")


def started(life: Callable[[Connection], None]) -> Child:
    """A process that lives ``life`` with its end of a pipe; Fatal where it cannot be."""
    ours, theirs = _FORK.Pipe()
    process = _FORK.Process(target=_live, args=(life, theirs, os.getpid()))
    try:
        process.start()
    except OSError as error:
        raise Fatal(f"{error.errno}: no further process: {error.strerror}") from error
    theirs.close()  # so that its death ends the pipe
    return Child(process=process, pipe=ours)


def end(children: list[Child]) -> None:
    """At once, whatever they do; the list is empty afterwards."""
    for child in children:
        child.process.kill()
    for child in children:
        child.process.join()
        child.pipe.close()
    children.clear()


def _live(life: Callable[[Connection], None], pipe: Connection, parent: int) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends the others
    _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:  # died before the call: no signal comes
        os.kill(os.getpid(), signal.SIGKILL)
    life(pipe)
