"""Networks of their own, from which our ports are reached as from machines further away.

The kernel here need not delay packets itself (netem): each port of a namespace's loopback is
held by a process that hands what comes to one outside, through a socket in a file, later.
"""

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from local import child

MOST_BYTES = 2**16


@contextmanager
def namespace(name: str, delays_ms: Mapping[int, float]) -> Iterator[list[str]]:
    """The words that begin a command in it: there 127.0.0.1 has these ports.

    What is sent either way comes later by the milliseconds. It wants root.
    """
    inside = ["ip", "netns", "exec", name]
    subprocess.run(["ip", "netns", "add", name], check=True)
    try:
        subprocess.run(["ip", "-n", name, "link", "set", "lo", "up"], check=True)
        with TemporaryDirectory(prefix="benchbook-ways-") as folder:
            words = [sys.executable, "-m", __name__, folder, json.dumps(delays_ms)]
            ways = [
                subprocess.Popen(
                    child.command_line([*before, *words, side]), stdout=subprocess.PIPE
                )
                for side, before in (("outside", []), ("inside", inside))
            ]
            for way in ways:
                assert way.stdout is not None
                assert way.stdout.readline() == b"ready\n"
            try:
                yield inside
            finally:
                for way in ways:
                    way.terminate()
                    way.wait()
    finally:
        subprocess.run(["ip", "netns", "delete", name], check=True)


async def _serve(folder: Path, delays_ms: Mapping[str, float], side: str) -> None:
    for port, delay_ms in delays_ms.items():
        path = str(folder / port)
        if side == "outside":
            await asyncio.start_unix_server(_to_port(int(port)), path)
        else:
            await asyncio.start_server(
                _to_file(path, delay_ms / 1000), "127.0.0.1", int(port)
            )
    print("ready", flush=True)
    await asyncio.Event().wait()


def _to_port(port: int):
    async def connected(reader, writer):
        with suppress(OSError):
            further = await asyncio.open_connection("127.0.0.1", port)
            await _between((reader, writer), further, 0)

    return connected


def _to_file(path: str, delay: float):
    async def connected(reader, writer):
        with suppress(OSError):
            further = await asyncio.open_unix_connection(path)
            await _between((reader, writer), further, delay)

    return connected


async def _between(near, far, delay: float) -> None:
    await asyncio.gather(
        _handed(near[0], far[1], delay), _handed(far[0], near[1], delay)
    )


async def _handed(reader, writer, delay: float) -> None:
    """Each piece so many seconds after it came, and after the one before it."""
    loop = asyncio.get_running_loop()
    with suppress(OSError):
        while piece := await reader.read(MOST_BYTES):
            if delay:
                loop.call_later(delay, writer.write, piece)
            else:
                writer.write(piece)
    loop.call_later(delay, writer.close)


if __name__ == "__main__":
    asyncio.run(_serve(Path(sys.argv[1]), json.loads(sys.argv[2]), sys.argv[3]))
