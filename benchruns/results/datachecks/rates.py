"""A rule about counting: transactions a minute are 60 times those of a second."""

from collections.abc import Iterator, Sequence

from benchruns.findings import Finding
from benchruns.results.datachecks.pairs import grouped
from benchruns.results.datachecks.row import Row
from benchruns.vocabulary import Severity

# Papers print both as round numbers, to two digits at the least.
ROUND_NUMBERS = 0.01


def tps_and_tpm(rows: Sequence[Row]) -> Iterator[tuple[str, Finding]]:
    """Printed TPS and TPM that cannot count the same transactions, told of each method.

    A run's own TPM are read from a counter of the whole server, so they may differ.
    """
    printed = [
        row for row in rows if row.source and row.stated("tps") and row.stated("tpm")
    ]
    for group in grouped(printed, lambda row: (row.method or row.id,)):
        apart = [row for row in group if abs(_over_tpm(row) - 1) > ROUND_NUMBERS]
        for row in apart:
            yield row.id, _finding(apart)


def _over_tpm(row: Row) -> float:
    return (row.stated("tps") or 0) * 60 / (row.stated("tpm") or 1)


def _finding(rows: Sequence[Row]) -> Finding:
    """The same on each of the rows: it is one fact of their table."""
    over_tpm = [_over_tpm(row) for row in rows]
    over_batches = [
        (row.stated("tpm") or 0) / 60 / batches
        for row in rows
        if (batches := row.stated("batch_requests_per_s"))
    ]
    values: dict[str, float] = {
        "rows": len(rows),
        "least_over_tpm": round(min(over_tpm), 3),
        "most_over_tpm": round(max(over_tpm), 3),
    }
    if over_batches:
        values["least_over_batches"] = round(min(over_batches), 3)
        values["most_over_batches"] = round(max(over_batches), 3)
    return Finding(code="tps_and_tpm", severity=Severity.CAUTION, values=values)
