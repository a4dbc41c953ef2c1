"""What all processes have told, by second, and what of it was measured."""

from collections.abc import Iterator
from dataclasses import dataclass

from workers.tools.tpcc.options import Run
from workers.tools.tpcc.running.messages import Batch
from workers.tools.tpcc.running.tally import Tallies, add_to


@dataclass(frozen=True, slots=True)
class Second:
    """Of all users; those of the ramp-up have numbers up to 0."""

    number: int
    tallies: Tallies


class Window:
    """``measured`` has what ended within the seconds 1 to the run's duration."""

    def __init__(self, run: Run) -> None:
        self.measured: Tallies = {}
        self._last = run.duration_seconds
        self._next = 1 - run.rampup_seconds
        self._through = [self._next - 1] * run.processes
        self._untold: dict[int, Tallies] = {}

    def take(self, process: int, batch: Batch) -> None:
        self._through[process] = batch.through
        for second, tallies in batch.tallies.items():
            if 1 <= second <= self._last:
                # also what comes after its second was told
                add_to(self.measured, tallies)
            if self._next <= second <= self._last:
                add_to(self._untold.setdefault(second, {}), tallies)

    def due(self) -> Iterator[Second]:
        """The seconds of which every process has told, each once, in order."""
        while self._next <= min(self._last, *self._through):
            yield Second(self._next, self._untold.pop(self._next, {}))
            self._next += 1

    @property
    def is_complete(self) -> bool:
        return min(self._through) >= self._last
