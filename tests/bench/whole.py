"""All of Benchbook with servers to load, for what is measured through it."""

import json
import os
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psutil

from tests.bench import scale, site

KEY = "bb_of-benchmarks"
PASSWORD = "for-tests"  # which the settings of the tests name for Redis
END_SECONDS = 120
PROGRAMS = ("web", "runs", "control", "tend", "webhooks", "beat")


@dataclass(frozen=True, slots=True)
class Whole:
    """``targets``, ``servers`` (their processes' ids) and ``endpoints`` by engine; ``stack``
    has the portal's processes."""

    url: str
    targets: dict[str, Any]
    servers: dict[str, int]
    endpoints: dict[str, Any]
    stack: Any

    def post(
        self, engine: str, workload: str, parameters: dict[str, Any], **more: Any
    ) -> str:
        """The id of a new run that everybody may see."""
        body = {
            "endpoint": str(self.endpoints[engine].pk),
            "workload": workload,
            "parameters": parameters,
            **more,
        }
        request = urllib.request.Request(
            f"{self.url}/api/v1/runs/",
            data=json.dumps(body).encode(),
            headers={
                "Authorization": f"Token {KEY}",
                "Content-Type": "application/json",
            },
        )
        try:
            with urllib.request.urlopen(request) as answer:
                run: str = json.load(answer)["id"]
        except urllib.error.HTTPError as error:
            raise SystemExit(error.read().decode()) from error
        from benchruns.models import Run

        Run.objects.filter(pk=run).update(visibility="public")
        return run

    def live(self, run: str, **position: object) -> dict[str, Any]:
        """What the page of a run asks for."""
        query = "&".join(f"{name}={value}" for name, value in position.items())
        with urllib.request.urlopen(f"{self.url}/runs/{run}/live/?{query}") as answer:
            return json.load(answer)

    def processes(self, tool: str) -> tuple[list[psutil.Process], list[psutil.Process]]:
        """Those of the portal, and those of this tool, which it has started."""
        started = [
            process
            for each in self.stack.processes.values()
            for process in with_children(each.pid)
        ]
        ours = [each for each in started if not _is(each, tool)]
        return ours, [each for each in started if each not in ours]

    def watch(self, run: str) -> float:
        """Its TPS, polled by one page until it has ended.

        Raises SystemExit where it failed.
        """
        from benchruns.models import Run

        position: dict[str, object] = {}
        end = time.monotonic() + END_SECONDS
        while time.monotonic() < end:
            seen = self.live(run, **position)
            if seen["samples"]:
                second = seen["samples"][-1][0]
                position = {"after": second, "attempt": seen["attempt"]}
            if seen["state"] not in ("queued", "running"):
                break
            time.sleep(1)
        row = Run.objects.get(pk=run)
        if row.state != "succeeded":
            raise SystemExit(f"a run {row.state}: {row.failure_detail}")
        return float(row.result.tps)

    def bare(self, engine: str, workload: str, parameters: dict[str, Any]) -> "Bare":
        return Bare(self.targets[engine], workload, parameters)


class Bare:
    """The tool of a workload alone, called as a run calls it."""

    def __init__(
        self, target: Any, workload: str, parameters: dict[str, Any], space: str = "0b"
    ) -> None:
        from benchruns.workloads import WORKLOADS
        from workers.tools.driver import Place
        from workers.tools.registry import driver_of

        space = f"benchbook_{space}"
        self.target, self.place = target, Place(workspace=space, mark=space)
        self.workload = WORKLOADS[workload]
        given = {each.name: each.default for each in self.workload.parameters}
        self.driver = driver_of(workload, given | parameters)

    @contextmanager
    def workspace(self) -> Iterator[None]:
        from workers import probes

        with probes.connect(self.target) as probe:
            probe.create_workspace(self.place.workspace)
            self.driver.create_tables(probe, self.place)
        try:
            yield
        finally:
            with probes.connect(self.target) as probe:
                probe.drop_workspace(self.place.workspace)

    @property
    def tool(self) -> str:
        """The name of its program, or of its module."""
        first, *others = self.driver.measure(self.target, self.place).argv
        return others[1] if others[0] == "-m" else Path(first).name

    def prepare(self) -> str:
        return self.start(self.driver.prepare(self.target, self.place))

    def start(self, command: Any) -> str:
        with TemporaryDirectory(prefix="benchbook-bare-") as folder:
            for name, text in command.cwd_files.items():
                path = Path(folder) / name
                path.touch(mode=0o600)
                path.write_text(text)
            done = subprocess.run(
                list(command.argv), input=command.stdin, env=dict(command.env),
                capture_output=True, text=True, check=False, cwd=folder,
            )  # fmt: skip
        if done.returncode:
            raise SystemExit(
                f"{command.argv[0]}\n{done.stdout[-900:]}{done.stderr[-900:]}"
            )
        return done.stdout


