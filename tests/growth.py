"""How the work on a text grows with its length: told apart without judging a machine.

Work in proportion grows as much as the text, quadratic work by the square of that. Of
several measurements the least counts, which other programs have disturbed least, and
there are as many as it takes: only what never looks proportionate is not.
"""

import math
import time
from collections.abc import Callable

TIMES = 16  # how much longer the longer text is
# Midway, as factors go, between growth by TIMES and by its square.
MOST_GROWTH = TIMES**1.5
MOST_TRIES = 5
LEAST_SECONDS = 0.002  # below, what does not grow would weigh most


def is_in_proportion(work: Callable[[int], object], size: int) -> bool:
    """Whether ``work`` of this size takes in proportion as long as a small part of it."""
    short = long = math.inf
    for _ in range(MOST_TRIES):
        short = min(short, _seconds(work, size // TIMES))
        long = min(long, _seconds(work, size))
        if long < MOST_GROWTH * max(short, LEAST_SECONDS):
            return True
    return False


def _seconds(work: Callable[[int], object], size: int) -> float:
    """Of this process, so that it does not count while others have the CPU."""
    began = time.process_time()
    work(size)
    return time.process_time() - began
