"""Two hundred viewers of one run: what they cost web process and tool, and how late they see.

Each viewer asks as the page's script does, a second after each answer, over a connection of
its own, to the proxy of docker/nginx.conf; and in turn to the web process itself, as where no
such proxy is. A hundred viewers are a hundred answers a second, whether or not this machine
gives them. The web process is one of gunicorn with four threads, SQLite's work in it. A sample
is as late as it was seen after the viewer who saw any of the run soonest for its second.

So far the tool has a fixed rate, since portal, viewers, tool and server share this machine.
What viewers take from it is measured at its full speed, by seconds of one run
(``tests/bench/seconds.py``): three in which they stand still, the second one beside a program
that takes as much CPU as viewers, web process and proxy, and five in which they look on, of
which the first is left out. A/A is the third second over the first.
"""

import asyncio
import os
import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil

from tests.bench import whole
from tests.bench.figure import Figure, over_control, told
from tests.bench.parts import tell
from tests.bench.seconds import BUSY, PORTAL, TOOL, seconds_of, state
from tests.bench.watchers import Seen, watched, watching
from tests.proxy import nginx_before

VIEWERS = 200
SECONDS = 20
ROUNDS = 3
RATE = 50
LOAD = {"tables": 1, "table_size": 1_000, "threads": 2, "rate": RATE}
MOST_CPU_PERCENT, MOST_LATE, LEAST_TPS = 5, 2.0, 0.99
RUNS, TURNS, TO_BEGIN = 2, 6, 12
GUESS = 0.3  # of a core, before the first run has said what it is
PROXY, WATCHERS = "proxy", "viewers"
UNWATCHED = (
    state(TOOL, PORTAL, PROXY),
    state(TOOL, PORTAL, PROXY, BUSY),
    state(TOOL, PORTAL, PROXY),
)
TURN = (*UNWATCHED, *(state(TOOL, PORTAL, PROXY, WATCHERS),) * 5)
COUNT = TURNS * len(TURN) + len(UNWATCHED)
FULL = (
    "mariadb",
    "oltp_read_write",
    {
        "tables": 4, "table_size": 10_000, "threads": 4,
        "duration_seconds": TO_BEGIN + COUNT,
    },
)  # fmt: skip
WHY = (
    "each request takes a turn of gunicorn's main thread and one of its pool, whatever it is "
    "answered; the proxy spares them"
)


def figures() -> Iterator[Figure]:
    proxied, direct = [], []
    with (
        whole.started("mariadb") as portal,
        TemporaryDirectory(prefix="benchbook-proxy-") as folder,
        nginx_before(int(portal.url.split(":")[-1]), Path(folder)) as proxy,
    ):
        web = portal.stack.processes["web"].pid
        url = f"http://127.0.0.1:{proxy.port}"
        for _ in range(ROUNDS):
            proxied.append(_watched(portal, url, (web, proxy.pid)))
            direct.append(_watched(portal, portal.url, (web,)))
        at_full_speed = _at_full_speed(portal, url, proxy.pid)
    yield _share("web process and proxy for a hundred viewers", proxied)
    yield _share("web process for a hundred viewers, no proxy", direct, why=WHY)
    late = [statistics.quantiles(each.late, n=20)[-1] / MOST_LATE for each in proxied]
    low, middle, high = statistics.quantiles(late, n=4, method="inclusive")
    yield Figure(
        name="a sample is seen, p95, of 2 s", ratio=middle, low=low, high=high, most=1,
        detail=f"{middle * MOST_LATE:.2f} s after the first sight of any",
    )  # fmt: skip
    yield at_full_speed


def _at_full_speed(portal: whole.Whole, url: str, proxy: int) -> Figure:
    ours, beside, control, shares = [], [], [], [GUESS]
    for _ in range(RUNS):
        run = portal.post(*FULL)
        with watching(url, run, VIEWERS) as watchers:
            seconds = seconds_of(
                portal, run, portal.bare(*FULL).tool, turn=TURN, count=COUNT,
                share=statistics.median(shares[1:] or shares),
                others={WATCHERS: [watchers], PROXY: whole.with_children(proxy)},
            )  # fmt: skip
        for start in range(0, TURNS * len(TURN), len(TURN)):
            first, taken, last, _, *at_work = seconds[start : start + len(TURN)]
            after, _, again = seconds[start + len(TURN) :][: len(UNWATCHED)]
            alone = statistics.mean(each.tps for each in (first, last, after, again))
            ours.append(statistics.mean(each.tps for each in at_work) / alone)
            beside.append(taken.tps / statistics.mean((first.tps, last.tps)))
            control.append(last.tps / first.tps)
            # what the portal takes unwatched is not theirs
            watched_cpu = (after.cpu - at_work[0].cpu) / len(at_work)
            shares.append(watched_cpu - (taken.cpu - first.cpu))
    expected = statistics.median(control)
    share = statistics.median(shares[1:])
    return over_control(
        f"TPS at full speed, watched by {VIEWERS} beside by none", ours, control,
        least=LEAST_TPS,
        detail=f"{len(ours)} pairs within {RUNS} runs; viewers, web process and proxy "
        f"{share:.1%} of a core meanwhile",
        why=f"the viewers run on the {os.cpu_count()} cores that tool and server keep busy, as "
        "web process and proxy do: beside a program that takes as much CPU and does nothing "
        f"else the tool has {told([each / expected for each in beside])} of the control",
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


def _watched(portal: whole.Whole, url: str, programs: tuple[int, ...]) -> Seen:
    """With what ``programs`` took meanwhile."""
    run = portal.post(
        "mariadb", "oltp_read_write", LOAD | {"duration_seconds": SECONDS + 5}
    )
    while not portal.live(run)["samples"]:
        time.sleep(0.2)
    before = sum(map(_cpu_seconds, programs))
    seen = asyncio.run(watched(url, run, VIEWERS, SECONDS - 1))
    seen.cpu_seconds = sum(map(_cpu_seconds, programs)) - before
    portal.watch(run)
    return seen


def _cpu_seconds(pid: int) -> float:
    process = psutil.Process(pid)
    times = [each.cpu_times() for each in (process, *process.children(recursive=True))]
    return sum(each.user + each.system for each in times)


if __name__ == "__main__":
    tell(figures())
