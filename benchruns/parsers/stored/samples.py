"""Samples of a report as JSON keeps them: a column each, packed, and read when asked for.

A day of seconds is 100,000 samples. As lists of numbers they take 30 MB wherever the
report is looked at, whatever is wanted of it; packed they take one.
"""

import math
import sys
import zlib
from array import array
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from functools import cached_property
from itertools import repeat
from typing import Any, overload

from benchruns.figures.metrics import Interval

COUNT = "count"
_NAMES = tuple(field.name for field in fields(Interval))
_WHOLE = frozenset({"second", "threads"})
_DOUBLES = "d"
_COMPRESSION = 6


def packed(samples: Sequence[Interval]) -> dict[str, Any]:
    """Columns by name, without those that are not known; empty for no samples.

    A column is a list of its one value where all are alike, else the base64 of compressed
    little-endian doubles, NaN for what is not known.
    """
    if not samples:
        return {}
    columns: dict[str, Any] = {}  # lists and texts
    for name in _NAMES:
        values = array(_DOUBLES, (_double(getattr(each, name)) for each in samples))
        first = values[0]
        if all(value == first for value in values):
            columns[name] = [getattr(samples[0], name)]
        elif not all(map(math.isnan, values)):
            columns[name] = b64encode(
                zlib.compress(_little_endian(values).tobytes(), _COMPRESSION)
            ).decode()
    return {COUNT: len(samples), **columns}


def _double(value: float | None) -> float:
    return math.nan if value is None else value


class StoredSamples(Sequence[Interval]):
    """What ``packed`` made, equal to the samples that it was made of.

    To know how many there are costs nothing.
    """

    def __init__(self, stored: Mapping[str, Any]) -> None:
        self._stored = stored

    def __len__(self) -> int:
        return int(self._stored.get(COUNT, 0))

    @overload
    def __getitem__(self, place: int) -> Interval: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Interval, ...]: ...
    def __getitem__(self, place: int | slice) -> Interval | tuple[Interval, ...]:
        if isinstance(place, slice):
            return tuple(self._of(range(*place.indices(len(self)))))
        return next(self._of([range(len(self))[place]]))

    def __iter__(self) -> Iterator[Interval]:
        return self._of(range(len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence):
            return NotImplemented
        return len(self) == len(other) and all(
            one == another for one, another in zip(self, other, strict=True)
        )

    __hash__ = None  # type: ignore[assignment]  # as that of a list

    def _of(self, places: Sequence[int]) -> Iterator[Interval]:
        names = tuple(self._columns)
        rows = zip(
            *(column.at(places) for column in self._columns.values()), strict=True
        )
        return (Interval(**dict(zip(names, row, strict=True))) for row in rows)

    @cached_property
    def _columns(self) -> dict[str, "_Column"]:
        return {
            name: _Column(self._stored[name], is_whole=name in _WHOLE)
            for name in _NAMES
            if name in self._stored
        }


class _Column:
    """One of them, unpacked."""

    def __init__(self, stored: str | list[float], *, is_whole: bool) -> None:
        self._values = stored if isinstance(stored, list) else _unpacked(stored)
        self._kind = int if is_whole else float

    def at(self, places: Sequence[int]) -> Iterator[float | None]:
        if len(self._values) == 1:
            return repeat(self._values[0], len(places))
        return map(self._value, places)

    def _value(self, place: int) -> float | None:
        value = self._values[place]
        return None if value != value else self._kind(value)


def _unpacked(column: str) -> "array[float]":
    values: array[float] = array(_DOUBLES)
    values.frombytes(zlib.decompress(b64decode(column)))
    return _little_endian(values)


def _little_endian(values: "array[float]") -> "array[float]":
    """Turned round on machines of the other order; twice is not at all."""
    if sys.byteorder == "big":
        values.byteswap()
    return values
