"""Texts of sysbench: 1.0 as run, the papers' listings, the others as they print."""

from benchruns.parsers.tool_report import Format
from tests.benchruns.report_cases.case import Case

V1_0 = "1.0.20"


def ran(name: str, file: str, *, format: Format = Format.SYSBENCH, **rest) -> Case:
    return Case(
        format=format,
        tool_version=V1_0,
        name=name,
        origin="ran",
        path=f"sysbench/{file}.txt",
        **rest,
    )


def composed(version: str, name: str, file: str, **rest) -> Case:
    return Case(
        format=rest.pop("format", Format.SYSBENCH),
        tool_version=version,
        name=name,
        origin="composed",
        path=f"sysbench/{file}.txt",
        **rest,
    )


_OLD = (
    composed(
        "0.4",
        "times in seconds",
        "0.4-seconds",
        expected={
            "tps": 249.72,
            "transactions": 2500,
            "qps": 5244.021815,
            "latency_min_ms": 4.1,
            "latency_avg_ms": 16,
            "latency_p95_ms": 28.7,
            "latency_max_ms": 112.5,
            "duration_s": 10.0114,
            "reconnects_per_s": None,
        },
        printed={"latency_p95_s": 0.0287, "event_execution_time_s": 40, "deadlocks": 0},
        stated={"threads": 4, "percentile": 95},
    ),
    composed(
        "0.4",
        "times in ms, with deadlocks",
        "0.4-milliseconds",
        expected={
            "tps": 180.65,
            "reads": 151900,
            "other_per_s": 361.42,
            "errors_per_s": 0.1166252647,
            "latency_p95_ms": 71.83,
        },
        printed={
            "deadlocks": 7,
            "deadlocks_per_s": 0.12,
            "read_write_requests": 206115,
            "read_write_requests_per_s": 3434.03,
            "event_execution_time_s": 479.9112,
            "interval_lines": 0,
        },
        stated={"threads": 8},
    ),
    composed(
        "0.4",
        "later branch, with interval lines",
        "0.4-later-branch",
        expected={"tps": 1117.54, "latency_p99_ms": 9.84, "latency_p95_ms": None},
        printed={"interval_lines": 3, "latency_p99_ms": 9.84},
        stated={"threads": 8, "percentile": 99},
    ),
    composed(
        "0.4",
        "memory test",
        "0.4-memory",
        refused="no load on a database",
    ),
    composed(
        "0.5",
        "with interval lines",
        "0.5-read-write",
        expected={
            "tps": 1204.89,
            "qps": 24098.34918,
            "other_per_s": 2409.81,
            "errors_per_s": 0.03332289216,
            "duration_s": 30.0094,
        },
        printed={"other_operations_per_s": 2409.81, "interval_lines": 3},
        stated={"threads": 8, "percentile": 95},
    ),
    composed(
        "0.5",
        "without BEGIN and COMMIT",
        "0.5-read-only-skip-trx",
        expected={"tps": 1366.484469, "transactions": 41000, "other_per_s": 0},
        printed={"transactions": 0, "tps": 0, "total_events": 41000},
    ),
    composed(
        "0.5",
        "cut off after the statistics",
        "0.5-cut",
        refused="no “General statistics:” block",
    ),
    Case(
        format=Format.SYSBENCH,
        tool_version="0.5",
        name="published listing, statistics alone",
        origin="ran",
        path="sysbench-0.5-hot-row-update.txt",
        expected={"tps": 30822.67, "writes_per_s": 30822.67, "other_per_s": 61645.34},
    ),
)

_PUBLISHED = tuple(
    Case(
        format=Format.SYSBENCH,
        tool_version="1.0",
        name=f"published listing, {name}",
        origin="ran",
        path=f"sysbench-1.0-oltp-{name.replace(' ', '-')}.txt",
        expected=expected,
        stated={"threads": 16, "percentile": 95},
    )
    for name, expected in (
        ("read write", {"tps": 1193.47, "qps": 23869.32, "latency_p95_ms": 36.89}),
        ("read only", {"tps": 1866.48, "qps": 26130.73, "latency_p95_ms": 33.72}),
        ("write only", {"tps": 4255.01, "qps": 25530.04, "latency_p95_ms": 16.71}),
    )
)

