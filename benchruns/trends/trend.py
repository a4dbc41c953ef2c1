"""One series over time: its points, where its level changes, and what changed there."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import QuerySet

from benchruns.figures.metrics import METRICS, Metric
from benchruns.figures.statistics import Summary, summary
from benchruns.findings import gravest
from benchruns.models import Result, Series
from benchruns.results import conditions
from benchruns.results.conditions import Change, changes_between
from benchruns.trends.changepoints import change_points

MOST_POINTS = 200  # the newest: what a chart can show and a reader look through
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
READ = (
    "id",
    "run_id",
    "owner_id",
    "series_id",
    "visibility",
    "engine_version",
    "measured_at",
    "exclusion__reason",
    "doubt",
    *conditions.READ,
)

Viewer = AbstractBaseUser | AnonymousUser


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """A result with its figure; ``changes`` are those since the point before."""

    result: Result
    value: float
    changes: Sequence[Change]

    @property
    def is_excluded(self) -> bool:
        return self.result.exclusion_id is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Shift:
    """A change of level: ``index`` is the place of its first point among all points.

    ``doubts`` are what is in doubt of the points before and after it, each empty where
    nothing is.
    """

    letter: str
    index: int
    point: Point
    before: float
    after: float
    percent: float | None
    is_worse: bool
    changes: Sequence[Change]
    doubts: tuple[str, str] = ("", "")

    @property
    def is_doubted(self) -> bool:
        return any(self.doubts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """Points from ``first`` to ``last`` have this median."""

    first: int
    last: int
    median: float


@dataclass(frozen=True, slots=True, kw_only=True)
class OfVersion:
    """The counted figures of one server version; the oldest version first.

    ``doubt`` is one of theirs, empty where nothing is in doubt of any.
    """

    version: str
    summary: Summary
    doubt: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Trend:
    """``is_cut`` tells that there are older results than the points."""

    series: Series
    metric: Metric
    points: Sequence[Point]
    is_cut: bool

    @property
    def counted(self) -> list[tuple[int, Point]]:
        """Points that are not left out, with their places."""
        return [pair for pair in enumerate(self.points) if not pair[1].is_excluded]

    def shifts(self) -> list[Shift]:
        counted = self.counted
        found = change_points([point.value for _index, point in counted])
        edges = [0, *(change.index for change in found), len(counted)]
        doubts = [
            gravest(point.result.doubt for _index, point in counted[start:end])
            for start, end in pairwise(edges)
        ]
        return [
            Shift(
                letter=LETTERS[number % len(LETTERS)],
                index=counted[change.index][0],
                point=counted[change.index][1],
                before=change.before,
                after=change.after,
                percent=change.percent,
                is_worse=(change.after < change.before) == self.metric.higher_is_better,
                changes=changes_between(
                    counted[change.index - 1][1].result, counted[change.index][1].result
                ),
                doubts=(doubts[number], doubts[number + 1]),
            )
            for number, change in enumerate(found)
        ]

    def levels(self, shifts: Sequence[Shift]) -> list[Level]:
        """The medians between the shifts; one of all points without any."""
        counted = self.counted
        if not counted:
            return []
        edges = [0, *(shift.index for shift in shifts), len(self.points)]
        return [
            Level(
                first=start,
                last=end - 1,
                median=summary(
                    [point.value for index, point in counted if start <= index < end]
                ).median,
            )
            for start, end in pairwise(edges)
        ]

    def versions(self) -> list[OfVersion]:
        by_version: dict[str, list[Point]] = defaultdict(list)
        for _index, point in self.counted:
            by_version[point.result.engine_version_full].append(point)
        return [
            OfVersion(
                version=version,
                summary=summary([point.value for point in points]),
                doubt=gravest(point.result.doubt for point in points),
            )
            for version, points in by_version.items()
        ]


def trend_of(series: Series, *, user: Viewer, figure: str) -> Trend:
    """The newest results of a series that the user may see and that have the figure.

    In one query.
    """
    newest = list(
        measured(user, figure)
        .filter(series=series)
        .select_related("instance_class", "exclusion")
        .only(*READ, figure)[: MOST_POINTS + 1]
    )
    results = newest[:MOST_POINTS][::-1]
    return Trend(
        series=series,
        metric=METRICS[figure],
        points=list(_points(results, figure)),
        is_cut=len(newest) > MOST_POINTS,
    )


def measured(user: Viewer, figure: str) -> QuerySet[Result]:
    """Results of series, newest first."""
    return (
        Result.objects.visible_to(user)
        .exclude(series=None)
        .exclude(measured_at=None)
        .exclude(**{figure: None})
        .order_by("-measured_at", "-id")
    )


def _points(results: Sequence[Result], figure: str) -> Iterator[Point]:
    for number, result in enumerate(results):
        changes = changes_between(results[number - 1], result) if number else ()
        yield Point(result=result, value=getattr(result, figure), changes=changes)
