"""Rules about one row: figures that state the same thing must agree."""

import math
from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from benchruns.findings import Finding, Worded
from benchruns.results.datachecks.row import Row
from benchruns.results.datachecks.wording import number
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
    message = _(
        "The reads make %(by_reads)s transactions and the writes %(by_writes)s: "
        "%(reads)s / %(each_reads)s against %(writes)s / %(each_writes)s."
    ) % {
        "by_reads": number(by_reads),
        "by_writes": number(by_writes),
        "reads": number(reads),
        "each_reads": each_reads,
        "writes": number(writes),
        "each_writes": each_writes,
    }
    return Worded(
        code="reads_writes_ratio",
        severity=_severity(abs(by_reads - by_writes), of=by_writes),
        message=message,
        values={
            "reads": reads,
            "writes": writes,
            "reads_per_transaction": each_reads,
            "writes_per_transaction": each_writes,
            "transactions_by_reads": by_reads,
            "transactions_by_writes": by_writes,
        },
        why=_(
            "Every transaction of this workload sends a fixed number of reads and of "
            "writes, so one of the two totals is not what was measured."
        ),
        remedy=_(
            "Take figures that were derived from these totals as good to this "
            "difference only, or reproduce the row."
        ),
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
    message = _(
        "%(qps)s QPS / %(each)s is %(by_qps)s transactions/s, and the stated TPS is "
        "%(tps)s."
    ) % {
        "qps": number(qps),
        "each": each,
        "by_qps": number(by_qps),
        "tps": number(tps),
    }
    return Worded(
        code="qps_tps_ratio",
        severity=_severity(abs(by_qps - tps), of=tps),
        message=message,
        values={
            "tps": tps,
            "qps": qps,
            "statements_per_transaction": each,
            "tps_by_qps": by_qps,
        },
        why=_(
            "Every transaction of this workload sends the same number of statements, "
            "so TPS and QPS are one figure in two units; here they differ by more "
            "than rounding, and one of them is wrong."
        ),
        remedy=_(
            "Compare this row by the figure that fits its neighbours, or reproduce it."
        ),
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
    message = _(
        "Scale %(scale)s makes %(expected)s records, and %(records)s are stated."
    ) % {
        "scale": number(scale),
        "expected": number(expected),
        "records": number(total_records),
    }
    return Worded(
        code="records_of_scale",
        severity=Severity.CAUTION,
        message=message,
        values={
            "scale": scale,
            "total_records": total_records,
            "records_by_scale": expected,
        },
        why=_("The size of the data decides how much of it memory holds."),
        remedy=_("Find out which data set was tested before comparing this row."),
    )
