"""Small server-made SVGs: a few figures over time, and lying boxes of quartiles."""

from collections.abc import Sequence
from dataclasses import dataclass

from benchruns.trends.trend import OfVersion

WIDTH = 120
HEIGHT = 28
BOX_WIDTH = 200
EDGE = 4  # room for the last point's dot


@dataclass(frozen=True, slots=True)
class Spot:
    x: float
    y: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Sparkline:
    """A line through ``spots``, whose last one is marked."""

    spots: Sequence[Spot]
    width: int = WIDTH
    height: int = HEIGHT

    @property
    def points(self) -> str:
        """As a polyline takes them."""
        return " ".join(f"{spot.x:g},{spot.y:g}" for spot in self.spots)

    @property
    def last(self) -> Spot | None:
        return self.spots[-1] if self.spots else None


def sparkline(values: Sequence[float]) -> Sparkline:
    """From zero to the highest, evenly spaced: a small change looks small."""
    highest = max(values, default=0) or 1
    step = (WIDTH - 2 * EDGE) / max(1, len(values) - 1)
    room = HEIGHT - 2 * EDGE
    return Sparkline(
        spots=[
            Spot(
                x=round(EDGE + number * step, 1),
                y=round(EDGE + room * (1 - value / highest), 1),
            )
            for number, value in enumerate(values)
        ]
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class LyingBox:
    """A row of the table by version; places are those of its SVG, as text."""

    version: OfVersion
    lowest: str
    q1: str
    half: str
    median: str
    highest: str
    width: int = BOX_WIDTH


def lying_boxes(versions: Sequence[OfVersion]) -> list[LyingBox]:
    """All on one scale, from the lowest to the highest figure of all."""
    least = min((each.summary.lowest for each in versions), default=0)
    most = max((each.summary.highest for each in versions), default=0)
    scale = (BOX_WIDTH - 4) / ((most - least) or 1)

    def place(value: float) -> str:
        return f"{2 + (value - least) * scale:.1f}"

    return [
        LyingBox(
            version=each,
            lowest=place(each.summary.lowest),
            q1=place(each.summary.q1),
            half=f"{max(1, each.summary.iqr * scale):.1f}",
            median=place(each.summary.median),
            highest=place(each.summary.highest),
        )
        for each in versions
    ]
