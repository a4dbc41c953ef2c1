"""HammerDB's log: the lines of its virtual users, of its counter and of its profile.

One run a text. NOPM is the comparable figure; the counter's lines are the engine's TPM,
not TPS, so they make no samples and are kept as printed.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import islice

from benchruns.findings import Finding
from benchruns.parsers.errors import ReportError
from benchruns.parsers.hammerdb import profile as hammerdb_profile
from benchruns.parsers.hammerdb import result as hammerdb_result
from benchruns.parsers.hammerdb import users as hammerdb_users
from benchruns.parsers.text.json_text import one_line
from benchruns.parsers.text.lines import lines_of
from benchruns.parsers.tool_report import Format, Scalar, ToolReport
from benchruns.vocabulary import Severity, Variant

PARSER_VERSION = "3"
MOST_LINES = 200_000  # a run over all of 100,000 warehouses names each of them

_COUNT = r"\d{1,15}"  # bounded: int() can then not fail
_MINUTES = r"\d{1,6}(?:\.\d{1,3})?"
# the prompt stands before a line where the command line interface got it in between
_PREFIX = re.compile(r"(?:hammerdb>)?\s{0,20}Vuser (\d{1,9}):", re.ASCII)
_BANNER = re.compile(r"\bHammerDB (?:CLI )?v(\d{1,3}(?:\.\d{1,3}){0,2})", re.ASCII)
_RESULT = "TEST RESULT :"
_NOPM_FIRST = re.compile(
    rf"System achieved ({_COUNT}) NOPM from ({_COUNT}) (.{{1,40}}) TPM", re.ASCII
)
_TPM_FIRST = re.compile(
    rf"System achieved ({_COUNT}) (.{{1,40}}) TPM at ({_COUNT}) NOPM", re.ASCII
)
_USERS = re.compile(rf"({_COUNT}) Active Virtual Users configured", re.ASCII)
_SESSIONS = re.compile(
    rf"({_COUNT}) VU \* ({_COUNT}) AC = ({_COUNT}) Active Sessions configured", re.ASCII
)
_COUNTER = re.compile(
    rf"(?:hammerdb>)?({_COUNT}) [A-Za-z][A-Za-z0-9 ]{{0,30}} tpm(?: @ .{{1,60}})?",
    re.ASCII,
)
_RAMPUP = re.compile(rf"Beginning rampup time of ({_MINUTES}) minutes", re.ASCII)
_DURATION = re.compile(rf"Timing test period of ({_MINUTES}) in minutes", re.ASCII)
_CLIENT_SIDE = "CLIENT SIDE TPM :"
_CLIENT_CELL = re.compile(rf"\b([a-z]{{4,12}}) ({_COUNT})\b", re.ASCII)
_WAREHOUSES = re.compile(rf"\bWarehouses = (?:{_COUNT} out of )?({_COUNT})", re.ASCII)
_BUILT = re.compile(
    rf"Changed tpcc:[a-z]+_count_ware from {_COUNT} to ({_COUNT})\b", re.ASCII
)
_DAY = re.compile(
    r"Hammerdb Log @ [A-Z][a-z]{2} ([A-Z][a-z]{2} {1,2}\d{1,2}) [\d:]{8} \S{1,10}"
    r" (\d{4})",
    re.ASCII | re.IGNORECASE,
)
_DB_VERSION = "DBVersion:"
_ALL_COMPLETE = "ALL VIRTUAL USERS COMPLETE"


# What every line that is read has; others of a long log are not kept.
_MARKS = re.compile(r"[:>]|RAISEERROR|tpm\b|COMPLETE|Hammer|configured|minutes")


class _Log:
    """The lines of one log, without the prefix that names the virtual user."""

    def __init__(self, text: str) -> None:
        marked = (line for line in lines_of(text) if _MARKS.search(line))
        self.lines = list(islice(marked, MOST_LINES + 1))
        if len(self.lines) > MOST_LINES:
            raise ReportError(
                f"The log has more than {MOST_LINES:,} lines: one run prints fewer.",
                self.lines[-1],
            )
        self.said = [_PREFIX.sub("", line, count=1) for line in self.lines]

    def read(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """The first line that the pattern fits as a whole."""
        return next((m for m in map(pattern.fullmatch, self.said) if m), None)

    def find(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """The first line in which it occurs near the beginning."""
        return next(
            (m for line in self.said if (m := pattern.search(line[:500]))), None
        )

    def beginning(self, label: str) -> list[str]:
        return [line for line in self.said if line.startswith(label)]

    def whole(self, pattern: re.Pattern[str]) -> int | None:
        match = self.find(pattern)
        return None if match is None else int(match[1])

    def minutes(self, pattern: re.Pattern[str]) -> float | None:
        match = self.read(pattern)
        return None if match is None else float(match[1])


def read(text: str) -> ToolReport:
    """The report of the one run that the log is of."""
    log = _Log(text)
    result = _result_line(log)
    of_run = hammerdb_users.of_run(log.lines, result=result)
    hammerdb_users.check_errors(of_run)
    nopm, tpm, label = _rates(result)
    stated = _stated(log, engine=hammerdb_result.engine_named(label, line=result))
    hammerdb_users.check_all_ended(of_run, users=_users(log), line=result)
    printed = _printed(log, nopm=nopm, tpm=tpm)
    return ToolReport(
        format=Format.HAMMERDB_LOG,
        tool=hammerdb_result.TOOL,
        tool_version=_version(log),
        parser_version=PARSER_VERSION,
        figures=hammerdb_result.figures(
            nopm=nopm, tpm=tpm, minutes=log.minutes(_DURATION), line=result
        ),
        printed=printed,
        workload=hammerdb_result.WORKLOAD,
        # asynchronous clients key and think: another load than users that never pause
        variant=Variant.WAITS.value if log.read(_SESSIONS) else "",
        stated=stated,
        findings=(
            *hammerdb_result.findings(nopm=nopm, tpm=tpm, printed=printed),
            *_doubts(log),
            *hammerdb_users.procedure_errors(of_run),
        ),
    )


def _result_line(log: _Log) -> str:
    results = log.beginning(_RESULT)
    if not results:
        last = log.lines[-1] if log.lines else ""
        raise ReportError(
            f"The log has no line “{_RESULT} …”: HammerDB prints it when a timed "
            "TPROC-C run has ended.",
            last,
        )
    if len(results) > 1:
        raise ReportError(
            "The log holds more than one result: upload each run as a file of its own.",
            results[1],
        )
    return results[0]


def _rates(line: str) -> tuple[int, int, str]:
    """NOPM, TPM and the engine's label, in whichever order they are printed."""
    text = line.removeprefix(_RESULT).strip()
    match = _NOPM_FIRST.fullmatch(text)
    if match is not None:
        return int(match[1]), int(match[2]), match[3]
    match = _TPM_FIRST.fullmatch(text)
    if match is not None:
        return int(match[3]), int(match[1]), match[2]
    raise ReportError(f"The line “{_RESULT}” cannot be read.", line)


