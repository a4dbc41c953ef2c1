"""Waiting for what other processes do.

Only the event counts, not when it came: ``HANG_SECONDS`` ends what would never end, and
is far beyond what a slow machine takes that others use, too.
"""

import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

import psutil
import pytest

if TYPE_CHECKING:  # a process that only waits needs no Django
    from benchruns.models import Run

T = TypeVar("T")

HANG_SECONDS = 300
# A look can cost as much as what is waited for; who waited long looks less often.
SHORTEST_PAUSE_SECONDS = 0.02
LONGEST_PAUSE_SECONDS = 0.25
# For what only an event may end: longer than any test lives.
ENDLESS_SECONDS = 3600


def until(
    condition: Callable[[], T | None],
    *,
    what: str,
    longest_pause_seconds: float = LONGEST_PAUSE_SECONDS,
) -> T:
    """What the condition answers when that is true at last."""
    began = time.monotonic()
    while not (found := condition()):
        waited = time.monotonic() - began
        if waited > HANG_SECONDS:
            pytest.fail(f"waited in vain for {what}")
        pause = max(SHORTEST_PAUSE_SECONDS, waited / 10)
        time.sleep(min(pause, longest_pause_seconds))
    return found


def for_phase(run: "Run", phase: str, *, samples: int = 0) -> None:
    def reached() -> bool:
        run.refresh_from_db()
        if run.is_terminal:
            pytest.fail(
                f"{run.state} before {phase}: {run.failure_code} {run.failure_detail}"
            )
        return run.phase == phase and run.samples.count() >= samples

    # a phase can be short
    until(reached, what=f"phase {phase}", longest_pause_seconds=0.05)


def for_end(run: "Run") -> "Run":
    def ended() -> bool:
        run.refresh_from_db()
        return run.is_terminal

    until(ended, what="the end of the run")
    return run


def for_thread(thread: threading.Thread) -> None:
    thread.join(HANG_SECONDS)
    if thread.is_alive():
        pytest.fail(f"waited in vain for the end of {thread.name}")


def is_gone(process: psutil.Process) -> bool:
    """Whether it has ended; a zombie has, and only nobody has asked how."""
    try:
        return not process.is_running() or process.status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:  # between the two looks
        return True


def for_ends(*processes: psutil.Process) -> None:
    until(lambda: all(map(is_gone, processes)), what=f"the end of {processes}")
