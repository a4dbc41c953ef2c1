"""What a hostile server costs a check and a run: seconds, memory, what its owner reads.

Each row asks a server of tests/workers/probes/rogue_servers.py for its facts, as a check does,
or carries out a whole run on it, with the same limits; the run before was on such a
server as well, and held nothing up.
"""

import time
from collections.abc import Callable

import django
import psutil

from benchruns.sentences.failures.table import of_failure, why_failed

django.setup()

from django.test.utils import (  # noqa: E402 - after setup
    setup_databases,
    teardown_databases,
)

from benchruns.failures.failure import BenchbookError  # noqa: E402
from tests.memory_of_children import peak_of_children  # noqa: E402
from tests.targets import endpoint_of, queue  # noqa: E402
from tests.workers.probes.rogue_servers import (  # noqa: E402
    CASES,
    RogueServer,
    a_place_that_counts,
    redirecting_server,
    rogue_server,
)
from workers import probes  # noqa: E402
from workers.connecting.target import Target  # noqa: E402
from workers.runs import executor  # noqa: E402

MIB = 2**20


def main() -> None:
    databases = setup_databases(verbosity=0, interactive=False)
    try:
        for title, deed in (("check", checked), ("run", carried_out)):
            print(f"{title:<24}{'seconds':>8}{'child':>10}{'worker':>10}  what is said")
            with_each_server(deed)
    finally:
        teardown_databases(databases, verbosity=0)


def with_each_server(deed: Callable[[Target], str]) -> None:
    for engine, harm in CASES:
        with rogue_server(engine, harm) as server:
            measure(f"{engine} {harm}", deed, server)
    with (
        a_place_that_counts() as (port, came),
        redirecting_server("127.0.0.1", port) as server,
    ):
        measure("sqlserver redirection", deed, server)
        print(f"connections to the place it names: {len(came)}\n")


def measure(name: str, deed: Callable[[Target], str], server: RogueServer) -> None:
    began = time.monotonic()
    with peak_of_children("workers.probes.served") as peak:
        said = deed(server.target)
    seconds = time.monotonic() - began
    own = psutil.Process().memory_info().rss
    child = f"{peak.bytes / MIB:.0f} MiB" if peak.bytes else "too quick"
    print(f"{name:<24}{seconds:>8.1f}{child:>10}{own / MIB:>6.0f} MiB  {said}")


def checked(target: Target) -> str:
    try:
        with probes.connect(target) as probe:
            probe.facts()
    except BenchbookError as error:
        return f"{error.failure.code}: {of_failure(error.failure)}"
    return "nothing: it went well"


def carried_out(target: Target) -> str:
    workload = "tpcc" if target.engine == "sqlserver" else "oltp_read_only"
    run = queue(endpoint_of(target), workload)
    executor.execute(run.pk)
    run.refresh_from_db()
    return f"{run.state}, {run.failure_code}: {why_failed(run)}"


if __name__ == "__main__":
    main()
