"""Is the driver of the TPC-C-derived load what is measured? It is not, if this passes.

    python -m tests.bench.tpcc_ceiling

On each private server, two warehouses: calls of a routine that does nothing, through the
same sessions, threads and processes as a run's, against real transactions. The first
must be five times as many, in all and for one core of the client.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import django
import psutil
from django.conf import settings

settings.configure(USE_I18N=False)
django.setup()

from benchruns.parsers.tpcc import output as parser  # noqa: E402
from local import ports  # noqa: E402
from local.servers import DATABASE, USERNAME, MariaDb, PostgreSql  # noqa: E402
from local.servers.running import running  # noqa: E402
from workers import probes  # noqa: E402
from workers.connecting.target import Target  # noqa: E402
from workers.tools.command import Command  # noqa: E402
from workers.tools.driver import Place  # noqa: E402
from workers.tools.tpcc_driver import TpccDriver  # noqa: E402

ENGINES = {"mariadb": MariaDb, "postgresql": PostgreSql}
PASSWORD = "for-benchmarks"
PLACE = Place(workspace="benchbook_0c", mark="benchbook_0c")
PARAMETERS = {
    "warehouses": 2,
    "virtual_users": 16,
    "rampup_seconds": 5,
    "duration_seconds": 20,
    "profile": "hammerdb",
    "keying_and_thinking": False,
    "all_warehouses": False,
}
CEILING_SECONDS = 10
LEAST = 5.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """One start of the tool: what it said, and the CPU seconds of all its processes."""

    text: str
    cpu_seconds: float


def start(command: Command, *action: str) -> Done:
    argv = [*command.argv[:3], *action] if action else list(command.argv)
    before = psutil.Process().cpu_times()
    done = subprocess.run(
        argv,
        input=command.stdin,
        env=dict(command.env),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(f"{' '.join(argv)}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    after = psutil.Process().cpu_times()
    spent = (
        after.children_user
        + after.children_system
        - before.children_user
        - before.children_system
    )
    return Done(text=done.stdout, cpu_seconds=spent)


def measure(target: Target) -> float:
    """Prints the figures of one engine; the smaller of both ratios."""
    driver = TpccDriver("tpcc", PARAMETERS)
    with probes.connect(target) as probe:
        probe.create_workspace(PLACE.workspace or "")
    start(driver.prepare(target, PLACE))
    run = driver.measure(target, PLACE)
    ceiling = json.loads(
        start(
            run,
            "ceiling",
            f"--virtual-users={PARAMETERS['virtual_users']}",
            f"--duration-seconds={CEILING_SECONDS}",
        ).text
    )
    real = start(run)
    tps = parser.parse(real.text).figures.tps or 0.0
    seconds = PARAMETERS["rampup_seconds"] + PARAMETERS["duration_seconds"]
    per_cpu = tps * seconds / real.cpu_seconds
    in_all, a_core = (
        ceiling["calls_per_s"] / tps,
        ceiling["calls_per_core_second"] / tps,
    )
    print(
        f"{target.engine:10}  empty calls/s {ceiling['calls_per_s']:>9,.0f}"
        f" ({ceiling['calls_per_core_second']:,.0f} a client core),"
        f" transactions/s {tps:>7,.0f} ({per_cpu:,.0f} a client core),"
        f" {in_all:.1f} times, {a_core:.1f} times for one core;"
        f" the run's client took {real.cpu_seconds / seconds:.2f} cores"
    )
    return min(in_all, a_core)


@contextmanager
def server(engine: str, home: Path) -> Iterator[Target]:
    made = ENGINES[engine](home=home / engine, port=ports.choose(), password=PASSWORD)
    with running(made, log=home / f"{engine}.log") as started:
        yield Target(
            engine=engine,
            host="127.0.0.1",
            address="127.0.0.1",
            port=started.server.port,
            username=USERNAME,
            password=PASSWORD,
            database=DATABASE,
        )


def main() -> int:
    ratios = []
    with TemporaryDirectory(prefix="benchbook-ceiling-", dir="/var/tmp") as folder:
        home = Path(folder)
        home.chmod(0o755)  # for the users of the servers
        for engine in ENGINES:
            with server(engine, home) as target:
                ratios.append(measure(target))
    print(f"at least {LEAST:.0f} times: {'yes' if min(ratios) >= LEAST else 'NO'}")
    return 0 if min(ratios) >= LEAST else 1


if __name__ == "__main__":
    sys.exit(main())
