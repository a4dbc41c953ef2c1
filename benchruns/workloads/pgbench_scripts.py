"""The papers' two pgbench scripts, and the SQL that a transaction of a script sends."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from benchruns.workloads.base import SqlLine

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
    """One of the papers' scripts, under the name that they give it."""

    name: str
    text: str
    statements: Statements

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


def _script(name: str) -> Script:
    """A script with one command a line."""
    path = Path(__file__).with_name(f"pgbench_{name}")
    text = path.read_text(encoding="utf-8")
    return Script(name=name, text=text, statements=count(text.splitlines()))


SCRIPTS = {
    "pgbench_read_only": _script("ro.sql"),
    "pgbench_read_write": _script("rw.sql"),
}
