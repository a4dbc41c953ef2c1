"""Which load a report of pgbench is of: by its script's commands, else by its name."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from django.utils.translation import gettext as _

from benchruns.findings import Finding, Worded
from benchruns.parsers.pgbench.output import Report
from benchruns.parsers.pgbench.statements import StatementLatency
from benchruns.vocabulary import Severity
from benchruns.workloads import workload_called
from benchruns.workloads.pgbench_scripts import READS, SCRIPTS, WRITES, Statements

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
    """What ``-r`` lists decides; a name alone is believed, with a word of caution."""
    if report.script == SEVERAL:
        return Load(workload=None, statements=None, findings=(_several(),))
    if report.script in BUILT_IN:
        return Load(
            workload=None,
            statements=BUILT_IN[report.script],
            findings=(_built_in(report.script),),
        )
    if report.statements is None:
        return _by_name(report.script)
    return _by_commands(report)


def _by_name(script: str) -> Load:
    name = PurePath(script).name
    for workload, paper in SCRIPTS.items():
        if name == paper.name:
            return Load(
                workload=workload,
                statements=paper.statements,
                findings=(_name_alone(name),),
            )
    return Load(workload=None, statements=None, findings=(unknown_script(),))


def _by_commands(report: Report) -> Load:
    sent = _sql(each.text for each in report.statement_latencies)
    for workload, paper in SCRIPTS.items():
        if sent == _sql(paper.text.splitlines()):
            if _is_gaussian(report.statement_latencies):
                return Load(workload=workload, statements=report.statements)
            return Load(
                workload=None, statements=report.statements, findings=(_evenly(),)
            )
    if not _are_known(sent):
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
        last = _sql(each.text for each in report.statement_latencies)[-1:]
        return any(command.split()[0] in ENDS for command in last)
    latency = _latency_of_statements(report)
    if latency is None:
        return False
    listed = sum(each.latency_ms for each in report.statement_latencies)
    rounded = ROUNDED_MS * (1 + len(report.statement_latencies))
    apart = APART if report.latency_stddev_ms is not None else APART_UNMEASURED
    return abs(listed - latency) <= apart * latency + rounded


def _latency_of_statements(report: Report) -> float | None:
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
        command.split()[0].rstrip(";").upper() in READS | WRITES | NEITHER
        for command in commands
    )


def _sql(commands: Iterable[str]) -> list[str]:
    """The SQL commands of a script, in one spelling."""
    words = (" ".join(command.split()).rstrip(";").casefold() for command in commands)
    return [command for command in words if command and command[0] != "\\"]


def _is_gaussian(commands: Sequence[StatementLatency]) -> bool:
    return any(_GAUSSIAN.fullmatch(each.text.strip()) for each in commands)


def _several() -> Finding:
    return Worded(
        code="workload_unknown",
        severity=Severity.CAUTION,
        message=_("Several scripts were mixed."),
        why=_(
            "A transaction is of one script or another, so what TPS counts depends on "
            "their weights, and QPS is not known."
        ),
        remedy=_("Repeat the test with one script for a result that compares."),
    )


def _papers(built_in: str) -> str:
    """The papers' workload in place of a script that pgbench brings with it."""
    return workload_called("pgbench", built_in) or ""


def _built_in(script: str) -> Finding:
    is_select = BUILT_IN[script] == _SELECT_ONLY
    similar = _papers("select-only" if is_select else "tpcb-like")
    return Worded(
        code="workload_unknown",
        severity=Severity.CAUTION,
        message=_("The load is pgbench's built-in script “%(script)s”.")
        % {"script": script},
        values={"script": script},
        why=_(
            "It draws the accounts evenly, while the papers' scripts draw most of them "
            "from a few hot ones: its figures do not compare with theirs."
        ),
        remedy=_(
            "Repeat the test with the script %(file)s for a result of the workload "
            "%(workload)s."
        )
        % {"file": SCRIPTS[similar].name, "workload": similar},
    )


def unknown_script() -> Finding:
    """Its name is its user's own words, which findings do not repeat."""
    return Worded(
        code="workload_unknown",
        severity=Severity.CAUTION,
        message=_("The script is none that is known here."),
        why=_("TPS counts transactions of that script, which no other result shares."),
        remedy=_(
            "Repeat the test with the papers' %(read_only)s or %(read_write)s, and with "
            "-r, so that the report tells by itself."
        )
        % {
            "read_only": SCRIPTS[_papers("select-only")].name,
            "read_write": SCRIPTS[_papers("tpcb-like")].name,
        },
    )


def _not_all_listed(report: Report) -> Finding:
    listed = sum(each.latency_ms for each in report.statement_latencies)
    latency = report.figures.latency_avg_ms
    return Worded(
        code="statements_do_not_add_up",
        severity=Severity.CAUTION,
        message=_(
            "The listed statements take %(listed)s ms, a transaction %(latency)s ms."
        )
        % {
            "listed": f"{listed:,.3f}",
            "latency": "–" if latency is None else f"{latency:,.3f}",
        },
        values={"listed_ms": listed, "latency_avg_ms": latency},
        why=_(
            "The list is cut, or not each transaction ran all of it once: what one "
            "sends is not known, and so no QPS."
        ),
        remedy=_("The tool's whole output would tell, best of a run with -P 1."),
    )


def _evenly() -> Finding:
    return Worded(
        code="workload_unknown",
        severity=Severity.CAUTION,
        message=_("The accounts are not drawn as the papers draw them."),
        why=_(
            "The statements are those of the papers' script, but which accounts are hot "
            "decides what is found in memory and what waits for locks."
        ),
        remedy=_("Draw them by random_gaussian(1, :range, 10.0), and repeat the test."),
    )


def _name_alone(script: str) -> Finding:
    return Worded(
        code="workload_by_name",
        severity=Severity.NOTE,
        message=_("The workload is told by the script's name alone, “%(script)s”.")
        % {"script": script},
        values={"script": script},
        why=_("QPS are those of the papers' script of that name."),
        remedy=_("Add -r to the command, so that the report lists the statements."),
    )
