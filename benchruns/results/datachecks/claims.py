"""Rules about submitted rows: what a figure needs to be more than somebody's word."""

from collections.abc import Iterator, Sequence

from benchruns.findings import Finding
from benchruns.results.datachecks.row import Row
from benchruns.vocabulary import Severity


def time_not_stated(rows: Sequence[Row]) -> Iterator[tuple[str, Finding]]:
    """A mean over nobody knows how long may be one of seconds."""
    for row in rows:
        if row.is_submitted and not row.seconds:
            yield row.id, Finding(code="time_not_stated", severity=Severity.CAUTION)


def regime_not_shown(rows: Sequence[Row]) -> Iterator[tuple[str, Finding]]:
    """No upload has a server's counters: sizes alone can show where data was read from."""
    for row in rows:
        lacks = _lacking(row)
        if row.is_submitted and row.regime and lacks:
            yield (
                row.id,
                Finding(
                    code="regime_not_shown",
                    severity=Severity.CAUTION,
                    values={"regime": row.regime, "lacks": lacks},
                ),
            )


def _lacking(row: Row) -> list[str]:
    """A scale is a size, of pgbench's accounts or of warehouses; memory is room for it."""
    has_rows = bool((row.tables or 0) * (row.table_size or 0))
    has_scale = row.scale is not None or row.total_records is not None
    known = {
        "data": row.data_bytes or has_rows or has_scale,
        "buffer": row.buffer_bytes or row.memory_gb,
    }
    return [name for name, size in known.items() if not size]
