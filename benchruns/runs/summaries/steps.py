"""Counted seconds as fewer rows: a mean of each so many, with its lowest and its highest."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from math import isfinite
from statistics import fmean

DIGITS = 3

Counted = tuple[int, object]  # a second and what was counted in it, by its name
Row = list[float | str | None]
Range = list[float | None]


def stepped(
    counted: Iterable[Counted],
    *,
    first: int,
    step: int,
    names: Sequence[str],
    words: Sequence[str] = (),
) -> tuple[list[Row], list[Range]]:
    """A row and a range for each ``step`` seconds from ``first`` in which anything was
    counted.

    A row is the last second that it covers, the mean of each of ``names`` and the
    commonest of each of ``words``; a range is lowest and highest of each of ``names``.
    """
    rows: list[Row] = []
    ranges: list[Range] = []
    for _place, group in groupby(counted, key=lambda each: (each[0] - first) // step):
        seconds = list(group)
        found = [
            values if isinstance(values, dict) else {} for _second, values in seconds
        ]
        figures = [_numbers(each.get(name) for each in found) for name in names]
        rows.append(
            [
                seconds[-1][0],
                *(round(fmean(each), DIGITS) if each else None for each in figures),
                *(_commonest(each.get(word) for each in found) for word in words),
            ]
        )
        ranges.append(
            [
                round(end(each), DIGITS) if each else None
                for each in figures
                for end in (min, max)
            ]
        )
    return rows, ranges


def _numbers(values: Iterable[object]) -> list[float]:
    return [
        value
        for value in values
        if isinstance(value, int | float)
        and not isinstance(value, bool)
        and isfinite(value)
    ]


def _commonest(values: Iterable[object]) -> str | None:
    told = Counter(value for value in values if isinstance(value, str) and value)
    return told.most_common(1)[0][0] if told else None
