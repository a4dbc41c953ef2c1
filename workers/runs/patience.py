"""How long a worker waits for a server that may never answer."""

import time
from collections.abc import Callable

from benchruns.failures.failure import BenchbookError, failure

GoOn = Callable[[], None]

# Codes of failures that say nothing of the data: the server just did not answer.
SILENT = frozenset({"connection_timeout", "drop_unfinished"})


def unlimited() -> None:
    """A ``go_on`` that never stops, for a task that has a limit of its own."""


def stop_dropping() -> None:
    """What a ``go_on`` calls that will not wait for a drop any longer."""
    raise BenchbookError(failure("drop_unfinished"))


def to_drop(seconds: float, *, go_on: GoOn) -> GoOn:
    """A ``go_on`` that ends the drops it is given to after so long, all together."""
    ends_at = time.monotonic() + seconds

    def look() -> None:
        go_on()
        if time.monotonic() >= ends_at:
            stop_dropping()

    return look
