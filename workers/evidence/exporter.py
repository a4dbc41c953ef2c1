"""What exporters for Prometheus tell of a server's machine.

Names as of node_exporter 1.x, windows_exporter and rds_exporter; the text is that of
https://prometheus.io/docs/instrumenting/exposition_formats/
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.samples import Sample

IDLE = frozenset({"idle", "iowait"})
CPU_SECONDS = ("node_cpu_seconds_total", "windows_cpu_time_total")
CPU_PERCENT = ("rdsosmetrics_cpuUtilization_total", "aws_rds_cpuutilization_average")
READ_BYTES = ("node_disk_read_bytes_total", "windows_logical_disk_read_bytes_total")
WRITTEN_BYTES = (
    "node_disk_written_bytes_total",
    "windows_logical_disk_write_bytes_total",
)
BUSY_SECONDS = ("node_disk_io_time_seconds_total",)
MEMORY_TOTAL = ("node_memory_MemTotal_bytes", "windows_memory_physical_total_bytes")
MEMORY_FREE = ("node_memory_MemAvailable_bytes", "windows_memory_available_bytes")
# Parts and stacks of disks: their bytes are counted with the disks' own.
_NO_DISK = re.compile(
    r"^(?:dm-|loop|md|ram|sr|zram)|^_Total$|\d+p\d+$|^[svx]v?d[a-z]+\d+$"
)
_WANTED = (
    *CPU_SECONDS,
    *CPU_PERCENT,
    *READ_BYTES,
    *WRITTEN_BYTES,
    *BUSY_SECONDS,
    *MEMORY_TOTAL,
    *MEMORY_FREE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    """One reading, ``at`` seconds of a monotonic clock; None is not told.

    ``cpu_percent`` is that of exporters that tell no seconds; ``busy_seconds`` are those
    of each disk.
    """

    at: float
    cpu_seconds: float | None = None
    idle_seconds: float | None = None
    cpu_percent: float | None = None
    memory_bytes: float | None = None
    free_memory_bytes: float | None = None
    read_bytes: float | None = None
    written_bytes: float | None = None
    busy_seconds: dict[str, float] = field(default_factory=dict)

    @property
    def tells_anything(self) -> bool:
        known = (self.cpu_seconds, self.cpu_percent, self.memory_bytes, self.read_bytes)
        return any(value is not None for value in known)


def read(text: str, *, at: float) -> Machine:
    """ValueError for what is no such text."""
    lines = (line for line in text.splitlines() if line.startswith(_WANTED))
    samples = list(_samples("\n".join(lines) + "\n"))
    disks = [each for each in samples if not _NO_DISK.search(_disk(each))]
    return Machine(
        at=at,
        cpu_seconds=_sum(samples, CPU_SECONDS),
        idle_seconds=_sum(
            [each for each in samples if each.labels.get("mode") in IDLE], CPU_SECONDS
        ),
        cpu_percent=_sum(samples, CPU_PERCENT),
        memory_bytes=_sum(samples, MEMORY_TOTAL),
        free_memory_bytes=_sum(samples, MEMORY_FREE),
        read_bytes=_sum(disks, READ_BYTES),
        written_bytes=_sum(disks, WRITTEN_BYTES),
        busy_seconds={
            _disk(each): each.value for each in disks if each.name in BUSY_SECONDS
        },
    )


def between(before: Machine, after: Machine) -> dict[str, float]:
    """Counters of the time between two readings, under the names of a counter row."""
    seconds = after.at - before.at
    if seconds <= 0:
        return {}
    found = {
        "server_cpu_percent": _cpu(before, after),
        "server_memory_percent": _memory(after),
        "server_disk_read_bytes_per_s": _rate(
            before.read_bytes, after.read_bytes, seconds
        ),
        "server_disk_written_bytes_per_s": _rate(
            before.written_bytes, after.written_bytes, seconds
        ),
        "server_disk_busy_percent": _busiest(before, after, seconds),
    }
    return {name: round(value, 3) for name, value in found.items() if value is not None}


def _samples(text: str) -> Iterator[Sample]:
    for family in text_string_to_metric_families(text):
        yield from family.samples


def _disk(sample: Sample) -> str:
    return str(sample.labels.get("device") or sample.labels.get("volume") or "")


def _sum(samples: list[Sample], names: tuple[str, ...]) -> float | None:
    found = [each.value for each in samples if each.name in names]
    return sum(found) if found else None


def _cpu(before: Machine, after: Machine) -> float | None:
    whole = _growth(before.cpu_seconds, after.cpu_seconds)
    idle = _growth(before.idle_seconds, after.idle_seconds)
    if not whole or idle is None:
        return after.cpu_percent
    return 100 * min(max(1 - idle / whole, 0.0), 1.0)


def _memory(now: Machine) -> float | None:
    if not now.memory_bytes or now.free_memory_bytes is None:
        return None
    return 100 * (1 - now.free_memory_bytes / now.memory_bytes)


def _busiest(before: Machine, after: Machine, seconds: float) -> float | None:
    shares = [
        100 * (busy - before.busy_seconds[disk]) / seconds
        for disk, busy in after.busy_seconds.items()
        if disk in before.busy_seconds
    ]
    return min(max(shares), 100.0) if shares and max(shares) >= 0 else None


def _rate(before: float | None, after: float | None, seconds: float) -> float | None:
    growth = _growth(before, after)
    return None if growth is None else growth / seconds


def _growth(before: float | None, after: float | None) -> float | None:
    """None where it was not told, or was counted anew."""
    if before is None or after is None or after < before:
        return None
    return after - before
