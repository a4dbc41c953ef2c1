"""All classes by what they reached under one load, the best first.

A figure is of one class and one version: what a class reached with another version is a
figure of its own. It is the fastest that is sure; a doubted one stands there only where a
class has no other, says so, and comes after all that are sure.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import CharField
from django.db.models.functions import Cast

from benchruns.catalogue.needs.need import Need
from benchruns.catalogue.pricing.prices import with_prices
from benchruns.catalogue.ranks.figures import MOST, Per, Prices, RankFigures, TakenOff
from benchruns.catalogue.ranks.live import live_figures
from benchruns.catalogue.ranks.summaries import is_kept, kept_figures
from benchruns.catalogue.summaries.validity import not_holding
from benchruns.models import InstanceClass, Result
from benchruns.names.class_words import ClassKey
from benchruns.results.readable import readable
from benchruns.results.row import Row, read_row


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


def ranking(
    load: Need,
    *,
    user: AbstractBaseUser | AnonymousUser,
    per: Per = Per.CLASS,
    without: Collection[str] = (),
) -> Ranking:
    """Of ``load`` its TPS, p95 and budget count for nothing; eight queries at most."""
    found = _figures(load, user, per, TakenOff.read(without))
    shown = {
        each.result_id: each
        for each in sorted(found.best, key=lambda each: each.place)[:MOST]
    }
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
        count=found.count,
        providers=sorted({provider for provider, _engine in found.origins}),
        engines=sorted({engine for _provider, engine in found.origins}),
        taken_off=found.taken_off,
        priceless=found.priceless,
        left_out=read.left_out,
    )


def _figures(
    load: Need, user: AbstractBaseUser | AnonymousUser, per: Per, off: TakenOff
) -> RankFigures:
    """By what is kept of each class; by the results of those where that does not hold."""
    prices = _prices(load) if per is Per.PRICE else {}
    if not is_kept(load):
        return live_figures(load, per, prices, user=user, off=off, of=None)
    others = not_holding(user)
    found = kept_figures(load, per, prices, off=off, but=others)
    if not others:
        return found
    return found + live_figures(load, per, prices, user=user, off=off, of=others)


def _prices(load: Need) -> Prices:
    if load.choice is None:
        return {}
    priced = with_prices(InstanceClass.objects.order_by(), load.choice)
    keys = priced.annotate(key=Cast("pk", CharField()))
    return dict(keys.values_list(*map(str, ("key", "price"))))