_TEXT = (
    ran(
        "with interval lines",
        "1.0-read-write",
        expected={"tps": 806.31, "qps": 16159.43, "reads": 33992, "duration_s": 3.0027},
        printed={"report_interval_s": 1, "interval_lines": 3, "ignored_errors": 6},
        stated={"threads": 2, "percentile": 95},
    ),
    ran(
        "with histogram and 99th percentile",
        "1.0-histogram",
        expected={
            "tps": 3462,
            "latency_p50_ms": 0.556,
            "latency_p90_ms": 0.619,
            "latency_p95_ms": 0.642,
            "latency_p99_ms": 1.7,
            "latency_p999_ms": 2.145,
        },
        printed={"latency_p99_ms": 1.7},
        stated={"percentile": 99},
    ),
    ran(
        "percentile off, no interval lines",
        "1.0-write-only-percentile-off",
        expected={"tps": 4394.29, "latency_p95_ms": None, "latency_avg_ms": 0.91},
        printed={"interval_lines": 0},
        stated={"threads": 4},
    ),
    ran(
        "rate-limited, with queue lines",
        "1.0-rate",
        expected={"tps": 51.56, "latency_p95_ms": 2.11},
        printed={"rate_per_s": 50, "interval_lines": 3},
        stated={"threads": 2, "rate": 50},
    ),
    ran(
        "rate-limited, percentile off",
        "1.0-rate-percentile-off",
        expected={"tps": 54.83, "latency_p95_ms": None},
        stated={"rate": 50},
    ),
    ran(
        "without BEGIN and COMMIT",
        "1.0-read-only-skip-trx",
        expected={"tps": 3590.62, "qps": 50268.65, "other": 0},
    ),
    ran(
        "point selects, no workload known here",
        "1.0-point-select",
        expected={"tps": 101994.91, "qps": 101994.91},
    ),
    ran(
        "many ignored errors",
        "1.0-errors",
        expected={"tps": 504.93, "errors_per_s": 317.3600957},
        printed={"ignored_errors": 955, "ignored_errors_per_s": 317.24},
    ),
    ran(
        "writes that met no row, on PostgreSQL",
        "1.0-writes-without-rows",
        expected={"tps": 125.33, "reads": 3990, "writes": 1043, "other": 642},
    ),
    ran(
        "behind a prepare that failed",
        "1.0-failed-prepare",
        expected={"tps": 54.85, "reads": 1624},
        stated={"threads": 2},
    ),
    ran("with warnings", "1.0-warnings", expected={"tps": 814.95}),
    ran(
        "with --debug", "1.0-debug", expected={"tps": 1135.52, "latency_max_ms": 12.13}
    ),
    ran(
        "interval lines of report_default",
        "1.0-report-default",
        expected={"tps": 865.33},
        printed={"interval_lines": 3},
    ),
    ran(
        "with checkpoints",
        "1.0-checkpoints",
        refused="holds checkpoints",
    ),
    ran("stopped by force", "1.0-forced-shutdown", refused="broken off"),
    ran("ended by an error", "1.0-fatal", refused="broken off"),
    ran("interrupted", "1.0-interrupted", refused="no final block"),
    ran("cpu test", "1.0-cpu", refused="no load on a database"),
    ran("a dry run", "1.0-dry-run", refused="no read and no write"),
    ran("bulk_insert", "1.0-bulk-insert", refused="more events than statements"),
    ran("two reports in one file", "1.0-two-reports", refused="more than one report"),
    composed(V1_0, "no transaction ended", "1.0-no-events", refused="No transaction"),
    composed(
        "1.1",
        "with interval lines",
        "1.1-read-write",
        expected={"tps": 1213.24, "qps": 24264.83, "duration_s": 3.0027},
        printed={"events_per_s": 1213.2414, "total_time_s": 3.0027},
        stated={"threads": 4},
    ),
    composed(
        "1.1",
        "with warm-up",
        "1.1-warm-up",
        expected={"tps": 1213.24, "reads": 51011},
        printed={"warmup_s": 2, "interval_lines": 3},
        stated={"warmup_seconds": 2},
    ),
)

_ROWS = (
    ran(
        "rows in the output",
        "1.0-csv",
        format=Format.SYSBENCH_CSV,
        expected={"tps": 890.83, "transactions": 2676, "latency_p95_ms": 3.07},
        printed={"interval_lines": 3},
        stated={"threads": 2, "percentile": 95},
    ),
    ran(
        "rows in the output, the last over the whole time",
        "1.0-csv-cumulative",
        format=Format.SYSBENCH_CSV,
        expected={
            "tps": 801.11,
            "qps": 16081.68,
            "duration_s": 3,
            "transactions": None,
        },
        printed={"latency_percentile_ms": 2.97, "interval_lines": 3},
        stated={"threads": 2},
    ),
    ran(
        "rows alone, the last over the whole time",
        "1.0-csv-alone",
        format=Format.SYSBENCH_CSV,
        expected={"tps": 778.6, "writes_per_s": 3120.06, "latency_p95_ms": None},
        printed={"ignored_errors_per_s": 3.66, "interval_lines": 3},
        stated={"threads": 2},
    ),
    ran(
        "rows with a histogram",
        "1.0-csv-histogram",
        format=Format.SYSBENCH_CSV,
        expected={"tps": 799.87, "latency_p95_ms": 2.913, "latency_p99_ms": 3.364},
    ),
    composed(
        V1_0,
        "rows of intervals alone",
        "1.0-csv-cut",
        format=Format.SYSBENCH_CSV,
        refused="intervals alone",
    ),
    ran(
        "objects in the output",
        "1.0-json",
        format=Format.SYSBENCH_JSON,
        expected={"tps": 882.26, "transactions": 2667, "latency_p95_ms": 4.74},
        printed={"interval_lines": 3},
        stated={"percentile": 95},
    ),
    ran(
        "objects in the output, the last over the whole time",
        "1.0-json-cumulative",
        format=Format.SYSBENCH_JSON,
        expected={"tps": 912.89, "reads_per_s": 12822.42, "duration_s": 3},
        printed={"latency_percentile_ms": 3.02, "interval_lines": 3},
    ),
    ran(
        "objects alone, the last over the whole time",
        "1.0-json-alone",
        format=Format.SYSBENCH_JSON,
        expected={"tps": 870.43, "other_per_s": 1743.19, "errors_per_s": 2.33},
        printed={"interval_lines": 3},
    ),
)

CASES = (*_OLD, *_PUBLISHED, *_TEXT, *_ROWS)
