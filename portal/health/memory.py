"""The last answer to a question that takes long, for all who ask it meanwhile."""

import time
from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class Memory(Generic[T]):
    """One thread at a time asks; the answer is everybody's for ``seconds``.

    Who comes while another asks gets the last answer, however old: it keeps nobody
    waiting. Only before the first answer is there none to give, and all wait for it.
    """

    def __init__(self, *, seconds: float) -> None:
        self._seconds = seconds
        self._asked = Lock()
        self._last: tuple[float, T] | None = None  # when (monotonic), and what

    def answer(self, ask: Callable[[], T]) -> T:
        last = self._last
        if last is not None and self._is_fresh(last):
            return last[1]
        if not self._asked.acquire(blocking=last is None):
            assert last is not None  # noqa: S101 (else it would have waited)
            return last[1]
        try:
            last = self._last  # another may have asked while this one waited
            if last is None or not self._is_fresh(last):
                found = ask()
                last = self._last = (time.monotonic(), found)
            return last[1]
        finally:
            self._asked.release()

    def forget(self) -> None:
        self._last = None

    def _is_fresh(self, last: tuple[float, T]) -> bool:
        return time.monotonic() - last[0] < self._seconds
