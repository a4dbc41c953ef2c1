"""What hostile servers cost: seconds, memory, what is said; docs/rogue-servers.md has it.

    make bench-rogue

Each row is a rogue server of tests/workers/probes (its way to do harm there), which a probe
asks for its facts as a check does, then each tool that speaks its protocol; last, whole runs.
All with the limits of production. Eight rows are measured at a time, each in a process of its
own: nearly all of their time is waiting.
"""

import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from multiprocessing import get_context

import django

django.setup()

from django.test.utils import (  # noqa: E402 - after setup
    setup_databases,
    teardown_databases,
)

from benchruns.failures.failure import BenchbookError, Failure  # noqa: E402
from benchruns.sentences.failures.table import of_failure, why_failed  # noqa: E402
from tests.bench import peak_memory  # noqa: E402
from tests.memory_of_children import peak_of_children  # noqa: E402
from tests.targets import endpoint_of, queue  # noqa: E402
from tests.workers.probes.test_rogue_fleet import (  # noqa: E402
    MAKERS,
    PROGRAMS,
    SHORT,
    TOOLS,
    rogue,
)
from workers import probes  # noqa: E402
from workers.connecting.target import Target  # noqa: E402
from workers.runs import executor  # noqa: E402
from workers.tools import connections  # noqa: E402

MIB = 2**20
AT_A_TIME = 8


def main() -> None:
    print("| server | harm | by | seconds | its MiB | worker's MiB | what is said |")
    print("| --- | --- | --- | ---: | ---: | ---: | --- |")
    with ProcessPoolExecutor(AT_A_TIME, mp_context=get_context("spawn")) as pool:
        for lines in pool.map(fleet_lines, MAKERS):
            print("\n".join(lines), flush=True)
    databases = setup_databases(verbosity=0, interactive=False)
    try:
        for case in sorted(SHORT):
            print(line_of(case, "run", "workers.probes.served", carried_out))
    finally:
        teardown_databases(databases, verbosity=0)


def fleet_lines(case: tuple[str, str]) -> list[str]:
    with suppress(BenchbookError), rogue("mysql", "close") as server:
        probes.connect(server.target)  # starts what stands ready in a worker
    probe = line_of(case, "probe", "workers.probes.served", probed)
    return [
        probe,
        *(line_of(case, tool, PROGRAMS[tool], by(tool)) for tool in TOOLS[case[0]]),
    ]


def line_of(
    case: tuple[str, str], title: str, words: str, deed: Callable[[Target], str]
) -> str:
    with rogue(*case) as server, peak_of_children(words) as peak:
        peak_memory.forget()
        own = peak_memory.highest()
        began = time.monotonic()
        said = deed(server.target)
        seconds = time.monotonic() - began
        grown = peak_memory.highest() - own
    child = f"{peak.bytes / MIB:.0f}" if peak.bytes else ""
    cells = (*case, title, f"{seconds:.1f}", child, f"+{grown:.0f}", said)
    return f"| {' | '.join(cells)} |"


def probed(target: Target) -> str:
    try:
        with probes.connect(target) as probe:
            probe.facts()
    except BenchbookError as error:
        return sentence(error.failure)
    return "nothing: it went well"


def by(tool: str) -> Callable[[Target], str]:
    def deed(target: Target) -> str:
        found = connections._failure(tool, target, has_tls=False, go_on=lambda: None)
        return "nothing: it only logs in" if found is None else sentence(found)

    return deed


def sentence(failure: Failure) -> str:
    """Its first one; the others say what to do."""
    return f"`{failure.code}` {of_failure(failure).split('. ')[0].rstrip('.')}."


def carried_out(target: Target) -> str:
    workload = "tpcc" if target.engine == "sqlserver" else "oltp_read_only"
    run = queue(endpoint_of(target), workload)
    executor.execute(run.pk)
    run.refresh_from_db()
    return f"`{run.failure_code}` {str(why_failed(run)).split('. ')[0].rstrip('.')}."


if __name__ == "__main__":
    main()
