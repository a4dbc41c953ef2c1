"""What an attempt writes of itself: its phases, what happened, what it found out."""

from collections.abc import Callable
from functools import partial
from typing import Any, ParamSpec, TypeVar

from benchruns.models import Attempt
from benchruns.runs import lifecycle
from benchruns.vocabulary import Phase
from workers.runs.lease import Lease
from workers.runs.persistence import persist

P = ParamSpec("P")
T = TypeVar("T")


class Journal:
    """Writes in the name of one attempt; LeaseLost once it holds its run no more.

    ``phase`` is the one that was begun last; the claim begins preflight.
    """

    def __init__(self, attempt: Attempt, lease: Lease) -> None:
        self.attempt = attempt
        self.phase = Phase.PREFLIGHT
        self._lease = lease

    def write(self, write: Callable[P, T], *args: P.args, **values: P.kwargs) -> T:
        """Each write outlives a short absence of the portal's database."""
        return persist(partial(write, *args, **values), lease=self._lease)

    def begin(self, phase: Phase, **values: Any) -> None:
        self.phase = phase
        self.write(
            lifecycle.begin_phase,
            self.attempt.run_id,
            attempt=self.attempt.number,
            phase=phase,
            **values,
        )

    def event(self, code: str, **data: Any) -> None:
        self.write(
            lifecycle.record_event,
            self.attempt.run_id,
            attempt=self.attempt.number,
            code=code,
            **data,
        )

    def keep(self, **facts: object) -> None:
        """Store what this attempt found out."""
        for name, value in facts.items():
            setattr(self.attempt, name, value)
        self.write(self.attempt.save, update_fields=list(facts))
