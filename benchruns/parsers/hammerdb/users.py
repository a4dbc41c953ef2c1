"""Whether all virtual users of a HammerDB log did their work to the end.

HammerDB prints a result also where a user failed, so its lines alone tell.
"""

import re
from collections.abc import Iterator, Sequence

from benchruns.findings import Finding
from benchruns.parsers.errors import AbortedError
from benchruns.vocabulary import Severity

_FAILED = ("FINISHED FAILED", "Error in Virtual User")
_NOT_RAISED = "Procedure Error set RAISEERROR for Details"
_SUCCEEDED = re.compile(r"Vuser (\d{1,9}):FINISHED SUCCESS", re.ASCII)
_STARTED = re.compile(r"Vuser (\d{1,9}):RUNNING", re.ASCII)
_MONITOR = "1"  # the first user counts, and does no work
_LOOKED_AT = 100  # characters of a line


def of_run(lines: Sequence[str], *, result: str) -> Sequence[str]:
    """The lines since the users of the run were started, to where they are again.

    A log may hold the building of the schema, and its deletion: they are not the run,
    and nor is what failed in them. ``result`` is the line, or the end of it.
    """
    at = next(number for number, line in enumerate(lines) if line.endswith(result))
    starts = [number for number, user in _said(_STARTED, lines) if user == _MONITOR]
    first = max((number for number in starts if number < at), default=0)
    return lines[first : min((n for n in starts if n > at), default=len(lines))]


def check_errors(lines: Sequence[str]) -> None:
    """A user that fails says so in either way, or in both."""
    failed = [line for line in lines if any(words in line for words in _FAILED)]
    if failed:
        raise AbortedError(
            "A virtual user failed, so the result is not of the load that was "
            "configured.",
            failed[0],
        )


def check_all_ended(lines: Sequence[str], *, users: int | None, line: str) -> None:
    """Where some users tell their end, all ``users`` must, and the one that counts.

    ``line`` is the result's.
    """
    started = {user for _at, user in _said(_STARTED, lines)}
    ended = {user for _at, user in _said(_SUCCEEDED, lines)}
    expected = max(len(started), 0 if users is None else users + 1)
    if ended and len(ended) < expected:
        raise AbortedError(
            f"Of {expected:,} virtual users {len(ended):,} tell that they ended well "
            "(“FINISHED SUCCESS”): others failed, or lines are missing.",
            line,
        )


def procedure_errors(lines: Sequence[str]) -> Iterator[Finding]:
    """How often a transaction failed whose error HammerDB was not told to raise."""
    count = sum(_NOT_RAISED in line for line in lines)
    if count:
        yield Finding(
            code="procedure_errors", severity=Severity.CAUTION, values={"lines": count}
        )


def _said(pattern: re.Pattern[str], lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Which user said it, with the number of the line."""
    for at, line in enumerate(lines):
        match = pattern.search(line[:_LOOKED_AT])
        if match is not None:
            yield at, match[1]
