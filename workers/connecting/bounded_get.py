"""One GET from an address that was permitted, with limits on its time and size."""

import http.client
import socket
import ssl
import time
from dataclasses import dataclass
from urllib.parse import urlsplit

from workers.connecting import addresses

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


def place_of(url: str, *, allowed: tuple[str, ...] | None) -> Place:
    """BenchbookError where it is not known or not permitted."""
    parts = urlsplit(url)
    host, port = parts.hostname or "", parts.port or PORTS[parts.scheme]
    query = f"?{parts.query}" if parts.query else ""
    return Place(
        scheme=parts.scheme,
        host=host,
        port=port,
        address=addresses.resolve(host, port, allowed=allowed),
        path=(parts.path or "/") + query,
    )


def get(place: Place, *, seconds: float, most_bytes: int) -> bytes:
    """Its body, if it answers 200; redirects lead elsewhere and are not followed."""
    deadline = time.monotonic() + seconds
    connection = _Connection(place, seconds=seconds)
    try:
        connection.request("GET", place.path, headers={"Accept": "text/plain"})
        answer = connection.getresponse()
        if answer.status != http.HTTPStatus.OK:
            raise NoAnswer(f"HTTP {answer.status}")
        return _body(answer, deadline=deadline, most_bytes=most_bytes)
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise NoAnswer(str(error) or type(error).__name__) from error
    finally:
        connection.close()


def _body(
    answer: http.client.HTTPResponse, *, deadline: float, most_bytes: int
) -> bytes:
    found = bytearray()
    while part := answer.read1(PART_BYTES):
        found += part
        if len(found) > most_bytes:
            raise NoAnswer(f"more than {most_bytes} bytes")
        if time.monotonic() > deadline:
            raise NoAnswer("timed out")
    return bytes(found)


class _Connection(http.client.HTTPConnection):
    """To the address that was permitted, whatever the name leads to by now."""

    def __init__(self, place: Place, *, seconds: float) -> None:
        super().__init__(place.host, place.port, timeout=seconds)
        self._place = place

    def connect(self) -> None:
        self.sock = socket.create_connection(
            (self._place.address, self._place.port), timeout=self.timeout
        )
        if self._place.scheme == "https":
            context = ssl.create_default_context()
            self.sock = context.wrap_socket(self.sock, server_hostname=self._place.host)
