"""A probe that cannot harm the worker: a child process does what a driver does.

See ``served`` for the child's end. A child that does not answer in time is killed; what
it answers is bounded; where it may connect to is guarded from here.
"""

import logging
import os
import pickle
import signal
import socket
import time
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import ExitStack, suppress
from multiprocessing.connection import Connection, wait
from typing import Any, LiteralString

from benchruns.evidence.waits import HotRow
from benchruns.failures.failure import BenchbookError, failure
from workers.confinement.fork_server import ForkServer
from workers.confinement.guard import Guard, Peer
from workers.connecting.target import Target
from workers.engines.probe import (
    LONG_STATEMENT_SECONDS,
    READING_SECONDS,
    Probe,
    ServerCounters,
    ServerFacts,
    checked_workspace,
)
from workers.engines.variables import Variables
from workers.probes.served import (
    MOST_ANSWER_BYTES,
    Answer,
    Opened,
    Opening,
    Question,
    Stop,
)

logger = logging.getLogger(__name__)

LOOK_SECONDS = 0.25
START_SECONDS = 60  # of a child, on a machine that does much else
PID_BYTES = 4
# One question may be several statements, and each has the probe's own limit. That one
# says more, so it comes first.
LIMITS_A_QUESTION = 2
GRACE_SECONDS = 2
# For the server to end a statement that nobody wants any more; whoever wants that waits.
STOP_SECONDS = 2

GoOn = Callable[[], None]

_children = ForkServer("workers.probes.served")


def _nothing() -> None:
    """Nobody wants to stop."""


class ConfinedProbe(Probe):
    """Asks the probe of the target's engine in a child process of its own.

    ``go_on`` is called while an answer is awaited; when it raises, the child is killed
    and the exception goes on.
    """

    def __init__(
        self, target: Target, *, timeout_seconds: int, go_on: GoOn = _nothing
    ) -> None:
        self._go_on = go_on
        self._seconds = timeout_seconds * LIMITS_A_QUESTION + GRACE_SECONDS
        self._guard = Guard(Peer(target.address, target.port))
        self._child = _Child(self._guard, go_on)
        try:
            opening = Opening(
                target=target, timeout_seconds=timeout_seconds, seconds=self._seconds
            )
            opened: Opened = self._await(opening, self._seconds, go_on)
        except BaseException:
            self._child.kill()
            raise
        self.count = opened.count
        self.reads_one_moment = opened.reads_one_moment
        self._late_seconds = opened.late_seconds

    # What a probe can ----------------------------------------------------------------

    def facts(self) -> ServerFacts:
        found: ServerFacts = self._ask("facts")
        return found

    def variables(self) -> Variables:
        found: Variables = self._ask("variables")
        return found

    def missing_privileges(self, *, own_space: bool) -> tuple[str, ...]:
        found: tuple[str, ...] = self._ask("missing_privileges", own_space=own_space)
        return found

    def missing_for_routines(self) -> tuple[str, ...]:
        found: tuple[str, ...] = self._ask("missing_for_routines")
        return found

    def create_workspace(self, name: str) -> None:
        self._ask_long("create_workspace", checked_workspace(name))

    def drop_workspace(self, name: str) -> None:
        self._ask_long("drop_workspace", checked_workspace(name))

    def workspace_exists(self, name: str) -> bool:
        return bool(self._ask("workspace_exists", name))

    def existing_tables(
        self, names: Iterable[str], *, workspace: str | None
    ) -> tuple[str, ...]:
        found: tuple[str, ...] = self._ask(
            "existing_tables", tuple(names), workspace=workspace
        )
        return found

    def create_marker(self, name: str, *, workspace: str | None, mark: str) -> None:
        self._ask("create_marker", name, workspace=workspace, mark=mark)

    def marked_tables(self, names: Iterable[str], *, mark: str) -> tuple[str, ...]:
        found: tuple[str, ...] = self._ask("marked_tables", tuple(names), mark=mark)
        return found

    def drop_marked_tables(self, names: Iterable[str], *, mark: str) -> tuple[str, ...]:
        found: tuple[str, ...] = self._ask_long(
            "drop_marked_tables", tuple(names), mark=mark
        )
        return found

    def create_marked_tables(
        self, definitions: Mapping[str, LiteralString], *, mark: str
    ) -> None:
        self._ask("create_marked_tables", dict(definitions), mark=mark)

    def take_turn(self) -> bool:
        return bool(self._ask("take_turn"))

    def count_all(self, table: str, *, workspace: str | None) -> int:
        return int(self._ask_long("count_all", table, workspace=workspace))

    def _count_after(
        self, first_id: int, table: str, *, workspace: str | None, key: str, most: int
    ) -> tuple[int, int | None]:
        found: tuple[int, int | None] = self._ask_long(
            "_count_after", first_id, table, workspace=workspace, key=key, most=most
        )
        return found

    def cell(
        self, table: str, column: str, *, id: int, workspace: str | None
    ) -> int | None:
        found: int | None = self._ask("cell", table, column, id=id, workspace=workspace)
        return found

    def rows(
        self, statement: str, *, workspace: str, go_on: GoOn
    ) -> list[tuple[Any, ...]]:
        question = Question(
            method="rows",
            values=(statement,),
            named={"workspace": workspace},
            seconds=READING_SECONDS,
            goes_on=True,
        )
        found: list[tuple[Any, ...]] = self._await(question, READING_SECONDS, go_on)
        return found

    def data_bytes(self, tables: Iterable[str], *, workspace: str | None) -> int | None:
        found: int | None = self._ask("data_bytes", tuple(tables), workspace=workspace)
        return found

    def waits(self) -> Mapping[str, int] | None:
        found: Mapping[str, int] | None = self._ask("waits")
        return found

    def hot_row(
        self, tables: Collection[str], *, workspace: str | None
    ) -> HotRow | None:
        found: HotRow | None = self._ask("hot_row", tuple(tables), workspace=workspace)
        return found

    def counters(self) -> ServerCounters:
        found: ServerCounters = self._ask("counters")
        return found

    def table_counters(
        self, tables: Iterable[str], *, workspace: str | None
    ) -> ServerCounters:
        found: ServerCounters = self._ask(
            "table_counters", tuple(tables), workspace=workspace
        )
        return found

    def server_pid(self) -> int | None:
        found: int | None = self._ask("server_pid")
        return found

    @property
    def late_seconds(self) -> float:
        return self._late_seconds

    def round_trip_ms(self) -> float:
        return float(self._ask("round_trip_ms"))

    def ping_ms(self) -> float:
        """Measured by the child, so that the way to it does not count."""
        return float(self._ask("ping_ms"))

    def _ping(self) -> None:
        self._ask("_ping")

    def close(self) -> None:
        """The child says good-bye to the server; whatever it does, it ends."""
        with suppress(BenchbookError):
            self._ask("close")
        self._child.kill()

    # Asking the child ----------------------------------------------------------------

    def _ask(self, method: str, *values: Any, **named: Any) -> Any:
        return self._asked(self._seconds, method, values, named)

    def _ask_long(self, method: str, *values: Any, **named: Any) -> Any:
        seconds = LONG_STATEMENT_SECONDS + self._seconds
        return self._asked(seconds, method, values, named)

    def _asked(
        self,
        seconds: float,
        method: str,
        values: tuple[Any, ...],
        named: dict[str, Any],
    ) -> Any:
        question = Question(method=method, values=values, named=named, seconds=seconds)
        return self._await(question, seconds, self._go_on)

    def _await(
        self, question: Opening | Question, seconds: float, go_on: GoOn
    ) -> Any:  # as the method returns it
        self._child.send(question)
        deadline = time.monotonic() + seconds
        while not self._child.has_answered(within=LOOK_SECONDS):
            self._refuse_straying()
            if time.monotonic() >= deadline:
                self._child.kill()
                raise BenchbookError(failure("connection_timeout"))
            self._let_go_on(question, go_on)
        answer = self._child.answer()
        self._refuse_straying()
        if answer.failure is not None:
            raise BenchbookError(answer.failure)
        return answer.value

    def _refuse_straying(self) -> None:
        if self._guard.is_strayed:
            self._child.kill()
            raise BenchbookError(failure("led_elsewhere"))

    def _let_go_on(self, question: Opening | Question, go_on: GoOn) -> None:
        """A long statement is ended on the server before the child is."""
        try:
            go_on()
        except BaseException:
            if isinstance(question, Question) and question.goes_on:
                self._child.send(Stop())
                self._child.has_answered(within=STOP_SECONDS)
            self._child.kill()
            raise


