"""The course of a run as one small inline SVG: what stands until a script draws its chart."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from benchruns.runs.samples import COLUMNS, Row

WIDTH, HEIGHT = 1000, 100
LINES = 4
ROUND = (1, 2, 5, 10)


@dataclass(frozen=True, slots=True)
class Tick:
    """``y`` is in percent from the top."""

    text: str
    y: str


@dataclass(frozen=True, slots=True)
class Mark:
    """An event by its letter; ``x`` is in percent from the left."""

    letter: str
    x: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """``points`` are those of a polyline in a box of ``WIDTH`` by ``HEIGHT``."""

    points: str
    ticks: Sequence[Tick]
    width: int = WIDTH
    height: int = HEIGHT


def course(rows: Sequence[Row], column: str, *, low: int, high: int) -> Course | None:
    """Of the samples' ``column`` between two seconds; None where it has no two figures.

    It leaves out what is not known and has the lines that Chart.js draws, so that nothing
    moves when it does.
    """
    place = COLUMNS.index(column)
    known = [
        (second, value)
        for second, value in ((row[0], row[place]) for row in rows)
        if second is not None and value is not None
    ]
    if len(known) < 2:
        return None
    highest = max(value for _second, value in known)
    step = _step(highest)
    lines = max(1, math.ceil(highest / step - 1e-9))
    top = step * lines
    across = WIDTH / ((high - low) or 1)
    points = (
        f"{(second - low) * across:.4g},{HEIGHT * (1 - value / top):.4g}"
        for second, value in known
    )
    return Course(
        points=" ".join(points),
        ticks=[
            Tick(text=f"{step * n:,.10g}", y=f"{100 * (1 - n / lines):.4g}%")
            for n in range(lines + 1)
        ],
    )


def mark(letter: str, second: int, *, low: int, high: int) -> Mark:
    """Where an event stands between two seconds, as the script puts it there."""
    return Mark(letter=letter, x=f"{100 * (second - low) / ((high - low) or 1):.4g}%")


def _step(highest: float) -> float:
    """Between two lines, of which at most four stand above zero."""
    least = highest / LINES or 1.0
    power = 10.0 ** math.floor(math.log10(least))
    return power * next(each for each in ROUND if each * power >= least * 0.9999)
