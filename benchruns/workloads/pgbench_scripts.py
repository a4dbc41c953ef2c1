"""The papers' two pgbench scripts, two of its own, and the SQL that a transaction sends."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from benchruns.workloads.base import SqlLine

_CONDITION = re.compile(r"\\(?:if|elif|else|startpipeline)\b")
READS = frozenset({"SELECT"})
WRITES = frozenset({"INSERT", "UPDATE", "DELETE", "MERGE"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Statements:
    """SQL commands a transaction; ``other`` are BEGIN, END and the like."""

    reads: int
    writes: int
    other: int

    @property
    def data(self) -> int:
        """As the papers count QPS: without BEGIN and END."""
        return self.reads + self.writes

    @property
    def all(self) -> int:
        """As sysbench counts QPS: BEGIN and END are statements too."""
        return self.data + self.other


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """One of the papers' scripts, under the name that they give it; or one that pgbench
    brings with it, whose text is here to be read and counted."""

    name: str
    text: str
    statements: Statements
    is_built_in: bool = False

    @property
    def words(self) -> tuple[str, str]:
        """The option by which pgbench is told to run it."""
        return ("-b" if self.is_built_in else "-f", self.name)

    @property
    def files(self) -> dict[str, str]:
        """What has to lie in the working folder, by name."""
        return {} if self.is_built_in else {self.name: self.text}

    @property
    def lines(self) -> tuple[SqlLine, ...]:
        """Its SQL; what begins with a backslash is pgbench's own."""
        return tuple(
            SqlLine(1, line.rstrip(";"))
            for line in self.text.splitlines()
            if line and not line.startswith("\\")
        )


# What ends a statement, but for where it stands in quotes.
_PIECES = re.compile(r"'[^']*'|\"[^\"]*\"|(?P<end>;)|[^'\";]+|['\"]")


def statements_in(command: str) -> list[str]:
    """The statements of one command: several where ``\\;`` joins them.

    None of what begins with a backslash, which is pgbench's own and no SQL.
    """
    if command.lstrip().startswith("\\"):
        return []
    statements = [""]
    for piece in _PIECES.finditer(command):
        if piece["end"]:
            statements.append("")
        else:
            statements[-1] += piece[0]
    words = (" ".join(each.removesuffix("\\").split()) for each in statements)
    return [each for each in words if each]


def count(commands: Iterable[str]) -> Statements:
    """The kinds of statements in a script's commands."""
    words = [
        statement.split()[0].upper()
        for command in commands
        for statement in statements_in(command)
    ]
    reads = sum(word in READS for word in words)
    writes = sum(word in WRITES for word in words)
    return Statements(reads=reads, writes=writes, other=len(words) - reads - writes)


def certain_statements(text: str) -> Statements | None:
    """Those of a script of anybody's, where each command stands on a line of its own.

    None where one goes on over lines, or which run depends on a condition.
    """
    lines = [line.strip() for line in text.splitlines()]
    commands = [each for each in lines if each and not each.startswith("--")]
    is_certain = all(
        each.endswith(";") if not each.startswith("\\") else not _CONDITION.match(each)
        for each in commands
    )
    return count(commands) if is_certain else None


def _script(name: str, *, built_in: str = "") -> Script:
    """A script with one command a line."""
    path = Path(__file__).with_name(f"pgbench_{name}")
    text = path.read_text(encoding="utf-8")
    return Script(
        name=built_in or name,
        text=text,
        statements=count(text.splitlines()),
        is_built_in=bool(built_in),
    )


READING, WRITING = "pgbench_read_only", "pgbench_read_write"
# The papers' own.
SCRIPTS = {READING: _script("ro.sql"), WRITING: _script("rw.sql")}
BUILT_INS = {
    "pgbench_tpcb": _script("tpcb.sql", built_in="tpcb-like"),
    "pgbench_simple_update": _script("simple_update.sql", built_in="simple-update"),
}


def script_of(workload: str) -> Script:
    """That of a workload of pgbench; KeyError (a bug) for any other."""
    return (SCRIPTS | BUILT_INS)[workload]
