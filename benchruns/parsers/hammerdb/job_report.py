"""HammerDB's JSON artifact of a job (``hammerdb-job-report-v1``).

Only fields that are known are read: whatever else the file holds, such as a connection
with its password, is not kept.
"""

import re
from collections.abc import Iterator, Mapping

from benchruns.findings import Finding
from benchruns.parsers.errors import ReportError
from benchruns.parsers.hammerdb import result as hammerdb_result
from benchruns.parsers.hammerdb.profile import MOST_PROCEDURES
from benchruns.parsers.text.json_text import amount, load, rows, section, words
from benchruns.parsers.tool_report import Format, Scalar, ToolReport
from benchruns.vocabulary import Severity

PARSER_VERSION = "1"
SCHEMA = "hammerdb-job-report-v1"

_Document = Mapping[str, object]

_VERSION = re.compile(r"v?(\d{1,3}(?:\.\d{1,3}){0,2})", re.ASCII)
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_TIMES = (
    "elapsed_ms",
    "calls",
    "min_ms",
    "avg_ms",
    "max_ms",
    "total_ms",
    "p99_ms",
    "p95_ms",
    "p75_ms",
    "p50_ms",
    "p25_ms",
    "sd",
    "ratio_pct",
)
# Of the machine that was watched, without its name and its network.
_SYSTEM = (
    "cpumodel",
    "cpucount",
    "system_vendor",
    "system_type",
    "os_name",
    "memory",
    "storage",
    "cloud_instance",
)
_SERIES = (
    ("cpu_percent", "usr_pct", "cpu_user_percent"),
    ("cpu_percent", "sys_pct", "cpu_system_percent"),
    ("cpu_percent", "irq_pct", "cpu_irq_percent"),
    ("cpu_percent", "idle_pct", "cpu_idle_percent"),
    ("iops", "value", "iops"),
    ("mbps", "value", "mb_per_s"),
)


def is_report(document: object) -> bool:
    """Whether a JSON document says that it is one."""
    return isinstance(document, dict) and document.get("schema") == SCHEMA


def read(text: str) -> ToolReport:
    """The report of the one job that the file is of."""
    return read_document(load(text))


def read_document(document: object) -> ToolReport:
    if not isinstance(document, dict) or not is_report(document):
        raise ReportError(
            f"The JSON is no “{SCHEMA}”: its key “schema” says otherwise."
        )
    _check(document)
    job, config = section(document, "job"), section(document, "benchmark_config")
    nopm, tpm = _rate(document, "nopm"), _rate(document, "tpm")
    minutes = amount(config, "duration_minutes")
    printed = _printed(document)
    return ToolReport(
        format=Format.HAMMERDB_JSON,
        tool=hammerdb_result.TOOL,
        tool_version=_version(job),
        parser_version=PARSER_VERSION,
        figures=hammerdb_result.figures(
            nopm=nopm, tpm=tpm, minutes=minutes, line=f"nopm: {nopm}"
        ),
        printed=printed,
        workload=hammerdb_result.WORKLOAD,
        stated=_stated(document),
        findings=(
            *hammerdb_result.findings(nopm=nopm, tpm=tpm, printed=printed),
            *_doubts(document),
        ),
    )


def _check(document: _Document) -> None:
    disclaimer = section(document, "disclaimer")
    if disclaimer.get("audited") is not False:
        raise ReportError(
            "The report does not say that it is not audited (“audited”: false): audited "
            "results are the TPC's to publish.",
            f"audited: {disclaimer.get('audited')}"[:80],
        )
    benchmark = words(section(document, "job"), "benchmark")
    if benchmark != "TPROC-C":
        raise ReportError(
            "Only TPROC-C jobs are read: queries of TPROC-H are another load.",
            f"benchmark: {benchmark}",
        )


def _rate(document: _Document, key: str) -> float:
    found = amount(section(document, "result"), key)
    if found is None:
        raise ReportError(f"The report has no “{key}” in its “result”.")
    return found


def _version(job: _Document) -> str | None:
    match = _VERSION.match(words(job, "hdb_version"))
    return None if match is None else match[1]


