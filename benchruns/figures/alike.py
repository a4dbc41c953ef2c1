"""When two sizes or times are called the same."""

from typing import Any

ALIKE = 1.05  # two within this share of each other are called the same


def is_alike(one: Any, other: Any) -> bool:
    """Equal, or two numbers within ``ALIKE`` of each other."""
    numbers = (int, float)
    if isinstance(one, bool) or isinstance(other, bool):
        return bool(one == other)
    if isinstance(one, numbers) and isinstance(other, numbers):
        low, high = sorted((float(one), float(other)))
        return low == high or (low > 0 and high / low < ALIKE)
    return bool(one == other)
