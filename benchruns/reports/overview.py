"""What the portal knows, at a glance: versions, newest results, what runs now."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import F

from benchruns.models import InstanceClass, Result, Run, Source
from benchruns.models.results import ResultQuerySet
from benchruns.reports.metric_choices import metric_choices
from benchruns.reports.shelf.papers import papers_of
from benchruns.reports.shelf.shelf import DRAWN, Tile, shelf
from benchruns.reproduction.ratios import main_pair
from benchruns.results.newest_accepted import newest_accepted
from benchruns.results.readable import readable
from benchruns.results.row import REPORT_METRICS, Row, read_row
from benchruns.results.version_summaries import VersionSummaries, version_summaries
from benchruns.vocabulary import Provenance, RunState

NEWEST = 8
PAPERS = 6
RUNNING = 5
READ = (
    *("instance_class", "provider", "campaign", "source"),
    *("reproduces", "run", "exclusion", "submission"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewResult:
    """A result in the list of the newest; ``of_published`` is over what it repeats,
    ``ratio_doubt`` what is in doubt of either.
    """

    result: Result
    row: Row
    value: float | None
    unit: str
    of_published: float | None
    ratio_doubt: str

    @property
    def accepted_at(self) -> datetime | None:
        """When a submitted one became a result of the portal; None of the others."""
        submission = self.result.submission
        return submission.accepted_at if submission else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """A source with the day it was published on and its number of results."""

    slug: str
    title: str
    published_on: date | None
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Overview:
    """``newest`` are measured or submitted; what vendors printed stands in ``papers``."""

    result_count: int
    class_count: int
    tiles: Sequence[Tile]
    newest: Sequence[NewResult]
    papers: Sequence[Paper]
    running: Sequence[Run]
    left_out: int

    @property
    def has_doubted_tiles(self) -> bool:
        return any(tile.picture.has_doubts for tile in self.tiles)

    @property
    def has_doubts(self) -> bool:
        """Whether a figure of the newest, or its ratio, is in doubt."""
        return any(each.result.doubt or each.ratio_doubt for each in self.newest)

    @property
    def has_repeats(self) -> bool:
        """Whether any of the newest repeats a published row."""
        return any(result.of_published is not None for result in self.newest)


def overview(user: AbstractBaseUser | AnonymousUser) -> Overview:
    summaries = version_summaries(user, columns=(*DRAWN, "papers"))
    found = shelf(user, summaries=summaries)
    return Overview(
        result_count=sum(tile.version.total for tile in found.tiles),
        class_count=InstanceClass.objects.count(),
        # What was published by version stays before a version that somebody just tried.
        tiles=sorted(found.tiles, key=lambda tile: not tile.version.is_published),
        left_out=found.left_out,
        newest=newest_results(user),
        papers=newest_papers(user, summaries=summaries),
        running=list(
            Run.objects.visible_to(user)
            .filter(state=RunState.RUNNING)
            .order_by("-started_at")[:RUNNING]
        ),
    )


def newest_results(user: AbstractBaseUser | AnonymousUser) -> list[NewResult]:
    """Measured or submitted ones, by when they were measured or accepted.

    Three queries: of two that each ask for 300 columns, making the SQL takes longest.
    """
    seen = Result.objects.visible_to(user)
    measured = seen.filter(provenance=Provenance.MEASURED, measured_at__isnull=False)
    keys = {
        *_first(measured.order_by("-measured_at", "-id")),
        *_first(newest_accepted(seen, count=NEWEST)),
    }
    found = seen.select_related(*READ).in_bulk(keys)
    newest = sorted(found.values(), key=_age, reverse=True)
    return readable(newest[:NEWEST], _new_result).rows


def _first(results: ResultQuerySet) -> Iterable[UUID]:
    return results.values_list("pk", flat=True)[:NEWEST]


def _age(result: Result) -> tuple[datetime, int, float, UUID]:
    submission = result.submission
    accepted_at = submission.accepted_at if submission else None
    at = accepted_at or result.measured_at or result.created_at
    return at, result.vcpus or 0, result.memory_gb or 0, result.pk


def newest_papers(
    user: AbstractBaseUser | AnonymousUser, *, summaries: VersionSummaries
) -> list[Paper]:
    """By the day they were published, those without one last; two queries."""
    counts: Counter[str] = Counter()
    for summary in summaries.holding.values():
        counts.update(summary.papers)
    if summaries.live:
        seen = Result.objects.visible_to(user).filter(summaries.of_live)
        counts.update(papers_of(seen))
    sources = Source.objects.filter(pk__in=counts).order_by(
        F("published_on").desc(nulls_last=True), "pk"
    )
    return [
        Paper(
            slug=each.pk,
            title=each.title,
            published_on=each.published_on,
            count=counts[each.pk],
        )
        for each in sources[:PAPERS]
    ]


def _new_result(result: Result) -> NewResult:
    row = read_row(result, run_is_visible=False)
    name = metric_choices([row])[0]
    value = row.figures.get(name)
    published = result.reproduces
    pair = main_pair(published, result) if published else None
    shown = pair if pair and pair.figure == name else None
    return NewResult(
        result=result,
        row=row,
        value=value,
        unit=REPORT_METRICS[name].unit,
        of_published=shown.ratio if shown else None,
        ratio_doubt=shown.ratio_doubt if shown else "",
    )
