"""A program that takes a share of a core and does nothing else."""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

TURN_SECONDS = 0.02  # it wakes as often as a portal at work does
START_SECONDS = 0.2


@contextmanager
def busy(share: float) -> Iterator[int]:
    """``share`` of one core, for as long as the block lasts; its process's id."""
    with subprocess.Popen([sys.executable, "-m", "tests.bench.busy", str(share)]) as it:
        time.sleep(START_SECONDS)  # Python's own start is not in the share
        try:
            yield it.pid
        finally:
            it.kill()


def _take(share: float) -> None:
    while True:
        end = time.process_time() + share * TURN_SECONDS
        while time.process_time() < end:
            pass
        time.sleep((1 - share) * TURN_SECONDS)


if __name__ == "__main__":
    _take(float(sys.argv[1]))
