"""Rules about sizes: they fit the regime that the same row states, and each other."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from benchruns.engines import ENGINES
from benchruns.findings import Finding
from benchruns.results.datachecks.row import Row
from benchruns.units import GB
from benchruns.vocabulary import Regime, Severity
from benchruns.workloads.sysbench import tables_of

# Measured: 4,000,000 rows of a sysbench table with its index took 961 MB on MariaDB.
BYTES_PER_ROW = 240
# Memory where no buffer is known, and not a share of it: a buffer is never larger than
# memory, so data above it cannot be cached, and data below it need not come from the
# disk. The published disk rows lie at 0.14 to 0.72 times memory, or at 1.43 times and
# above: no threshold between would tell them apart otherwise.
FITS_BELOW = 1.0
# Tables of sysbench take what their rows tell within 10 %; pages that updates have split
# are half full at worst.
SIZES_APART = 2.0
# Below it a size is stated in too few digits, and what a table takes besides its rows counts.
LEAST_COMPARED = GB // 10


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
    """As stated, else by its rows, which also count where they belie what a submitter
    states; against the buffer, else the memory."""
    room = float(row.buffer_bytes or (row.memory_gb or 0) * GB)
    by_rows = _by_rows(row)
    is_estimate = row.data_bytes is None or is_size_belied(row)
    data = by_rows if is_estimate else row.data_bytes
    if not data or not room:
        return None
    return Sizes(
        data_bytes=data,
        is_estimate=is_estimate,
        room_bytes=room,
        is_buffer=bool(row.buffer_bytes),
    )


def _by_rows(row: Row) -> int | None:
    if row.tables is None or row.table_size is None:
        return None
    return row.tables * row.table_size * BYTES_PER_ROW


def is_size_belied(row: Row) -> bool:
    """Whether its rows make far more or less data than a submitter states.

    Of papers the two are not held against each other: what they print of both is irregular,
    and nobody can correct it.
    """
    if not (row.is_submitted and row.data_bytes and row.tables and row.table_size):
        return False
    estimates = list(_estimates(row, row.tables, row.table_size))
    least, most = min(estimates), max(estimates)
    return max(row.data_bytes, most) >= LEAST_COMPARED and not (
        least / SIZES_APART <= row.data_bytes <= most * SIZES_APART
    )


def _estimates(row: Row, tables: int, table_size: int) -> Iterator[float]:
    """Alike for all engines, and as its engine takes and reports them."""
    rows = tables * table_size
    yield rows * BYTES_PER_ROW
    size, engine = tables_of(tables, rows=table_size), ENGINES.get(row.engine)
    if engine and size.is_known_on(engine.family):
        yield size.data_bytes(engine.family)
        yield size.reported_bytes(engine.family)


def size_belied(rows: Sequence[Row]) -> Iterator[tuple[str, Finding]]:
    """Tables and rows of a command line are what was loaded; a size may be of another test."""
    for row in rows:
        if is_size_belied(row):
            yield (
                row.id,
                Finding(
                    code="size_belied",
                    severity=Severity.CAUTION,
                    values={
                        "data_bytes": row.data_bytes,
                        "estimated_data_bytes": _by_rows(row),
                        "tables": row.tables,
                        "table_size": row.table_size,
                        "bytes_per_row": BYTES_PER_ROW,
                    },
                ),
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
