"""What a worker does without a lease, ended when staff stop all load."""

import time
from collections.abc import Callable

from benchruns.emergency import stop

LOOK_SECONDS = 1.0


class StoppedByStaff(Exception):
    """Staff have stopped all load: whoever works on a server leaves it."""


def look_for_stop() -> Callable[[], None]:
    """A ``go_on`` that raises StoppedByStaff while a stop stands.

    It is called many times a second, and asks the database once.
    """
    looks_at = time.monotonic()

    def look() -> None:
        nonlocal looks_at
        if time.monotonic() < looks_at:
            return
        looks_at = time.monotonic() + LOOK_SECONDS
        refuse_under_stop()

    return look


def refuse_under_stop() -> None:
    if (standing := stop.standing()) is not None:
        raise StoppedByStaff(standing.reason)
