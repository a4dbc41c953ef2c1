"""Waiting for what other processes do, with a limit and a reason."""

import time
from collections.abc import Callable

import pytest

from benchruns.models import Run


def until(condition: Callable[[], object], *, within: float, what: str) -> None:
    deadline = time.monotonic() + within
    while not condition():
        if time.monotonic() > deadline:
            pytest.fail(f"not within {within} s: {what}")
        time.sleep(0.05)


def for_phase(run: Run, phase: str, *, samples: int = 0, within: float = 30) -> None:
    def reached() -> bool:
        run.refresh_from_db()
        if run.is_terminal:
            pytest.fail(f"{run.state} before {phase}: {run.failure_message}")
        return run.phase == phase and run.samples.count() >= samples

    until(reached, within=within, what=f"phase {phase}")


def for_end(run: Run, *, within: float = 60) -> Run:
    def ended() -> bool:
        run.refresh_from_db()
        return run.is_terminal

    until(ended, within=within, what=f"end of the run ({run.state} {run.phase})")
    return run
