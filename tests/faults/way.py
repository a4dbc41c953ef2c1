"""The way to a target that a fault may cut, silence or lengthen, and mend again."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from tests.slow_way import Proxy, through
from workers.connecting.target import Target


class Way(Proxy):
    """``delay_seconds`` holds for what is sent from now on."""

    def __init__(self, target: Target) -> None:
        super().__init__(target)
        self.port = 0
        self.delay_seconds = 0.0
        self._loop: asyncio.AbstractEventLoop | None = None
        self._open: set[asyncio.StreamWriter] = set()
        self._is_cut = False
        self._may_pass = asyncio.Event()
        self._may_pass.set()

    async def connect(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._writers.add(writer)
        if self._is_cut:
            writer.transport.abort()
            return
        try:
            other = await asyncio.open_connection(
                self._target.address, self._target.port
            )
        except OSError:  # the server is away
            writer.transport.abort()
            return
        self._open.update((writer, other[1]))
        self._join((reader, writer), other)

    def cut(self) -> None:
        """Every connection ends at once, and new ones do as well."""
        self._is_cut = True
        self._do(self._abort)

    def silence(self) -> None:
        """Nothing passes; connections stay."""
        self._do(self._may_pass.clear)

    def mend(self) -> None:
        self._is_cut = False
        self._do(self._may_pass.set)

    @property
    def is_used(self) -> bool:
        return bool(self._open)

    def _do(self, deed: Callable[[], None]) -> None:
        """In the loop's thread; before the first connection nothing is at work there."""
        if self._loop is None:
            deed()
        else:
            self._loop.call_soon_threadsafe(deed)

    def _abort(self) -> None:
        for writer in self._open:
            writer.transport.abort()
        self._open.clear()

    async def _pass_on(
        self, source: asyncio.StreamReader, sink: asyncio.StreamWriter
    ) -> None:
        try:
            with suppress(OSError):
                while data := await source.read(65536):
                    if self.delay_seconds:
                        await asyncio.sleep(self.delay_seconds)
                    await self._may_pass.wait()
                    sink.write(data)
                    await sink.drain()
        finally:
            self._open.discard(sink)
            sink.close()


@contextmanager
def way_to(target: Target) -> Iterator[Way]:
    way = Way(target)
    with through(way) as port:
        way.port = port
        yield way
