"""Python's collector of cycles, paused while a text is read."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def paused_collector() -> Iterator[None]:
    """Samples are in no cycle, and the collector would walk all of them ten times.

    It is one switch for all threads: of several that read at once each that found it on
    turns it on again, so it may be on early, but never stays off.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
