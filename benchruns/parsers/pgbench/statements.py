"""The commands of a script with their mean times, which ``pgbench -r`` prints."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from benchruns.parsers.pgbench.block import COUNT, NUMBER

# 9.5 names the file where there are several
_HEADING = re.compile(
    r"(?:- )?statement latencies in milliseconds(?:, file (?P<file>\d{1,6}))?"
    r"(?P<failures>(?:,| and) failures(?P<retries> and retries)?)?:",
    re.ASCII,
)
_LINES = tuple(
    re.compile(
        rf"(?P<latency>{NUMBER})\s+{counts}(?P<text>\S.*)",
        re.ASCII,
    )
    for counts in (
        "",
        rf"(?P<failures>{COUNT})\s+",
        rf"(?P<failures>{COUNT})\s+(?P<retries>{COUNT})\s+",
    )
)


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementLatency:
    """One command of the script, its mean time and how often it failed."""

    text: str
    latency_ms: float
    failures: int | None
    retries: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """The line above the commands: how many counts each has, and of which file."""

    columns: int
    file: int | None

    def read(self, line: str) -> StatementLatency | None:
        """None for a line that is no command of the list."""
        match = _LINES[self.columns].fullmatch(line)
        if match is None:
            return None
        counts = {
            name: int(value)
            for name, value in match.groupdict().items()
            if name in ("failures", "retries")
        }
        return StatementLatency(
            text=match["text"],
            latency_ms=float(match["latency"]),
            failures=counts.get("failures"),
            retries=counts.get("retries"),
        )


def heading(line: str) -> Heading | None:
    """None for any other line."""
    match = _HEADING.fullmatch(line)
    if match is None:
        return None
    return Heading(
        columns=sum(match[name] is not None for name in ("failures", "retries")),
        file=None if match["file"] is None else int(match["file"]),
    )


def of_one_script(lines: Sequence[str]) -> tuple[StatementLatency, ...]:
    """The commands of the only script; none where there are several or no list.

    Of several scripts one transaction runs one, so their commands do not add up.
    """
    found = [(at, told) for at, line in enumerate(lines) if (told := heading(line))]
    if len(found) != 1:
        return ()
    at, told = found[0]
    return tuple(filter(None, map(told.read, lines[at + 1 :])))


def are_whole(commands: Sequence[StatementLatency]) -> bool:
    """Whether each is listed to its end.

    Of a command of several lines the first one is, and the others may join more
    statements to it.
    """
    texts = (each.text.strip() for each in commands)
    return all(text.startswith("\\") or text.endswith(";") for text in texts)
