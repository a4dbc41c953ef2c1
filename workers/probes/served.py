"""A probe in a process of its own: what it is asked to do, done within limits.

The other end is ``confined``. Whatever a server makes a driver do, it happens here, in
a process that may be killed: its memory is bounded, it may connect to the one place
alone, and an alarm ends it when a question is not answered in time.
"""

import os
import pickle
import queue
import resource
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any

import psutil

from benchruns.failures.failure import BenchbookError, Failure, failure
from workers.confinement import guard
from workers.connecting.target import Target
from workers.engines.probe import Probe
from workers.engines.registry import CLIENTS

MEMORY_BYTES = 48 * 2**20  # beyond what is loaded; a probe takes less than 20 MiB
STACK_BYTES = 2**20  # of each of its threads; eight times as much would count otherwise
MOST_ANSWER_BYTES = 2**20  # all settings of a server take 20 kB
ALARM_SECONDS = 5  # after the other end gave up


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    target: Target
    timeout_seconds: int
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One call of the probe's ``method``; whether it ``goes_on`` is asked meanwhile."""

    method: str
    values: tuple[Any, ...]
    named: dict[str, Any]  # as the method takes them
    seconds: float
    goes_on: bool = False


@dataclass(frozen=True, slots=True)
class Stop:
    """The question that is being answered need not be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """What never changes of a probe that is connected."""

    count: str
    reads_one_moment: bool
    late_seconds: float


@dataclass(frozen=True, slots=True)
class Answer:
    value: Any  # as the method returns it
    failure: Failure | None = None


class Stopped(Exception):
    """Whoever asked wants no answer any more."""


def serve(link: socket.socket) -> None:
    """Answer questions until the other end is closed."""
    _limit_memory()
    link.sendall(os.getpid().to_bytes(4, "little"))
    guard.hand_over(link)
    _Service(Connection(link.detach())).run()


def _limit_memory() -> None:
    limit = psutil.Process().memory_info().vms + MEMORY_BYTES
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    threading.stack_size(STACK_BYTES)


@dataclass(slots=True)
class _Service:
    pipe: Connection
    questions: queue.SimpleQueue[Opening | Question] = field(
        default_factory=queue.SimpleQueue
    )
    is_stopped: threading.Event = field(default_factory=threading.Event)

    def run(self) -> None:
        threading.Thread(target=self._read, daemon=True).start()
        opening = self.questions.get()
        if not isinstance(opening, Opening):
            raise TypeError("a probe is opened first")
        opened: list[Probe] = []
        self._answer(opening.seconds, lambda: self._open(opening, opened))
        while opened:
            question = self.questions.get()
            if isinstance(question, Question):
                self._answer(question.seconds, lambda: self._call(opened[0], question))  # noqa: B023 - called at once

    def _read(self) -> None:
        """Ends the process with the other end, also while a driver waits."""
        try:
            while True:
                message = self.pipe.recv()
                if isinstance(message, Stop):
                    self.is_stopped.set()
                else:
                    self.is_stopped.clear()
                    self.questions.put(message)
        except (EOFError, OSError):
            os._exit(0)

    def _open(self, opening: Opening, opened: list[Probe]) -> Opened:
        target = opening.target
        with _naming_database(target):
            probe = CLIENTS[target.engine].probe(
                target, timeout_seconds=opening.timeout_seconds
            )
        opened.append(probe)
        return Opened(
            count=probe.count,
            reads_one_moment=probe.reads_one_moment,
            late_seconds=probe.late_seconds,
        )

    def _call(self, probe: Probe, question: Question) -> Any:
        named = dict(question.named)
        if question.goes_on:
            named["go_on"] = self._go_on
        return getattr(probe, question.method)(*question.values, **named)

    def _go_on(self) -> None:
        if self.is_stopped.is_set():
            raise Stopped

    def _answer(self, seconds: float, work: Callable[[], Any]) -> None:
        signal.setitimer(signal.ITIMER_REAL, seconds + ALARM_SECONDS)
        answer = pickle.dumps(_answered(work))
        if len(answer) > MOST_ANSWER_BYTES:
            answer = pickle.dumps(Answer(None, failure("answer_too_large")))
        signal.setitimer(signal.ITIMER_REAL, 0)
        self.pipe.send_bytes(answer)


@contextmanager
def _naming_database(target: Target) -> Iterator[None]:
    """What is refused to somebody whose password is right is the database."""
    try:
        yield
    except BenchbookError as error:
        refused = error.failure
        if refused.code != "no_privilege":
            raise
        raise BenchbookError(
            failure("no_privilege", refused.detail, database=target.database)
        ) from error


def _answered(work: Callable[[], Any]) -> Answer:
    try:
        return Answer(work())
    except BenchbookError as error:
        return Answer(None, error.failure)
    except MemoryError:
        return Answer(None, failure("answer_too_large"))
    except Stopped:
        return Answer(None)
    except Exception as error:  # noqa: BLE001 - a driver's own, on what a server sent
        return Answer(None, failure("unexpected_answer", repr(error)))
