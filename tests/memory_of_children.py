"""The memory that programs which this process has started take at most, each by itself."""

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil

LOOK_SECONDS = 0.03


class Peak:
    """Of each of those whose command line has the words."""

    def __init__(self, words: str) -> None:
        self.bytes = 0
        self._words = words
        self._is_over = threading.Event()

    def watch(self) -> None:
        while not self._is_over.wait(LOOK_SECONDS):
            for child in psutil.Process().children(recursive=True):
                try:
                    if self._is_meant(child):
                        self.bytes = max(self.bytes, _most_bytes(child.pid))
                except (psutil.Error, OSError):  # it has ended
                    continue

    def end(self) -> None:
        self._is_over.set()

    def _is_meant(self, child: psutil.Process) -> bool:
        """A fork of ours that is about to become a tool has our command line still."""
        line = child.cmdline()
        return line != psutil.Process().cmdline() and self._words in " ".join(line)


def _most_bytes(pid: int) -> int:
    """Since it began, so that a look now and then is enough."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    found = re.search(r"^VmHWM:\s+([0-9]+) kB$", status, re.MULTILINE)
    return int(found[1]) * 1024 if found else 0


@contextmanager
def peak_of_children(words: str) -> Iterator[Peak]:
    peak = Peak(words)
    thread = threading.Thread(target=peak.watch)
    thread.start()
    try:
        yield peak
    finally:
        peak.end()
        thread.join()
