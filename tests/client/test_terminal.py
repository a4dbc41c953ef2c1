"""What somebody sees who waits before a terminal: a bar, and one line with the phase."""

import os
import re
import subprocess
import threading

import pytest

from benchruns.models import Run
from tests import waiting
from tests.client import command
from tests.factories import RunFactory

CELLS = 40  # of a whole bar


@pytest.fixture
def terminal():
    """Both ends; what stands behind the second one is a terminal."""
    ends = os.openpty()
    yield ends
    for end in ends:
        os.close(end)


def test_a_wait_has_a_bar_that_fills(environment, user, terminal):
    ours, theirs = terminal
    run = RunFactory(owner=user, running=True)
    Run.objects.filter(pk=run.pk).update(phase="measure", progress=0.25)
    seen = []
    reader = threading.Thread(target=_read, args=[ours, seen], daemon=True)

    with subprocess.Popen(
        [*command.MODULE, "watch", str(run.pk)],
        env={**command.bare(), **environment, "TERM": "xterm", "COLUMNS": "100"},
        stdout=subprocess.PIPE,
        stderr=theirs,
    ) as process:
        reader.start()
        waiting.until(lambda: "running, measure" in "".join(seen), what="a bar")
        waiting.until(lambda: CELLS // 4 in _drawn(seen), what="a quarter")
        assert CELLS * 3 // 4 not in _drawn(seen)
        Run.objects.filter(pk=run.pk).update(progress=0.75)
        waiting.until(lambda: CELLS * 3 // 4 in _drawn(seen), what="three quarters")
        Run.objects.filter(pk=run.pk).update(
            state="cancelled", phase="", finished_at=run.started_at,
            lease_owner="", lease_expires_at=None,
        )  # fmt: skip
        told, _none = process.communicate(timeout=waiting.HANG_SECONDS)

    assert process.returncode == 3
    assert b"cancelled" in told
    assert "━".encode() not in told


def _drawn(seen: list[str]) -> set[int]:
    """How many cells of one colour stood side by side: the filled ones, and the others
    without the half one before them."""
    return {len(cells) for cells in re.findall("━+", "".join(seen))}


def _read(end: int, seen: list[str]) -> None:
    while True:
        try:
            seen.append(os.read(end, 4096).decode(errors="replace"))
        except OSError:  # closed
            return
