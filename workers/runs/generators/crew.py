"""Who makes a run's load, as the one that holds it asks; alone, nobody is waited for."""

from typing import Any, Protocol
from uuid import UUID

from benchruns.models import Counter, Run, Sample
from benchruns.runs import lifecycle
from benchruns.vocabulary import Phase
from workers.connecting.target import Target
from workers.evidence.cpu_use import Use
from workers.evidence.watch import Watch
from workers.tools.driver import Driver, Measured, Place
from workers.tools.registry import driver_of


class Crew(Protocol):
    """Who makes a run's load: each step of a phase waits for all of them."""

    @property
    def driver(self) -> Driver: ...

    def gather(self, *, client: dict[str, Any], tool_version: str) -> None: ...

    def call(self, phase: Phase, place: Place, *, statements: int) -> None: ...

    def watch(self, watch: Watch) -> None: ...

    def start(self) -> None: ...

    def look(self) -> None: ...

    def warmed_up(self) -> None: ...

    def total(self, found: Measured, target: Target) -> Measured: ...

    def use(self, own: Use | None) -> Use | None: ...

    def store(
        self,
        run_id: UUID,
        *,
        attempt: int,
        progress: float | None,
        output_tail: str,
        samples: list[Sample],
        counters: list[Counter],
    ) -> None: ...


class Alone:
    """The crew of a run of one generator: nobody is waited for."""

    def __init__(self, run: Run) -> None:
        self.driver = driver_of(run.workload, run.parameters)

    def gather(self, *, client: dict[str, Any], tool_version: str) -> None: ...

    def call(self, phase: Phase, place: Place, *, statements: int) -> None: ...

    def watch(self, watch: Watch) -> None: ...

    def start(self) -> None: ...

    def look(self) -> None: ...

    def warmed_up(self) -> None: ...

    def total(self, found: Measured, target: Target) -> Measured:
        return found

    def use(self, own: Use | None) -> Use | None:
        return own

    def store(
        self,
        run_id: UUID,
        *,
        attempt: int,
        progress: float | None,
        output_tail: str,
        samples: list[Sample],
        counters: list[Counter],
    ) -> None:
        lifecycle.record_progress(
            run_id,
            attempt=attempt,
            progress=progress,
            output_tail=output_tail,
            samples=samples,
            counters=counters,
        )
