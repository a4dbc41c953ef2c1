"""Comparisons worth a first look, from what the portal holds."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple
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
MOST_LOOKED_AT = 200  # classes; enough for a first look
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
    """A class that was tested on a version, smallest classes first.

    A tuple, since hundreds are sorted.
    """

    vcpus: int
    memory_gb: float
    code: str
    provider: str
    provider_name: str
    family: str
    engine: str
    version: str

    @property
    def key(self) -> ClassKey:
        return ClassKey(provider=self.provider, engine=self.engine, code=self.code)


def examples(*, user: Viewer) -> list[Example]:
    """At most one of each kind; two queries at most, none of a kind that there is not."""
    found = sorted(_found(user))
    makers = (_sizes, _versions, _providers)
    return [example for make in makers if (example := make(found))]


def _found(user: Viewer) -> set[_Found]:
    """By what is kept of each class; by the results of those where that does not hold."""
    rows = (
        InstanceClass.objects.annotate(holds=holds_for(user))
        .exclude(holds=True, summary__versions=[])
        .order_by("provider", "engine", "family", "vcpus", "code")
        .values_list("pk", "holds", "summary__versions", *OF_A_CLASS)[:MOST_LOOKED_AT]
    )
    found, others = set(), []
    for class_id, is_held, versions, *facts in rows:
        if is_held:
            found |= {_Found(*facts, *version) for version in versions}
        else:
            others.append(class_id)
    return found | _found_in_results(others, user) if others else found


def _found_in_results(class_ids: Collection[UUID], user: Viewer) -> set[_Found]:
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
    return {_Found(*row) for row in rows}


def _grouped(found: list[_Found], *names: str) -> list[list[_Found]]:
    groups: dict[tuple[object, ...], list[_Found]] = defaultdict(list)
    for each in found:
        groups[tuple(getattr(each, name) for name in names)].append(each)
    return list(groups.values())


def _sizes(found: list[_Found]) -> Example | None:
    """The largest sizes of one family, on the newest version that has so many."""
    names = ("provider", "family", "engine", "version")
    groups = _grouped(found, *names)
    groups.sort(key=lambda members: (members[0].provider, members[0].family))
    members = max(groups, key=_rank_of_sizes, default=[])
    if len(members) < 2:
        return None
    chosen = members[-SIZES:]
    head = chosen[0]
    return Example(
        kind=Kind.SIZES,
        engine=head.engine,
        version=head.version,
        words=tuple(each.code for each in chosen),
        asked=Asked(classes=tuple(e.key for e in chosen), version=head.version),
    )


def _rank_of_sizes(members: list[_Found]) -> tuple[int, int, Age]:
    """Versions of different engines are in no order: the engines' own order counts."""
    head = members[0]
    place = list(ENGINES).index(head.engine)
    return min(len(members), SIZES), -place, age_of(head.version)


def _versions(found: list[_Found]) -> Example | None:
    """The class that was tested on most versions; of equal ones the largest."""
    groups = _grouped(found, "provider", "engine", "code")
    members = max(groups, key=lambda each: (len(each), each[0]), default=[])
    if len(members) < 2:
        return None
    versions = sorted((each.version for each in members), key=age_of)
    return Example(
        kind=Kind.VERSIONS,
        engine=members[0].engine,
        words=(members[0].code, *versions),
        asked=Asked(classes=(members[0].key,), versions=tuple(versions)),
    )


def _providers(found: list[_Found]) -> Example | None:
    """The largest size that most providers have."""
    groups = _grouped(found, "engine", "vcpus", "memory_gb")
    names = [tuple(dict.fromkeys(each.provider_name for each in g)) for g in groups]
    ranked = sorted(
        zip(names, groups, strict=True), key=lambda pair: (len(pair[0]), pair[1][0])
    )
    if not ranked or len(ranked[-1][0]) < 2:
        return None
    providers, members = ranked[-1]
    head = members[0]
    return Example(
        kind=Kind.PROVIDERS,
        engine=head.engine,
        words=providers,
        asked=Asked(size=(head.vcpus, head.memory_gb), engine=head.engine),
    )
