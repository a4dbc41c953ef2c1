"""What hostile servers cost: seconds, memory, what is said; docs/rogue-servers.md has it.

    make bench-rogue

Each row is a rogue server of tests/workers/probes (its way to do harm there), which is
checked, then met by each tool that speaks its protocol, then by a run. All with the limits of
production. Eight servers are measured at a time, each in a process of its own: nearly all of
their time is waiting.
"""

import os
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from multiprocessing import get_context

import django

django.setup()

from django.db import connection  # noqa: E402 - after setup
from django.test.utils import (  # noqa: E402
    setup_databases,
    teardown_databases,
)

from benchruns.failures.failure import (  # noqa: E402
    BenchbookError,
    Failure,
)
from benchruns.models import FailedContact  # noqa: E402
from benchruns.sentences.endpoints import check_message  # noqa: E402
from benchruns.sentences.failures.table import of_failure, why_failed  # noqa: E402
from tests.bench import peak_memory  # noqa: E402
from tests.factories import UserFactory  # noqa: E402
from tests.memory_of_children import peak_of_children  # noqa: E402
from tests.targets import endpoint_of, queue  # noqa: E402
from tests.workers.probes.fleet import CASES, PROGRAMS, TOOLS, rogue  # noqa: E402
from workers import checker, probes  # noqa: E402
from workers.connecting.target import Target  # noqa: E402
from workers.runs import executor  # noqa: E402
from workers.tools import connections  # noqa: E402

MIB = 2**20
AT_A_TIME = 8
PROBE = "workers.probes.served"


def main() -> None:
    print("| server | harm | by | seconds | its MiB | worker's MiB | what is said |")
    print("| --- | --- | --- | ---: | ---: | ---: | --- |")
    databases = setup_databases(verbosity=0, interactive=False)
    name = str(connection.settings_dict["NAME"])
    try:
        with ProcessPoolExecutor(
            AT_A_TIME, get_context("spawn"), share_database, (name,)
        ) as pool:
            for lines in pool.map(fleet_lines, CASES):
                print("\n".join(lines), flush=True)
    finally:
        teardown_databases(databases, verbosity=0)


def share_database(name: str) -> None:
    """Every process has names of users of its own there."""
    connection.settings_dict["NAME"] = name
    UserFactory.reset_sequence(os.getpid() * 1000)


def fleet_lines(case: tuple[str, str]) -> list[str]:
    with suppress(BenchbookError), rogue("mysql", "close") as server:
        probes.connect(server.target)  # starts what stands ready in a worker
    return [
        line_of(case, "check", PROBE, checked),
        *(line_of(case, tool, PROGRAMS[tool], by(tool)) for tool in TOOLS[case[0]]),
        line_of(case, "run", PROBE, carried_out),
    ]


def line_of(
    case: tuple[str, str], title: str, words: str, deed: Callable[[Target], str]
) -> str:
    FailedContact.objects.all().delete()  # so many in vain would be held up
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


def checked(target: Target) -> str:
    endpoint = endpoint_of(target)
    checker.perform(endpoint.checks.create().pk)
    check = endpoint.last_check
    if check is None or check.ok:
        return "nothing: it went well"
    return sentence(check.code, check_message(check.code, check.values))


def by(tool: str) -> Callable[[Target], str]:
    def deed(target: Target) -> str:
        found = connections._failure(tool, target, has_tls=False, go_on=lambda: None)
        return "nothing: it only logs in" if found is None else of_tool(found)

    return deed


def of_tool(found: Failure) -> str:
    return sentence(found.code, of_failure(found))


def sentence(code: str, text: str) -> str:
    """Its first one; the others say what to do."""
    return f"`{code}` {str(text).split('. ')[0].rstrip('.')}."


def carried_out(target: Target) -> str:
    workload = "tpcc" if target.engine == "sqlserver" else "oltp_read_only"
    run = queue(endpoint_of(target), workload)
    executor.execute(run.pk)
    run.refresh_from_db()
    return sentence(run.failure_code, why_failed(run))


if __name__ == "__main__":
    main()
