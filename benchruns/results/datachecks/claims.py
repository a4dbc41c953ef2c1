"""Rules about submitted rows: what a figure needs to be more than somebody's word."""

from collections.abc import Iterator, Sequence

from benchruns.findings import Finding
from benchruns.results.datachecks.memory import sizes
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
        if row.is_submitted and row.regime and not _has_sizes(row):
            yield (
                row.id,
                Finding(
                    code="regime_not_shown",
                    severity=Severity.CAUTION,
                    values={"regime": row.regime},
                ),
            )


def _has_sizes(row: Row) -> bool:
    """A scale is one, of pgbench's accounts or of warehouses, beside what memory is known."""
    has_scale = row.scale is not None or row.total_records is not None
    has_room = bool(row.buffer_bytes or row.memory_gb)
    return sizes(row) is not None or (has_scale and has_room)
