"""How far the load is, as the tool's output tells it."""

import time
from collections import Counter
from collections.abc import Callable, Sequence

from workers.tools.tpcc.parts import Part

_SAY_SECONDS = 1.0


class Progress:
    """Says a line at most once a second, and one at the end."""

    def __init__(
        self,
        parts: Sequence[Part],
        *,
        say: Callable[[str], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._say, self._clock = say, clock
        self._parts = parts
        self._total = sum(part.size for part in parts)
        self._done = 0
        self._unfinished = Counter(part.w_id for part in parts if part.w_id is not None)
        self._warehouses = len(self._unfinished)
        self._began = self._said = clock()

    def loaded(self, size: int) -> None:
        # Sizes of parts are about right: near the end there may be more than reckoned.
        self._done = min(self._done + size, self._total)
        if self._clock() - self._said >= _SAY_SECONDS:
            self._tell()

    def finished(self, part: Part) -> None:
        if part.w_id is None:
            return
        self._unfinished[part.w_id] -= 1
        if not self._unfinished[part.w_id]:
            del self._unfinished[part.w_id]

    def ended(self) -> None:
        self._done = self._total
        self._tell()

    def _tell(self) -> None:
        self._said = self._clock()
        share = self._done / self._total
        whole = self._warehouses - len(self._unfinished)
        self._say(
            f"Loading: {100 * share:.1f} %, {whole} of {self._warehouses} warehouses, "
            f"{self._seconds_left():.0f} s left, then indexes and statistics"
        )

    def _seconds_left(self) -> float:
        """At the pace so far; how long the steps after the loading take is not known."""
        spent = self._said - self._began
        return spent / self._done * (self._total - self._done)
