"""pgbench's reports as captured: pgbench 15.18 of Debian 12, on PostgreSQL 15."""

from functools import partial

from benchruns.parsers.tool_report import Format
from tests.benchruns.report_cases.case import Case

_ran = partial(Case, format=Format.PGBENCH, tool_version="15.18", origin="ran")


def _file(name: str) -> str:
    return f"pgbench/{name}"


RAN = (
    _ran(
        name="papers' read-write script, statements and progress lines",
        path=_file("15-read-write.txt"),
        expected={
            "tps": 2656.552343,
            "qps": 13282.761715,
            "transactions": 7923,
            "queries": 39615,
            "reads": 7923,
            "writes": 31692,
            "other": 15846,
            "reads_per_s": 2656.552343,
            "writes_per_s": 10626.20937,
            "other_per_s": 5313.104686,
            "errors_per_s": 0,
            "latency_avg_ms": 1.491,
            "latency_p95_ms": None,
        },
        printed={
            "query_mode": "prepared",
            "clients": 4,
            "threads": 4,
            "max_tries": 1,
            "duration_s": 3,
            "transactions": 7923,
            "failed_transactions": 0,
            "failed_transactions_percent": 0.0,
            "latency_avg_ms": 1.491,
            "latency_stddev_ms": 1.534,
            "initial_connection_time_ms": 27.534,
            "tps_without_initial_connection": 2656.552343,
            "interval_lines": 3,
            "statement_5": "BEGIN;",
            "statement_5_latency_ms": 0.122,
            "statement_5_failures": 0,
            "statement_11_latency_ms": 0.601,
        },
        stated={
            "tool": "pgbench",
            "tool_version": "15.18",
            "engine": "postgresql",
            "engine_version": "15.18",
            "threads": 4,
            "duration_seconds": 3,
        },
    ),
    _ran(
        name="papers' read-only script",
        path=_file("15-read-only.txt"),
        expected={"tps": 58044.798987, "qps": 58044.798987, "writes": 0, "other": 0},
        printed={"statement_2_latency_ms": 0.056, "latency_stddev_ms": 0.245},
    ),
    _ran(
        name="by count (-t)",
        path=_file("15-by-count.txt"),
        expected={"transactions": 50, "latency_avg_ms": 0.154},
        printed={"transactions_per_client": 50, "transactions_planned": 50},
        stated={"threads": 1},
    ),
    _ran(
        name="built-in TPC-B with progress lines",
        path=_file("15-tpcb.txt"),
        expected={"tps": 2117.803178, "queries": 21130, "latency_avg_ms": 0.943},
        printed={"transaction_type": "<builtin: TPC-B (sort of)>", "scaling_factor": 1},
        stated={"scale": 1, "threads": 2, "duration_seconds": 2},
    ),
    _ran(
        name="built-in select only, extended protocol",
        path=_file("15-select-only.txt"),
        expected={"tps": 30164.923539, "reads": 29857, "writes": 0},
        printed={"query_mode": "extended"},
    ),
    _ran(
        name="built-in simple update",
        path=_file("15-simple-update.txt"),
        expected={"tps": 2885.586495, "transactions": 40, "writes": 80},
        printed={"transactions_per_client": 20},
    ),
    _ran(
        name="a connection for each transaction (-C)",
        path=_file("15-connect-each-time.txt"),
        expected={"tps": 154.887397, "latency_avg_ms": 12.913},
        printed={
            "average_connection_time_ms": 6.433,
            "tps_including_reconnections": 154.887397,
        },
    ),
    _ran(
        name="rate-limited, with lag",
        path=_file("15-rate.txt"),
        expected={"tps": 102.022435, "latency_avg_ms": 1.337},
        printed={"schedule_lag_avg_ms": 0.247, "schedule_lag_max_ms": 3.862},
    ),
    _ran(
        name="rate and latency limit, with skipped transactions",
        path=_file("15-latency-limit.txt"),
        expected={"tps": 24316.226578, "transactions": 47315},
        printed={
            "skipped_transactions": 340627,
            "skipped_transactions_percent": 87.804,
            "latency_limit_ms": 1.0,
            "transactions_above_limit": 47234,
            "transactions_above_limit_percent": 99.829,
            "progress_skipped_transactions": 340627,
        },
    ),
    _ran(
        name="failures and retries, by statement too",
        path=_file("15-retries.txt"),
        expected={"tps": 177.125203, "errors_per_s": 6.486275039, "other": 710},
        printed={
            "max_tries": 3,
            "failed_transactions": 13,
            "failed_transactions_percent": 3.533,
            "serialization_failures": 0,
            "deadlock_failures": 13,
            "retried_transactions": 73,
            "retried_transactions_percent": 19.837,
            "retries": 103,
            "statement_4_failures": 1,
            "statement_4_retries": 23,
            "statement_5_latency_ms": 6.446,
            "progress_retried_transactions": 73,
            "progress_retries": 103,
        },
    ),
    _ran(
        name="failures in detail",
        path=_file("15-failures-detailed.txt"),
        expected={"tps": 2.321266, "transactions": 7},
        printed={"deadlock_failures": 2, "deadlock_failures_percent": 22.222},
    ),
    _ran(
        name="failures, latency not measured",
        path=_file("15-log-failures.txt"),
        expected={"latency_avg_ms": 853.006, "errors_per_s": 1.055092412},
        printed={"transactions": 102, "transactions_planned": 120},
    ),
    _ran(
        name="several scripts",
        path=_file("15-several-scripts.txt"),
        expected={"tps": 32.050381, "qps": None, "reads": None},
        printed={
            "script_1_name": "ro.sql",
            "script_1_weight": 2,
            "script_1_target_percent": 66.7,
            "script_1_transactions": 43,
            "script_1_tps": 21.20256,
            "script_2_latency_avg_ms": 184.959,
            "script_2_latency_stddev_ms": 577.744,
            "script_2_statement_5_latency_ms": 91.46,
            "script_2_failed_transactions": 0,
        },
    ),
    _ran(
        name="several built-in scripts with weights",
        path=_file("15-built-in-weights.txt"),
        expected={"tps": 4340.260254, "qps": None},
        printed={"script_3_weight": 1, "script_3_tps": 719.675712},
    ),
    _ran(
        name="partitioned accounts",
        path=_file("15-partitions.txt"),
        expected={"tps": 29545.709569},
        printed={"partition_method": "hash", "partitions": 2},
    ),
    _ran(
        name="progress lines with the clock's time",
        path=_file("15-progress-timestamp.txt"),
        expected={"tps": 2252.570137, "latency_avg_ms": 0.885},
        printed={"interval_lines": 3},
    ),
    _ran(
        name="output without the error stream",
        path=_file("15-stdout-alone.txt"),
        expected={"tps": 2138.976844, "transactions": 6381},
    ),
    _ran(
        name="rate and latency limit, without the error stream",
        path=_file("15-rate-stdout-alone.txt"),
        expected={"tps": 50.465103},
        printed={"schedule_lag_max_ms": 1.295, "transactions_above_limit": 0},
    ),
    _ran(
        name="with a log of each thread",
        path=_file("15-log-threads.txt"),
        expected={"transactions": 190, "latency_avg_ms": 0.874},
    ),
    _ran(
        name="with a sampled log",
        path=_file("15-log-sampled.txt"),
        expected={"transactions": 95046},
    ),
    _ran(
        name="with a log of retries",
        path=_file("15-log-retries.txt"),
        expected={"transactions": 136},
    ),
    _ran(
        name="with an aggregate log",
        path=_file("15-aggregate.txt"),
        expected={"transactions": 11468, "latency_avg_ms": 1.39},
    ),
    _ran(
        name="with an aggregate log of a rate",
        path=_file("15-aggregate-rate.txt"),
        expected={"transactions": 229},
    ),
    _ran(
        name="three of four clients broken off, standard output alone",
        path=_file("15-clients-killed-stdout-alone.txt"),
        expected={"tps": 50446.839688, "latency_avg_ms": 0.079},
        stated={"threads": 4},
    ),
    _ran(
        name="statements joined to one command (\\;)",
        path=_file("15-compound.txt"),
        expected={
            "tps": 18897.383714,
            "reads_per_s": 18897.383714,
            "writes_per_s": 18897.383714,
            "other_per_s": 2 * 18897.383714,
        },
    ),
    _ran(
        name="commands of several lines, of which the first is listed",
        path=_file("15-compound-lines.txt"),
        expected={"tps": 10925.755332, "qps": None, "reads": None},
    ),
)
