"""What the users of one process have done since it was last asked, by second."""

import math
from collections import deque

from workers.tools.tpcc.running.tally import Ended, Tallies, Tally


def second_of(at: float, *, measuring_at: float) -> int:
    """The number of the second: that which begins with the measuring is 1."""
    return math.floor(at - measuring_at) + 1


class Ledger:
    """Users only append, which needs no lock; the sums are made when it is read."""

    def __init__(self) -> None:
        self._ended: deque[Ended] = deque()
        self.record = self._ended.append

    def taken(self, *, measuring_at: float) -> dict[int, Tallies]:
        """What was recorded since the last call, by second and kind."""
        taken: dict[int, Tallies] = {}
        for _ in range(len(self._ended)):
            ended = self._ended.popleft()
            second = second_of(ended.at, measuring_at=measuring_at)
            tallies = taken.setdefault(second, {})
            if ended.kind not in tallies:
                tallies[ended.kind] = Tally()
            tallies[ended.kind].take(ended)
        return taken
