"""Ways to a server: a TCP proxy that holds everything back for a while, or for ever."""

import asyncio
import threading
from collections.abc import Coroutine, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any, TypeVar

from tests.waiting import HANG_SECONDS
from workers.connecting.target import Target

T = TypeVar("T")
Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@contextmanager
def slow_way(target: Target, *, delay_ms: float) -> Iterator[Target]:
    """The same server behind a proxy that delays each direction by ``delay_ms``."""
    with through(Proxy(target, delay_seconds=delay_ms / 1000)) as port:
        yield replace(target, port=port)


@contextmanager
def silent_way(target: Target, *, at: bytes) -> Iterator[Target]:
    """The same server, from which nothing is heard once a client has sent ``at``."""
    with through(Proxy(target, silent_at=at)) as port:
        yield replace(target, port=port)


@contextmanager
def through(proxy: "Proxy", *, host: str = "127.0.0.1", port: int = 0) -> Iterator[int]:
    """The port of a proxy that is at work; any free one, where none is given."""
    loop = asyncio.new_event_loop()
    # Only there: a browser's driver may keep a loop of its own in the tests' thread.
    thread = threading.Thread(target=loop.run_forever, name="slow way", daemon=True)
    thread.start()
    try:
        begun = asyncio.start_server(proxy.connect, host=host, port=port)
        server = _there(loop, begun)
        try:
            yield server.sockets[0].getsockname()[1]
        finally:
            _there(loop, proxy.stop(server))
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join(HANG_SECONDS)
        loop.close()


def _there(loop: asyncio.AbstractEventLoop, work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run_coroutine_threadsafe(work, loop).result(HANG_SECONDS)


class Proxy:
    """A way to ``target``; subclasses may break it."""

    def __init__(
        self,
        target: Target,
        *,
        delay_seconds: float = 0,
        silent_at: bytes | None = None,
    ) -> None:
        self._target = target
        self._delay_seconds = delay_seconds
        self._silent_at = silent_at
        self._tasks: set[asyncio.Task[None]] = set()  # a loop has weak references only
        self._writers: set[asyncio.StreamWriter] = set()

    async def connect(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        """One connection of a client, and its own one to the server."""
        self._writers.add(writer)
        there = await asyncio.open_connection(self._target.address, self._target.port)
        self._join((reader, writer), there)

    async def stop(self, server: asyncio.Server) -> None:
        """All connections end: those, too, of which a reader no longer reads."""
        server.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        for writer in self._writers:
            writer.transport.abort()
        for writer in self._writers:
            with suppress(OSError):
                await writer.wait_closed()
        await server.wait_closed()

    def _join(self, here: Connection, there: Connection) -> None:
        """What comes from one goes to the other."""
        loop = asyncio.get_running_loop()
        for (source, _), (_, sink) in ((here, there), (there, here)):
            self._writers.add(sink)
            task = loop.create_task(self._pass_on(source, sink))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _pass_on(
        self, source: asyncio.StreamReader, sink: asyncio.StreamWriter
    ) -> None:
        """Each piece goes on after its own delay, so pieces do not hold up others."""
        loop = asyncio.get_running_loop()
        try:
            with suppress(OSError):
                while data := await source.read(65536):
                    if self._silent_at is not None and self._silent_at in data:
                        await source.read()  # until the client is gone
                        return
                    for seconds, part in self._timed(data):
                        loop.call_later(seconds, _write, sink, part)
            await asyncio.sleep(self._delay_seconds)
        finally:
            sink.close()

    def _timed(self, data: bytes) -> Iterable[tuple[float, bytes]]:
        """Its parts, and the seconds after which each goes on."""
        yield self._delay_seconds, data


def _write(sink: asyncio.StreamWriter, data: bytes) -> None:
    if not sink.is_closing():
        sink.write(data)
