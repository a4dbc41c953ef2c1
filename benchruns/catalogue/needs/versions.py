"""The answer of each version of an engine, where a need names none of them.

A class may reach with one version what it misses with another: an answer of all versions
together would say nothing of the one that somebody runs.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from operator import or_
from typing import Any
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import CharField, Count, Max, Q
from django.db.models.functions import Cast

from benchruns.catalogue.needs.fastest import fast_enough, is_kept
from benchruns.catalogue.needs.medians import Short, middles_of
from benchruns.catalogue.needs.need import (
    Need,
    Outcome,
    asked_for,
    conditions,
    counted,
    of_origin,
    seen_versions,
)
from benchruns.catalogue.summaries.validity import not_holding
from benchruns.models import InstanceClass
from benchruns.vocabulary import Provenance


@dataclass(frozen=True, slots=True, kw_only=True)
class OfVersion:
    """How many classes reached the need with a version, and for how many it is doubted.

    ``class_id`` as text, ``code``, ``vcpus`` and ``memory_gb`` are the smallest of those
    that reached it, and ``tps`` its highest figure or the median of its repeats; None where
    none did. ``doubted_code`` is the smallest of those in doubt, ``doubted_tps`` its
    highest figure of them. ``is_tested`` tells that any class was measured
    with it under this load. ``missed_by_median`` of those that are in no doubt reached it by
    results alone whose repeats do not, by their median.
    """

    engine: str
    engine_version: str
    reached: int
    doubted: int
    class_id: str | None
    code: str | None
    vcpus: int | None
    memory_gb: float | None
    tps: float | None
    doubted_code: str | None
    doubted_tps: float | None
    missed_by_median: int
    is_tested: bool


@dataclass(slots=True)
class _Found:
    """Of one version, by the ids of classes as text: those that reached it with their
    highest TPS, those that are short by their median, the doubted with their highest."""

    reached: dict[str, float] = field(default_factory=dict)
    short: set[str] = field(default_factory=set)
    doubted: dict[str, float] = field(default_factory=dict)


def by_version(
    need: Need,
    user: AbstractBaseUser | AnonymousUser,
    short: Short,
) -> Sequence[OfVersion]:
    """The versions of the need's engine, newest first; a constant number of queries.

    Results that are ``short`` prove nothing, by the median of their repeats.

    Empty where the need names a version or no engine, or one version alone has results.
    A budget counts for nothing here.
    """
    if not need.engine or need.engine_version is not None:
        return []
    versions = [seen[1] for seen in seen_versions(user) if seen[0] == need.engine]
    if len(versions) < 2:
        return []
    found: dict[str, _Found] = defaultdict(_Found)
    if is_kept(need):
        others = {*not_holding(user), *short.values()}
        _note_kept(need, others, found)
        if others:
            _note_live(need, user, others, short, found)
    else:
        _note_live(need, user, None, short, found)
    classes = InstanceClass.objects.order_by("vcpus", "memory_gb", "code", "pk")
    classes = classes.annotate(key=Cast("pk", CharField()))
    in_order = classes.values_list("key", "code", "vcpus", "memory_gb")
    sizes = {key: size for key, *size in in_order}
    places = {key: place for place, key in enumerate(sizes)}
    tested = _tested(need, user)
    told = [
        _of_version(need, each, found[each], sizes, places, is_tested=each in tested)
        for each in versions
    ]
    medians = _medians(told, need, user, short)
    return [
        replace(each, tps=medians.get(each.engine_version, each.tps)) for each in told
    ]


def _medians(
    told: Iterable[OfVersion],
    need: Need,
    user: AbstractBaseUser | AnonymousUser,
    short: Short,
) -> Mapping[str, float]:
    """By version, where the figure of its smallest class is the best of several repeats."""
    own = counted(asked_for(need, user)).filter(conditions(need).of(Outcome.FOUND))
    own = own.exclude(provenance=Provenance.PUBLISHED).exclude(pk__in=short)
    figures = [
        Q(
            engine_version=each.engine_version,
            instance_class=each.class_id,
            tps=each.tps,
        )
        for each in told
        if each.reached
    ]
    if not figures:
        return {}
    results = {each.pk: each for each in own.filter(reduce(or_, figures))}
    middles = middles_of(results.values(), user)
    return {results[pk].engine_version: middle.tps for pk, middle in middles.items()}


def _tested(need: Need, user: AbstractBaseUser | AnonymousUser) -> Collection[str]:
    """Versions with a figure of the need's load and regime, whatever was reached."""
    rows = counted(of_origin(need, user)).filter(
        conditions(need).of(Outcome.TPS_BELOW),
        workload=need.workload,
        instance_class__isnull=False,
    )
    return set(rows.values_list("engine_version", flat=True).distinct())


