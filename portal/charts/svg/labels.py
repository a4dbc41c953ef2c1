"""Figures at bars and points, each where it covers no other label and no mark."""

from dataclasses import dataclass, field
from math import inf

from portal.charts.svg.look import LABEL, text_width

LETTERS = LABEL * 1.1  # what a line of figures takes in height
CLEAR = 2.0  # between a label and what it must not cover


@dataclass(frozen=True, slots=True)
class Area:
    """Part of the plot in points, from its lower left corner."""

    left: float
    bottom: float
    right: float
    top: float

    def touches(self, other: "Area") -> bool:
        return (
            self.left < other.right
            and other.left < self.right
            and self.bottom < other.top
            and other.bottom < self.top
        )

    def moved(self, *, right: float = 0, up: float = 0) -> "Area":
        return Area(
            self.left + right, self.bottom + up, self.right + right, self.top + up
        )


@dataclass(slots=True)
class Labels:
    """What is taken already; ``lying`` labels give way sideways, others up and down."""

    lying: bool
    taken: list[Area] = field(default_factory=list)

    def add_mark(self, x: float, y: float, reach: float) -> None:
        self.taken.append(Area(x - reach, y - reach, x + reach, y + reach))

    def add_line(self, x: float) -> None:
        """One across all lying bars."""
        self.taken.append(Area(x - 1, -inf, x + 1, inf))

    def place(
        self, text: str, x: float, y: float, *, gap: float, bar: float = 0
    ) -> tuple[float, float]:
        """Where the label of what ends at (x, y) stands, taken from then on.

        That is its own place; where that is taken the next one within the ``bar`` of this
        length, since beyond a mark it would be read as the mark's; else beyond.
        """
        area = self._area(x, y, text_width(text, LABEL), gap)
        if self._hit(area):
            area = self._within(area, gap, bar) or self._beyond(area)
        self.taken.append(area)
        middle = (area.bottom + area.top) / 2
        if self.lying:
            return area.left, middle
        return (area.left + area.right) / 2, area.bottom

    def has_room(self, text: str, x: float, y: float, *, gap: float) -> bool:
        """At its own place."""
        return self._hit(self._area(x, y, text_width(text, LABEL), gap)) is None

    def _hit(self, area: Area) -> Area | None:
        return next((taken for taken in self.taken if area.touches(taken)), None)

    def _within(self, own: Area, gap: float, bar: float) -> Area | None:
        if self.lying:
            base = own.left - gap - bar
            area = own.moved(right=own.left - own.right - 2 * gap)
            while hit := self._hit(area):
                area = area.moved(right=hit.left - CLEAR - area.right)
            return area if area.left >= base + CLEAR else None
        base = own.bottom - gap - bar
        area = own.moved(up=own.bottom - own.top - 2 * gap)
        while hit := self._hit(area):
            area = area.moved(up=hit.bottom - CLEAR - area.top)
        return area if area.bottom >= base + CLEAR else None

    def _beyond(self, area: Area) -> Area:
        while hit := self._hit(area):
            if self.lying:
                area = area.moved(right=hit.right + CLEAR - area.left)
            else:
                area = area.moved(up=hit.top + CLEAR - area.bottom)
        return area

    def _area(self, x: float, y: float, width: float, gap: float) -> Area:
        if self.lying:
            half = LETTERS / 2
            return Area(x + gap, y - half, x + gap + width, y + half)
        return Area(x - width / 2, y + gap, x + width / 2, y + gap + LETTERS)
