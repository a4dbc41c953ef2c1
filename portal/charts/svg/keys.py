"""The signs of the legend as a picture has them."""

from collections.abc import Callable, Mapping
from typing import Any

from matplotlib.artist import Artist
from matplotlib.lines import Line2D
from matplotlib.patches import Circle, Rectangle, RegularPolygon
from matplotlib.text import Text

from benchruns.findings import DAGGER
from portal.charts.legend import LegendItem, Sign
from portal.charts.svg.look import (
    BESIDE,
    DOTS,
    GROUND,
    INK,
    INK2,
    NONE_TINT,
    Fill,
    fill_of,
)

SIZE = 12
_DOTTED: Mapping[str, Any] = {
    "facecolor": GROUND,
    "edgecolor": INK,
    "linewidth": 1.6,
    "linestyle": DOTS,
}
TALLER = 2  # what a whisker has over a swatch


def key_artists(item: LegendItem, x: float, y: float) -> list[Artist]:
    """The sign in points of the picture, its left end at ``x`` and its middle at ``y``."""
    if item.sign == Sign.SWATCH:
        return [_swatch(item, x, y)]
    return list(_DRAWERS[item.sign](x, y))


def _swatch(item: LegendItem, x: float, y: float) -> Artist:
    fill = fill_of(item.style, is_beside=item.is_beside)
    return _area(fill, x, y, width=SIZE * (BESIDE if item.is_beside else 1))


def _area(fill: Fill, x: float, y: float, *, width: float) -> Artist:
    """In the middle of the room that every sign has."""
    return Rectangle(
        (x + (SIZE - width) / 2, y - SIZE / 2),
        width,
        SIZE,
        facecolor=fill.face,
        edgecolor=fill.edge,
        hatch=fill.hatch or None,
        linewidth=fill.width,
        linestyle=fill.line,
    )


def _hollow(x: float, y: float) -> list[Artist]:
    return [_area(fill_of("none", is_doubted=True), x, y, width=SIZE)]


def _marker(
    shape: str, size: float, face: str, width: float = 1.2
) -> Callable[[float, float], list[Artist]]:
    return lambda x, y: [
        Line2D(
            [x + SIZE / 2],
            [y],
            marker=shape,
            markersize=size,
            markerfacecolor=face,
            markeredgecolor=INK,
            markeredgewidth=width,
            linestyle="none",
        )
    ]


def _ring(x: float, y: float) -> list[Artist]:
    return [Circle((x + SIZE / 2, y), 4, **_DOTTED)]


def _diamond(x: float, y: float) -> list[Artist]:
    return [RegularPolygon((x + SIZE / 2, y), 4, radius=6, **_DOTTED)]


def _box(x: float, y: float) -> list[Artist]:
    area = Rectangle(
        (x, y - SIZE / 2), SIZE, SIZE, facecolor=NONE_TINT, edgecolor=INK2, linewidth=1
    )
    return [area, Line2D([x, x + SIZE], [y, y], color=INK, linewidth=2)]


def _whisker(x: float, y: float) -> list[Artist]:
    middle, reach = x + SIZE / 2, SIZE / 2 + TALLER
    return [
        Line2D([middle] * 2, [y - reach, y + reach], color=INK2, linewidth=1.2),
    ]


def _dashed(x: float, y: float) -> list[Artist]:
    return [
        Line2D([x, x + SIZE], [y, y], color=INK2, linewidth=1.2, dashes=(3, 3)),
    ]


def _dagger(x: float, y: float) -> list[Artist]:
    return [Text(x + 3, y - 4, DAGGER, size=SIZE, color=INK, va="baseline")]


_DRAWERS: Mapping[Sign, Callable[[float, float], list[Artist]]] = {
    Sign.MEASURED: _marker("o", 8, INK),
    Sign.SUBMITTED: _ring,
    Sign.DRAFT: _diamond,
    Sign.REPEAT: _marker("o", 5.5, INK, 0),
    Sign.EXCLUDED: _marker("x", 7, GROUND, 1.6),
    Sign.BOX: _box,
    Sign.WHISKER: _whisker,
    Sign.DASHED: _dashed,
    Sign.DAGGER: _dagger,
    Sign.HOLLOW: _hollow,
}
