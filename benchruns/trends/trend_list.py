"""The list of series: a page of them, each with its newest results, in three queries.

Nothing here reads all results: the newest of each series are found by their index. They are
those of its own page, so that both find the same.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from benchruns.models import Result, Series
from benchruns.trends.changepoints import change_points
from benchruns.trends.trend import MOST_POINTS, Viewer, measured

PAGE_SIZE = 50
DRAWN = 30  # results of a series in its small curve
FIGURE = "tps"
LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Spot:
    """What a small curve needs of a result."""

    value: float
    exclusion: UUID | None
    doubt: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """From one level to the next: ``percent`` is signed, None where there is none.

    ``is_doubted`` where a figure of either is in doubt.
    """

    percent: float | None = None
    is_doubted: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A series with up to ``MOST_POINTS`` of its newest results, oldest first.

    ``is_cut`` tells that there are older ones.
    """

    series: Series
    newest: Result
    spots: Sequence[Spot]
    is_cut: bool

    @property
    def counted(self) -> list[float]:
        return [spot.value for spot in self._counted]

    @property
    def drawn(self) -> list[float]:
        return self.counted[-DRAWN:]

    def change(self) -> Change:
        """The last change of level among these."""
        found = change_points(self.counted)
        if not found:
            return Change()
        start = found[-2].index if len(found) > 1 else 0
        return Change(
            percent=found[-1].percent,
            is_doubted=any(spot.doubt for spot in self._counted[start:]),
        )

    @property
    def _counted(self) -> list[Spot]:
        return [spot for spot in self.spots if spot.exclusion is None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    lines: Sequence[Line]
    number: int
    has_next: bool


def page_of(found: QuerySet[Series], *, user: Viewer, number: int) -> Page:
    """``found`` are series that the user may see; one without a figure has no line."""
    start = (number - 1) * PAGE_SIZE
    results = measured(user, FIGURE)
    own = results.filter(series=OuterRef("pk"))
    one_more = own.values("measured_at")[MOST_POINTS : MOST_POINTS + 1]
    rows = list(
        found.select_related("endpoint__instance_class").annotate(
            since=Coalesce(Subquery(one_more), LONG_AGO),
            newest=Subquery(own.values("id")[:1]),
        )[start : start + PAGE_SIZE + 1]
    )
    shown = rows[:PAGE_SIZE]
    spots = _spots(results, shown)
    newest = Result.objects.select_related("instance_class").in_bulk(
        [row.newest for row in shown if row.newest]
    )
    return Page(
        lines=[
            Line(
                series=row,
                newest=newest[row.newest],
                spots=spots[row.pk][-MOST_POINTS:],
                is_cut=len(spots[row.pk]) > MOST_POINTS,
            )
            for row in shown
            if row.pk in spots
        ],
        number=number,
        has_next=len(rows) > PAGE_SIZE,
    )


def _spots(results: QuerySet[Result], rows: Sequence[Series]) -> dict[UUID, list[Spot]]:
    """Of each series, oldest first, in one query."""
    if not rows:
        return {}
    wanted = Q()
    for row in rows:
        since = row.since  # type: ignore[attr-defined]  # annotated
        wanted |= Q(series=row.pk, measured_at__gte=since)
    found: dict[UUID, list[Spot]] = defaultdict(list)
    newest = results.filter(wanted).order_by("measured_at", "id")
    for series, *spot in newest.values_list("series", FIGURE, "exclusion", "doubt"):
        found[series].append(Spot(*spot))
    return found
