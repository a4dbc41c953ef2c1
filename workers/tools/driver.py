"""What a workload's tool must be able to do for a run."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from benchruns.engines import Family
from benchruns.figures.histograms import Histogram
from benchruns.figures.metrics import Figures, Interval
from workers.confinement.process import Completed
from workers.connecting.target import Target
from workers.engines.probe import Probe
from workers.tools.command import Command
from workers.tools.progress import Progress

Parameters = Mapping[str, Any]  # cleaned by the registry: int, float, bool or None


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a run's tables lie.

    In ``workspace``, or, where that is None, in the endpoint's own database with
    ``mark`` on each of them.
    """

    workspace: str | None
    mark: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """What a believed measurement says; ``facts`` is what else should be kept of it.

    ``histogram`` is None where the tool told none, or not all of it; ``is_of_all`` is False
    where a lost generator's transactions are on the server and in none of the figures.
    """

    figures: Figures
    histogram: Histogram | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)  # JSON
    is_of_all: bool = True

    def has_made(self, found: float) -> bool:
        """Whether so many transactions, found on the server, are those that were counted."""
        counted = self.figures.transactions
        if counted is None:
            return False
        return found == counted if self.is_of_all else found >= counted


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """Which connections of a load this generator makes, where several do: ``own`` of
    ``all``, behind the ``before`` of those in front of it."""

    before: int
    own: int
    all: int


class Driver(ABC):
    """One workload with its parameters, through its tool; of several generators, a ``share``.

    Commands never hold the password in argv or environment. Failures leave as
    BenchbookError. One that ``needs_workspace`` is given a place with one.
    """

    parser_version: ClassVar[str]
    needs_workspace: ClassVar[bool] = False

    def __init__(
        self, workload: str, parameters: Parameters, share: Share | None = None
    ) -> None:
        self.workload = workload
        self.parameters = parameters
        self.share = share

    def require(self) -> None:  # noqa: B027
        """Raise unless all that it needs of this load generator is there."""

    @property
    @abstractmethod
    def connections(self) -> int:
        """How many connections the load opens at the same time."""

    @property
    @abstractmethod
    def loaded_bytes(self) -> int:
        """What the tool's processes take together before they connect."""

    @property
    def process_bytes(self) -> int:
        """What one of them takes."""
        return self.loaded_bytes

    @property
    @abstractmethod
    def tables(self) -> tuple[str, ...]:
        """The names of the tables that are created."""

    @abstractmethod
    def version(self) -> str:
        """The version of the installed tool."""

    @abstractmethod
    def tls_of(self, target: Target) -> str:
        """The TLS of the load: "none", "required", "as the server offers"."""

    @abstractmethod
    def prepare(self, target: Target, place: Place) -> Command: ...

    @abstractmethod
    def prepare_progress(self) -> Progress: ...

    @abstractmethod
    def judge_prepare(self, completed: Completed, *, family: Family) -> None:
        """Raise unless the tables were created and filled without a complaint."""

    @abstractmethod
    def verify(self, probe: Probe, place: Place, *, go_on: Callable[[], None]) -> None:
        """Raise unless the data is all there; ``go_on`` raises when the run must stop."""

    @abstractmethod
    def warmup(self, target: Target, place: Place) -> Command: ...

    @abstractmethod
    def measure(self, target: Target, place: Place) -> Command: ...

    @abstractmethod
    def parse_interval(self, line: str) -> Interval | None: ...

    @abstractmethod
    def load_began(self, line: str) -> float | None:
        """How many seconds ago the seconds of ``parse_interval`` began; None from a
        line that does not tell."""

    def parse_levels(self, line: str) -> Mapping[str, float] | None:
        """What a line says of the tool's own state, as counters: its queue, say."""
        return None

    @abstractmethod
    def judge(self, completed: Completed, *, family: Family, folder: Path) -> Measured:
        """The figures of a run that is to be believed; ``folder`` is where it ran."""

    # Most workloads have nothing to create beforehand and nothing to compare: no
    # abstract methods.

    def create_tables(self, probe: Probe, place: Place) -> None:  # noqa: B027
        """Create what ``prepare`` only fills."""

    def before_measure(self, probe: Probe, place: Place) -> None:  # noqa: B027
        """Note what ``confirm`` will compare with."""

    def confirm(  # noqa: B027
        self,
        probe: Probe,
        place: Place,
        measured: Measured,
        *,
        go_on: Callable[[], None],
    ) -> None:
        """Raise when the server's data contradicts the tool's figures, or itself.

        ``go_on`` raises when the run must stop.
        """
