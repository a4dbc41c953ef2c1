"""A rule about labels: a regime must fit the sizes that the same row states."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from benchruns.findings import Finding
from benchruns.results.datachecks.row import Row
from benchruns.units import GB
from benchruns.vocabulary import Regime, Severity

# Measured: 4,000,000 rows of a sysbench table with its index took 961 MB on MariaDB.
BYTES_PER_ROW = 240
# Memory where no buffer is known, and not a share of it: a buffer is never larger than
# memory, so data above it cannot be cached, and data below it need not come from the
# disk. The published disk rows lie at 0.14 to 0.72 times memory, or at 1.43 times and
# above: no threshold between would tell them apart otherwise.
FITS_BELOW = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Sizes:
    """Data and the room for it; ``is_estimate`` of data that only its rows tell."""

    data_bytes: int
    is_estimate: bool
    room_bytes: float
    is_buffer: bool

    @property
    def ratio(self) -> float:
        return self.data_bytes / self.room_bytes


def sizes(row: Row) -> Sizes | None:
    """As stated, else by its rows; against the buffer, else the memory."""
    room = float(row.buffer_bytes or (row.memory_gb or 0) * GB)
    data = row.data_bytes
    if data is None and row.tables is not None and row.table_size is not None:
        data = row.tables * row.table_size * BYTES_PER_ROW
    if not data or not room:
        return None
    return Sizes(
        data_bytes=data,
        is_estimate=row.data_bytes is None,
        room_bytes=room,
        is_buffer=bool(row.buffer_bytes),
    )


def regime_label(rows: Sequence[Row]) -> Iterator[tuple[str, Finding]]:
    """Data that there is room for is no disk I/O by its size, nor is larger data cached."""
    for row in rows:
        known = sizes(row)
        if known is None:
            continue
        if row.regime == Regime.DISK_IO and known.ratio < FITS_BELOW:
            yield row.id, _finding(known)
        if row.regime == Regime.CACHED and known.ratio >= FITS_BELOW:
            yield row.id, _finding(known)


def _finding(known: Sizes) -> Finding:
    return Finding(
        code="regime_label",
        severity=Severity.CAUTION,
        values=_values(known),
    )


def _values(known: Sizes) -> dict[str, Any]:
    ratio = round(known.ratio, 4)
    data: dict[str, Any] = {"data_bytes": known.data_bytes}
    if known.is_estimate:
        data = {
            "estimated_data_bytes": known.data_bytes,
            "bytes_per_row": BYTES_PER_ROW,
        }
    if known.is_buffer:
        return {
            **data,
            "buffer_bytes": round(known.room_bytes),
            "data_over_buffer": ratio,
        }
    return {**data, "memory_gb": known.room_bytes / GB, "data_over_memory": ratio}
