"""A slow line between the browser and the site: a page comes late and in two parts.

A test that reads a page before all of it is there passes on a quick machine and fails now
and then on a busy one; over this line it fails each time. ``--long`` has it.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from tests.slow_way import Proxy, through
from workers.connecting.target import Target

EACH_WAY_SECONDS = 0.2
FIRST_BYTES = 300  # of a page: its address is known, and none of its content
PAGE = b"content-type: text/html"


class _SlowLine(Proxy):
    def _timed(self, data: bytes) -> Iterable[tuple[float, bytes]]:
        head, end, _ = data.partition(b"\r\n\r\n")
        first = len(head + end) + FIRST_BYTES if PAGE in head.lower() else 0
        yield EACH_WAY_SECONDS / 2, data[:first]
        yield EACH_WAY_SECONDS, data[first:]


@contextmanager
def slow_line_to(port: int) -> Iterator[int]:
    """The port at which the site of ``port`` answers slowly."""
    local = "127.0.0.1"
    site = Target(
        engine="",
        host=local,
        address=local,
        port=port,
        username="",
        password="",
        database="",
    )
    with through(_SlowLine(site, delay_seconds=EACH_WAY_SECONDS)) as line:
        yield line
