"""Rules about one row: figures that state the same thing must agree."""

import math
from collections.abc import Iterator, Sequence

from benchruns.findings import Finding
from benchruns.results.datachecks.row import Row
from benchruns.vocabulary import Severity

# Rates are printed as whole numbers, rounded or cut: up to 1 may be lost.
ROUNDING = 1.0
# Rates of errors are printed to two decimals.
ERRORS_ROUNDING = 0.005
# A disagreement below one in a thousand changes no comparison.
MATTERS = 0.001
RECORDS_PER_SCALE = 100_000


def _severity(difference: float, *, of: float) -> str:
    return Severity.CAUTION if difference > MATTERS * of else Severity.NOTE


def reads_writes_ratio(rows: Sequence[Row]) -> Iterator[tuple[str, Finding]]:
    """Totals of reads and of writes must count the same transactions.

    Errors leave transactions part-way, so each of them may account for one.
    """
    for row in rows:
        reads, writes = row.stated("reads"), row.stated("writes")
        if reads is None or writes is None or not row.statements:
            continue
        each_reads, each_writes = row.statements["reads"], row.statements["writes"]
        if not each_reads or not each_writes:
            continue
        apart = abs(reads * each_writes - writes * each_reads)
        if apart > _interrupted_transactions(row) * each_reads * each_writes:
            yield row.id, _uneven_totals(reads, each_reads, writes, each_writes)


def _interrupted_transactions(row: Row) -> int:
    if not row.interrupted or not row.figures.duration_s:
        return 0
    return math.ceil((row.interrupted + ERRORS_ROUNDING) * row.figures.duration_s)


def _uneven_totals(
    reads: float, each_reads: int, writes: float, each_writes: int
) -> Finding:
    by_reads, by_writes = reads / each_reads, writes / each_writes
    return Finding(
        code="reads_writes_ratio",
        severity=_severity(abs(by_reads - by_writes), of=by_writes),
        values={
            "reads": reads,
            "writes": writes,
            "reads_per_transaction": each_reads,
            "writes_per_transaction": each_writes,
            "transactions_by_reads": by_reads,
            "transactions_by_writes": by_writes,
        },
    )


def qps_tps_ratio(rows: Sequence[Row]) -> Iterator[tuple[str, Finding]]:
    """QPS must be TPS times the statements of a transaction, but for rounding."""
    for row in rows:
        tps, qps = row.stated("tps"), row.stated("qps")
        if tps is None or qps is None or not row.statements:
            continue
        each = sum(row.statements.values())
        # Multiplied out, so that a difference of exactly the rounding is allowed.
        if abs(qps - tps * each) > (ROUNDING + row.interrupted) * each:
            yield row.id, _uneven_rates(tps, qps, each)


def _uneven_rates(tps: float, qps: float, each: int) -> Finding:
    by_qps = qps / each
    return Finding(
        code="qps_tps_ratio",
        severity=_severity(abs(by_qps - tps), of=tps),
        values={
            "tps": tps,
            "qps": qps,
            "statements_per_transaction": each,
            "tps_by_qps": by_qps,
        },
    )


def records_of_scale(rows: Sequence[Row]) -> Iterator[tuple[str, Finding]]:
    """A pgbench scale of 1 is 100,000 records."""
    for row in rows:
        if not row.workload.startswith("pgbench"):
            continue
        if row.scale is None or row.total_records is None:
            continue
        expected = row.scale * RECORDS_PER_SCALE
        if expected != row.total_records:
            yield row.id, _wrong_records(row.scale, row.total_records, expected)


def _wrong_records(scale: int, total_records: int, expected: int) -> Finding:
    return Finding(
        code="records_of_scale",
        severity=Severity.CAUTION,
        values={
            "scale": scale,
            "total_records": total_records,
            "records_by_scale": expected,
        },
    )
