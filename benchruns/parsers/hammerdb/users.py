"""Whether all virtual users of a HammerDB log did their work to the end.

HammerDB prints a result also where a user failed, so its lines alone tell.
"""

import re
from collections.abc import Iterator, Sequence

from benchruns.parsers.errors import AbortedError

_FAILED = ("FINISHED FAILED", "Error in Virtual User")
_SUCCEEDED = re.compile(r"Vuser (\d{1,9}):FINISHED SUCCESS", re.ASCII)
_STARTED = re.compile(r"Vuser (\d{1,9}):RUNNING", re.ASCII)
_MONITOR = "1"  # the first user counts, and does no work
_LOOKED_AT = 100  # characters of a line


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

    Only since they were last started: a log may begin with the building of the schema.
    ``line`` is the result's.
    """
    starts = list(_said(_STARTED, lines))
    first = max((at for at, user in starts if user == _MONITOR), default=0)
    started = {user for at, user in starts if at >= first}
    ended = {user for at, user in _said(_SUCCEEDED, lines) if at >= first}
    expected = max(len(started), 0 if users is None else users + 1)
    if ended and len(ended) < expected:
        raise AbortedError(
            f"Of {expected:,} virtual users {len(ended):,} tell that they ended well "
            "(“FINISHED SUCCESS”): others failed, or lines are missing.",
            line,
        )


def _said(pattern: re.Pattern[str], lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Which user said it, with the number of the line."""
    for at, line in enumerate(lines):
        match = pattern.search(line[:_LOOKED_AT])
        if match is not None:
            yield at, match[1]