def with_children(pid: int) -> list[psutil.Process]:
    process = psutil.Process(pid)
    return [process, *process.children(recursive=True)]


def _is(process: psutil.Process, tool: str) -> bool:
    try:
        return any(Path(word).name == tool for word in process.cmdline()[:3])
    except psutil.NoSuchProcess:
        return True


@contextmanager
def started(*engines: str, programs: tuple[str, ...] = PROGRAMS) -> Iterator[Whole]:
    """With a private server for each of ``engines``; the portal's database is a file."""
    with scale.scratch_folder() as folder:
        folder.chmod(0o711)  # for the users of the servers
        scale.start_django(folder / "site.sqlite3")
        scale.use(folder / "site.sqlite3")
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        with (
            _servers(folder, engines) as (targets, servers),
            _portal(folder, programs) as (url, stack),
        ):
            yield Whole(url, targets, servers, _endpoints(targets), stack)


@contextmanager
def _servers(
    folder: Path, engines: tuple[str, ...]
) -> Iterator[tuple[dict[str, Any], dict[str, int]]]:
    from contextlib import ExitStack

    from local import ports
    from local.servers import DATABASE, USERNAME, MariaDb, PostgreSql, Redis
    from local.servers.running import running
    from workers.connecting.target import Target

    kinds = {"mariadb": MariaDb, "postgresql": PostgreSql}
    redis = Redis(
        home=folder / "redis", port=int(os.environ["REDIS_PORT"]), password=PASSWORD
    )
    targets, processes = {}, {}
    with ExitStack() as all_servers:
        all_servers.enter_context(running(redis, log=folder / "redis.log"))
        for engine in engines:
            server = kinds[engine](
                home=folder / engine, port=ports.choose(), password=PASSWORD
            )
            begun = running(server, log=folder / f"{engine}.log")
            processes[engine] = all_servers.enter_context(begun).process.pid
            targets[engine] = Target(
                engine=engine, host="127.0.0.1", address="127.0.0.1", port=server.port,
                username=USERNAME, password=PASSWORD, database=DATABASE,
            )  # fmt: skip
        yield targets, processes


@contextmanager
def _portal(folder: Path, programs: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
    from django.conf import settings

    from local import ports
    from tests.stack import stack

    port = ports.choose()
    environment = os.environ | {
        "TEND_SECONDS": str(settings.TEND_SECONDS),
        "WEB_PORT": str(port),
        "DJANGO_SETTINGS_MODULE": "portal.settings",
    }
    site.collect(environment)
    with stack(environment, log=folder / "stack.log", programs=programs) as processes:
        url = f"http://127.0.0.1:{port}"
        site.wait_for(url)
        yield url, processes


def _endpoints(targets: dict[str, Any]) -> dict[str, Any]:
    from tests.factories import ApiTokenFactory, CheckFactory, UserFactory
    from tests.targets import endpoint_of

    owner = UserFactory()
    ApiTokenFactory(user=owner, key=KEY)
    endpoints = {
        engine: endpoint_of(target, owner=owner) for engine, target in targets.items()
    }
    for endpoint in endpoints.values():
        CheckFactory(endpoint=endpoint, passed=True)
    return endpoints
