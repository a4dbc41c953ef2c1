"""Server-sent events for the live view beside polling, which is what it has.

Two hundred viewers of one run that gets a sample and its counters each second, in turn by
each way, each served by one web process: polling as the page does it, from gunicorn with
four threads, and from the same behind the proxy of docker/nginx.conf, whose work counts as
well; events from gunicorn with a thread a viewer; events from one event loop that does
nothing else (``tests/bench/event_streams.py``). A sample is as late as it was seen after it
was stored. The web process's work in SQLite is its own.
"""

import asyncio
import json
import os
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil

from tests.bench import scale, site, watchers
from tests.bench.figure import Figure, of_pairs
from tests.bench.parts import tell, viewers
from tests.proxy import nginx_before

VIEWERS, ROUNDS = 200, 3
MOST_LATE = 2.0
Sights = list[tuple[int, float]]
Watched = Callable[[str, str], Coroutine[Any, Any, Sights]]
SETTINGS = {"DJANGO_SETTINGS_MODULE": "portal.settings"}
GUNICORN = (sys.executable, "-m", "gunicorn", "-c", "python:portal.gunicorn")
WAYS = {
    "polling": (*GUNICORN, "--workers=1", "--threads=4", "--bind=127.0.0.1:{port}"),
    "events from threads": (
        *(*GUNICORN, "--workers=1", f"--threads={VIEWERS + 8}"),
        *("--graceful-timeout=1", "--bind=127.0.0.1:{port}"),
        "tests.bench.event_streams",
    ),
    "events from a loop": (sys.executable, "-m", "tests.bench.event_streams", "{port}"),
}
PROXIED = "polling at the proxy"


@dataclass(frozen=True, slots=True)
class Served:
    port: int
    pids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Round:
    """Percent of a core for a hundred viewers; the p95 of how late, in s; MB of all processes."""

    percent: float
    late: float
    megabytes: float


def figures() -> Iterator[Figure]:
    with scale.scratch_folder() as folder, ExitStack() as all_ways:
        scale.start_django(folder / "site.sqlite3")
        scale.use(folder / "site.sqlite3")
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        from tests.factories import RunFactory

        site.collect(os.environ | SETTINGS)
        run = str(RunFactory(running=True, public=True).pk)
        served = {
            name: all_ways.enter_context(_served(folder, words))
            for name, words in WAYS.items()
        }
        proxied = nginx_before(served["polling"].port, folder)
        proxy = all_ways.enter_context(proxied)
        pids = (*served["polling"].pids, proxy.pid)
        served[PROXIED] = Served(proxy.port, pids)
        stored = all_ways.enter_context(_sampled(run))
        found: dict[str, list[Round]] = {name: [] for name in served}
        for _ in range(ROUNDS):
            for name, by in served.items():
                watched = _listened if name.startswith("events") else _polled
                found[name].append(_round(watched, by, run, stored))
    polling = found["polling"]
    for name, rounds in found.items():
        percent = statistics.median(each.percent for each in rounds)
        megabytes = statistics.median(each.megabytes for each in rounds)
        if rounds is not polling:
            yield of_pairs(
                f"{name} beside polling, CPU of the web process",
                [each.percent for each in rounds],
                [each.percent for each in polling],
                detail=f"{percent:.2f} % of a core for a hundred viewers beside "
                f"{statistics.median(each.percent for each in polling):.2f}",
            )
        late = statistics.median(each.late for each in rounds)
        shares = [each.late / MOST_LATE for each in rounds]
        low, middle, high = statistics.quantiles(shares, n=4, method="inclusive")
        yield Figure(
            name=f"{name}: a sample is seen, p95, of 2 s", ratio=middle, low=low, high=high,
            most=1, detail=f"{late:.2f} s after it was stored; {megabytes:.0f} MB",
        )  # fmt: skip


@contextmanager
def _served(folder: Path, words: tuple[str, ...]) -> Iterator[Served]:
    """A web server, once it answers."""
    from local import child, ports

    port = ports.choose()
    with (folder / "web.log").open("ab") as log:
        web = subprocess.Popen(
            child.command_line([each.format(port=port) for each in words]),
            env=os.environ | SETTINGS,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    try:
        site.wait_for(f"http://127.0.0.1:{port}")
        yield Served(port, (web.pid,))
    finally:
        web.terminate()
        web.wait()


@contextmanager
def _sampled(run: str) -> Iterator[dict[int, float]]:
    """Each second a sample and its counters; when each second's were stored."""
    stored: dict[int, float] = {}
    is_over = threading.Event()

    def store() -> None:
        from django.db import connection, transaction

        from benchruns.models import Counter, Sample

        begins = time.monotonic()
        for second in range(1, 100_000):
            if is_over.wait(max(begins + second - time.monotonic(), 0)):
                break
            values = {"buffer_hit_percent": 99.4, "client_cpu_percent": 41.0}
            of = {"run_id": run, "attempt": 1, "second": second}
            with transaction.atomic():
                Sample.objects.create(**of, tps=800.0 + second % 9, latency_ms=12.5)
                Counter.objects.create(**of, values=values)
            stored[second] = time.monotonic()
        connection.close()

    thread = threading.Thread(target=store)
    thread.start()
    try:
        yield stored
    finally:
        is_over.set()
        thread.join()


def _round(watched: Watched, by: Served, run: str, stored: dict[int, float]) -> Round:
    before, began = _cpu_seconds(by), time.monotonic()
    sights = asyncio.run(watched(f"127.0.0.1:{by.port}", run))
    percent = (_cpu_seconds(by) - before) / (time.monotonic() - began) * 100
    late = [at - stored[second] for second, at in sights if second in stored]
    programs = [psutil.Process(pid) for pid in by.pids]
    every = [each for one in programs for each in (one, *one.children(recursive=True))]
    return Round(
        percent=percent * 100 / VIEWERS,
        late=statistics.quantiles(late, n=20)[-1],
        megabytes=sum(each.memory_info().rss for each in every) / 1e6,
    )


def _cpu_seconds(by: Served) -> float:
    return sum(map(viewers._cpu_seconds, by.pids))


async def _polled(host: str, run: str) -> Sights:
    return (
        await watchers.watched(f"http://{host}", run, VIEWERS, viewers.SECONDS - 1)
    ).sights


async def _listened(host: str, run: str) -> Sights:
    sights: Sights = []
    await asyncio.gather(
        *(_listener(host, run, number / VIEWERS, sights) for number in range(VIEWERS))
    )
    return sights


async def _listener(host: str, run: str, delay: float, sights: Sights) -> None:
    await asyncio.sleep(delay)
    name, port = host.split(":")
    reader, writer = await asyncio.open_connection(name, int(port), limit=2**20)
    writer.write(f"GET /runs/{run}/events/ HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
    end, is_first = time.monotonic() + viewers.SECONDS - 1, True
    while time.monotonic() < end:
        line = await _line(reader, end)
        if not line.startswith(b"data: "):
            continue
        answer: dict[str, Any] = json.loads(line.removeprefix(b"data: "))
        if not is_first:
            sights.append((answer["samples"][-1][0], time.monotonic()))
        is_first = False
    writer.close()


async def _line(reader: asyncio.StreamReader, end: float) -> bytes:
    """Empty when the time is over."""
    try:
        async with asyncio.timeout_at(
            asyncio.get_running_loop().time() + end - time.monotonic()
        ):
            return await reader.readline()
    except TimeoutError:
        return b""


if __name__ == "__main__":
    tell(figures())
