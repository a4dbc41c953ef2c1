"""Uploads of one process take turns, and give their memory back."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

from portal.web.uploads import memory

WORTH_IT = 4 * 1024 * 1024
_TURN = threading.Lock()


@contextmanager
def turn() -> Iterator[None]:
    """For as long as the texts and reports of an upload are in memory.

    The others wait while their bodies lie in files, so that what reading and keeping
    takes is counted once, however many upload.
    """
    with _TURN:
        before = memory.held_bytes()
        try:
            yield
        finally:
            # Collecting takes a tenth of a second: short reports are not worth it.
            if memory.held_bytes() > before + WORTH_IT:
                _let_go()
                memory.give_back()


def _let_go() -> None:
    """SQLite keeps what its last statements were given: files, with the connection."""
    if not connection.in_atomic_block:
        connection.close()
