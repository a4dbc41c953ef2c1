"""Figures of a ranking by what is kept of classes; of those drawn alone, a row is read."""

from collections import Counter
from collections.abc import Collection
from heapq import nsmallest
from uuid import UUID

from django.db.models import CharField, Count, Max, Min, QuerySet
from django.db.models.functions import Cast

from benchruns.catalogue.needs.need import Need
from benchruns.catalogue.pricing.prices import figure_per_price
from benchruns.catalogue.ranks.figures import (
    MOST,
    OF_A_CLASS,
    ByBand,
    Durations,
    Per,
    Prices,
    RankFigure,
    RankFigures,
    TakenOff,
)
from benchruns.models import InstanceClass, RankOfClass

Ranks = QuerySet[RankOfClass]
VALUES = {Per.CLASS: "tps", Per.VCPU: "tps_per_vcpu", Per.GB: "tps_per_gb"}
KEY = Cast("instance_class", CharField())


def is_kept(load: Need) -> bool:
    """Of one origin among others nothing is."""
    return not load.provider and not load.provenance


def ranks_of(load: Need, *, but: Collection[UUID]) -> Ranks:
    """Of all classes ``but`` some."""
    every = RankOfClass.objects.filter(workload=load.workload, regime=load.regime)
    if load.engine:
        every = every.filter(engine=load.engine)
    if load.engine_version is not None:
        every = every.filter(engine_version=load.engine_version)
    return every.exclude(instance_class__in=but) if but else every


def kept_bands(every: Ranks) -> ByBand:
    """By the index that holds them in this order; one query."""
    kind = ("band", "provider", "sold_for")
    rows = every.order_by(*kind).values_list(*kind)
    found: dict[int, Durations] = {}
    for number, provider, engine, count, shortest, longest in rows.annotate(
        Count("pk"), Min("seconds"), Max("seconds")
    ):
        of_origin = Durations(
            shortest=shortest,
            longest=longest,
            origins=Counter({(provider, engine): count}),
        )
        found[number] = found.get(number, Durations()) + of_origin
    return found


def kept_figures(
    of_band: Ranks, durations: Durations, per: Per, prices: Prices, *, off: TakenOff
) -> RankFigures:
    """Of one band; a query, at most two more where something is off."""
    wanted = of_band if off.is_nothing else _without(of_band, off)
    left = durations.count if off.is_nothing else wanted.count()
    priceless = 0
    if per is Per.PRICE:
        best, priceless = _best_by_price(wanted, prices)
    else:
        falling = wanted.order_by(
            "is_doubted", f"-{VALUES[per]}", "instance_class__code", "result"
        )
        best = falling[:MOST]
    rows = best.annotate(key=KEY).values_list(
        "is_doubted", "result", "tps", "seconds", *OF_A_CLASS
    )
    return RankFigures(
        best=[RankFigure.of_row(row, per, prices) for row in rows],
        taken_off=durations.count - left,
        priceless=priceless,
        count=left - priceless,
    )


def _without(every: Ranks, off: TakenOff) -> Ranks:
    wanted = every.exclude(provider__in=off.providers).exclude(sold_for__in=off.engines)
    if not off.classes:
        return wanted
    named = InstanceClass.objects.filter(code__in={key.code for key in off.classes})
    ids = [each.pk for each in named if each.class_key in off.classes]
    return wanted.exclude(instance_class__in=ids)


def _best_by_price(wanted: Ranks, prices: Prices) -> tuple[Ranks, int]:
    """The best of those with a price, and how many have none.

    A price is another one tomorrow and for each choice, so no index can hold this order.
    """
    places, priceless = [], 0
    for pk, is_doubted, tps, class_id in wanted.order_by().values_list(
        "pk", "is_doubted", "tps", KEY
    ):
        value = figure_per_price(tps, prices.get(class_id))
        if value is None:
            priceless += 1
        else:
            places.append((is_doubted, -value, pk))
    chosen = nsmallest(MOST, places)
    # Those as good as the last are read as well: their codes put them in order.
    last = chosen[-1][:2] if chosen else None
    ids = [pk for *place, pk in places if last and tuple(place) <= last]
    return wanted.filter(pk__in=ids), priceless
