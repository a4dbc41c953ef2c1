"""A rule about labels: a regime must fit the sizes that the same row states."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from benchruns.datachecks.row import Row
from benchruns.datachecks.wording import number
from benchruns.findings import Finding
from benchruns.vocabulary import Regime, Severity

# Measured: 4,000,000 rows of a sysbench table with its index took 961 MB on MariaDB.
BYTES_PER_ROW = 240
GIB = 1024**3
# Memory and not a share of it: a buffer is never larger than memory, so data above it
# cannot be cached, and data below it need not come from the disk. The published disk
# rows lie at 0.14 to 0.72 times memory, or at 1.43 times and above: no threshold
# between would tell them apart otherwise.
FITS_BELOW = 1.0


def regime_label(rows: Sequence[Row]) -> Iterator[tuple[str, Finding]]:
    """Data that fits in memory is no disk I/O by its size, nor is larger data cached."""
    for row in rows:
        if row.tables is None or row.table_size is None or not row.memory_gb:
            continue
        data_bytes = row.tables * row.table_size * BYTES_PER_ROW
        ratio = data_bytes / (row.memory_gb * GIB)
        if row.regime == Regime.DISK_IO and ratio < FITS_BELOW:
            message = _(
                "Labelled disk I/O, and about %(data)s GB of data may fit in %(memory)s "
                "GB of memory (%(ratio)s times)."
            )
            yield row.id, _finding(row, data_bytes, ratio, message)
        if row.regime == Regime.CACHED and ratio >= FITS_BELOW:
            message = _(
                "Labelled cached, and about %(data)s GB of data cannot fit in %(memory)s "
                "GB of memory (%(ratio)s times)."
            )
            yield row.id, _finding(row, data_bytes, ratio, message)


def _finding(row: Row, data_bytes: int, ratio: float, message: str) -> Finding:
    memory_gb = row.memory_gb or 0.0
    return Finding(
        code="regime_label",
        severity=Severity.CAUTION,
        message=message
        % {
            "data": f"{data_bytes / GIB:.2g}",
            "memory": number(memory_gb),
            "ratio": f"{ratio:.2f}",
        },
        values={
            "estimated_data_bytes": data_bytes,
            "memory_gb": memory_gb,
            "data_over_memory": round(ratio, 4),
            "bytes_per_row": BYTES_PER_ROW,
        },
        why=_(
            "The size is an estimate: 240 bytes a row, as sysbench's tables take with "
            "their index. Nothing else in the source shows where the data was read from."
        ),
        remedy=_(
            "Reproduce the row: a run measures the physical reads of each transaction."
        ),
    )
