"""The memory that a probe's child process takes at most, while somebody watches it."""

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil

LOOK_SECONDS = 0.03
MODULE = "workers.probes.served"


class Peak:
    """Of each child alone; other programs that this process has started do not count."""

    def __init__(self) -> None:
        self.bytes = 0
        self._is_over = threading.Event()

    def watch(self) -> None:
        while not self._is_over.wait(LOOK_SECONDS):
            for child in psutil.Process().children(recursive=True):
                try:
                    if MODULE in child.cmdline():
                        self.bytes = max(self.bytes, _most_bytes(child.pid))
                except (psutil.Error, OSError):  # it has ended
                    continue

    def end(self) -> None:
        self._is_over.set()


def _most_bytes(pid: int) -> int:
    """Since it began, so that a look now and then is enough."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    found = re.search(r"^VmHWM:\s+([0-9]+) kB$", status, re.MULTILINE)
    return int(found[1]) * 1024 if found else 0


@contextmanager
def peak_of_probes() -> Iterator[Peak]:
    peak = Peak()
    thread = threading.Thread(target=peak.watch)
    thread.start()
    try:
        yield peak
    finally:
        peak.end()
        thread.join()
