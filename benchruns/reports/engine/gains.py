"""What each size of server brought over the one below it."""

from dataclasses import dataclass
from itertools import pairwise

from benchruns.reports.engine.section import Category, Section
from benchruns.results.row import Row


@dataclass(frozen=True, slots=True, kw_only=True)
class Gain:
    """What the next size up brought, by series; ``None`` where a figure is missing."""

    smaller: Row
    larger: Row
    ratios: tuple[float | None, ...]


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
            ratios=tuple(
                _step(section, below, above, series) for series in section.series
            ),
        )
        for below, above in pairwise(published)
    ]


def _step(
    section: Section, below: Category, above: Category, series: str
) -> float | None:
    first = section.value(below.bar(series, is_beside=False))
    second = section.value(above.bar(series, is_beside=False))
    return second / first if first and second is not None else None
