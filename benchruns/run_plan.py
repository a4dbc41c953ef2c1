"""What a run would create and take, before it starts."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from benchruns.workloads import Workload
from benchruns.workloads.size import Size

ROWS_LOADED_A_SECOND = 50_000  # a cautious guess: over a network it may be less
SPARE_CONNECTIONS = 1  # the probe's own


@dataclass(frozen=True, slots=True, kw_only=True)
class RunPlan:
    """Estimates. What no check has told of the server is null."""

    size: Size
    row_bytes: float
    data_bytes: int
    warmup_seconds: int
    duration_seconds: int
    connections: int
    buffer_bytes: int | None
    max_connections: int | None

    @property
    def rows(self) -> int:
        return self.size.rows

    @property
    def load_seconds(self) -> float:
        return self.rows / ROWS_LOADED_A_SECOND

    @property
    def total_seconds(self) -> float:
        return self.load_seconds + self.warmup_seconds + self.duration_seconds

    @property
    def data_over_buffer(self) -> float | None:
        return self.data_bytes / self.buffer_bytes if self.buffer_bytes else None

    @property
    def has_too_few_connections(self) -> bool:
        return (
            self.max_connections is not None and self.connections > self.max_connections
        )


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
        connections=workload.threads(parameters) + SPARE_CONNECTIONS,
        buffer_bytes=server.get("buffer_bytes"),
        max_connections=server.get("max_connections"),
    )
