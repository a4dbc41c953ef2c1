"""What a run of pgbench says beside its figures."""

from dataclasses import asdict, replace
from typing import Any

from benchruns.parsers.pgbench.output import Report, with_statements
from benchruns.workloads.pgbench_scripts import Statements


def of_own_script(report: Report, statements: Statements | None) -> Report:
    """The report with what follows from a transaction's statements as they are known.

    The tool lists all commands of a script, whether a condition lets them run or not.
    """
    figures = with_statements(report.figures, statements)
    return replace(report, figures=figures, statements=statements)


def facts_of(report: Report) -> dict[str, Any]:
    """``counting`` names the one of both counts that stands as the figure ``qps``."""
    statements, tps = report.statements, report.figures.tps
    facts: dict[str, Any] = {
        "script": report.script,
        "initial_connection_ms": report.connection_ms,
        "latency_stddev_ms": report.latency_stddev_ms,
        "failed_transactions": report.failed,
        "statement_latencies": [asdict(each) for each in report.statement_latencies],
    }
    if statements is not None and tps is not None:
        facts |= {
            "counting": "qps_paper",
            "qps_paper": tps * statements.data,
            "qps_with_begin_end": tps * statements.all,
            "statements": asdict(statements),
        }
    if report.lag_avg_ms is not None:
        facts["schedule_lag"] = {
            "avg_ms": report.lag_avg_ms,
            "max_ms": report.lag_max_ms,
            "is_in_latency": True,
        }
    return facts
