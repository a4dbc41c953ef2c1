"""BenchBase's summaries. Composed from the keys that its versions write."""

from benchruns.parsers.tool_report import Format
from tests.benchruns.report_cases.case import Case

NEWER = "with start and elapsed time"
OLDER = "without start and elapsed time"


def _case(tool_version: str, name: str, path: str, **rest) -> Case:
    return Case(
        format=Format.BENCHBASE,
        tool_version=tool_version,
        name=name,
        origin="composed",
        path=f"benchbase/{path}",
        **rest,
    )


CASES = (
    _case(
        NEWER,
        "PostgreSQL, tpcc",
        "newer-postgresql-tpcc.json",
        expected={
            "tps": 1743.326,
            "latency_min_ms": 0.203,
            "latency_avg_ms": 0.571,
            "latency_p50_ms": 0.532,
            "latency_p90_ms": 0.921,
            "latency_p95_ms": 1.178,
            "latency_p99_ms": 1.517,
            "latency_max_ms": 93.27,
            "duration_s": 60.000083167,
            "nopm": None,
        },
        printed={
            "throughput_requests_per_s": 1751.193,
            "goodput_requests_per_s": 1743.326,
            "measured_requests": 105072,
            "elapsed_ns": 60000083167,
            "start_timestamp_ms": 1731548786702,
            "latency_p25_us": 419,
            "latency_p75_us": 689,
            "latency_p95_us": 1178,
            "isolation": "TRANSACTION_SERIALIZABLE",
        },
        stated={
            "engine": "postgresql",
            "engine_version": "15.18",
            "threads": 1,
            "scale": 1,
            "profile": "benchbase",
            "tested_on": "2024-11-14",
        },
    ),
    _case(
        OLDER,
        "MySQL, tpcc, numbers as texts",
        "older-mysql-numbers-as-strings.json",
        expected={"tps": 996.5, "latency_p95_ms": 23.56, "duration_s": None},
        printed={"throughput_requests_per_s": 1002.0, "measured_requests": 60120},
        stated={"engine": "mysql", "threads": 16, "scale": 10},
    ),
    _case(
        NEWER,
        "MariaDB through the type of MySQL",
        "newer-mariadb-as-mysql.json",
        expected={"tps": 1743.326},
        stated={"engine": "mariadb", "engine_version": "10.11.19-MariaDB"},
    ),
    _case(
        NEWER,
        "ycsb: read, without a workload",
        "newer-postgresql-ycsb.json",
        expected={"tps": 1743.326},
        printed={"benchmark": "ycsb", "scalefactor": 0.5},
    ),
    _case(
        OLDER,
        "no goodput: TPS are not known",
        "older-no-goodput.json",
        expected={"tps": None, "latency_p95_ms": 1.178},
        printed={"throughput_requests_per_s": 1751.193},
    ),
    _case(NEWER, "broken off", "newer-broken-off.json", refused="is not “EXIT”"),
    _case(
        NEWER,
        "an engine that is not known here",
        "newer-sqlite.json",
        refused="The engine “SQLITE” is not known here",
    ),
    _case(
        NEWER,
        "nothing measured",
        "newer-nothing-measured.json",
        refused="No request ended",
    ),
    _case(NEWER, "cut short", "newer-cut.json", refused="not whole JSON"),
)