def _await_start(link: socket.socket, go_on: GoOn) -> None:
    """TimeoutError for a child that does not begin."""
    deadline = time.monotonic() + START_SECONDS
    while not wait([link], LOOK_SECONDS):
        go_on()
        if time.monotonic() >= deadline:
            raise TimeoutError


class _Child:
    """The process at the other end; after ``kill`` it answers nothing any more."""

    def __init__(self, guard: Guard, go_on: GoOn) -> None:
        try:
            with ExitStack() as undo:
                link = undo.enter_context(_children.fork())
                _await_start(link, go_on)
                pid = int.from_bytes(link.recv(PID_BYTES), "little")
                self._process = os.pidfd_open(pid)
                undo.callback(os.close, self._process)
                link.settimeout(START_SECONDS)
                guard.take_over(link)
                link.settimeout(None)
                undo.pop_all()
        except OSError as error:  # as of a fork server that was stopped or killed
            _children.close()
            logger.exception("no process for a probe")
            raise BenchbookError(failure("probe_not_started")) from error
        self._pipe = Connection(link.detach())
        self._is_killed = False

    def send(self, message: Opening | Question | Stop) -> None:
        with suppress(OSError):  # it has ended, which the answer will show
            self._pipe.send(message)

    def has_answered(self, *, within: float) -> bool:
        return self._is_killed or self._pipe.poll(within)

    def answer(self) -> Answer:
        """What came; a child that ended without a word met what its limits are for."""
        if not self._is_killed:
            try:
                answer: Answer = pickle.loads(self._pipe.recv_bytes(MOST_ANSWER_BYTES))  # noqa: S301 - our own child
            except (EOFError, OSError):
                self.kill()
            else:
                return answer
        return Answer(None, failure("answer_too_large"))

    def kill(self) -> None:
        if self._is_killed:
            return
        self._is_killed = True
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._process, signal.SIGKILL)
        os.close(self._process)
        self._pipe.close()
