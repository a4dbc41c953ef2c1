"""go-tpc's TPC-C-derived runs: plain lines, tables, JSON.

New orders a minute are its tpmC, a word that is kept for audited results and never used
for the figure here. TPS are all transactions that ended well. Its percentiles are one a
kind of transaction, in steps of some 6 %, so they are kept as printed.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from benchruns.figures.metrics import Figures, Interval
from benchruns.findings import Finding
from benchruns.parsers.errors import AbortedError, NoEventsError, ReportError
from benchruns.parsers.gotpc import mix
from benchruns.parsers.gotpc import rows as gotpc_rows
from benchruns.parsers.gotpc.rows import ANALYTIC, Output, Row
from benchruns.parsers.text.lines import lines_of
from benchruns.parsers.tool_report import Format, Scalar, ToolReport
from benchruns.vocabulary import Severity, Variant
from benchruns.workloads import load_findings, only_workload

PARSER_VERSION = "3"
TOOL = "go-tpc"

_MOST_OPERATIONS = 60  # five kinds, their errors and waits, analytic queries
_NEW_ORDER = "NEW_ORDER"
_LAST_KIND = "STOCK_LEVEL"  # rows come in the order of their names
_KINDS = frozenset(mix.SHARES)
# Printed when a thread ends before its time, or all do. With the time before it the
# former tells of an error after which the thread may have gone on (--ignore-error).
_BROKEN_OFF = ("execute run failed, err", "Got signal [")
_SLACK = 0.005  # of rates that are printed milliseconds after each other
_DERIVED = {
    "tps": "sum of TPM of all transactions that ended well / 60",
    "transactions": "sum of Count of all transactions that ended well",
    "errors_per_s": "sum of Count of operations in _ERR / longest Takes(s)",
    "duration_s": "longest Takes(s)",
    "latency_avg_ms": "sum of Sum(ms) / sum of Count of all that ended well",
}


def read(text: str) -> ToolReport:
    """The report of the one run that the text is of."""
    _check_ended(text)
    if not gotpc_rows.is_json(text):
        return _report(gotpc_rows.read_lines(text), Format.GO_TPC)
    return _report(gotpc_rows.read_json(text), Format.GO_TPC_JSON)


def _check_ended(text: str) -> None:
    """The summary of a run that was broken off looks like any other."""
    if not any(words in text for words in _BROKEN_OFF):  # of most: no line is looked at
        return
    for line in lines_of(text):
        if line.startswith(_BROKEN_OFF):
            raise AbortedError(
                "The run was broken off, or threads of it ended before their time.",
                line,
            )


def _report(output: Output, text_format: Format) -> ToolReport:
    summary = _summary(output)
    done = [row for row in summary if row.operation in _KINDS]
    figures = _figures(output, summary, done)
    is_mixed = any(ANALYTIC.fullmatch(row.operation) for row in output.rows)
    is_other = is_mixed or not mix.is_own(summary)
    return ToolReport(
        format=text_format,
        tool=TOOL,
        tool_version=None,
        parser_version=PARSER_VERSION,
        figures=figures,
        derived=_formulas(figures, output),
        printed=_printed(output, summary),
        samples=tuple(_samples(output)),
        workload=None if is_other else only_workload(TOOL),
        # even its own is not that of the workload
        variant="" if is_other else Variant.OTHER_MIX.value,
        stated={} if is_mixed else {"profile": TOOL},
        findings=(
            *_errors(summary, done),
            *mix.another(summary),
            *_doubts(output, is_mixed=is_mixed),
        ),
    )


def _summary(output: Output) -> list[Row]:
    """The rows of the whole run; one of new orders is required."""
    found = [row for row in output.rows if row.is_summary]
    if not found:
        last = f"{len(output.rows)} rows of intervals" if output.rows else ""
        raise ReportError(
            f"The text has no summary (“{gotpc_rows.SUMMARY} …”): the run did not end, "
            "or its output was cut.",
            last,
        )
    _check_one_run(output, found)
    if not any(row.operation == _NEW_ORDER and not row.is_wait for row in found):
        raise NoEventsError("No new order ended while the tool measured.")
    _check_whole(output, found)
    return found


def _check_one_run(output: Output, summary: Sequence[Row]) -> None:
    if len(summary) > _MOST_OPERATIONS:
        raise ReportError(
            "The summary has more operations than the tool knows.",
            f"{gotpc_rows.SUMMARY} {summary[_MOST_OPERATIONS].operation}",
        )
    second = output.last_lines[1] if len(output.last) > 1 else ""
    seen: set[str] = set()
    for row in summary:
        if row.operation in seen and not second:
            second = f"{gotpc_rows.SUMMARY} {row.operation}"
        seen.add(row.operation)
    if second:
        raise ReportError(
            "The text holds more than one run: upload each as a file of its own.",
            second,
        )


def _check_whole(output: Output, summary: Sequence[Row]) -> None:
    """A text that was cut has a row with too few cells, or lacks the end of its build."""
    rows = {row.operation: row for row in summary if not row.is_wait}
    new_orders = rows[_NEW_ORDER].values
    cells = max((set(row.values) for row in rows.values()), key=len)
    for name, row in rows.items():
        if set(row.values) != cells and not ANALYTIC.fullmatch(name):
            raise ReportError(f"The row of {name} is not whole.", row.line)
    if not output.last and ("p50_ms" in cells or _LAST_KIND not in rows):
        raise ReportError("The summary is cut: its last line is missing.")
    told = output.last[0]["tpmc"] if output.last else new_orders.get("tpm", 0)
    if not _is_near(new_orders.get("tpm", 0), told):
        raise ReportError(
            f"The last line does not fit the row of {_NEW_ORDER}.", output.last_lines[0]
        )
    _check_total(output, rows.values())


def _check_total(output: Output, rows: Iterable[Row]) -> None:
    """Of all kinds together newer builds print the rate, which a lost row lacks."""
    total = output.last[0].get("tpm_total") if output.last else None
    if total is None:
        return
    done = sum(row.values.get("tpm", 0) for row in rows if not row.is_error)
    if not _is_near(done, total):
        raise ReportError(
            f"The rows make {done:,.1f} transactions a minute, the last line says "
            f"{total:,.1f}: a row is missing, or is of another run.",
            output.last_lines[0],
        )


def _is_near(rate: float, told: float) -> bool:
    return abs(rate - told) <= max(_SLACK * told, 1)


def _figures(output: Output, summary: Sequence[Row], done: Sequence[Row]) -> Figures:
    duration = max(_required(row, "takes_s") for row in done)
    count = sum(_required(row, "count") for row in done)
    nopm = _nopm(output, done)
    if not (duration and count and nopm):
        raise NoEventsError("No new order ended while the tool measured.")
    errors = sum(_required(row, "count") for row in summary if row.is_error)
    return Figures(
        nopm=nopm,
        tps=sum(_required(row, "tpm") for row in done) / 60,
        transactions=count,
        duration_s=duration,
        # operations that failed are printed whenever there are any
        errors_per_s=errors / duration,
        latency_avg_ms=sum(_required(row, "sum_ms") for row in done) / count,
    )


def _nopm(output: Output, done: Sequence[Row]) -> float:
    """From the last line; builds without one print the same number in the row."""
    if output.last:
        return output.last[0]["tpmc"]
    return next(_required(row, "tpm") for row in done if row.operation == _NEW_ORDER)


def _required(row: Row, name: str) -> float:
    if name not in row.values:
        raise ReportError(f"The summary of {row.operation} does not tell “{name}”.")
    return row.values[name]


def _formulas(figures: Figures, output: Output) -> dict[str, str]:
    formulas = {
        name: text
        for name, text in _DERIVED.items()
        if figures.as_dict()[name] is not None
    }
    if not output.last:
        formulas["nopm"] = f"TPM of {_NEW_ORDER}"
    return formulas


def _printed(output: Output, summary: Sequence[Row]) -> dict[str, Scalar]:
    printed: dict[str, Scalar] = dict(output.last[0]) if output.last else {}
    for row in summary:
        operation = row.operation.lower().replace("-", "_")
        for name, value in row.values.items():
            whole = name == "count" and value == int(value)
            printed[f"{operation}_{name}"] = int(value) if whole else value
    return printed


def _samples(output: Output) -> Iterator[Interval]:
    """All kinds together, a group of rows an interval.

    The tool prints no times. A kind's own Takes(s) runs from its first transaction of
    the interval, so the longest of all is taken for the interval's length.
    """
    groups = list(_groups([row for row in output.rows if not row.is_summary]))
    takes = [row.values["takes_s"] for rows in groups for row in rows if _counted(row)]
    length = round(max(takes, default=0))
    if not length:
        return
    for place, rows in enumerate(groups, start=1):
        done = sum(row.values["count"] for row in rows if _is_done(row))
        failed = sum(
            row.values["count"] for row in rows if row.is_error and _counted(row)
        )
        yield Interval(
            second=place * length, tps=done / length, errors_per_s=failed / length
        )


def _groups(rows: Sequence[Row]) -> Iterator[list[Row]]:
    """Rows of one interval come in the order of their names."""
    kept = [row for row in rows if _counted(row)]
    group = kept[:1]
    for before, row in pairwise(kept):
        if row.operation <= before.operation:
            yield group
            group = []
        group.append(row)
    if group:
        yield group


def _counted(row: Row) -> bool:
    return {"count", "takes_s"} <= set(row.values)


def _is_done(row: Row) -> bool:
    return row.operation in _KINDS and _counted(row)


def _errors(summary: Sequence[Row], done: Sequence[Row]) -> Iterator[Finding]:
    failed = sum(row.values.get("count", 0) for row in summary if row.is_error)
    ended_well = sum(row.values.get("count", 0) for row in done)
    yield from load_findings.many_failed(failed, of=failed + ended_well)


def _doubts(output: Output, *, is_mixed: bool) -> Iterator[Finding]:
    if is_mixed:
        yield Finding(
            code="analytic_queries",
            severity=Severity.CAUTION,
        )
    if any(row.is_wait for row in output.rows):
        yield Finding(
            code="keying_and_thinking",
            severity=Severity.CAUTION,
        )
