"""What exporters for Prometheus tell of a server's machine.

Names as of node_exporter 1.x, windows_exporter and rds_exporter. What a text tells
otherwise of is left: ``process_cpu_seconds_total``, say, is the exporter's own process.
"""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from prometheus_client.samples import Sample

from workers.evidence import exposition

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
# Labels of a machine's parts; all others say which machine it is.
_PARTS = frozenset({"cpu", "core", "mode", "device", "volume", "disk"})
_LINES = exposition.lines_of(
    CPU_SECONDS
    + CPU_PERCENT
    + READ_BYTES
    + WRITTEN_BYTES
    + BUSY_SECONDS
    + MEMORY_TOTAL
    + MEMORY_FREE
)
_OF_DATABASES = re.compile(rb"^(?:mysql|pg)_\w", re.MULTILINE)
MOST_PERCENT = 101.0  # of a full machine, where a cloud's mean is not exact


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    """One reading, ``at`` seconds of a monotonic clock; None and empty are not told.

    ``cpus`` are the seconds of each CPU in each mode, ``cpu_percent`` is that of
    exporters that tell no seconds; bytes and seconds of disks are those of each.
    ``fault`` is why nothing is told, where it is not that there is nothing.
    """

    at: float
    cpus: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    cpu_percent: float | None = None
    memory_bytes: float | None = None
    free_memory_bytes: float | None = None
    read_bytes: Mapping[str, float] = field(default_factory=dict)
    written_bytes: Mapping[str, float] = field(default_factory=dict)
    busy_seconds: Mapping[str, float] = field(default_factory=dict)
    fault: str = ""

    @property
    def state(self) -> str:
        """``ok``, ``several_machines``, ``database_only`` or ``nothing_known``."""
        disks = self.read_bytes or self.written_bytes or self.busy_seconds
        has_cpu = self.cpus or self.cpu_percent is not None
        if has_cpu or disks or _memory(self) is not None:
            return "ok"
        return self.fault or "nothing_known"


def read(body: bytes, *, at: float) -> Machine:
    """ValueError for what is no such text."""
    samples = exposition.read(body, _LINES)
    if _are_of_several(samples):
        return Machine(at=at, fault="several_machines")
    disks = [each for each in samples if not _NO_DISK.search(_disk(each))]
    cpu_percent = _one(samples, CPU_PERCENT)
    if cpu_percent is not None:
        cpu_percent = min(cpu_percent, 100.0) if cpu_percent <= MOST_PERCENT else None
    return Machine(
        at=at,
        cpus=_cpus(samples),
        cpu_percent=cpu_percent,
        memory_bytes=_one(samples, MEMORY_TOTAL),
        free_memory_bytes=_one(samples, MEMORY_FREE),
        read_bytes=_by_disk(disks, READ_BYTES),
        written_bytes=_by_disk(disks, WRITTEN_BYTES),
        busy_seconds=_by_disk(disks, BUSY_SECONDS),
        fault="database_only" if _OF_DATABASES.search(body) else "",
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
    return {
        name: round(value, 3)
        for name, value in found.items()
        if value is not None and math.isfinite(value)
    }


# What a text tells ---------------------------------------------------------------------


def _are_of_several(samples: list[Sample]) -> bool:
    """Whether a label has two values, or one series stands there twice."""
    machine: dict[str, str] = {}
    series: set[tuple[str, frozenset[tuple[str, str]]]] = set()
    for each in samples:
        parts = {item for item in each.labels.items() if item[0] in _PARTS}
        series.add((each.name, frozenset(parts)))
        for label, value in each.labels.items() - parts:
            if machine.setdefault(label, value) != value:
                return True
    return len(series) < len(samples)


def _told(samples: list[Sample], names: tuple[str, ...]) -> list[tuple[Sample, float]]:
    """Under the first name that is there; empty if any is no number: no sum is whole."""
    for name in names:
        found = [
            (each, exposition.number_of(each)) for each in samples if each.name == name
        ]
        if found:
            known = [(each, value) for each, value in found if value is not None]
            return known if len(known) == len(found) else []
    return []


def _one(samples: list[Sample], names: tuple[str, ...]) -> float | None:
    found = _told(samples, names)
    return found[0][1] if len(found) == 1 else None


def _cpus(samples: list[Sample]) -> dict[str, dict[str, float]]:
    cpus: dict[str, dict[str, float]] = {}
    for sample, seconds in _told(samples, CPU_SECONDS):
        cpu = sample.labels.get("cpu") or sample.labels.get("core") or ""
        cpus.setdefault(cpu, {})[sample.labels.get("mode", "")] = seconds
    return cpus


def _by_disk(samples: list[Sample], names: tuple[str, ...]) -> dict[str, float]:
    return {_disk(sample): value for sample, value in _told(samples, names)}


def _disk(sample: Sample) -> str:
    return str(sample.labels.get("device") or sample.labels.get("volume") or "")


# What happened between two readings ----------------------------------------------------


def _cpu(before: Machine, after: Machine) -> float | None:
    """Of the CPUs in both readings that did not begin to count anew."""
    whole = idle = 0.0
    for cpu, seconds in after.cpus.items():
        earlier = before.cpus.get(cpu, {})
        if seconds.keys() != earlier.keys() or not IDLE & seconds.keys():
            continue
        growth = {mode: seconds[mode] - earlier[mode] for mode in seconds}
        own_idle = sum(growth[mode] for mode in IDLE & growth.keys())
        if own_idle >= 0 and sum(growth.values()) > 0:
            whole += sum(growth.values())
            idle += own_idle
    if not whole:
        return after.cpu_percent
    return 100 * min(max(1 - idle / whole, 0.0), 1.0)


def _memory(now: Machine) -> float | None:
    whole, free = now.memory_bytes, now.free_memory_bytes
    if not whole or free is None or free > whole:
        return None
    return 100 * (1 - free / whole)


def _busiest(before: Machine, after: Machine, seconds: float) -> float | None:
    growths = _growths(before.busy_seconds, after.busy_seconds)
    if not growths or max(growths) < 0:
        return None
    return min(100 * max(growths) / seconds, 100.0)


def _rate(
    before: Mapping[str, float], after: Mapping[str, float], seconds: float
) -> float | None:
    """None where no disk is in both readings, or one was counted anew."""
    growths = _growths(before, after)
    return sum(growths) / seconds if growths and min(growths) >= 0 else None


def _growths(before: Mapping[str, float], after: Mapping[str, float]) -> list[float]:
    return [value - before[disk] for disk, value in after.items() if disk in before]
