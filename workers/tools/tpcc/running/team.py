"""All processes with virtual users, as the parent has them."""

import time
from collections.abc import Sequence
from functools import partial
from multiprocessing.connection import Connection, wait
from types import TracebackType
from typing import Self

from workers.tools.tpcc.child import Child, end, started
from workers.tools.tpcc.dialects.base import Dialect
from workers.tools.tpcc.fatal import Fatal
from workers.tools.tpcc.options import Place, Run
from workers.tools.tpcc.running.messages import (
    Batch,
    Begin,
    Failure,
    FromWorker,
    Ready,
    Stop,
)
from workers.tools.tpcc.running.user import Call, VirtualUser, call_routine
from workers.tools.tpcc.running.worker import Worker

STOP_SECONDS = 1.5  # from asking to killing


class Team:
    """The processes that share a run's virtual users, until the block ends.

    Then, or when this process dies, they are killed.
    """

    def __init__(
        self, place: Place, run: Run, *, dialect: Dialect, call: Call = call_routine
    ) -> None:
        self._place, self._run = place, run
        self._dialect, self._call = dialect, call
        self._children: list[Child] = []

    def __enter__(self) -> Self:
        try:
            for process in range(self._run.processes):
                numbers = range(process, self._run.virtual_users, self._run.processes)
                self._children.append(started(partial(self._live, numbers)))
        except BaseException:
            end(self._children)
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        end(self._children)

    def await_ready(self) -> None:
        """Until all users are connected."""
        missing = len(self._children)
        while missing:
            missing -= sum(isinstance(m, Ready) for _, m in self._messages(None))

    def begin(self, *, measuring_at: float) -> None:
        self._tell(Begin(measuring_at))

    def batches(self, *, within: float | None) -> list[tuple[int, Batch]]:
        """What has come, with the number of the process; waits for it so many seconds.

        Fatal with the first failure of a user, or when a process has died.
        """
        messages = self._messages(within)
        return [(n, message) for n, message in messages if isinstance(message, Batch)]

    def stop(self) -> None:
        """Users end what they do; those that still hang after a while are killed."""
        self._tell(Stop())
        end_at = time.monotonic() + STOP_SECONDS
        for child in self._children:
            child.process.join(max(0.0, end_at - time.monotonic()))
        end(self._children)

    def _live(self, numbers: Sequence[int], pipe: Connection) -> None:
        users = [
            VirtualUser(number, self._run, dialect=self._dialect, call=self._call)
            for number in numbers
        ]
        connect = partial(self._dialect.connect, self._place)
        Worker(pipe, dialect=self._dialect, connect=connect, users=users).live()

    def _messages(self, within: float | None) -> list[tuple[int, FromWorker]]:
        numbers = {child.pipe: n for n, child in enumerate(self._children)}
        came = wait(list(numbers), timeout=within)
        return [
            (n, self._heard(self._children[n]))
            for pipe, n in numbers.items()
            if pipe in came
        ]

    def _heard(self, child: Child) -> FromWorker:
        try:
            message: FromWorker = child.pipe.recv()
        except (EOFError, ConnectionResetError):
            raise child.death() from None
        if isinstance(message, Failure):
            raise Fatal(message.told)
        return message

    def _tell(self, message: Begin | Stop) -> None:
        for child in self._children:
            try:
                child.pipe.send(message)
            except (BrokenPipeError, ConnectionResetError):
                raise child.death() from None
