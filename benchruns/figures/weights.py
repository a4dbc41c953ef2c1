"""Means of what was measured apart, each by its weight."""

from collections.abc import Iterable


def weighted(pairs: Iterable[tuple[float | None, float | None]]) -> float | None:
    """The mean of (value, weight); None where one of either is not known, or all are 0."""
    total = weight = 0.0
    for value, count in pairs:
        if count == 0:
            continue
        if value is None or count is None:
            return None
        total += value * count
        weight += count
    return total / weight if weight else None
