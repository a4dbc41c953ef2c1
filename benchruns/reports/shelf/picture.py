"""What the picture of a version shows: the figures of one section, as plain values."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any, NamedTuple, Self

from benchruns.findings import Finding, doubts, read
from benchruns.reports.engine.facts import own_bars
from benchruns.reports.engine.section import PLAIN, Section
from benchruns.results.row import Row
from benchruns.vocabulary import Regime

# More places than these cannot be told apart: neighbours share one, the highest of them.
MOST_PLACES = 30
MOST_BARS = 24


class Bar(NamedTuple):
    """A figure; ``style`` is its regime or ``none``."""

    value: float
    style: str
    is_doubted: bool


Place = Sequence[Bar]


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """``places`` go from left to right: figures in ``unit``.

    ``highest`` is the highest figure, None where there is none, ``sure`` the highest that is
    not in doubt. ``doubts`` are those of the row that ends the bars, empty where one that is
    sure ends there, too.
    """

    places: Sequence[Place]
    unit: str
    workload: str
    variant: str
    is_by_regime: bool
    is_by_hot_records: bool
    highest: float | None
    sure: float | None
    doubts: Sequence[Finding]

    @property
    def has_doubts(self) -> bool:
        """Whether a bar is of a figure in doubt."""
        return any(bar.is_doubted for place in self.places for bar in place)

    def as_json(self) -> dict[str, Any]:  # as JSON holds it
        return asdict(self) | {"doubts": [each.as_dict() for each in self.doubts]}

    @classmethod
    def of_json(cls, stored: Mapping[str, Any]) -> Self:
        places = [[Bar(*bar) for bar in each] for each in stored["places"]]
        found = [read(each) for each in stored["doubts"]]
        return cls(**{**stored, "places": places, "doubts": found})


def picture_of(section: Section) -> Picture:
    rows = _rows(section)
    figures = [
        (value, row) for row in rows if (value := section.value(row)) is not None
    ]
    is_by_regime = section.has_regimes and section.is_published
    places = _by_regime(section) if is_by_regime else _one_by_one(section)
    highest = max((bar.value for place in places for bar in place), default=None)
    return Picture(
        places=places,
        unit=section.metric.unit,
        workload=section.method.workloads[0],
        variant=section.method.variant,
        is_by_regime=is_by_regime,
        is_by_hot_records=section.varies_hot_records,
        highest=highest,
        sure=max(
            (value for value, row in figures if not doubts(row.findings)), default=None
        ),
        doubts=_doubts(row for value, row in figures if value == highest),
    )


def _doubts(ends: Iterable[Row]) -> Sequence[Finding]:
    found = [doubts(row.findings) for row in ends]
    return found[0] if found and all(found) else ()


def _rows(section: Section) -> list[Row]:
    """Those behind the bars."""
    if not (section.has_regimes and section.is_published):
        return own_bars(section, section.series[0])
    bars = (
        category.bar(series, is_beside=False)
        for category in section.categories
        for series in section.series
    )
    return [row for row in bars if row is not None]


def _by_regime(section: Section) -> list[Place]:
    """The figures of each place; places without one are left out."""
    found = [
        [
            Bar(value, series, bool(doubts(row.findings)))
            for series in section.series
            if (row := category.bar(series, is_beside=False))
            and (value := section.value(row)) is not None
        ]
        for category in section.categories
    ]
    return _thinned([place for place in found if place])


def _thinned(places: list[Place]) -> list[Place]:
    """As many as can be told apart, from the first to the last."""
    if len(places) <= MOST_PLACES:
        return places
    ends = [n * len(places) // MOST_PLACES for n in range(MOST_PLACES + 1)]
    return [max(places[first:last], key=max) for first, last in pairwise(ends)]


def _one_by_one(section: Section) -> list[Place]:
    found: dict[object, Bar] = {}
    for row in own_bars(section, section.series[0]):
        value = section.value(row)
        if value is None:
            continue
        style = row.regime if row.regime in Regime.values else PLAIN
        # Repeats are one bar, the best of them; each published row is its own.
        same = row.id if row.is_published else (row.place, row.threads, row.rows)
        bar = Bar(value, style, bool(doubts(row.findings)))
        found[same] = max(found.get(same, bar), bar, key=_rank)
    return [[bar] for bar in sorted(found.values())[-MOST_BARS:]]


def _rank(bar: Bar) -> tuple[float, bool]:
    """Of two that end alike the one that is sure is the better."""
    return bar.value, not bar.is_doubted
