"""What each size of server brought over the one below it."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from benchruns.reports.engine.section import Category, Section
from benchruns.results.row import Row


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """``ratio`` is None where a figure is missing; ``cases`` are the two rows it is of."""

    ratio: float | None = None
    cases: Sequence[Sequence[Row]] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Gain:
    """What the next size up brought, by series."""

    smaller: Row
    larger: Row
    steps: tuple[Step, ...]


def gains_of(section: Section) -> list[Gain]:
    """Each size against the next one up, where regimes stand beside each other."""
    if not section.has_regimes:
        return []
    published = [
        category
        for category in section.categories
        if any(category.bar(s, is_beside=False) for s in section.series)
    ]
    return [
        Gain(
            smaller=below.head,
            larger=above.head,
            steps=tuple(
                _step(section, below, above, series) for series in section.series
            ),
        )
        for below, above in pairwise(published)
    ]


def _step(section: Section, below: Category, above: Category, series: str) -> Step:
    smaller = below.bar(series, is_beside=False)
    larger = above.bar(series, is_beside=False)
    first, second = section.value(smaller), section.value(larger)
    if smaller is None or larger is None or not first or second is None:
        return Step()
    return Step(ratio=second / first, cases=[(smaller, larger)])
