"""What a hostile server costs a check: seconds, memory, and what its owner reads.

Each row asks a server of tests/workers/rogue_servers.py for its facts, as a check does,
and with the same limits.
"""

import threading
import time

import django
import psutil

django.setup()

from benchruns.failures import BenchbookError  # noqa: E402 - after setup
from tests.workers.rogue_servers import (  # noqa: E402
    CASES,
    RogueServer,
    a_place_that_counts,
    redirecting_server,
    rogue_server,
)
from workers import probes  # noqa: E402

MIB = 2**20


class _Peak:
    """The memory that this process and its children take at most, each alone."""

    def __init__(self) -> None:
        self.child = 0
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._watch)

    def __enter__(self) -> "_Peak":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._is_over.wait(0.01):
            for child in psutil.Process().children(recursive=True):
                try:
                    self.child = max(self.child, child.memory_info().rss)
                except psutil.Error:
                    continue


def main() -> None:
    print(f"{'server':<24}{'seconds':>8}{'child':>10}{'worker':>10}  what is said")
    for engine, harm in CASES:
        with rogue_server(engine, harm) as server:
            _check(f"{engine} {harm}", server)
    with (
        a_place_that_counts() as (port, came),
        redirecting_server("127.0.0.1", port) as server,
    ):
        _check("sqlserver redirection", server)
        print(f"connections to the place it names: {len(came)}")


def _check(name: str, server: RogueServer) -> None:
    began, said = time.monotonic(), "nothing: it went well"
    with _Peak() as peak:
        try:
            with probes.connect(server.target) as probe:
                probe.facts()
        except BenchbookError as error:
            said = f"{error.failure.code}: {error.failure.message}"
    seconds = time.monotonic() - began
    own = psutil.Process().memory_info().rss
    print(
        f"{name:<24}{seconds:>8.1f}{peak.child / MIB:>6.0f} MiB{own / MIB:>6.0f} MiB"
        f"  {said}"
    )


if __name__ == "__main__":
    main()
