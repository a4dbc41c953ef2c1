"""A tile for every version with a result."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser

from benchruns.models import Campaign, Result, VersionSummary
from benchruns.models.results import ResultQuerySet
from benchruns.reports.engine.sections import sections_of
from benchruns.reports.shelf.picture import Picture, picture_of
from benchruns.results.engine_versions import EngineVersion, versions_with_results
from benchruns.results.readable import readable
from benchruns.results.row import Row, read_row
from benchruns.results.version_summaries import (
    COUNTS,
    Key,
    VersionSummaries,
    sees_all,
    version_summaries,
)
from benchruns.vocabulary import Provenance, Visibility

MEASURED_IN_TILES = 200
DRAWN = (*COUNTS, "tile", "left_out")  # of what is kept of a version
READ = ("instance_class", "provider", "campaign", "source", "exclusion")


@dataclass(frozen=True, slots=True, kw_only=True)
class Tile:
    """A version with what stands for it: the first section of its page.

    ``undrawn`` counts the private results that this reader may see and the picture, which
    was put by for everybody, is without.
    """

    version: EngineVersion
    picture: Picture
    undrawn: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelf:
    """``left_out`` counts the results that cannot be shown."""

    tiles: Sequence[Tile]
    left_out: int

    @property
    def has_doubts(self) -> bool:
        """Whether a picture has a figure in doubt."""
        return any(tile.picture.has_doubts for tile in self.tiles)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pictures:
    """By engine and version; of a version without a section there is none."""

    found: dict[Key, Picture]
    left_out: int


def shelf(
    user: AbstractBaseUser | AnonymousUser, *, summaries: VersionSummaries | None = None
) -> Shelf:
    """Two queries more than its versions take, none where a picture of each is kept.

    ``summaries`` are what was read of them already, with what is DRAWN.

    A picture that is kept is of what everybody sees; else it is of what the user sees.
    """
    summaries = summaries or version_summaries(user, columns=DRAWN)
    versions = versions_with_results(user, summaries=summaries)
    drawn = {
        key: Picture.of_json(each.tile)
        for key, each in summaries.holding.items()
        if each.tile
    }
    left_out = sum(each.left_out for each in summaries.holding.values())
    others = {(each.engine, each.version) for each in versions} - set(drawn)
    others -= {
        key
        for key, each in summaries.holding.items()
        if Visibility.PUBLIC in each.counts
    }
    live = Pictures(found={}, left_out=0)
    if others:
        asked = VersionSummaries(holding={}, live=others)
        live = pictures_of(Result.objects.visible_to(user).filter(asked.of_live))
    pictures = drawn | live.found
    return Shelf(
        tiles=[
            Tile(
                version=version,
                picture=picture,
                undrawn=_private_of(summaries.holding[key])
                if key in drawn and sees_all(user)
                else 0,
            )
            for version in versions
            if (picture := pictures.get(key := (version.engine, version.version)))
        ],
        left_out=left_out + live.left_out,
    )


def _private_of(summary: VersionSummary) -> int:
    return sum(
        count
        for visibility, by_provenance in summary.counts.items()
        if visibility != Visibility.PUBLIC
        for by_workload in by_provenance.values()
        for count in by_workload.values()
    )


def pictures_of(results: ResultQuerySet) -> Pictures:
    """Of all published ones and the newest of the others; two queries."""
    results = results.select_related(*READ)
    published = results.filter(provenance=Provenance.PUBLISHED)
    others = results.exclude(provenance=Provenance.PUBLISHED)[:MEASURED_IN_TILES]
    read = readable(
        (*published, *others),
        lambda each: (each, read_row(each, run_is_visible=False)),
    )
    by_version: dict[Key, list[tuple[Result, Row]]] = defaultdict(list)
    for result, row in read.rows:
        by_version[result.engine, result.engine_version].append((result, row))
    found = {key: _first_picture(rows) for key, rows in by_version.items()}
    return Pictures(
        found={key: picture for key, picture in found.items() if picture},
        left_out=read.left_out,
    )


def _first_picture(found: Sequence[tuple[Result, Row]]) -> Picture | None:
    campaigns: dict[str, Campaign] = {
        result.campaign.slug: result.campaign
        for result, _row in found
        if result.campaign
    }
    sections = sections_of([row for _result, row in found], campaigns)
    return picture_of(sections[0]) if sections else None