def _stated(document: _Document) -> dict[str, Scalar]:
    job, config = section(document, "job"), section(document, "benchmark_config")
    label = words(job, "database_display") or words(job, "database")
    found: dict[str, Scalar | None] = {
        "engine": hammerdb_result.engine_named(label, line=f"database: {label}"),
        "engine_version": words(job, "release") or None,
        "threads": _whole(_users(document)),
        "scale": _whole(amount(config, "warehouses")),
        "rampup_seconds": _seconds(amount(config, "rampup_minutes")),
        "duration_seconds": _seconds(amount(config, "duration_minutes")),
        "profile": hammerdb_result.PROFILE,
        "tested_on": _day(job),
    }
    return {name: value for name, value in found.items() if value is not None}


def _users(document: _Document) -> float | None:
    """Those that worked; else those that were asked for."""
    active = amount(section(document, "result"), "active_virtual_users")
    if active is not None:
        return active
    return amount(section(document, "benchmark_config"), "virtual_users")


def _whole(value: float | None) -> int | None:
    return int(value) if value is not None and value == int(value) else None


def _seconds(minutes: float | None) -> float | None:
    return None if minutes is None else 60.0 * minutes


def _day(job: _Document) -> str | None:
    match = _DAY.match(words(job, "timestamp"))
    return None if match is None else match[0]


def _printed(document: _Document) -> dict[str, Scalar]:
    result, config = section(document, "result"), section(document, "benchmark_config")
    printed: dict[str, Scalar | None] = {
        **{key: amount(result, key) for key in ("nopm", "tpm", "active_virtual_users")},
        **{
            key: amount(config, key)
            for key in (
                "warehouses",
                "virtual_users",
                "rampup_minutes",
                "duration_minutes",
            )
        },
    }
    for row in rows(section(document, "response_times"), "rows")[:MOST_PROCEDURES]:
        printed |= _procedure(row, sd=_name_of_sd(section(document, "job")))
    system = section(document, "system")
    for key in _SYSTEM:
        printed[f"system_{key}"] = words(system, key, longest=120) or None
    window = section(section(document, "analysis_hints"), "active_window")
    for key in ("start", "end"):
        printed[f"active_window_{key}"] = words(window, key, longest=30) or None
    printed |= _counter(document)
    printed |= _metrics(section(document, "metrics"))
    return {name: value for name, value in printed.items() if value is not None}


def _name_of_sd(job: _Document) -> str:
    """With its unit from 6.0 on; before it was printed in a wrong one."""
    version = _version(job) or "0"
    return "sd_ms" if int(version.split(".")[0]) >= 6 else "sd"


def _procedure(row: _Document, *, sd: str) -> dict[str, Scalar | None]:
    name = words(row, "name", longest=20).lower()
    if not (name.isascii() and name.isidentifier()):
        raise ReportError("A row of “response_times” has no name.", name)
    called = {"ratio_pct": "ratio_percent", "sd": sd}
    return {f"{name}_{called.get(key, key)}": amount(row, key) for key in _TIMES}


def _counter(document: _Document) -> dict[str, Scalar]:
    """The counter's TPM as a text: they are no TPS, so they make no samples."""
    found = rows(section(document, "transaction_count"), "series")
    points = [amount(point, "value") for row in found for point in rows(row, "points")]
    return hammerdb_result.series("counter_tpm", points)


def _metrics(metrics: _Document) -> dict[str, Scalar]:
    printed: dict[str, Scalar] = {}
    for key, column, name in _SERIES:
        points = [amount(row, column) for row in rows(metrics, key)]
        if any(point is not None for point in points):
            printed |= hammerdb_result.series(name, points)
    return printed


def _doubts(document: _Document) -> Iterator[Finding]:
    active = amount(section(document, "result"), "active_virtual_users")
    asked = amount(section(document, "benchmark_config"), "virtual_users")
    if active is not None and asked is not None and active != asked:
        yield Finding(
            code="virtual_users",
            severity=Severity.CAUTION,
            values={"active": active, "asked": asked},
        )
