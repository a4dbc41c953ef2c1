"""Viewers of one run, who ask as the page's script does."""

import asyncio
import json
import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import get_context

import psutil


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


async def watched(url: str, run: str, viewers: int, seconds: float) -> Seen:
    """Each second after its answer each of ``viewers`` asks, over a connection of its own."""
    seen, host = Seen(), url.removeprefix("http://")
    end = time.monotonic() + seconds
    await asyncio.gather(
        *(_viewer(host, run, number / viewers, end, seen) for number in range(viewers))
    )
    return seen


@contextmanager
def watching(url: str, run: str, viewers: int) -> Iterator[psutil.Process]:
    """The process whose viewers do so, until the block ends."""
    process = get_context("spawn").Process(target=_watch, args=(url, run, viewers))
    process.start()
    try:
        yield psutil.Process(process.pid)
    finally:
        process.kill()
        process.join()


def _watch(url: str, run: str, viewers: int) -> None:
    asyncio.run(watched(url, run, viewers, math.inf))


async def _viewer(host: str, run: str, delay: float, end: float, seen: Seen) -> None:
    await asyncio.sleep(delay)
    name, port = host.split(":")
    reader, writer = await asyncio.open_connection(name, int(port))
    after, is_first, counted = "", True, None
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
