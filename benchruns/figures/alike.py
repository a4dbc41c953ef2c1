"""When two sizes or times are called the same, and when those of different tests."""

from typing import Any

ALIKE = 1.05  # two within this share of each other are called the same
# Beyond these a condition is no longer that of the same test.
MOST_LONGER = 4  # a minute of a cached load says little of an hour with checkpoints
MOST_LARGER = 2  # of the shares of memory, or of the buffer, that the data takes
MOST_THREADS = 4  # times; the papers' own classes differ by two from one to the next


def is_apart(one: float | None, other: float | None, most: float) -> bool:
    """Whether one is more than ``most`` times the other; what is not known is not."""
    if not one or not other:
        return False
    return max(one, other) > most * min(one, other)


def is_alike(one: Any, other: Any) -> bool:
    """Equal, or two numbers within ``ALIKE`` of each other."""
    numbers = (int, float)
    if isinstance(one, bool) or isinstance(other, bool):
        return bool(one == other)
    if isinstance(one, numbers) and isinstance(other, numbers):
        low, high = sorted((float(one), float(other)))
        return low == high or (low > 0 and high / low < ALIKE)
    return bool(one == other)
