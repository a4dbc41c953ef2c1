"""Processes that do jobs side by side, each with a session of its own."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection, wait
from types import TracebackType
from typing import Protocol, Self, TypeAlias

from workers.tools.tpcc.child import Child, end, started
from workers.tools.tpcc.dialects import dialect_of
from workers.tools.tpcc.dialects.base import Session
from workers.tools.tpcc.fatal import Fatal
from workers.tools.tpcc.options import Place


class Job(Protocol):
    def do(self, session: Session) -> Iterator[int]:
        """Does it piece by piece, and tells how much each piece was."""


@dataclass(frozen=True, slots=True)
class Step:
    """A piece of a job is done, or with ``is_last`` all of it."""

    job: int
    amount: int = 0
    is_last: bool = False


@dataclass(frozen=True, slots=True)
class _Failure:
    told: str


_Message: TypeAlias = Step | _Failure


class Crew:
    """So many processes, until the block ends; then, or when this one dies, they are killed."""

    def __init__(self, place: Place, *, size: int) -> None:
        self._place, self._size = place, size
        self._members: list[Child] = []

    def __enter__(self) -> Self:
        try:
            for _ in range(self._size):
                self._members.append(started(partial(_serve, self._place)))
        except BaseException:
            end(self._members)
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        end(self._members)

    def work(self, jobs: Sequence[Job]) -> Iterator[Step]:
        """Does the jobs, begun in their order; ``Fatal`` with the first one's cause.

        The crew is of no use after that, nor when the steps are not read to their end.
        """
        waiting = iter(enumerate(jobs))
        busy: set[Connection] = set()
        for member in self._members:
            self._give(member.pipe, waiting, busy)
        while busy:
            for pipe in wait(list(busy)):
                assert isinstance(pipe, Connection)  # noqa: S101 - no other was given
                step = self._heard(pipe)
                yield step
                if step.is_last:
                    busy.discard(pipe)
                    self._give(pipe, waiting, busy)

    def _give(
        self,
        pipe: Connection,
        waiting: Iterator[tuple[int, Job]],
        busy: set[Connection],
    ) -> None:
        """The next job, where there is one."""
        for given in waiting:
            busy.add(pipe)
            # One that died is heard of when it is listened to.
            with suppress(BrokenPipeError, ConnectionResetError):
                pipe.send(given)
            return

    def _heard(self, pipe: Connection) -> Step:
        try:
            message: _Message = pipe.recv()
        except (EOFError, ConnectionResetError):
            member = next(m for m in self._members if m.pipe is pipe)
            raise member.death() from None
        if isinstance(message, _Failure):
            raise Fatal(message.told)
        return message


def _serve(place: Place, pipe: Connection) -> None:
    """A member's life: one job after the other, until it is killed or one fails."""
    dialect = dialect_of(place.dialect)
    try:
        with dialect.connect(place) as session:
            while True:
                number, job = pipe.recv()
                for amount in job.do(session):
                    pipe.send(Step(number, amount))
                pipe.send(Step(number, is_last=True))
    except Exception as error:
        if dialect.trouble(error) is None:
            raise  # a defect: its traceback goes to standard error
        pipe.send(_Failure(dialect.line_of(error)))
