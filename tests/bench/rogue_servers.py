"""What a hostile server costs a check: seconds, memory, and what its owner reads.

Each row asks a server of tests/workers/rogue_servers.py for its facts, as a check does,
and with the same limits.
"""

import time

import django
import psutil

django.setup()

from benchruns.failures.failure import BenchbookError  # noqa: E402 - after setup
from tests.probe_memory import peak_of_probes  # noqa: E402
from tests.workers.rogue_servers import (  # noqa: E402
    CASES,
    RogueServer,
    a_place_that_counts,
    redirecting_server,
    rogue_server,
)
from workers import probes  # noqa: E402

MIB = 2**20


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
    with peak_of_probes() as peak:
        try:
            with probes.connect(server.target) as probe:
                probe.facts()
        except BenchbookError as error:
            said = f"{error.failure.code}: {error.failure.message}"
    seconds = time.monotonic() - began
    own = psutil.Process().memory_info().rss
    child = f"{peak.bytes / MIB:.0f} MiB" if peak.bytes else "too quick"
    print(f"{name:<24}{seconds:>8.1f}{child:>10}{own / MIB:>6.0f} MiB  {said}")


if __name__ == "__main__":
    main()
