"""Which load a report of pgbench is of: by its script's commands, else by its name."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from benchruns.findings import Finding
from benchruns.parsers.pgbench.output import Report
from benchruns.parsers.pgbench.statements import StatementLatency
from benchruns.vocabulary import Severity
from benchruns.workloads.pgbench_scripts import (
    BUILT_INS,
    READING,
    READS,
    SCRIPTS,
    WRITES,
    Statements,
    statements_in,
)

# What a transaction of each built-in script sends, by the names to 9.5 and since.
_TPC_B = Statements(reads=1, writes=4, other=2)
_SIMPLE_UPDATE = Statements(reads=1, writes=2, other=2)
_SELECT_ONLY = Statements(reads=1, writes=0, other=0)
BUILT_IN = {
    "<builtin: TPC-B (sort of)>": _TPC_B,
    "TPC-B (sort of)": _TPC_B,
    "<builtin: simple update>": _SIMPLE_UPDATE,
    "Update only pgbench_accounts": _SIMPLE_UPDATE,
    "<builtin: select only>": _SELECT_ONLY,
    "SELECT only": _SELECT_ONLY,
}
_WORKLOADS = {
    name: workload
    for workload, own in BUILT_INS.items()
    for name, statements in BUILT_IN.items()
    if statements == own.statements
}
NEITHER = frozenset(
    {"BEGIN", "START", "END", "COMMIT", "ROLLBACK", "ABORT", "SAVEPOINT", "RELEASE"}
)
ENDS = frozenset({"end", "commit"})
SEVERAL = "multiple scripts"

# The papers draw the accounts from a normal distribution, so that few of them are hot.
_GAUSSIAN = re.compile(
    r"\\set aid random_gaussian\(.{1,100}, ?10(?:\.0{1,9})?\)"
    r"|\\setrandom aid .{1,100} gaussian 10(?:\.0{1,9})?"
)


# Of captured runs the listed times make the mean latency within 0.1 %, if pgbench
# measured it (it then prints its spread, too). Otherwise it divides the time of the run,
# in which clients also began and ended; a command that takes less of it may be missing.
APART, APART_UNMEASURED = 0.01, 0.05
ROUNDED_MS = 0.0005  # each time is printed to 0.001 ms


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """The workload, None where it is none of the vocabulary, and why.

    ``statements`` are what a transaction sends, None where that is not known.
    """

    workload: str | None
    statements: Statements | None
    findings: tuple[Finding, ...] = ()


def of(report: Report) -> Load:
    """What ``-r`` lists decides: any script may have the name of another."""
    if report.script == SEVERAL:
        return Load(workload=None, statements=None, findings=(_several(),))
    own = _WORKLOADS.get(report.script)
    if own is not None and _sends_no_other(report, BUILT_INS[own].text):
        return Load(workload=own, statements=BUILT_IN[report.script])
    if own is not None:
        return _by_commands(report)
    if report.script in BUILT_IN:
        return Load(
            workload=None,
            statements=BUILT_IN[report.script],
            findings=(_built_in(report.script),),
        )
    if not report.statement_latencies:
        return _by_name(report.script)
    return _by_commands(report)


def _sends_no_other(report: Report, script: str) -> bool:
    """Whether what is listed, if anything is, is this script line by line."""
    listed = [each.text for each in report.statement_latencies]
    return not listed or _lines(listed) == _lines(script.splitlines())


def _by_name(script: str) -> Load:
    name = PurePath(script).name
    is_theirs = any(name == paper.name for paper in SCRIPTS.values())
    found = _unknown("name_alone", script=name) if is_theirs else unknown_script()
    return Load(workload=None, statements=None, findings=(found,))


def _by_commands(report: Report) -> Load:
    texts = [each.text for each in report.statement_latencies]
    sent = _sql(texts)
    for workload, paper in SCRIPTS.items():
        if sent == _sql(paper.text.splitlines()):
            if _is_gaussian(report.statement_latencies):
                return Load(workload=workload, statements=report.statements)
            return Load(
                workload=None, statements=report.statements, findings=(_evenly(),)
            )
    if report.statements is None or not _are_known(texts):
        return Load(workload=None, statements=None, findings=(unknown_script(),))
    if not statements_add_up(report):
        return Load(
            workload=None,
            statements=None,
            findings=(unknown_script(), _not_all_listed(report)),
        )
    return Load(
        workload=None,
        statements=report.statements,
        findings=(unknown_script(),),
    )


def statements_add_up(report: Report) -> bool:
    """Whether the commands that are listed make a transaction: by their mean times.

    False too where that cannot be seen, as with branches. Where transactions failed or
    were repeated, means of commands and of transactions are of other numbers of them:
    the list must then end as a transaction does.
    """
    if report.failed or any(each.retries for each in report.statement_latencies):
        sent = [
            s for each in report.statement_latencies for s in statements_in(each.text)
        ]
        return any(last.split()[0].casefold() in ENDS for last in sent[-1:])
    latency = latency_of_statements(report)
    if latency is None:
        return False
    apart = APART if report.latency_stddev_ms is not None else APART_UNMEASURED
    return abs(listed_ms(report) - latency) <= apart * latency + rounded_ms(report)


def listed_ms(report: Report) -> float:
    """What the listed commands take together; 0 where there is no list."""
    return sum(each.latency_ms for each in report.statement_latencies)


def rounded_ms(report: Report) -> float:
    """How far that and the mean latency may be off by their last digits."""
    return ROUNDED_MS * (1 + len(report.statement_latencies))


def latency_of_statements(report: Report) -> float | None:
    """The mean latency without what is no statement's time; None if it is unknown."""
    latency = report.figures.latency_avg_ms
    if latency is None:
        return None
    return latency - (report.lag_avg_ms or 0.0) - (report.reconnection_ms or 0.0)


def _are_known(commands: Sequence[str]) -> bool:
    """Whether it is clear of each command if it reads, writes or does neither.

    CALL and WITH may do either, and the last word of a text that was cut short may be
    any.
    """
    return all(
        statement.split()[0].upper() in READS | WRITES | NEITHER
        for command in commands
        for statement in statements_in(command)
    )


def _lines(commands: Iterable[str]) -> list[str]:
    """The commands of a script, in one spelling."""
    words = (" ".join(command.split()).rstrip(";").casefold() for command in commands)
    return [command for command in words if command]


def _sql(commands: Iterable[str]) -> list[str]:
    """Those of them that are SQL."""
    return [command for command in _lines(commands) if command[0] != "\\"]


def _is_gaussian(commands: Sequence[StatementLatency]) -> bool:
    return any(_GAUSSIAN.fullmatch(each.text.strip()) for each in commands)


def _several() -> Finding:
    return _unknown("several_scripts")


def _built_in(script: str) -> Finding:
    return _unknown("built_in_script", script=script, workload=READING)


def unknown_script() -> Finding:
    """Its name is its user's own words, which findings do not repeat."""
    return _unknown("unknown_script")


def _not_all_listed(report: Report) -> Finding:
    latency = report.figures.latency_avg_ms
    return Finding(
        code="statements_do_not_add_up",
        severity=Severity.CAUTION,
        values={"listed_ms": listed_ms(report), "latency_avg_ms": latency},
    )


def _evenly() -> Finding:
    return _unknown("drawn_evenly")


def _unknown(reason: str, **values: str) -> Finding:
    return Finding(
        code="workload_unknown",
        severity=Severity.CAUTION,
        values={"reason": reason, **values},
    )