def _version(log: _Log) -> str | None:
    banner = log.find(_BANNER)
    return None if banner is None else banner[1]


def _stated(log: _Log, *, engine: str) -> dict[str, Scalar]:
    found: dict[str, Scalar | None] = {
        "engine": engine,
        "engine_version": _engine_version(log),
        "threads": _threads(log),
        "scale": log.whole(_WAREHOUSES) or log.whole(_BUILT),
        "rampup_seconds": _seconds(log.minutes(_RAMPUP)),
        "duration_seconds": _seconds(log.minutes(_DURATION)),
        "profile": hammerdb_result.PROFILE,
        "tested_on": _day(log),
    }
    return {name: value for name, value in found.items() if value is not None}


def _engine_version(log: _Log) -> str | None:
    lines = log.beginning(_DB_VERSION)
    return one_line(lines[0].removeprefix(_DB_VERSION)) or None if lines else None


def _users(log: _Log) -> int | None:
    match = log.read(_SESSIONS) or log.read(_USERS)
    return None if match is None else int(match[1])


def _threads(log: _Log) -> int | None:
    """Virtual users that worked; with asynchronous clients the sessions they held."""
    sessions = log.read(_SESSIONS)
    if sessions is not None:
        return int(sessions[3])
    return _users(log)


def _seconds(minutes: float | None) -> float | None:
    return None if minutes is None else 60.0 * minutes


def _day(log: _Log) -> str | None:
    match = log.find(_DAY)
    if match is None:
        return None
    try:
        day = datetime.strptime(f"{match[1]} {match[2]}", "%b %d %Y")  # noqa: DTZ007
    except ValueError:
        return None
    return day.date().isoformat()


def _printed(log: _Log, *, nopm: int, tpm: int) -> dict[str, Scalar]:
    printed: dict[str, Scalar] = {"nopm": nopm, "tpm": tpm}
    sessions, users = log.read(_SESSIONS), log.read(_USERS)
    if sessions is not None:
        printed["active_virtual_users"] = int(sessions[1])
        printed["async_clients_per_user"] = int(sessions[2])
        printed["active_sessions"] = int(sessions[3])
    elif users is not None:
        printed["active_virtual_users"] = int(users[1])
    for name, pattern in (("rampup_minutes", _RAMPUP), ("duration_minutes", _DURATION)):
        minutes = log.minutes(pattern)
        if minutes is not None:
            printed[name] = minutes
    printed |= _client_side(log)
    printed |= hammerdb_result.series("counter_tpm", _counter(log))
    return printed | hammerdb_profile.read(log.said)


def _client_side(log: _Log) -> dict[str, Scalar]:
    """What the clients counted themselves, ramp-up included."""
    lines = log.beginning(_CLIENT_SIDE)
    cells = _CLIENT_CELL.findall(lines[0][:500]) if lines else []
    return {f"client_{name}_tpm": int(digits) for name, digits in cells}


def _counter(log: _Log) -> Sequence[int]:
    matches = map(_COUNTER.fullmatch, log.lines)
    return [int(match[1]) for match in matches if match]


def _doubts(log: _Log) -> Iterator[Finding]:
    if _ALL_COMPLETE not in log.lines and f"hammerdb>{_ALL_COMPLETE}" not in log.lines:
        yield Finding(
            code="end_not_told",
            severity=Severity.CAUTION,
            values={"tool": hammerdb_result.TOOL, "line": _ALL_COMPLETE},
        )
    if log.read(_SESSIONS) is not None:
        yield Finding(
            code="asynchronous_clients",
            severity=Severity.CAUTION,
        )
    if log.find(_WAREHOUSES) is not None:
        yield Finding(
            code="all_warehouses",
            severity=Severity.NOTE,
        )
