"""The live view by server-sent events, as it is not built: what is measured beside polling.

One feed a run asks the portal's own live answer once a second and hands the same bytes to
all who listen: the least that server-sent events can cost. ``application`` streams them
from threads of gunicorn, one a listener; ``python -m tests.bench.event_streams PORT`` from
one event loop, which reads no more of a request than its path.
"""

import asyncio
import io
import json
import re
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from portal.wsgi import application as portal

PATH = re.compile(r"/runs/([0-9a-f-]{36})/events/")
HEAD = (
    b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
    b"Cache-Control: no-store\r\nConnection: close\r\n\r\n"
)


class Feed:
    """What is new of a run, as events; ``query`` is where it stands."""

    def __init__(self, run: str) -> None:
        self.run, self.query = run, ""
        self.counted: int | None = None

    def next(self) -> bytes:
        """Nothing where nothing is new."""
        answer = json.loads(_asked(f"/runs/{self.run}/live/", self.query))
        if not answer["samples"]:
            return b""
        self.query = f"after={answer['samples'][-1][0]}&attempt={answer['attempt']}"
        if rows := answer["counters"]["rows"]:
            self.counted = rows[-1][0]
        if self.counted is not None:
            self.query += f"&counted={self.counted}"
        return b"data: " + json.dumps(answer).encode() + b"\n\n"


def _asked(path: str, query: str) -> bytes:
    environ = {
        "REQUEST_METHOD": "GET", "PATH_INFO": path, "QUERY_STRING": query,
        "SERVER_NAME": "127.0.0.1", "SERVER_PORT": "80", "HTTP_HOST": "127.0.0.1",
        "SERVER_PROTOCOL": "HTTP/1.1", "SCRIPT_NAME": "", "REMOTE_ADDR": "127.0.0.1",
        "wsgi.url_scheme": "http", "wsgi.input": io.BytesIO(), "wsgi.errors": sys.stderr,
    }  # fmt: skip
    return b"".join(portal(environ, lambda *_told: None))


class Threads:
    """A feed in a thread of its own, and one thread of gunicorn for each who listens."""

    def __init__(self) -> None:
        self.told = threading.Condition()
        self.latest: tuple[int, bytes] = (0, b"")
        self.started = False

    def listen(self, run: str) -> Iterator[bytes]:
        with self.told:
            if not self.started:
                self.started = True
                threading.Thread(target=self._feed, args=(run,), daemon=True).start()
            seen = self.latest[0]
        while True:
            with self.told:
                while self.latest[0] == seen:
                    self.told.wait()
                seen, event = self.latest
            yield event

    def _feed(self, run: str) -> None:
        feed = Feed(run)
        while True:
            if event := feed.next():
                with self.told:
                    self.latest = (self.latest[0] + 1, event)
                    self.told.notify_all()
            time.sleep(1)


_threads = Threads()


def application(environ: dict[str, Any], start_response: Any) -> Any:
    asked = PATH.fullmatch(environ["PATH_INFO"])
    if asked is None:
        return portal(environ, start_response)
    start_response("200 OK", [("Content-Type", "text/event-stream")])
    return _threads.listen(asked[1])


class Loop:
    def __init__(self) -> None:
        self.listeners: set[asyncio.StreamWriter] = set()
        self.feeding: asyncio.Task[None] | None = None

    async def serve(self, port: int) -> None:
        server = await asyncio.start_server(self._take, "127.0.0.1", port)
        await server.serve_forever()

    async def _take(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        asked = PATH.search(head.decode())
        if asked is None:  # whether it is there
            writer.write(b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")
            writer.close()
            return
        writer.write(HEAD)
        self.listeners.add(writer)
        self.feeding = self.feeding or asyncio.create_task(self._feed(asked[1]))
        with suppress(ConnectionError):
            await reader.read()  # until it has gone
        self.listeners.discard(writer)
        writer.close()

    async def _feed(self, run: str) -> None:
        feed = Feed(run)
        while True:
            if event := await asyncio.to_thread(feed.next):
                for each in self.listeners:
                    each.write(event)
            await asyncio.sleep(1)


if __name__ == "__main__":
    asyncio.run(Loop().serve(int(sys.argv[1])))
