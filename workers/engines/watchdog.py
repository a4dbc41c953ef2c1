"""A time limit for a whole conversation, which drivers have only for each silence.

A server that sends a byte now and then would otherwise hold a worker for ever.
"""

import os
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Event, Timer

from benchruns.failures.failure import BenchbookError, failure


def shut(file_number: Callable[[], int]) -> None:
    """Break a connection: whoever waits for an answer on it goes on with an error."""
    # it may end by itself just now
    with suppress(OSError), socket.socket(fileno=os.dup(file_number())) as sock:
        sock.shutdown(socket.SHUT_RDWR)


@contextmanager
def watched(file_number: Callable[[], int], *, seconds: float) -> Iterator[None]:
    """Break a connection that takes longer, so that whoever waits for it goes on.

    ``file_number`` is asked when the time is up; it raises OSError if there is none.
    What follows leaves as ``connection_timeout``, be it a BenchbookError or nothing: a
    driver may take the broken connection for a good one.
    """
    fired = Event()

    def fire() -> None:
        fired.set()
        shut(file_number)

    watchdog = Timer(seconds, fire)
    watchdog.daemon = True
    watchdog.start()
    cause = None
    try:
        yield
    except BenchbookError as error:
        if not fired.is_set():
            raise
        cause = error
    finally:
        watchdog.cancel()
    if fired.is_set():
        raise BenchbookError(failure("connection_timeout")) from cause
