"""Which engines and versions have results, and how many of which provenance."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Count

from benchruns.engines import ENGINES, UNSTATED, engine_title, version_slug
from benchruns.findings import Finding
from benchruns.models import Result, VersionSummary
from benchruns.models.results import ResultQuerySet
from benchruns.results import staleness
from benchruns.results.version_summaries import (
    VersionSummaries,
    sees_all,
    version_summaries,
)
from benchruns.vocabulary import Provenance, Visibility

Age = tuple[tuple[float, ...], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineVersion:
    """An engine's release line; ``loads`` counts its results by provenance and workload."""

    engine: str
    version: str
    loads: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    class_count: int = 0

    @property
    def counts(self) -> dict[str, int]:
        """By provenance."""
        return {name: sum(found.values()) for name, found in self.loads.items()}

    @property
    def workloads(self) -> frozenset[str]:
        return frozenset(name for found in self.loads.values() for name in found)

    def count(self, *, provenance: str, workload: str) -> int:
        """Of one of each; of all where it is empty."""
        return sum(
            count
            for of, found in self.loads.items()
            for name, count in found.items()
            if provenance in ("", of) and workload in ("", name)
        )

    @property
    def slug(self) -> str:
        return version_slug(self.version)

    @property
    def key(self) -> str:
        """``mysql-8.0``: how an address names it as a whole."""
        return f"{self.engine}-{self.slug}"

    @property
    def title(self) -> str:
        return engine_title(self.engine, self.version)

    @property
    def ended_support(self) -> Finding | None:
        return staleness.ended_support(self.engine, self.version)

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    @property
    def is_published(self) -> bool:
        return self.counts.get(Provenance.PUBLISHED, 0) > 0


def versions_with_results(
    user: AbstractBaseUser | AnonymousUser, *, summaries: VersionSummaries | None = None
) -> list[EngineVersion]:
    """Every engine and version with a result that the user may see; four or five queries.

    ``summaries`` are what was read of them already.
    """
    summaries = summaries or version_summaries(user)
    found = [_of_summary(each, user) for each in summaries.holding.values()]
    if summaries.live:
        found += versions_of(Result.objects.visible_to(user).filter(summaries.of_live))
    return sorted((each for each in found if each.counts), key=_shelf_order)


def versions_of(results: ResultQuerySet) -> list[EngineVersion]:
    """Every engine and version of these results; two queries."""
    by_version = results.order_by().values_list("engine", "engine_version")
    classes = {
        (engine, version): count
        for engine, version, count in by_version.annotate(
            Count("instance_class", distinct=True)
        )
    }
    loads: dict[tuple[str, str], dict[str, dict[str, int]]] = defaultdict(dict)
    for engine, version, provenance, workload, count in by_version.values_list(
        "engine", "engine_version", "provenance", "workload"
    ).annotate(Count("pk")):
        loads[engine, version].setdefault(provenance, {})[workload] = count
    found = [
        EngineVersion(
            engine=engine,
            version=version,
            loads=by_provenance,
            class_count=classes.get((engine, version), 0),
        )
        for (engine, version), by_provenance in loads.items()
    ]
    return sorted(found, key=_shelf_order)


def _of_summary(
    summary: VersionSummary, user: AbstractBaseUser | AnonymousUser
) -> EngineVersion:
    seen = list(Visibility) if sees_all(user) else [Visibility.PUBLIC]
    loads: dict[str, Counter[str]] = defaultdict(Counter)
    for visibility in seen:
        for provenance, by_workload in summary.counts.get(visibility, {}).items():
            loads[provenance].update(by_workload)
    return EngineVersion(
        engine=summary.engine,
        version=summary.engine_version,
        loads=loads,
        class_count=summary.class_count_of_all
        if sees_all(user)
        else summary.class_count,
    )


def _shelf_order(version: EngineVersion) -> tuple[int, bool, tuple[float, ...]]:
    """Engines as they are registered, the newest version first, unstated last."""
    numbers = tuple(-number for number in numbers_of(version.version))
    return list(ENGINES).index(version.engine), version.version == "", numbers


def numbers_of(version: str) -> tuple[float, ...]:
    return tuple(float(part) for part in re.findall(r"\d+", version))


def age_of(version: str) -> Age:
    """To sort versions by, from old to new; of the same numbers by their text."""
    return numbers_of(version), version


def find_version(
    versions: Iterable[EngineVersion], engine: str, slug: str
) -> EngineVersion | None:
    return next((v for v in versions if v.engine == engine and v.slug == slug), None)


def nearest_published(
    versions: Sequence[EngineVersion], version: EngineVersion
) -> EngineVersion | None:
    """The published version to read an unpublished one beside.

    One of the same engine comes before one that speaks the same protocol, and among
    them the one whose number is nearest; a fork takes the newest.
    """
    family = ENGINES[version.engine].family
    candidates = [
        other
        for other in versions
        if other.is_published
        and ENGINES[other.engine].family == family
        and other.key != version.key
        and other.slug != UNSTATED
    ]
    same_engine = [other for other in candidates if other.engine == version.engine]
    if same_engine:
        return min(same_engine, key=lambda other: _distance(other, version))
    return max(candidates, key=lambda other: numbers_of(other.version), default=None)


def _distance(one: EngineVersion, other: EngineVersion) -> tuple[float, ...]:
    pairs = zip(numbers_of(one.version), numbers_of(other.version), strict=False)
    return tuple(abs(a - b) for a, b in pairs)
