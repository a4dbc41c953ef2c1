"""Following a run or a sweep to its end, with a bar in a terminal and lines in a log."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from benchbook_client.api import operations
from benchbook_client.api.shapes import Run, Sweep
from benchbook_client.api.transport import Api
from benchbook_client.errors import Unreachable
from benchbook_client.terminal import clean, tell

T = TypeVar("T")
Show = Callable[[str, float], None]

ENDED = frozenset({"succeeded", "failed", "cancelled"})
PAUSE_SECONDS = 1.0
LONGEST_PAUSE_SECONDS = 5.0
# Benchbook is upgraded, a way is mended: a run goes on meanwhile.
PATIENCE_SECONDS = 300.0


def run(api: Api, id: str) -> Run:
    """The run once it has ended, in whatever way."""
    with _shown() as show:
        return _ended(
            lambda: api.call(operations.RUN, id=id),
            has_ended=lambda found: found["state"] in ENDED,
            show=lambda found: show(_words(found), found["progress"] or 0.0),
        )


def sweep(api: Api, id: str) -> Sweep:
    """The sweep once all of its runs have ended."""
    with _shown() as show:

        def step(found: Sweep) -> None:
            count = len(found["runs"])
            done = f"{found['ended']} of {count} runs ended"
            show(f"{found['state']}, {done}", found["ended"] / max(count, 1))

        return _ended(
            lambda: api.call(operations.SWEEP, id=id),
            has_ended=lambda found: found["ended"] >= len(found["runs"]),
            show=step,
        )


def _words(found: Run) -> str:
    words = ", ".join(filter(None, (found["state"], found["phase"])))
    reason = found["stop_reason"] or found["no_generator"]
    return f"{words}: {reason}" if reason else words


def _ended(
    look: Callable[[], T], *, has_ended: Callable[[T], bool], show: Callable[[T], None]
) -> T:
    pause = PAUSE_SECONDS
    answered = time.monotonic()
    while True:
        try:
            found = look()
        except Unreachable:
            if time.monotonic() - answered > PATIENCE_SECONDS:
                raise
        else:
            answered = time.monotonic()
            show(found)
            if has_ended(found):
                return found
        time.sleep(pause)
        pause = min(pause * 1.1, LONGEST_PAUSE_SECONDS)


@contextmanager
def _shown() -> Iterator[Show]:
    """A bar where somebody looks; else a line for each new word."""
    if not sys.stderr.isatty():
        yield _line_by_line()
        return
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}", markup=False), BarColumn())
    with Progress(*columns, TimeElapsedColumn(), console=console) as progress:
        task = progress.add_task("waiting", total=1.0)
        yield lambda words, share: progress.update(
            task, description=clean(words), completed=share
        )


def _line_by_line() -> Show:
    last = ""

    def show(words: str, _share: float) -> None:
        nonlocal last
        if words != last:
            tell(words)
            last = words

    return show
