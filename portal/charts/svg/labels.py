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


@dataclass(slots=True)
class Labels:
    """What is taken already; ``lying`` labels give way to the right, others upwards."""

    lying: bool
    taken: list[Area] = field(default_factory=list)

    def add_mark(self, x: float, y: float, reach: float) -> None:
        self.taken.append(Area(x - reach, y - reach, x + reach, y + reach))

    def add_line(self, x: float) -> None:
        """One across all lying bars."""
        self.taken.append(Area(x - 1, -inf, x + 1, inf))

    def place(
        self, text: str, x: float, y: float, *, gap: float
    ) -> tuple[float, float]:
        """Where the label of a bar that ends at (x, y) stands: its own place, or the
        next one along the bar that is free. It is taken from then on."""
        width = text_width(text, LABEL)
        area = self._area(x, y, width, gap)
        while hit := next((t for t in self.taken if area.touches(t)), None):
            if self.lying:
                area = self._area(hit.right, y, width, CLEAR)
            else:
                area = self._area(x, hit.top, width, CLEAR)
        self.taken.append(area)
        middle = (area.bottom + area.top) / 2
        if self.lying:
            return area.left, middle
        return (area.left + area.right) / 2, area.bottom

    def _area(self, x: float, y: float, width: float, gap: float) -> Area:
        if self.lying:
            half = LETTERS / 2
            return Area(x + gap, y - half, x + gap + width, y + half)
        return Area(x - width / 2, y + gap, x + width / 2, y + gap + LETTERS)
