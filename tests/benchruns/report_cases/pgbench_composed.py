"""pgbench's reports as the sources of other versions print them."""

from functools import partial

from benchruns.parsers.tool_report import Format
from tests.benchruns.report_cases.case import Case

_composed = partial(Case, format=Format.PGBENCH, origin="composed")


def _file(name: str) -> str:
    return f"pgbench/{name}"


COMPOSED = (
    _composed(
        tool_version="9.5",
        name="built-in TPC-B, colons in place of equals signs",
        path=_file("9.5-tpcb.txt"),
        expected={
            "tps": 2024.107562,
            "transactions": 121440,
            "latency_avg_ms": 7.905,
            "qps": 10120.53781,
            "errors_per_s": None,
        },
        printed={
            "tps_including_connections": 2023.418811,
            "tps_excluding_connections": 2024.107562,
        },
        stated={"scale": 100, "threads": 16, "duration_seconds": 60},
    ),
    _composed(
        tool_version="9.5",
        name="rate and latency limit, \\setrandom",
        path=_file("9.5-rate-limit.txt"),
        expected={"tps": 500.21178, "latency_avg_ms": 3.807, "reads": 5002},
        printed={
            "skipped_transactions": 3,
            "skipped_transactions_percent": 0.06,
            "latency_limit_ms": 20.0,
            "transactions_above_limit": 12,
            "transactions_above_limit_percent": 0.24,
            "latency_stddev_ms": 2.216,
            "schedule_lag_avg_ms": 1.157,
            "schedule_lag_max_ms": 18.345,
            "statement_2_latency_ms": 2.601334,
        },
    ),
    _composed(
        tool_version="9.5",
        name="several files by count, latency not measured",
        path=_file("9.5-several-files.txt"),
        expected={"tps": 815.933004, "latency_avg_ms": None, "qps": None},
        printed={
            "script_1_statement_2_latency_ms": 0.814553,
            "script_2_statement_1_latency_ms": 1.702218,
        },
    ),
    _composed(
        tool_version="9.6",
        name="several scripts with weights",
        path=_file("9.6-weights.txt"),
        expected={"tps": 1205.530961, "latency_avg_ms": 3.316, "qps": None},
        printed={
            "script_1_tps": 302.0076,
            "script_1_statement_11_latency_ms": 3.504,
            "script_2_weight": 3,
            "script_2_target_percent": 75.0,
            "script_2_transactions_percent": 74.9,
            "script_2_name": "ro.sql",
        },
    ),
    _composed(
        tool_version="10",
        name="papers' read-write script under “script statistics”",
        path=_file("10-one-script.txt"),
        expected={"tps": 4002.510933, "qps": 20012.554665, "other": 960624},
        printed={"statement_11_latency_ms": 2.503},
        stated={"threads": 32, "duration_seconds": 120},
    ),
    _composed(
        tool_version="12",
        name="rate and latency limit",
        path=_file("12-latency-limit.txt"),
        expected={"tps": 997.880124, "latency_avg_ms": 2.206},
        printed={
            "transactions_above_limit": 4,
            "transactions_above_limit_percent": 0.201,
            "skipped_transactions": 7,
        },
        stated={"scale": 50},
    ),
    _composed(
        tool_version="13",
        name="partitioned accounts",
        path=_file("13-partitions.txt"),
        expected={"tps": 18301.660417},
        printed={"partition_method": "range", "partitions": 8},
        stated={"scale": 200},
    ),
    _composed(
        tool_version="14.11",
        name="a server of another version",
        path=_file("14-other-server.txt"),
        expected={"tps": 3590.774133, "qps": None, "errors_per_s": None},
        printed={"initial_connection_time_ms": 12.502},
        stated={"tool_version": "14.11", "engine_version": "13.2", "scale": 20},
    ),
    _composed(
        tool_version="14.11",
        name="a connection for each transaction (-C)",
        path=_file("14-connect-each-time.txt"),
        expected={"tps": 320.491772},
        printed={
            "average_connection_time_ms": 2.871,
            "tps_including_reconnections": 320.491772,
        },
    ),
    _composed(
        tool_version="16.4",
        name="papers' read-write script",
        path=_file("16-read-write.txt"),
        expected={"tps": 5077.300421, "transactions": 10131, "writes": 40524},
        printed={"statement_9_latency_ms": 0.244, "statement_9_failures": 0},
        stated={"engine_version": "16.2", "scale": 100},
    ),
    _composed(
        tool_version="17.2",
        name="failures and retries",
        path=_file("17-retries.txt"),
        expected={"tps": 177.125203, "writes": 710},
        printed={"retries": 103, "statement_5_failures": 12, "statement_5_retries": 80},
    ),
    _composed(
        tool_version="18.1",
        name="by count, with failures in the latency",
        path=_file("18-by-count.txt"),
        expected={"tps": 962.408117, "transactions": 988, "latency_avg_ms": 4.106},
        printed={"failed_transactions": 12, "transactions_planned": 1000},
    ),
    _composed(
        tool_version="19devel",
        name="several scripts with --continue-on-error",
        path=_file("19devel-continue-on-error.txt"),
        expected={"tps": 922.733158, "transactions": 1842},
        printed={
            "other_failures": 31,
            "other_failures_percent": 1.648,
            "script_1_transactions_begun": 940,
            "script_1_transactions": 915,
            "script_1_tps": 458.361574,
            "script_2_other_failures": 14,
            "script_2_retries": 31,
        },
        stated={"tool_version": "19devel", "engine_version": "19devel"},
    ),
)