def _note_kept(
    need: Need, others: Collection[UUID], found: Mapping[str, _Found]
) -> None:
    """Of all classes but some, by their fastest results."""
    rows = fast_enough(need).exclude(instance_class__in=others)
    for version, key, is_sure, tps in rows.order_by().values_list(
        "engine_version", Cast("instance_class", CharField()), "is_sure", "tps"
    ):
        of_version = found[version]
        told = of_version.reached if is_sure else of_version.doubted
        told[key] = max(tps, told.get(key, tps))


def _note_live(
    need: Need,
    user: AbstractBaseUser | AnonymousUser,
    of: Collection[UUID] | None,
    short: Collection[UUID],
    found: Mapping[str, _Found],
) -> None:
    """Of these classes, of all without them, by their results; one query."""
    where = conditions(need)
    if of is None:
        asked = of_origin(need, user).filter(
            workload=need.workload, instance_class__isnull=False
        )
    else:
        asked = asked_for(need, user).filter(instance_class__in=of)
    reached, is_short = where.of(Outcome.FOUND), Q(pk__in=short)
    told: dict[str, Count | Max] = {
        "highest_sure": Max("tps", filter=reached & ~is_short if short else reached),
        "highest_doubted": Max("tps", filter=where.of(Outcome.DOUBTED)),
    }
    if short:
        told["short"] = Count("pk", filter=reached & is_short)
    rows = counted(asked).filter(where.fast).order_by()
    by_class = rows.annotate(key=Cast("instance_class", CharField())).values(
        "key", "engine_version"
    )
    grouped: Iterable[Mapping[str, Any]] = by_class.annotate(**told)
    for row in grouped:
        key, of_version = row["key"], found[row["engine_version"]]
        if (tps := row["highest_sure"]) is not None:
            of_version.reached[key] = tps
        elif row.get("short"):
            of_version.short.add(key)
        if (tps := row["highest_doubted"]) is not None:
            of_version.doubted[key] = tps


def _of_version(
    need: Need,
    version: str,
    found: _Found,
    sizes: Mapping[str, Sequence[Any]],  # code, vCPUs and GB of memory
    places: Mapping[str, int],
    *,
    is_tested: bool,
) -> OfVersion:
    in_doubt = found.doubted.keys() - found.reached.keys()
    smallest = min(found.reached, key=places.__getitem__, default=None)
    first = min(in_doubt, key=places.__getitem__, default=None)
    code, vcpus, memory_gb = sizes[smallest] if smallest else (None, None, None)
    tps = found.reached[smallest] if smallest else None
    return OfVersion(
        engine=need.engine,
        engine_version=version,
        reached=len(found.reached),
        doubted=len(in_doubt),
        class_id=smallest,
        code=code,
        vcpus=vcpus,
        memory_gb=memory_gb,
        tps=tps,
        doubted_code=sizes[first][0] if first else None,
        doubted_tps=found.doubted[first] if first else None,
        missed_by_median=len(found.short - found.doubted.keys()),
        is_tested=is_tested,
    )
