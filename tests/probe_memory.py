"""The memory that a probe's child process takes at most, while somebody watches it."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import psutil

LOOK_SECONDS = 0.01
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
                        self.bytes = max(self.bytes, child.memory_info().rss)
                except psutil.Error:  # it has ended
                    continue

    def end(self) -> None:
        self._is_over.set()


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
