"""Comparisons worth a first look, from what the portal holds."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain, groupby
from operator import itemgetter
from typing import Any, NamedTuple
from uuid import UUID

from benchruns.catalogue.summaries.validity import holds_for
from benchruns.comparison.asked import Asked
from benchruns.comparison.candidates import Viewer
from benchruns.engines import ENGINES
from benchruns.models import InstanceClass, Result
from benchruns.names.class_words import ClassKey
from benchruns.results.engine_versions import Age, age_of
from benchruns.vocabulary import Provenance

SIZES = 3
MOST_LOOKED_AT = 100  # classes; enough for a first look
OF_A_CLASS = (
    "vcpus",
    "memory_gb",
    "code",
    "provider_id",
    "provider__name",
    "family",
)


class Kind(StrEnum):
    SIZES = "sizes"
    VERSIONS = "versions"
    PROVIDERS = "providers"


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """``words`` name what is compared: codes, versions or providers."""

    kind: Kind
    asked: Asked
    words: tuple[str, ...]
    engine: str
    version: str = ""


class _Found(NamedTuple):
    """A class that was tested with an engine, smallest classes first, and its versions.

    A tuple, since many are sorted.
    """

    vcpus: int
    memory_gb: float
    code: str
    provider: str
    provider_name: str
    family: str
    engine: str
    versions: tuple[str, ...]

    @property
    def key(self) -> ClassKey:
        return ClassKey(provider=self.provider, engine=self.engine, code=self.code)


def examples(*, user: Viewer) -> list[Example]:
    """At most one of each kind; two queries at most, none of a kind that there is not."""
    found = sorted(_found(user))
    makers = (_sizes, _versions, _providers)
    return [example for make in makers if (example := make(found))]


def _found(user: Viewer) -> Iterator[_Found]:
    """By what is kept of each class; by the results of those where that does not hold."""
    rows = (
        InstanceClass.objects.annotate(holds=holds_for(user))
        .exclude(holds=True, summary__versions=[])
        .order_by("provider_id", "engine", "code")  # an index has this order
        .values_list("pk", "holds", "summary__versions", *OF_A_CLASS)[:MOST_LOOKED_AT]
    )
    others = []
    for class_id, is_held, versions, *facts in rows:
        if not is_held:
            others.append(class_id)
            continue
        for engine, pairs in groupby(versions, key=itemgetter(0)):
            yield _Found._make((*facts, engine, tuple(map(itemgetter(1), pairs))))
    if others:
        yield from _found_in_results(others, user)


def _found_in_results(class_ids: Collection[UUID], user: Viewer) -> Iterator[_Found]:
    rows = (
        Result.objects.visible_to(user)
        .filter(
            provenance=Provenance.PUBLISHED, instance_class__in=class_ids, variant=""
        )
        .exclude(engine_version="")
        .order_by()
        .values_list(
            *(f"instance_class__{name}" for name in OF_A_CLASS),
            "engine",
            "engine_version",
        )
        .distinct()
    )
    versions: dict[tuple[Any, ...], list[str]] = defaultdict(list)  # as rows have them
    for *facts, version in rows:
        versions[tuple(facts)].append(version)
    for facts, found in versions.items():
        yield _Found._make((*facts, tuple(found)))


def _sizes(found: Sequence[_Found]) -> Example | None:
    """The largest sizes of one family, on the newest version that has so many."""
    families: dict[tuple[str, str, str], list[_Found]] = defaultdict(list)
    for each in found:
        families[each.provider, each.family, each.engine].append(each)
    counts = {
        (*family, version): count
        for family, members in families.items()
        for version, count in Counter(
            chain.from_iterable(each.versions for each in members)
        ).items()
    }
    if not counts:
        return None
    ages = {version: age_of(version) for *_family, version in counts}
    places = {engine: place for place, engine in enumerate(ENGINES)}

    # Versions of different engines are in no order: the engines' own order counts.
    def rank(group: tuple[str, str, str, str]) -> tuple[int, int, Age]:
        _provider, _family, engine, version = group
        return min(counts[group], SIZES), -places[engine], ages[version]

    best = max(sorted(counts), key=rank)
    if counts[best] < 2:
        return None
    provider, family, engine, version = best
    members = families[provider, family, engine]
    chosen = [each for each in members if version in each.versions][-SIZES:]
    return Example(
        kind=Kind.SIZES,
        engine=engine,
        version=version,
        words=tuple(each.code for each in chosen),
        asked=Asked(classes=tuple(e.key for e in chosen), version=version),
    )


def _versions(found: Sequence[_Found]) -> Example | None:
    """The class that was tested on most versions; of equal ones the largest."""
    best = max(found, key=lambda each: (len(each.versions), each), default=None)
    if best is None or len(best.versions) < 2:
        return None
    versions = tuple(sorted(best.versions, key=age_of))
    return Example(
        kind=Kind.VERSIONS,
        engine=best.engine,
        words=(best.code, *versions),
        asked=Asked(classes=(best.key,), versions=versions),
    )


def _providers(found: Sequence[_Found]) -> Example | None:
    """The largest size that most providers have."""
    sizes: dict[tuple[str, int, float], list[_Found]] = defaultdict(list)
    for each in found:
        sizes[each.engine, each.vcpus, each.memory_gb].append(each)
    names = {
        size: tuple(dict.fromkeys(each.provider_name for each in members))
        for size, members in sizes.items()
    }
    best = max(names, key=lambda size: (len(names[size]), sizes[size][0]), default=None)
    if best is None or len(names[best]) < 2:
        return None
    engine, vcpus, memory_gb = best
    return Example(
        kind=Kind.PROVIDERS,
        engine=engine,
        words=names[best],
        asked=Asked(size=(vcpus, memory_gb), engine=engine),
    )
