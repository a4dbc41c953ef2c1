"""Benchbook's own report, filled in. ``expected`` and ``stated`` are of its first row."""

from benchruns.parsers.tool_report import Format
from tests.benchruns.report_cases.case import Case

XLSX = Format.TEMPLATE_XLSX
CSV = Format.TEMPLATE_CSV
VERSION = "1"


def _case(format: Format, name: str, path: str, **rest) -> Case:
    return Case(
        format=format,
        tool_version=VERSION,
        name=name,
        origin="composed",
        path=f"template/{path}",
        **rest,
    )


CASES = (
    _case(
        XLSX,
        "the template, two rows with everything that is asked",
        "full.xlsx",
        expected={
            "tps": 820.25,
            "qps": 16405,
            "reads": 3445050,
            "latency_avg_ms": 19.5,
            "latency_p95_ms": 28.7,
            "latency_p99_ms": None,
            "errors_per_s": 0,
        },
        stated={
            "workload": "oltp_read_write",
            "threads": 16,
            "tested_on": "2026-01-31",
            "engine_version": "8.0.36",
            "instance_class": "mysql.x4.large.2c",
        },
    ),
    _case(
        XLSX,
        "a workbook of one's own, columns moved, a title above",
        "tpcc-moved-columns.xlsx",
        expected={"nopm": 128176, "tpm": 298394, "tps": None},
        stated={"workload": "tpcc", "scale": 1000, "engine_version": "10.11.6"},
    ),
    _case(
        XLSX,
        "a formula in place of a value",
        "formula.xlsx",
        refused="D2 (tps): Type the value in place of the formula.",
    ),
    _case(
        CSV,
        "separated by commas, three rows",
        "comma.csv",
        expected={"tps": 820.25, "latency_p95_ms": 29.25},
        stated={"threads": 16, "regime": "cached", "data_gb": 3.8},
    ),
    _case(
        CSV,
        "saved by Excel: semicolons, byte order mark, labels, an empty row",
        "semicolon-excel.csv",
        expected={"tps": 2100.5, "latency_p95_ms": 21.4},
        stated={"workload": "pgbench_read_write", "threads": 32},
    ),
    _case(
        CSV,
        "a decimal comma",
        "decimal-comma.csv",
        refused="C2 (tps): Write the number with a point",
    ),
    _case(
        CSV,
        "a row without throughput",
        "no-throughput.csv",
        refused="D1: Add a column with this name: tps or qps or nopm or tpm.",
    ),
)
