"""Waiting for a long statement, ready to break it off.

The statement runs in a thread, for as long as whoever waits may go on.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import TypeVar

LOOK_SECONDS = 0.25

Answer = TypeVar("Answer")


def awaited(
    work: Callable[[], Answer],
    *,
    go_on: Callable[[], None],
    interrupt: Callable[[], None],
) -> Answer:
    """What ``work`` returns or raises.

    ``go_on`` is called meanwhile. When it raises, ``interrupt`` has the work end, and
    the exception goes on.
    """
    with ThreadPoolExecutor(max_workers=1) as pool:
        future = pool.submit(work)
        try:
            while not wait([future], timeout=LOOK_SECONDS).done:
                go_on()
        except BaseException:
            interrupt()
            raise
        return future.result()
