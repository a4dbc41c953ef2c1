"""A measured ratio with its target: a row of docs/performance.md."""

import json
import statistics
from collections.abc import Sequence
from dataclasses import asdict, dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """``ratio`` is the median of pairs, ``low`` and ``high`` their quartiles.

    ``most`` or ``least`` is the target; ``why`` says what makes a figure fall short of it,
    and stands in the table only then.
    """

    name: str
    ratio: float
    low: float
    high: float
    most: float | None = None
    least: float | None = None
    detail: str = ""
    why: str = ""

    @property
    def holds(self) -> bool:
        is_low = self.most is None or self.ratio <= self.most
        return is_low and (self.least is None or self.ratio >= self.least)

    @property
    def target(self) -> str:
        if self.most is not None:
            return f"at most {self.most:g}"
        return "" if self.least is None else f"at least {self.least:g}"

    @property
    def distance(self) -> float:
        """How far from its target: above 1 where it falls short."""
        if self.most:
            return self.ratio / self.most
        return self.least / self.ratio if self.least and self.ratio else 0.0

    def line(self) -> str:
        return json.dumps(asdict(self))


def of_pairs(
    name: str,
    ours: Sequence[float],
    others: Sequence[float],
    *,
    most: float | None = None,
    least: float | None = None,
    scale: float = 1.0,
    detail: str = "",
    why: str = "",
) -> Figure:
    """Of measurements taken in turn: each of ``ours`` beside that of ``others``.

    ``scale`` divides the ratio, where more is asked for than beside it.
    """
    ratios = [one / other / scale for one, other in zip(ours, others, strict=True)]
    low, middle, high = statistics.quantiles(ratios, n=4, method="inclusive")
    return Figure(
        name=name, ratio=middle, low=low, high=high, most=most, least=least,
        detail=detail, why=why,
    )  # fmt: skip


def over_control(
    name: str,
    ours: Sequence[float],
    control: Sequence[float],
    *,
    least: float,
    detail: str = "",
    why: str = "",
) -> Figure:
    """Of ``ours``, judged by the median of ``control``: the same beside itself (A/A)."""
    expected = statistics.median(control)
    shares = [each / expected for each in ours]
    low, middle, high = statistics.quantiles(shares, n=4, method="inclusive")
    return Figure(
        name=name, ratio=middle, low=low, high=high, least=least, why=why,
        detail=f"{told(ours)} as measured, over A/A {told(control)}; {detail}",
    )  # fmt: skip


def told(ratios: Sequence[float]) -> str:
    """Their median and quartiles."""
    low, middle, high = statistics.quantiles(ratios, n=4, method="inclusive")
    return f"{middle:.3f}, {low:.3f} to {high:.3f}"


def read(line: str) -> Figure:
    return Figure(**json.loads(line))
