"""Which result stands for a class in a comparison, for each load that it has.

Of several the one is taken whose method most of the columns share, then a published
one, then the newest: never the best. How many there are is told with it.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Case, Count, F, Q, QuerySet, When, Window
from django.db.models.functions import RowNumber

from benchruns.comparison.asked import Asked
from benchruns.comparison.loads import Load
from benchruns.models import InstanceClass, Result
from benchruns.names.class_words import ClassKey, class_word, size_word
from benchruns.results.engine_versions import Age, age_of
from benchruns.vocabulary import Provenance

Viewer = AbstractBaseUser | AnonymousUser


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """What is needed of a result to choose it.

    ``count`` is how many results it stands for: itself and those it was taken before.
    """

    id: UUID
    column: str
    load: Load
    version: str
    method: tuple[object, ...]
    is_published: bool
    order: int
    count: int


CANDIDATE_FIELDS = (
    "pk",
    "provider_id",
    "engine",
    "instance_class__code",
    "engine_version",
    "workload",
    "variant",
    "regime",
    "hot_records",
    "provenance",
    "campaign_id",
    "tool",
    "duration_s",
    "threads",
    "vcpus",
    "memory_gb",
    "count",
)
# Results that are equal in these are of one class, load, version and method.
ALIKE = (
    "provider",
    "engine",
    "instance_class",
    "vcpus",
    "memory_gb",
    "engine_version",
    "workload",
    "variant",
    "regime",
    "hot_records",
    "tool",
    Case(When(campaign__isnull=False, then=F("duration_s"))),
    Case(When(campaign__isnull=True, then=F("threads"))),
    Case(When(campaign__isnull=True, then=1), default=0),
)


def candidates_of(asked: Asked, *, user: Viewer) -> dict[str, list[Candidate]]:
    """The chosen result of each load, by column; a class without one has no column.

    A column is a class's word, with ``@`` and the version where several are asked for.
    """
    if asked.is_of_results:
        return {}
    found = [
        _candidate(order, values, asked)
        for order, values in enumerate(_light_rows(asked, user=user))
    ]
    if not asked.versions and not asked.version:
        found = _of_common_versions(found)
    once_a_column = {(c.load, c.method, c.column) for c in found}
    shared = Counter((load, method) for load, method, _column in once_a_column)
    counts: Counter[tuple[str, Load]] = Counter()
    columns: dict[str, dict[Load, Candidate]] = {}
    for candidate in found:
        counts[candidate.column, candidate.load] += candidate.count
        best = columns.setdefault(candidate.column, {})
        other = best.get(candidate.load)
        if other is None or _rank(candidate, shared) < _rank(other, shared):
            best[candidate.load] = candidate
    return {
        column: [replace(c, count=counts[column, load]) for load, c in loads.items()]
        for column, loads in columns.items()
    }


def _rank(
    candidate: Candidate, shared: Counter[tuple[Load, tuple[object, ...]]]
) -> tuple[int, bool, int]:
    columns = shared[candidate.load, candidate.method]
    return -columns, not candidate.is_published, candidate.order


def _light_rows(asked: Asked, *, user: Viewer) -> list[tuple[Any, ...]]:  # values
    """The first result of each method of each class and load, in the order of choice.

    However many results one class has, they take no other's place.
    """
    is_published = Case(When(provenance=Provenance.PUBLISHED, then=0), default=1)
    order = (
        is_published,
        F("measured_at").desc(nulls_last=True),
        F("published_on").desc(nulls_last=True),
        F("created_at").desc(),
        F("pk").desc(),
    )
    placed = _asked_for(asked, user=user).annotate(
        place=Window(RowNumber(), partition_by=list(ALIKE), order_by=list(order)),
        count=Window(Count("pk"), partition_by=list(ALIKE)),
    )
    first = placed.filter(Q(place=1)).order_by(*order)
    return list(first.values_list(*CANDIDATE_FIELDS))


def _asked_for(asked: Asked, *, user: Viewer) -> QuerySet[Result]:
    """Those left out or not current stand for nothing, but what is pinned stays.

    Findings tell what it is.
    """
    if asked.pins:
        results = Result.objects.at_address(user).filter(pk__in=asked.pins)
    else:
        results = Result.objects.visible_to(user).counted()
    results = results.filter(places_of(asked))
    if asked.workload:
        results = results.filter(workload=asked.workload)
    versions = asked.versions or ((asked.version,) if asked.version else ())
    return results.filter(engine_version__in=versions) if versions else results


def places_of(asked: Asked) -> Q:
    """The results of the classes asked for, and of the size."""
    named = Q(pk__in=[])
    for key in asked.classes:
        named |= Q(provider_id=key.provider, engine=key.engine, code=key.code)
    # By the ids of the classes, for which results have an index.
    wanted = Q(instance_class__in=InstanceClass.objects.filter(named))
    if asked.size and asked.engine:
        vcpus, memory_gb = asked.size
        wanted |= Q(engine=asked.engine, vcpus=vcpus, memory_gb=memory_gb)
    return wanted


def _candidate(order: int, values: tuple[Any, ...], asked: Asked) -> Candidate:
    row = dict(zip(CANDIDATE_FIELDS, values, strict=True))
    place = _place_word(row)
    column = f"{place}@{row['engine_version']}" if asked.versions else place
    return Candidate(
        id=row["pk"],
        column=column,
        load=Load(
            workload=row["workload"],
            variant=row["variant"],
            regime=row["regime"],
            hot_records=row["hot_records"],
        ),
        version=row["engine_version"],
        method=_method(row),
        is_published=row["provenance"] == Provenance.PUBLISHED,
        order=order,
        count=row["count"],
    )


def _place_word(row: Mapping[str, Any]) -> str:
    """A class's own word; a server that is no class is named by provider and size."""
    code = row["instance_class__code"]
    if code:
        key = ClassKey(provider=row["provider_id"], engine=row["engine"], code=code)
        return class_word(key)
    size = f"{row['vcpus']}x{row['memory_gb']:g}" if row["memory_gb"] else "unknown"
    return size_word(row["provider_id"] or "", row["engine"], size)


def _method(row: Mapping[str, Any]) -> tuple[object, ...]:
    """Published rows of one campaign share it; measured ones their tool and time."""
    if row["campaign_id"]:
        duration = row["duration_s"]
        return ("published", row["provider_id"], row["tool"], duration)
    return ("measured", row["tool"], row["threads"])


def _of_common_versions(found: Sequence[Candidate]) -> list[Candidate]:
    """Those of each engine's version that most columns have; of equal ones the newest.

    Otherwise a class tested on a newer version would look better by that alone. A class
    that was not tested on it shows its own newest: fairness tells the difference.
    """
    columns: dict[tuple[str, str], set[str]] = {}
    versions: dict[str, set[str]] = {}
    for candidate in found:
        columns.setdefault((_engine(candidate), candidate.version), set()).add(
            candidate.column
        )
        versions.setdefault(candidate.column, set()).add(candidate.version)

    def rank(engine: str, version: str) -> tuple[int, Age]:
        return len(columns[engine, version]), age_of(version)

    chosen = {}
    for column, own in versions.items():
        engine = column.split("/")[1]
        every = [version for other, version in columns if other == engine]
        common = max(every, key=lambda version, e=engine: rank(e, version))  # type: ignore[misc]  # a default binds the loop's value
        chosen[column] = common if common in own else max(own, key=age_of)
    return [c for c in found if c.version == chosen[c.column]]


def _engine(candidate: Candidate) -> str:
    return candidate.column.split("/")[1]
