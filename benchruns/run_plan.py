"""What a run would create and take, before it starts."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

BYTES_A_ROW = 240  # sysbench's sbtest with its indexes, measured
ROWS_LOADED_A_SECOND = 50_000  # a cautious guess: over a network it may be less
SPARE_CONNECTIONS = 1  # the probe's own


@dataclass(frozen=True, slots=True, kw_only=True)
class RunPlan:
    """Estimates. What no check has told of the server is null."""

    tables: int
    table_size: int
    warmup_seconds: int
    duration_seconds: int
    connections: int
    buffer_bytes: int | None
    max_connections: int | None

    @property
    def rows(self) -> int:
        return self.tables * self.table_size

    @property
    def data_bytes(self) -> int:
        return self.rows * BYTES_A_ROW

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


def plan_of(parameters: Mapping[str, Any], *, server: Mapping[str, Any]) -> RunPlan:
    """The plan for cleaned sysbench parameters; ``server`` is what a check found."""
    return RunPlan(
        tables=parameters["tables"],
        table_size=parameters["table_size"],
        warmup_seconds=parameters["warmup_seconds"],
        duration_seconds=parameters["duration_seconds"],
        connections=parameters["threads"] + SPARE_CONNECTIONS,
        buffer_bytes=server.get("buffer_bytes"),
        max_connections=server.get("max_connections"),
    )
