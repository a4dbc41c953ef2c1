"""Classes as bars one under the other, drawn by the page itself.

Each bar is a line of text with its figure, so the chart is its own table: it prints, fits a
phone and both themes, and needs no script.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from benchruns.vocabulary import Regime

WHOLE = 98.0  # of the width; the longest bar keeps its edge
# For paper alone, which knows no style of ours in a picture: what static/css/ranks.css says,
# in the colours of the light theme.
HOLLOW = "#ffffff"
PAPER = {
    Regime.CACHED: ("#1f6db4", "#1f6db4"),
    Regime.DISK_IO: ("#fbe3d0", "#b9500a"),
    Regime.MIXED: ("#fbe3d0", "#b9500a"),
    Regime.OS_CACHE: (HOLLOW, "#1f6db4"),
}
NO_REGIME = ("#e3e6e9", "#69717c")


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """A class with its figure. ``word`` says how it stands, ``about`` of what it is.

    ``is_open`` draws it hollow: the figure proves nothing; ``doubt`` says why, if that is
    a doubt of its regime or method. ``off`` is the address without this bar.
    """

    name: str
    about: str
    url: str
    value: float
    text: str
    style: str
    word: str = ""
    is_open: bool = False
    doubt: str = ""
    result_url: str = ""
    off: str = ""

    @property
    def fill(self) -> str:
        return HOLLOW if self.is_open else self._colours[0]

    @property
    def stroke(self) -> str:
        return self._colours[1]

    @property
    def is_hatched(self) -> bool:
        return self.style == Regime.DISK_IO and not self.is_open

    @property
    def _colours(self) -> tuple[str, str]:
        return PAPER.get(Regime(self.style), NO_REGIME) if self.style else NO_REGIME


@dataclass(frozen=True, slots=True, kw_only=True)
class RankChart:
    """Bars in the order they are given; ``needed`` is a dashed line across them."""

    bars: Sequence[Bar]
    unit: str
    needed: float | None = None
    needed_text: str = ""

    @property
    def lines(self) -> list[tuple[Bar, str]]:
        """Each bar with its length, in percent of the width."""
        return [(bar, self._length(bar.value)) for bar in self.bars]

    @property
    def needed_at(self) -> str:
        return "" if self.needed is None else self._length(self.needed)

    @property
    def styles(self) -> list[str]:
        """The regimes that are drawn, for the legend; empty: not determined."""
        return list(dict.fromkeys(bar.style for bar in self.bars))

    @property
    def has_doubts(self) -> bool:
        return any(bar.doubt for bar in self.bars)

    @property
    def has_open(self) -> bool:
        return any(bar.is_open for bar in self.bars)

    def _length(self, value: float) -> str:
        end = max([*(bar.value for bar in self.bars), self.needed or 0])
        return f"{WHOLE * value / end:.2f}%" if end else "0%"
