"""What the portal knows, at a glance: versions, newest results, what runs now."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Count, F
from django.db.models.functions import Coalesce

from benchruns.models import Campaign, InstanceClass, Result, Run
from benchruns.reports.engine.section import Section
from benchruns.reports.engine.sections import sections_of
from benchruns.reports.metric_choices import metric_choices
from benchruns.reproduction.ratios import main_pair
from benchruns.results.engine_versions import (
    EngineVersion,
    nearest_published,
    versions_with_results,
)
from benchruns.results.readable import readable
from benchruns.results.row import REPORT_METRICS, Row, read_row
from benchruns.vocabulary import Provenance, RunState

NEWEST = 8
PAPERS = 6
RUNNING = 5
MEASURED_IN_TILES = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Tile:
    """A version with the section that stands for it, and what it is read beside."""

    version: EngineVersion
    section: Section
    beside: EngineVersion | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelf:
    """``left_out`` counts the results that cannot be shown."""

    tiles: Sequence[Tile]
    left_out: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NewResult:
    """A result in the list of the newest; ``of_published`` is over what it repeats,
    and in doubt with either.
    """

    result: Result
    row: Row
    value: float | None
    unit: str
    of_published: float | None
    is_ratio_doubted: bool

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
    def has_repeats(self) -> bool:
        """Whether any of the newest repeats a published row."""
        return any(result.of_published is not None for result in self.newest)


def overview(user: AbstractBaseUser | AnonymousUser) -> Overview:
    found = shelf(user)
    return Overview(
        result_count=sum(tile.version.total for tile in found.tiles),
        class_count=InstanceClass.objects.count(),
        # What was published by version stays before a version that somebody just tried.
        tiles=sorted(found.tiles, key=lambda tile: not tile.version.is_published),
        left_out=found.left_out,
        newest=newest_results(user),
        papers=newest_papers(user),
        running=list(
            Run.objects.visible_to(user)
            .filter(state=RunState.RUNNING)
            .order_by("-started_at")[:RUNNING]
        ),
    )


def shelf(user: AbstractBaseUser | AnonymousUser) -> Shelf:
    """A tile for every version with a result, in three queries."""
    versions = versions_with_results(user)
    results = Result.objects.visible_to(user).select_related(
        "instance_class", "provider", "campaign", "source", "exclusion"
    )
    published = results.filter(provenance=Provenance.PUBLISHED)
    others = results.exclude(provenance=Provenance.PUBLISHED)[:MEASURED_IN_TILES]
    found = readable((*published, *others), lambda each: (each, _row(each)))
    by_version: dict[tuple[str, str], list[tuple[Result, Row]]] = defaultdict(list)
    for result, row in found.rows:
        by_version[result.engine, result.engine_version].append((result, row))
    tiles = [
        Tile(
            version=version,
            section=section,
            beside=None
            if version.is_published
            else nearest_published(versions, version),
        )
        for version in versions
        if (section := _first_section(by_version[version.engine, version.version]))
    ]
    return Shelf(tiles=tiles, left_out=found.left_out)


def _row(result: Result) -> Row:
    return read_row(result, run_is_visible=False)


def _first_section(found: Sequence[tuple[Result, Row]]) -> Section | None:
    campaigns: dict[str, Campaign] = {
        result.campaign.slug: result.campaign
        for result, _row in found
        if result.campaign
    }
    rows = [row for _result, row in found]
    return next(iter(sections_of(rows, campaigns)), None)


def newest_results(user: AbstractBaseUser | AnonymousUser) -> list[NewResult]:
    """Measured or submitted ones, by the day they were measured or accepted."""
    results = (
        Result.objects.visible_to(user)
        .exclude(provenance=Provenance.PUBLISHED)
        .select_related(
            "instance_class",
            "provider",
            "campaign",
            "source",
            "reproduces",
            "run",
            "exclusion",
            "submission",
        )
        .annotate(at=Coalesce("submission__accepted_at", "measured_at", "created_at"))
        .order_by("-at", "-vcpus", "-memory_gb", "-id")
    )
    return readable(results[:NEWEST], _new_result).rows


def newest_papers(user: AbstractBaseUser | AnonymousUser) -> list[Paper]:
    """By the day they were published, those without one last; one query."""
    rows = (
        Result.objects.visible_to(user)
        .filter(provenance=Provenance.PUBLISHED, source__isnull=False)
        .order_by()
        .values("source_id", "source__title", "source__published_on")
        .annotate(count=Count("pk"))
        .order_by(F("source__published_on").desc(nulls_last=True), "source_id")
    )
    return [
        Paper(
            slug=row["source_id"],
            title=row["source__title"],
            published_on=row["source__published_on"],
            count=row["count"],
        )
        for row in rows[:PAPERS]
    ]


def _new_result(result: Result) -> NewResult:
    row = _row(result)
    name = metric_choices([row])[0]
    value = row.figures.get(name)
    published = result.reproduces
    pair = main_pair(published, result) if published else None
    return NewResult(
        result=result,
        row=row,
        value=value,
        unit=REPORT_METRICS[name].unit,
        of_published=pair.ratio if pair and pair.figure == name else None,
        is_ratio_doubted=bool(result.doubt or (published and published.doubt)),
    )
