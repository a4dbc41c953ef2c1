"""All classes by what they reached under one load, the best first.

A figure is of one class and one version: what a class reached with another version is a
figure of its own. It is the fastest that is sure; a doubted one stands there only where a
class has no other, says so, and comes after all that are sure.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Case, Value, When, Window
from django.db.models.functions import RowNumber

from benchruns.catalogue.needs.need import Need, Outcome, asked_for, conditions, counted
from benchruns.catalogue.pricing.prices import figure_per_price, with_prices
from benchruns.models import InstanceClass, Result
from benchruns.names.class_words import ClassKey, class_word
from benchruns.results.readable import readable
from benchruns.results.row import Row, read_row

MOST = 60  # in one picture
FACTS = (
    "pk",
    "tps",
    "instance_class_id",
    "instance_class__provider_id",
    "instance_class__engine",
    "instance_class__code",
    "instance_class__vcpus",
    "instance_class__memory_gb",
)


class Per(StrEnum):
    """What a figure is divided by."""

    CLASS = "class"
    VCPU = "vcpu"
    GB = "gb"
    PRICE = "price"


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A figure in the ranking: ``value`` is its TPS, or TPS per vCPU, GB or price."""

    result: Result
    row: Row
    key: ClassKey
    value: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """``places`` are the best MOST of ``count``, those that are sure before the others.

    ``providers`` and ``engines`` are those of all figures, taken off or not. ``taken_off``
    figures are left out by wish, ``priceless`` for want of a price, ``left_out`` since they
    are damaged.
    """

    places: Sequence[Place]
    count: int
    providers: Sequence[str]
    engines: Sequence[str]
    taken_off: int
    priceless: int
    left_out: int


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    result_id: UUID
    key: ClassKey
    value: float | None
    is_doubted: bool

    @property
    def words(self) -> tuple[str, str, str]:
        """By which it can be taken off."""
        return (
            f"provider:{self.key.provider}",
            f"engine:{self.key.engine}",
            f"class:{class_word(self.key)}",
        )


def ranking(
    load: Need,
    *,
    user: AbstractBaseUser | AnonymousUser,
    per: Per = Per.CLASS,
    without: Collection[str] = (),
) -> Ranking:
    """Of ``load`` its TPS, p95 and budget count for nothing; three queries at most."""
    found = _found(load, user, per)
    wanted = [each for each in found if not set(each.words) & set(without)]
    known = [each for each in wanted if each.value is not None]
    known.sort(
        key=lambda each: (
            each.is_doubted,
            -(each.value or 0),
            each.key.code,
            str(each.result_id),
        )
    )
    shown = {each.result_id: each for each in known[:MOST]}
    results = Result.objects.filter(pk__in=shown).select_related(
        "instance_class__provider", "provider", "campaign", "source"
    )
    read = readable(
        results.order_by(), lambda each: (each, read_row(each, run_is_visible=False))
    )
    rows = {result.pk: (result, row) for result, row in read.rows}
    return Ranking(
        places=[
            Place(
                result=rows[pk][0], row=rows[pk][1], key=each.key, value=each.value or 0
            )
            for pk, each in shown.items()
            if pk in rows
        ],
        count=len(known),
        providers=sorted({each.key.provider for each in found}),
        engines=sorted({each.key.engine for each in found}),
        taken_off=len(found) - len(wanted),
        priceless=len(wanted) - len(known),
        left_out=read.left_out,
    )


def _found(
    load: Need, user: AbstractBaseUser | AnonymousUser, per: Per
) -> Sequence[_Found]:
    where = conditions(load)
    results = counted(asked_for(load, user)).filter(
        where.of(Outcome.TPS_BELOW), instance_class__isnull=False
    )
    doubted = Case(When(where.sure, then=Value(0)), default=Value(1))
    best = Window(
        RowNumber(),
        partition_by=["instance_class", "engine", "engine_version"],
        order_by=[doubted, "-tps", "pk"],
    )
    ranked = results.annotate(place=best, doubted=doubted).filter(place=1)
    rows = ranked.values_list("doubted", *FACTS)
    prices = _prices(load) if per is Per.PRICE else {}
    found = []
    for is_doubted, pk, tps, class_id, provider, engine, code, vcpus, memory_gb in rows:
        value: float | None = tps
        if per is Per.VCPU:
            value = tps / vcpus
        elif per is Per.GB:
            value = tps / memory_gb
        elif per is Per.PRICE:
            value = figure_per_price(tps, prices.get(class_id))
        key = ClassKey(provider=provider, engine=engine, code=code)
        found.append(
            _Found(result_id=pk, key=key, value=value, is_doubted=bool(is_doubted))
        )
    return found


def _prices(load: Need) -> dict[UUID, float | None]:
    if load.choice is None:
        return {}
    priced = with_prices(InstanceClass.objects.order_by(), load.choice)
    return dict(priced.values_list(*map(str, ("pk", "price"))))
