"""The long set: a whole Benchbook on PostgreSQL, and one fault after the other."""

import argparse
import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import islice
from pathlib import Path

from local import ports
from local.servers import DATABASE, USERNAME, MariaDb, PostgreSql, Running, running

PASSWORD = "for-tests"
# Short, so that a campaign takes an hour and not a night; all else as in production.
LEASE_SECONDS = "10"
PLENTY = "1000000"
DISK_SIZE = "1g"  # of the portal's database, in memory


def carry_out(options: argparse.Namespace, folder: Path) -> None:
    """The portal's database is there before the settings are read."""
    portal = PostgreSql(folder / "portal", ports.choose(), PASSWORD)
    with (
        _small_disk(folder / "portal"),
        # what the database says of it finds no room either
        running(portal, log=folder / "portal" / "log") as database,
    ):
        os.environ |= {
            "DATABASE_URL": portal.url,
            "DJANGO_SETTINGS_MODULE": "tests.settings",
            "RUN_LEASE_SECONDS": LEASE_SECONDS,
            "LIMIT_LOAD_SECONDS": PLENTY,
            "LIMIT_RUNS": PLENTY,
            "LIMIT_TOKENS": PLENTY,
        }
        import django

        django.setup()
        _inject_all(options, folder, database)


@contextmanager
def _small_disk(place: Path) -> Iterator[None]:
    """A file system of its own, to be filled. Where none can be mounted, that fault is left
    out, and this says so."""
    place.mkdir(mode=0o700)
    mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK_SIZE},mode=0700", "tmpfs"]
    done = subprocess.run([*mount, place], capture_output=True, text=True, check=False)
    if done.returncode:
        print(f"no disk of the portal's database is filled: {done.stderr.strip()}")
        yield
        return
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", place], check=True)


def _inject_all(options: argparse.Namespace, folder: Path, portal: Running) -> None:
    from tests.faults import cases, checks
    from tests.faults.kinds import KINDS

    wanted = [name.strip() for name in options.kinds.split(",") if name.strip()]
    if unknown := set(wanted) - set(KINDS):
        raise SystemExit(f"{', '.join(unknown)}: give any of {', '.join(KINDS)}")
    kinds = set(wanted or KINDS)
    engines = [options.engine] if options.engine else list(cases.ENGINES)
    chosen = (
        (number, kind, aim, engine)
        for number, (kind, aim, engine) in enumerate(cases.plan(seed=options.seed))
        if kind.name in kinds and engine in engines and number >= options.first
    )
    with _world(folder, portal, engines) as (world, sides):
        for number, kind, aim, engine in islice(chosen, options.count):
            case = cases.Case(number=number, kind=kind.name, aim=aim, engine=engine)
            done = cases.carry_out(
                world, sides[engine], kind, case, patience=checks.STRICT
            )
            with options.lines.open("a") as lines:
                line = {"seed": options.seed, **done.as_dict()}
                lines.write(f"{json.dumps(line)}\n")
            told = done.troubles or "survived"
            print(f"{number} {kind.name}, {done.hit}: {told}", flush=True)


@contextmanager
def _world(
    folder: Path, portal: Running, engines: list[str]
) -> Iterator[tuple[object, dict[str, object]]]:
    from django.core.management import call_command

    from local.servers import Redis
    from tests import settings, waiting
    from tests.faults.kinds import NO_STEP
    from tests.faults.way import way_to
    from tests.faults.world import PROGRAMS, Side, World
    from tests.stack import stack
    from workers.connecting.target import Target

    call_command("migrate", verbosity=0)
    servers = {"mariadb": MariaDb, "postgresql": PostgreSql}
    with ExitStack() as all_of:
        broker = Redis(folder / "redis", int(os.environ["REDIS_PORT"]), PASSWORD)
        redis = all_of.enter_context(running(broker, log=folder / "redis.log"))
        sides = {}
        for engine in engines:
            server = servers[engine](folder / engine, ports.choose(), PASSWORD)
            log = folder / f"{engine}.log"
            started = all_of.enter_context(running(server, log=log))
            direct = Target(
                engine=engine,
                host="127.0.0.1",
                address="127.0.0.1",
                port=server.port,
                username=USERNAME,
                password=PASSWORD,
                database=DATABASE,
            )
            way = all_of.enter_context(way_to(direct))
            sides[engine] = Side(engine, started, direct, way)
            sides[engine].register()
        port = str(ports.choose())
        clock = folder / "clock"
        clock.write_text(NO_STEP)
        environment = {
            **os.environ,
            "WEB_PORT": port,
            "BENCHBOOK_TEST_CLOCK": str(clock),
            "DJANGO_SETTINGS_MODULE": "tests.faults.settings",
        }
        log = Path(os.environ.get("FAULTS_LOG", folder / "stack.log"))
        programs = all_of.enter_context(stack(environment, log=log, programs=PROGRAMS))
        world = World(programs, redis, f"http://127.0.0.1:{port}", portal, clock)
        waiting.until(lambda: bool(world.answer("/healthz")), what="the site")
        yield world, sides
        assert settings.FOLDER
