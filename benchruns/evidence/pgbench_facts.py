"""What a run of pgbench says beside its figures."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from benchruns.figures.metrics import Figures
from benchruns.figures.weights import weighted
from benchruns.parsers.pgbench.output import Report, with_statements
from benchruns.workloads.custom import script as custom
from benchruns.workloads.pgbench_scripts import Statements, script_of


def of_own_script(report: Report, statements: Statements | None) -> Report:
    """The report with what follows from a transaction's statements as they are known.

    The tool lists all commands of a script, whether a condition lets them run or not.
    """
    figures = with_statements(report.figures, statements)
    return replace(report, figures=figures, statements=statements)


def statements_of(workload: str, facts: Mapping[str, Any]) -> Statements | None:
    """Of a transaction of this load; None of a script of one's own where they are not
    certain. ``facts`` are those of a run."""
    own = facts.get(custom.FACTS)
    if own is None:
        return script_of(workload).statements
    return Statements(**own["statements"]) if own["statements"] else None


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


def total_of(
    parts: Sequence[Mapping[str, Any]],
    figures: Figures,
    *,
    transactions: Sequence[float],
    statements: Statements | None,
) -> dict[str, Any]:
    """Of several pgbenchs that ran at once, as of one; ``figures`` are those of all.

    Means are weighted by each one's ``transactions``; a deviation of several is not known.
    """
    first = parts[0]
    found: dict[str, Any] = {
        **first,
        "initial_connection_ms": _most(each["initial_connection_ms"] for each in parts),
        "latency_stddev_ms": None,
        "failed_transactions": _sum(each["failed_transactions"] for each in parts),
        "statement_latencies": _latencies(parts, transactions),
    }
    if "counting" in first and statements is not None and figures.tps is not None:
        found |= {
            "qps_paper": figures.tps * statements.data,
            "qps_with_begin_end": figures.tps * statements.all,
        }
    if "schedule_lag" in first:
        lags = [each["schedule_lag"] for each in parts]
        found["schedule_lag"] = {
            **lags[0],
            "avg_ms": weighted(
                zip((each["avg_ms"] for each in lags), transactions, strict=True)
            ),
            "max_ms": _most(each["max_ms"] for each in lags),
        }
    if "latency_log" in first:
        logs = [each["latency_log"] for each in parts]
        found["latency_log"] = {
            "share": logs[0]["share"],
            "transactions": sum(each["transactions"] for each in logs),
            "is_whole": all(each["is_whole"] for each in logs)
            and len({each["share"] for each in logs}) == 1,
        }
    return found


def _latencies(
    parts: Sequence[Mapping[str, Any]], transactions: Sequence[float]
) -> list[dict[str, Any]]:
    """Of each statement of the script, which is the same for all."""
    found = []
    for alike in zip(*(each["statement_latencies"] for each in parts), strict=True):
        merged = dict(alike[0])
        for name, value in merged.items():
            if name.endswith("_ms"):
                merged[name] = weighted(
                    zip((each[name] for each in alike), transactions, strict=True)
                )
            elif isinstance(value, int):
                merged[name] = sum(each[name] for each in alike)
        found.append(merged)
    return found


def _sum(values: Iterable[float | None]) -> float | None:
    known = list(values)
    return None if None in known else sum(each for each in known if each is not None)


def _most(values: Iterable[float | None]) -> float | None:
    return max((each for each in values if each is not None), default=None)
