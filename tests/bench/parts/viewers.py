"""Two hundred viewers of one run: what they cost the web process, and how late they see.

Each viewer asks as the page's script does, a second after each answer, over a connection of
its own, to the proxy of docker/nginx.conf; and in turn to the web process itself, as where no
such proxy is. A hundred viewers are a hundred answers a second, whether or not this machine
gives them. The web process is one of gunicorn with four threads, SQLite's work in it. A sample
is as late as it was seen after the viewer who saw any of the run soonest for its second. The
tool has a fixed rate, since portal, viewers, tool and server share this machine.
"""

import asyncio
import json
import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil

from tests.bench import whole
from tests.bench.figure import Figure, of_pairs
from tests.bench.parts import tell
from tests.proxy import nginx_before

VIEWERS = 200
SECONDS = 20
ROUNDS = 3
RATE = 50
LOAD = {"tables": 1, "table_size": 1_000, "threads": 2, "rate": RATE}
MOST_CPU_PERCENT, MOST_LATE, LEAST_TPS = 5, 2.0, 0.99
WHY = (
    "each request takes a turn of gunicorn's main thread and one of its pool, whatever it is "
    "answered; the proxy spares them"
)


@dataclass(slots=True)
class Seen:
    """``late`` has a second's first sight by a viewer: second of the run, and when."""

    cpu_seconds: float = 0.0
    answers: int = 0
    sights: list[tuple[int, float]] = field(default_factory=list)

    @property
    def late(self) -> list[float]:
        began = min(at - second for second, at in self.sights)
        return [at - second - began for second, at in self.sights]


def figures() -> Iterator[Figure]:
    watched, alone, proxied, direct = [], [], [], []
    with (
        whole.started("mariadb") as portal,
        TemporaryDirectory(prefix="benchbook-proxy-") as folder,
        nginx_before(int(portal.url.split(":")[-1]), Path(folder)) as proxy,
    ):
        web = portal.stack.processes["web"].pid
        for _ in range(ROUNDS):
            url = f"http://127.0.0.1:{proxy.port}"
            tps, seen = _run(portal, url=url, programs=(web, proxy.pid))
            watched.append(tps)
            proxied.append(seen)
            direct.append(_run(portal, url=portal.url, programs=(web,))[1])
            alone.append(_run(portal)[0])
    yield _share("web process and proxy for a hundred viewers", proxied)
    yield _share("web process for a hundred viewers, no proxy", direct, why=WHY)
    late = [statistics.quantiles(each.late, n=20)[-1] / MOST_LATE for each in proxied]
    low, middle, high = statistics.quantiles(late, n=4, method="inclusive")
    yield Figure(
        name="a sample is seen, p95, of 2 s", ratio=middle, low=low, high=high, most=1,
        detail=f"{middle * MOST_LATE:.2f} s after the first sight of any",
    )  # fmt: skip
    yield of_pairs(
        "TPS at a fixed rate, watched beside alone", watched, alone, least=LEAST_TPS,
        detail=f"{statistics.median(watched):.1f} TPS of {RATE}",
    )  # fmt: skip


def _share(name: str, rounds: list[Seen], *, why: str = "") -> Figure:
    shares = [
        each.cpu_seconds / each.answers * 100 * 100 / MOST_CPU_PERCENT
        for each in rounds
    ]
    low, middle, high = statistics.quantiles(shares, n=4, method="inclusive")
    answers = statistics.median(each.answers / SECONDS for each in rounds)
    each_ms = middle * MOST_CPU_PERCENT / 10
    return Figure(
        name=f"{name}, of 5 % of a core",
        ratio=middle, low=low, high=high, most=1, why=why,
        detail=f"{each_ms:.2f} ms an answer; {answers:.0f} answers/s to {VIEWERS} viewers",
    )  # fmt: skip


def _run(
    portal: whole.Whole, *, url: str = "", programs: tuple[int, ...] = ()
) -> tuple[float, Seen]:
    """Watched at ``url``, what ``programs`` take meanwhile counted; or by nobody."""
    run = portal.post(
        "mariadb", "oltp_read_write", LOAD | {"duration_seconds": SECONDS + 5}
    )
    while not portal.live(run)["samples"]:
        time.sleep(0.2)
    before = sum(map(_cpu_seconds, programs))
    seen = asyncio.run(_watched(url, run, VIEWERS)) if url else Seen()
    seen.cpu_seconds = sum(map(_cpu_seconds, programs)) - before
    return portal.watch(run), seen


def _cpu_seconds(pid: int) -> float:
    process = psutil.Process(pid)
    times = [each.cpu_times() for each in (process, *process.children(recursive=True))]
    return sum(each.user + each.system for each in times)


async def _watched(url: str, run: str, viewers: int) -> Seen:
    seen, host = Seen(), url.removeprefix("http://")
    await asyncio.gather(
        *(_viewer(host, run, number / viewers, seen) for number in range(viewers))
    )
    return seen


async def _viewer(host: str, run: str, delay: float, seen: Seen) -> None:
    """Asks a second after each answer, as the page does."""
    await asyncio.sleep(delay)
    name, port = host.split(":")
    reader, writer = await asyncio.open_connection(name, int(port))
    after, end, is_first = "", time.monotonic() + SECONDS - 1, True
    counted = None
    while time.monotonic() < end:
        head = f"GET /runs/{run}/live/{after} HTTP/1.1\r\nHost: {host}\r\n\r\n"
        writer.write(head.encode())
        answer = await _answer(reader)
        seen.answers += 1
        if answer["samples"]:
            second = answer["samples"][-1][0]
            if not is_first:
                seen.sights.append((second, time.monotonic()))
            is_first = False
            after = f"?after={second}&attempt={answer['attempt']}"
            if rows := answer["counters"]["rows"]:
                counted = rows[-1][0]
            if counted is not None:
                after += f"&counted={counted}"
        await asyncio.sleep(1)
    writer.close()


async def _answer(reader: asyncio.StreamReader) -> dict:
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    (length,) = (
        int(line.split(b":")[1])
        for line in head.split(b"\r\n")
        if line.startswith(b"content-length")
    )
    return json.loads(await reader.readexactly(length))


if __name__ == "__main__":
    tell(figures())
