"""The parts of an attempt, as the generator that leads looks at them and waits for them."""

import time
from collections.abc import Callable

from benchruns.failures.failure import BenchbookError, Failure, failure
from benchruns.models import Attempt, Run, RunPart
from benchruns.runs import lifecycle
from benchruns.runs.parts import moves
from benchruns.vocabulary import PartState
from workers.runs.journal import Journal
from workers.runs.lease import Cancelled, Lease, WorkerStopping

GATHER_SECONDS = 120  # for other generators to come
READY_SECONDS = 60  # for each to connect its watch
DONE_SECONDS = 120  # for the others' tools to end, once one's own has
AWAITED_SECONDS = 0.25  # between two looks at others who are waited for
LOOK_SECONDS = 1.0  # the same while the own tool runs
# How long who is not there yet is waited for, and what is said then.
LATE = {
    PartState.READY: (READY_SECONDS, "generators_not_ready"),
    PartState.DONE: (DONE_SECONDS, "generators_not_done"),
}


class GeneratorsMissing(Exception):
    """Too few came in time: the run waits again."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.code)
        self.failure = failure


class Others:
    """What the others are doing.

    BenchbookError where one of them ends the run, WorkerStopping where its worker was told
    to stop, so that the run goes back to the queue.
    """

    def __init__(
        self, run: Run, attempt: Attempt, lease: Lease, journal: Journal
    ) -> None:
        self._run = run
        self._attempt = attempt
        self._lease = lease
        self._journal = journal
        self._looked_at = 0.0

    def parts(self) -> list[RunPart]:
        """All, with one's own; those whose lease ran out are lost from now on."""
        self._journal.write(moves.reap, self._run.pk, attempt=self._attempt.number)
        found = moves.of_attempt(self._run.pk, self._attempt.number)
        return self._journal.write(list, found)

    def look(self) -> None:
        """While the own tool runs: once a second, however often it is called."""
        if time.monotonic() - self._looked_at < LOOK_SECONDS:
            return
        self._looked_at = time.monotonic()
        self._refuse_lost(self.parts())

    def until_all_have_come(self) -> list[RunPart]:
        """GeneratorsMissing where too few come in time."""
        return self._until(
            lambda state: state != PartState.OFFERED,
            seconds=GATHER_SECONDS,
            late=_missing,
        )

    def until_all_are(self, state: PartState) -> list[RunPart]:
        """READY to begin, or DONE with the phase; those that are lost are not waited for."""
        seconds, code = LATE[state]
        return self._until(
            lambda found: found in (state, PartState.LOST),
            seconds=seconds,
            late=lambda _parts: BenchbookError(failure(code)),
        )

    def _until(
        self,
        is_so: Callable[[str], bool],
        *,
        seconds: float,
        late: Callable[[list[RunPart]], Exception],
    ) -> list[RunPart]:
        """All parts, once the state of each ``is_so``."""
        deadline = time.monotonic() + seconds
        while True:
            self._lease.check()
            parts = self.parts()
            self._refuse_lost(parts)
            if all(is_so(part.state) for part in parts):
                return parts
            if time.monotonic() > deadline:
                raise late(parts)
            time.sleep(AWAITED_SECONDS)

    def _refuse_lost(self, parts: list[RunPart]) -> None:
        for part in parts:
            if part.state == PartState.FAILED:
                raise BenchbookError(
                    Failure(
                        code=part.failure_code,
                        values=part.failure_values,
                        detail=part.failure_detail,
                    )
                )
            if part.state == PartState.ENDED:
                self._go_back()
            if part.state == PartState.LOST and not self._run.goes_on_without_lost:
                raise BenchbookError(failure("generator_lost", number=part.number))

    def _go_back(self) -> None:
        """It has seen a cancel or a stop of all load sooner, or was told to stop itself."""
        run_id, attempt = self._run.pk, self._attempt.number
        if self._journal.write(lifecycle.is_cancel_requested, run_id, attempt=attempt):
            raise Cancelled
        raise WorkerStopping(self._lease.stop_reason)


def _missing(parts: list[RunPart]) -> GeneratorsMissing:
    came = sum(part.state != PartState.OFFERED for part in parts)
    return GeneratorsMissing(
        failure("generators_missing", wanted=len(parts), came=came)
    )
