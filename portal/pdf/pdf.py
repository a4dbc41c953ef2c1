"""HTML to PDF, one at a time: drawn by a process of its own, and kept for the next.

A drawing takes seconds of a CPU and anybody may ask for one. So a web process draws one
at a time, lets few requests wait for it, and never draws the same document twice while
it remembers it: its other threads go on serving pages.
"""

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from threading import BoundedSemaphore
from urllib.parse import urljoin

from django.conf import settings
from django.core.cache.backends.locmem import LocMemCache

from portal.pdf.draw import HERE, static_file

MOST_ASKING = 4  # requests at a time; a web process has eight threads
PLACE_SECONDS = 1  # a document that is kept is there sooner
WAIT_SECONDS = 20
DRAWING_SECONDS = 60
PROGRAM = "portal.pdf.draw"
STYLE_SHEET = re.compile(r'<link rel="stylesheet" href="([^"]+)"')

_places = BoundedSemaphore(MOST_ASKING)
_pen = BoundedSemaphore(1)
# A paper of 500 rows is half a megabyte.
_kept = LocMemCache("pdf", {"timeout": 24 * 3600, "max_entries": 24})


class Busy(Exception):
    """Others are waiting for their documents: there is no turn for this one now."""


def pdf_of(write: Callable[[], str]) -> bytes:
    """The document of the HTML that ``write`` gives, drawn now or before.

    Busy where there is no turn for it: then nothing is written either.
    """
    with _taken(_places, seconds=PLACE_SECONDS):
        html = write()
        key = _key(html)
        content: bytes | None = _kept.get(key)
        return _drawn_in_turn(key, html) if content is None else content


def _drawn_in_turn(key: str, html: str) -> bytes:
    with _taken(_pen, seconds=WAIT_SECONDS):
        # who had the turn before may have wanted the same
        content: bytes | None = _kept.get(key)
        if content is None:
            content = _drawn(html)
            _kept.set(key, content)
        return content


def _key(html: str) -> str:
    """The same for what looks the same: by the text and its style sheets."""
    told = sha256(html.encode())
    for address in STYLE_SHEET.findall(html):
        told.update(static_file(urljoin(HERE, address))[0])
    return told.hexdigest()


@contextmanager
def _taken(turn: BoundedSemaphore, *, seconds: float) -> Iterator[None]:
    if not turn.acquire(timeout=seconds):
        raise Busy
    try:
        yield
    finally:
        turn.release()


def _drawn(html: str) -> bytes:
    """What it complains of goes to the log of the web process."""
    try:
        done = subprocess.run(  # noqa: S603 (our own program)
            [sys.executable, "-m", PROGRAM, str(os.getpid())],
            input=html.encode(),
            stdout=subprocess.PIPE,
            cwd=settings.BASE_DIR,
            timeout=DRAWING_SECONDS,
            check=True,
        )
    except subprocess.TimeoutExpired as error:
        raise Busy from error
    return done.stdout
