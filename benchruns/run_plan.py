"""What a run would create and take, before it starts."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from benchruns.models import Endpoint
from benchruns.vocabulary import Regime
from benchruns.workloads import Workload
from benchruns.workloads.size import Size

ROWS_LOADED_A_SECOND = 50_000  # a cautious guess: over a network it may be less
SPARE_CONNECTIONS = 1  # the probe's own
# Data below this share of the buffer stays in it; above the other most reads miss it.
FITS, MISSES = 0.8, 2.0


def connections_for(threads: int) -> int:
    """What a run takes of the server's ``max_connections``."""
    return threads + SPARE_CONNECTIONS


@dataclass(frozen=True, slots=True, kw_only=True)
class RunPlan:
    """Estimates. What no check has told of the server is null.

    ``max_connections`` are those that a run may take.
    """

    size: Size
    row_bytes: float
    data_bytes: int
    warmup_seconds: int
    duration_seconds: int
    connections: int
    buffer_bytes: int | None
    max_connections: int | None
    rows_loaded_a_second: int = ROWS_LOADED_A_SECOND

    @property
    def rows(self) -> int:
        return self.size.rows

    @property
    def load_seconds(self) -> float:
        return self.rows / self.rows_loaded_a_second

    @property
    def total_seconds(self) -> float:
        return self.load_seconds + self.warmup_seconds + self.duration_seconds

    @property
    def data_over_buffer(self) -> float | None:
        return self.data_bytes / self.buffer_bytes if self.buffer_bytes else None

    @property
    def expected_regime(self) -> Regime | None:
        """By the size of the data alone; None while the buffer is not known."""
        if self.data_over_buffer is None:
            return None
        if self.data_over_buffer < FITS:
            return Regime.CACHED
        return Regime.DISK_IO if self.data_over_buffer > MISSES else Regime.MIXED

    @property
    def has_too_few_connections(self) -> bool:
        return (
            self.max_connections is not None and self.connections > self.max_connections
        )


def server_found(endpoint: Endpoint) -> Mapping[str, Any]:
    """What the last check that reached the server found; empty if none ever did.

    A later check that failed makes it no less likely: a changed connection forgets all.
    """
    reached = endpoint.checks.filter(finished_at__isnull=False).exclude(server={})
    return reached.values_list("server", flat=True).first() or {}


def plan_of(
    workload: Workload,
    parameters: Mapping[str, Any],
    *,
    family: str,
    server: Mapping[str, Any],
) -> RunPlan:
    """The plan for cleaned parameters; ``server`` is what a check found."""
    size = workload.size(parameters)
    return RunPlan(
        size=size,
        row_bytes=size.row_bytes[family],
        data_bytes=size.data_bytes(family),
        warmup_seconds=parameters["warmup_seconds"],
        duration_seconds=parameters["duration_seconds"],
        connections=connections_for(workload.threads(parameters)),
        buffer_bytes=server.get("buffer_bytes"),
        max_connections=_usable_connections(server),
    )


def _usable_connections(server: Mapping[str, Any]) -> int | None:
    """Without those that the server keeps for its administrators."""
    limit: int | None = server.get("max_connections")
    return None if limit is None else limit - server.get("reserved_connections", 0)
