"""The classes to read beside one: the next sizes of its family, the same size elsewhere."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import isfinite
from statistics import median
from typing import Any, NamedTuple
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Q

from benchruns.figures.metrics import FIGURE_NAMES
from benchruns.models import Campaign, InstanceClass, Result
from benchruns.reports.engine.section import Method
from benchruns.reports.engine.sections import method_of
from benchruns.results.row import Row

MOST_ELSEWHERE = 6
# What a result is known by beside its method: those that agree in all were tested alike.
OF_A_LOAD = ("engine_version", "workload", "variant", "regime", "hot_records")
SOUGHT = ("workload", "engine_version")  # of them never null
NONE = (None, "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbour:
    """A class to read beside; ``ratio`` is the median of its figures over this class's.

    ``pairs`` counts the results that both have under one method; without any there is
    no ratio. One that rests on a result in doubt is in doubt.
    """

    kind: str
    instance_class: InstanceClass
    ratio: float | None
    pairs: int
    is_doubted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """A result of the class itself, by the figure that the page shows of it."""

    result: Result
    row: Row
    figure: str
    value: float | None


class _Ratio(NamedTuple):
    value: float
    is_doubted: bool


def neighbours(
    instance_class: InstanceClass,
    own: Sequence[Stated],
    user: AbstractBaseUser | AnonymousUser,
) -> list[Neighbour]:
    """A constant number of queries; of the neighbours' results figures alone are read.

    What is held against each other are results of campaigns of one method.
    """
    found = _classes(instance_class)
    ratios = _ratios([other.pk for _kind, other in found], own, user)
    return [
        Neighbour(
            kind=kind,
            instance_class=other,
            ratio=median(each.value for each in ratios[other.pk])
            if other.pk in ratios
            else None,
            pairs=len(ratios.get(other.pk, ())),
            is_doubted=any(each.is_doubted for each in ratios.get(other.pk, ())),
        )
        for kind, other in found
    ]


def _classes(instance_class: InstanceClass) -> list[tuple[str, InstanceClass]]:
    """Of its family the keys alone are read: a provider may sell hundreds of sizes."""
    same_engine = InstanceClass.objects.filter(engine=instance_class.engine)
    family = list(
        same_engine.filter(
            provider_id=instance_class.provider_id, family=instance_class.family
        ).values_list("pk", flat=True)
    )
    place = family.index(instance_class.pk)
    beside = {
        "smaller": family[max(0, place - 1) : place],
        "larger": family[place + 1 : place + 2],
    }
    elsewhere = same_engine.filter(
        vcpus=instance_class.vcpus, memory_gb=instance_class.memory_gb
    ).exclude(Q(pk=instance_class.pk))
    keys = [pk for keys in beside.values() for pk in keys]
    next_sizes = same_engine.select_related("provider").in_bulk(keys)
    return [
        *((kind, next_sizes[pk]) for kind, keys in beside.items() for pk in keys),
        *(
            ("same", other)
            for other in elsewhere.select_related("provider")[:MOST_ELSEWHERE]
            if other.pk not in next_sizes
        ),
    ]


def _ratios(
    class_ids: Collection[UUID],
    own: Sequence[Stated],
    user: AbstractBaseUser | AnonymousUser,
) -> dict[UUID, list[_Ratio]]:
    """By class, of its results that state the figure which one of ours is shown by."""
    mine = {
        (
            method_of(each.result.campaign),
            *_load(each.result),
            each.figure,
            each.figure in each.result.derived,
        ): (each.value, each.result.doubt)
        for each in own
        if each.result.campaign and each.value and not each.row.is_excluded
    }
    methods = _methods([each.result.campaign for each in own if each.result.campaign])
    figures = sorted({key[-2] for key in mine}.intersection(FIGURE_NAMES))
    # Of all that a neighbour has those alone are read that may be held against ours.
    loads = {name: {getattr(each.result, name) for each in own} for name in SOUGHT}
    results = (
        Result.objects.visible_to(user)
        .counted()
        .filter(
            instance_class__in=class_ids,
            **{f"{name}__in": words for name, words in loads.items()},
        )
        .order_by()
        .values(
            "instance_class_id", "campaign_id", "derived", "doubt", *OF_A_LOAD, *figures
        )
    )
    # Of which campaigns is asked here: a database might go by those, and read them all.
    found: dict[UUID, list[_Ratio]] = {}
    for row in results:
        method = methods.get(row["campaign_id"])
        load = (method, *(row[name] for name in OF_A_LOAD))
        for figure in figures:
            ours, doubt = mine.get((*load, figure, figure in row["derived"]), NONE)
            theirs = row[figure]
            if ours and theirs and isfinite(theirs):
                ratio = _Ratio(theirs / ours, bool(doubt or row["doubt"]))
                found.setdefault(row["instance_class_id"], []).append(ratio)
                break
    return found


def _load(result: Result) -> tuple[Any, ...]:  # Any: values of columns
    return tuple(getattr(result, name) for name in OF_A_LOAD)


def _methods(ours: Collection[Campaign]) -> dict[UUID, Method]:
    """The campaigns that may be of a method of ours, by their keys."""
    alike = Campaign.objects.filter(
        provider__in={each.provider_id for each in ours},
        tool__in={each.tool for each in ours},
    )
    return {each.pk: method_of(each) for each in alike}
