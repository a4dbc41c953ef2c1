"""Whether a list has figures in doubt, so that their sign is explained under it."""

from collections.abc import Iterable
from typing import Protocol

from benchruns.models import Result


class Line(Protocol):
    """A run or a result of a list; a run that has none has no figure."""

    @property
    def result(self) -> Result | None: ...


class Doubted(Protocol):
    """A line of a list whose one figure says itself what is in doubt of it."""

    @property
    def doubt(self) -> str: ...


def is_any_doubted(lines: Iterable[Doubted]) -> bool:
    return any(line.doubt for line in lines)


def has_doubts(lines: Iterable[Line]) -> bool:
    return any(line.result is not None and line.result.doubt for line in lines)
