"""BenchBase's ``*.summary.json``: keys with their units in words, times in microseconds.

TPS are its goodput: requests that ended well. Its throughput counts aborted ones too.
Requests are of all kinds, so no new orders a minute follow from a summary.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime

from benchruns.engines import ENGINES, engine_called, engine_of
from benchruns.figures.metrics import Figures
from benchruns.findings import Finding
from benchruns.parsers.errors import AbortedError, NoEventsError, ReportError
from benchruns.parsers.text.json_text import amount, load, number, section, words
from benchruns.parsers.tool_report import Format, Scalar, ToolReport
from benchruns.vocabulary import Severity, Variant
from benchruns.workloads import workload_called

PARSER_VERSION = "2"
TOOL = "benchbase"

_Document = Mapping[str, object]

_STATE = "Final State"
_GOODPUT = "Goodput (requests/second)"
_THROUGHPUT = "Throughput (requests/second)"
_MEASURED = "Measured Requests"
_ELAPSED = "Elapsed Time (nanoseconds)"
_STARTED = "Start timestamp (milliseconds)"
_WRITTEN = "Current Timestamp (milliseconds)"
_ENDED_WELL = "EXIT"
_NS = 1e9
_MOST_MS = 4_102_444_800_000  # 2100-01-01, of a timestamp that is believed

_LATENCIES = {
    "Minimum": "min",
    "25th Percentile": "p25",
    "Median": "p50",
    "Average": "avg",
    "75th Percentile": "p75",
    "90th Percentile": "p90",
    "95th Percentile": "p95",
    "99th Percentile": "p99",
    "Maximum": "max",
}
_WHOLE = re.compile(r"(\d{1,15})(?:\.0+)?", re.ASCII)


def is_summary(document: object) -> bool:
    """Whether a JSON document has the keys of a summary."""
    return isinstance(document, dict) and {"Benchmark Type", _THROUGHPUT} <= set(
        document
    )


def read(text: str) -> ToolReport:
    """The report of the one run that the summary is of."""
    return read_document(load(text))


def read_document(document: object) -> ToolReport:
    if not isinstance(document, dict) or not is_summary(document):
        raise ReportError(
            f"The JSON is no summary of BenchBase: “Benchmark Type” or “{_THROUGHPUT}” "
            "is missing."
        )
    _check(document)
    return ToolReport(
        format=Format.BENCHBASE,
        tool=TOOL,
        tool_version=None,
        parser_version=PARSER_VERSION,
        figures=_figures(document),
        printed=_printed(document),
        workload=_workload(document),
        # its weights are the user's; 45, 43 and three times 4 of 100 where none is given
        variant=Variant.OTHER_MIX.value if _workload(document) else "",
        stated=_stated(document),
        findings=tuple(_doubts(document)),
    )


def _check(document: _Document) -> None:
    if document.get(_STATE, _ENDED_WELL) != _ENDED_WELL:
        state = document[_STATE]
        raise AbortedError(
            f"The run did not end as it should: its “{_STATE}” is not “{_ENDED_WELL}”.",
            f"{_STATE}: {state}"[:120],
        )
    for key in (_THROUGHPUT, _GOODPUT, _MEASURED):
        if amount(document, key) == 0:
            raise NoEventsError(
                "No request ended well while the tool measured.", f"{key}: 0"
            )


def _workload(document: _Document) -> str | None:
    return workload_called("benchbase", words(document, "Benchmark Type"))


def _figures(document: _Document) -> Figures:
    found = {name: _milliseconds(document, key) for key, name in _LATENCIES.items()}
    elapsed = amount(document, _ELAPSED)
    goodput = amount(document, _GOODPUT)
    return Figures(
        tps=None if goodput is None else float(goodput),
        latency_min_ms=found["min"],
        latency_avg_ms=found["avg"],
        latency_p50_ms=found["p50"],
        latency_p90_ms=found["p90"],
        latency_p95_ms=found["p95"],
        latency_p99_ms=found["p99"],
        latency_max_ms=found["max"],
        duration_s=elapsed / _NS if elapsed else None,
    )


def _microseconds(document: _Document, key: str) -> float | None:
    """A time of the distribution; −1 stands where nothing was timed."""
    name = f"{key} Latency (microseconds)"
    found = number(section(document, "Latency Distribution"), name)
    if found is None or found == -1:
        return None
    if found < 0:
        raise ReportError(f"“{name}” is negative.", str(found))
    return found


def _milliseconds(document: _Document, key: str) -> float | None:
    found = _microseconds(document, key)
    return None if found is None else found / 1000


def _stated(document: _Document) -> dict[str, Scalar]:
    version = words(document, "DBMS Version")
    elapsed = amount(document, _ELAPSED)
    found: dict[str, Scalar | None] = {
        "engine": _engine(words(document, "DBMS Type"), version=version),
        "engine_version": version or None,
        "threads": _whole(document, "terminals"),
        "scale": _whole(document, "scalefactor"),
        "duration_seconds": elapsed / _NS if elapsed else None,
        "profile": TOOL if _workload(document) else None,
        "tested_on": _day(document),
    }
    return {name: value for name, value in found.items() if value is not None}


def _engine(label: str, *, version: str) -> str:
    engine = engine_called(label)
    if engine is None:
        known = ", ".join(engine.label for engine in ENGINES.values())
        raise ReportError(
            f"The engine “{label[:40]}” is not known here: {known} are.",
            f"DBMS Type: {label[:80]}",
        )
    # MySQL's type works with MariaDB too: the server's own word is the better one
    return engine_of(engine.family, {"version": version}, given=engine).name


def _whole(document: _Document, key: str) -> int | None:
    """A count, also written as a text; None for a scale such as 0.1."""
    value = document.get(key)
    match = (
        _WHOLE.fullmatch(str(value)) if isinstance(value, str | int | float) else None
    )
    return int(match[1]) if match and int(match[1]) else None


def _day(document: _Document) -> str | None:
    """Of the start, in UTC; older files tell only when they were written."""
    moment = amount(document, _STARTED) or amount(document, _WRITTEN)
    if not moment or moment > _MOST_MS:
        return None
    return datetime.fromtimestamp(moment / 1000, UTC).date().isoformat()


def _printed(document: _Document) -> dict[str, Scalar]:
    printed: dict[str, Scalar | None] = {
        "throughput_requests_per_s": amount(document, _THROUGHPUT),
        "goodput_requests_per_s": amount(document, _GOODPUT),
        "measured_requests": amount(document, _MEASURED),
        "elapsed_ns": amount(document, _ELAPSED),
        "start_timestamp_ms": amount(document, _STARTED),
        "current_timestamp_ms": amount(document, _WRITTEN),
        "terminals": _whole(document, "terminals"),
        "scalefactor": number(document, "scalefactor"),
        "isolation": words(document, "isolation") or None,
        "benchmark": words(document, "Benchmark Type") or None,
    }
    for key, name in _LATENCIES.items():
        printed[f"latency_{name}_us"] = _microseconds(document, key)
    return {name: value for name, value in printed.items() if value is not None}


def unknown_benchmark() -> Finding:
    return Finding(
        code="workload_unknown",
        severity=Severity.CAUTION,
        values={"reason": "unknown_benchmark"},
    )


def _doubts(document: _Document) -> Iterator[Finding]:
    if _STATE not in document:
        yield Finding(
            code="end_not_told",
            severity=Severity.CAUTION,
            values={"tool": TOOL},
        )
    if _workload(document) is None:
        yield unknown_benchmark()
    if amount(document, _GOODPUT) is None:
        yield Finding(
            code="goodput_missing",
            severity=Severity.CAUTION,
        )
