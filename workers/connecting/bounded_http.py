"""One GET or POST at an address that was permitted, with limits on its time and size."""

import http.client
import socket
import ssl
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from urllib.parse import urlsplit

from benchruns.endpoints import name_service

PORTS = {"http": 80, "https": 443}
PART_BYTES = 2**16


class NoAnswer(Exception):
    """Why a URL gave no answer, in the words of whatever found out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a URL leads, once its host was looked up and permitted."""

    scheme: str
    host: str
    port: int
    address: str
    path: str


def place_of(
    url: str, *, allowed: tuple[str, ...] | None, look_up_seconds: float = 10
) -> Place:
    """BenchbookError where it is not known or not permitted."""
    parts = urlsplit(url)
    host, port = parts.hostname or "", parts.port or PORTS[parts.scheme]
    query = f"?{parts.query}" if parts.query else ""
    return Place(
        scheme=parts.scheme,
        host=host,
        port=port,
        address=name_service.resolve(
            host, port, allowed=allowed, timeout_seconds=look_up_seconds
        ),
        path=(parts.path or "/") + query,
    )


def get(place: Place, *, seconds: float, most_bytes: int) -> bytes:
    """Its body, if it answers 200; redirects lead elsewhere and are not followed."""
    with _asking(place, seconds=seconds) as connection:
        connection.request("GET", place.path, headers={"Accept": "text/plain"})
        answer = connection.getresponse()
        if answer.status != http.HTTPStatus.OK:
            raise NoAnswer(f"HTTP {answer.status}")
        body = _body(answer, most_bytes=most_bytes)
    if connection.is_cut:
        raise NoAnswer("timed out")
    return body


def post(
    place: Place,
    body: bytes,
    *,
    headers: Mapping[str, str],
    seconds: float,
) -> int:
    """The status that it answers, whatever it is; of its body nothing is read.

    NoAnswer where it gave no status in time. A redirect is an answer, and not followed.
    """
    with _asking(place, seconds=seconds) as connection:
        connection.request("POST", place.path, body=body, headers=dict(headers))
        answer = connection.getresponse()
        if connection.is_cut:
            raise NoAnswer("timed out")
        return answer.status


@contextmanager
def _asking(place: Place, *, seconds: float) -> Iterator["_Connection"]:
    connection = _Connection(place, seconds=seconds)
    # The driver's limit is one on each silence: who drips is cut off.
    limit = threading.Timer(seconds, connection.cut)
    limit.daemon = True
    limit.start()
    try:
        yield connection
    except (OSError, http.client.HTTPException, ValueError) as error:
        reason = "timed out" if connection.is_cut else str(error)
        raise NoAnswer(reason or type(error).__name__) from error
    finally:
        limit.cancel()
        connection.end()


def _body(answer: http.client.HTTPResponse, *, most_bytes: int) -> bytes:
    """Whole: http.client itself takes one that ends before its length."""
    found = bytearray()
    while part := answer.read1(PART_BYTES):
        found += part
        if len(found) > most_bytes:
            raise NoAnswer(f"more than {most_bytes} bytes")
    if answer.length:
        raise http.client.IncompleteRead(bytes(found), answer.length)
    return bytes(found)


class _Connection(http.client.HTTPConnection):
    """To the address that was permitted, whatever the name leads to by now."""

    def __init__(self, place: Place, *, seconds: float) -> None:
        super().__init__(place.host, place.port, timeout=seconds)
        self._place = place
        self._end: socket.socket | None = None  # also while TLS holds the other one
        self.is_cut = False

    def cut(self) -> None:
        """Whatever waits for this connection finds it ended."""
        self.is_cut = True
        if self._end is not None:
            with suppress(OSError):
                self._end.shutdown(socket.SHUT_RDWR)

    def end(self) -> None:
        self.close()
        if self._end is not None:
            self._end.close()

    def connect(self) -> None:
        self.sock = socket.create_connection(
            (self._place.address, self._place.port), timeout=self.timeout
        )
        self._end = self.sock.dup()
        if self.is_cut:  # while it connected
            raise TimeoutError
        if self._place.scheme == "https":
            context = ssl.create_default_context()
            self.sock = context.wrap_socket(self.sock, server_hostname=self._place.host)
