"""The reports of sysbench's Lua hooks: ``sysbench.report_csv`` and ``report_json``.

A script chooses them for the intervals, for the end or for both. The row of the end is
over the whole time, and told by its 0 threads: all have ended then. Neither form says
which percentile its latency is.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from benchruns.figures.metrics import Figures, Interval
from benchruns.parsers.errors import CheckpointError, NoEventsError, ReportError

_WHOLE = r"\d{1,9}"
_RATE = r"\d{1,15}\.\d{2}"  # always two decimals: a shorter number was cut off

ROW = re.compile(rf"({_WHOLE}),({_WHOLE})" + rf",({_RATE})" * 8, re.ASCII)
NONE = "0.00"  # one object for what nearly every line repeats
_ROW_START = re.compile(r"\d{1,15},\d{1,15},", re.ASCII)

_GAP = r"\s{0,99}"
OBJECT = re.compile(
    rf'\{{{_GAP}"time":{_GAP}({_WHOLE}),{_GAP}"threads":{_GAP}({_WHOLE})'
    rf',{_GAP}"tps":{_GAP}({_RATE}),{_GAP}"qps":{_GAP}\{{{_GAP}"total":{_GAP}({_RATE})'
    rf',{_GAP}"reads":{_GAP}({_RATE}),{_GAP}"writes":{_GAP}({_RATE})'
    rf',{_GAP}"other":{_GAP}({_RATE}){_GAP}\}},{_GAP}"latency":{_GAP}({_RATE})'
    rf',{_GAP}"errors":{_GAP}({_RATE}),{_GAP}"reconnects":{_GAP}({_RATE}){_GAP}\}},?',
    re.ASCII,
)
_OBJECT_START = re.compile(rf'\{{{_GAP}"time":{_GAP}[\d.]', re.ASCII)
_JSON_FROM_START = re.compile(
    r'\s*\[\s*\{\s*"time":[ \d]{1,20},\s*"threads":', re.ASCII
)
_ROW_FROM_START = re.compile(rf"\s*{ROW.pattern}[ \t\r]*(?:\n|\Z)", re.ASCII)
_ROW_SOMEWHERE = re.compile(rf"^{ROW.pattern}[ \t\r]*$", re.ASCII | re.MULTILINE)


def starts_with_rows(text: str) -> bool:
    return _ROW_FROM_START.match(text) is not None


def starts_with_objects(text: str) -> bool:
    return _JSON_FROM_START.match(text) is not None


def has_rows(text: str) -> bool:
    return _ROW_SOMEWHERE.search(text) is not None


def has_objects(text: str) -> bool:
    return _OBJECT_START.search(text) is not None


def looks_like_row(line: str) -> bool:
    return _ROW_START.match(line) is not None


def interval_of(match: re.Match[str], percentile: float | None = None) -> Interval:
    """A line of CSV, or a JSON object."""
    time, threads, tps, qps, reads, writes, other, ms, errors, again = match.groups()
    return Interval(
        second=int(time),
        threads=int(threads),
        tps=float(tps),
        qps=float(qps),
        reads_per_s=float(reads),
        writes_per_s=float(writes),
        other_per_s=float(other),
        latency_ms=float(ms),
        percentile=percentile,
        errors_per_s=0.0 if errors == NONE else float(errors),
        reconnects_per_s=0.0 if again == NONE else float(again),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Objects:
    """The JSON objects of a text, and the lines that stand around them.

    ``unclosed`` is the end of a text in which the list of them is not closed.
    """

    rows: list[Interval]
    rest: str
    unclosed: str | None

    def check_whole(self) -> None:
        bad = _OBJECT_START.search(self.rest)
        if bad is not None:
            line = " ".join(self.rest[bad.start() : bad.start() + 200].split())
            raise ReportError("A JSON object of the report cannot be read.", line)
        if self.unclosed is not None:
            raise ReportError(
                "The report ends early: its JSON is not closed.", self.unclosed
            )


def objects(text: str) -> Objects:
    """The JSON objects, whatever stands between them."""
    rows: list[Interval] = []
    around: list[str] = []
    end = 0
    for match in OBJECT.finditer(text):
        rows.append(interval_of(match))
        start, before = match.start(), end
        end = match.end()
        if not text[before:start].isspace():
            around.append(text[before:start])
    around.append(text[end:])
    is_open = bool(rows) and "]" not in around[-1]
    return Objects(
        rows=rows,
        rest="\n".join(around),
        unclosed=around[-1] if is_open else None,
    )


def part(rows: Sequence[Interval]) -> tuple[Sequence[Interval], Interval | None]:
    """The intervals, and the row over the whole time where there is one."""
    whole = rows[-1] if rows and rows[-1].threads == 0 else None
    intervals = rows if whole is None else rows[:-1]
    for earlier, later in pairwise(rows):
        if later.second < earlier.second:
            raise ReportError("The text holds more than one report.", _text(later))
    for earlier, later in pairwise(intervals):
        if later.second == earlier.second:
            raise CheckpointError(
                "Two rows are of the same second: the report holds checkpoints, so its "
                "rates and its time do not belong together.",
                _text(later),
            )
    return intervals, whole


def _text(row: Interval) -> str:
    return f"{row.second},{row.threads},{row.tps:.2f},{row.qps:.2f}"


def samples(
    rows: Sequence[Interval], *, percentile: float | None
) -> tuple[Interval, ...]:
    """The intervals; no latency where it was turned off, which prints as 0.00."""
    if not any(row.latency_ms for row in rows):
        return tuple(replace(row, latency_ms=None, percentile=None) for row in rows)
    if rows[0].percentile == percentile:
        return tuple(rows)
    return tuple(replace(row, percentile=percentile) for row in rows)


def figures(whole: Interval) -> Figures:
    """All but the latency, of which the row does not say which percentile it is."""
    if not whole.tps:
        raise NoEventsError(
            "No transaction ended while the tool measured.", _text(whole)
        )
    return Figures(
        tps=whole.tps,
        qps=whole.qps,
        reads_per_s=whole.reads_per_s,
        writes_per_s=whole.writes_per_s,
        other_per_s=whole.other_per_s,
        errors_per_s=whole.errors_per_s,
        reconnects_per_s=whole.reconnects_per_s,
        # less than half a second prints as 0
        duration_s=float(whole.second) or None,
    )
