"""All classes by what they reached under one load, the best first.

A figure is of one class and one version: what a class reached with another version is a
figure of its own. It is the fastest that is sure; a doubted one stands there only where a
class has no other, says so, and comes after all that are sure.

Figures of one ranking were measured for like durations: a minute of a load says little of
twenty. Those of other durations have rankings of their own.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import CharField
from django.db.models.functions import Cast

from benchruns.catalogue.needs.need import Need
from benchruns.catalogue.pricing.prices import with_prices
from benchruns.catalogue.ranks.figures import (
    MOST,
    ByBand,
    Durations,
    Per,
    Prices,
    RankFigures,
    TakenOff,
    joined,
    most_of,
)
from benchruns.catalogue.ranks.live import bands_of, live_figures, of_band
from benchruns.catalogue.ranks.summaries import (
    is_kept,
    kept_bands,
    kept_figures,
    ranks_of,
)
from benchruns.catalogue.summaries.validity import not_holding
from benchruns.figures.durations import NOT_KNOWN
from benchruns.figures.statistics import Summary
from benchruns.models import InstanceClass, Result
from benchruns.names.class_words import ClassKey
from benchruns.results.readable import readable
from benchruns.results.repeats import repeats_of
from benchruns.results.row import Row, read_row


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A figure in the ranking: ``value`` is its TPS, or TPS per vCPU, GB or price.

    ``repeats`` are the TPS of its result's repeats; None of one that stands alone.
    """

    result: Result
    row: Row
    key: ClassKey
    value: float
    repeats: Summary | None = None

    @property
    def median(self) -> float | None:
        """In the unit of ``value``."""
        if self.repeats is None or not self.result.tps:
            return None
        return self.value * self.repeats.median / self.result.tps


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """``places`` are the best MOST of ``count``, those that are sure before the others.

    ``durations`` are those of this ranking, taken off or not, and ``others`` of those that
    are to be had beside it, the shortest first. ``taken_off``
    figures are left out by wish, ``priceless`` for want of a price, ``left_out`` since they
    are damaged.
    """

    places: Sequence[Place]
    count: int
    durations: Durations
    others: Sequence[Durations]
    taken_off: int
    priceless: int
    left_out: int

    @property
    def providers(self) -> Sequence[str]:
        return sorted({provider for provider, _engine in self.durations.origins})

    @property
    def engines(self) -> Sequence[str]:
        return sorted({engine for _provider, engine in self.durations.origins})


def ranking(
    load: Need,
    *,
    user: AbstractBaseUser | AnonymousUser,
    per: Per = Per.CLASS,
    without: Collection[str] = (),
    band: int | None = None,
) -> Ranking:
    """Of ``load`` its TPS, p95 and budget count for nothing; twelve queries at most.

    Of the band of durations that is asked for, else of the one with most figures.
    """
    bands, number, found = _figures(load, user, per, TakenOff.read(without), band)
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
    own = [result for result, row in rows.values() if not row.is_published]
    repeats = repeats_of(own, user=user) if own else {}
    return Ranking(
        places=[
            Place(
                result=rows[pk][0],
                row=rows[pk][1],
                key=each.key,
                value=each.value or 0,
                repeats=repeats[pk].of_several("tps") if pk in repeats else None,
            )
            for pk, each in shown.items()
            if pk in rows
        ],
        count=found.count,
        durations=bands.get(number, Durations()),
        others=[bands[other] for other in _shortest_first(bands) if other != number],
        taken_off=found.taken_off,
        priceless=found.priceless,
        left_out=read.left_out,
    )


def _shortest_first(bands: ByBand) -> Sequence[int]:
    """What does not say how long it was measured comes last."""
    return sorted(bands, key=lambda number: (number == NOT_KNOWN, number))


def _figures(
    load: Need,
    user: AbstractBaseUser | AnonymousUser,
    per: Per,
    off: TakenOff,
    band: int | None,
) -> tuple[ByBand, int, RankFigures]:
    """By what is kept of each class; by the results of those where that does not hold."""
    prices = _prices(load) if per is Per.PRICE else {}
    if not is_kept(load):
        figures = live_figures(load, per, prices, user=user, of=None)
        bands = bands_of(figures)
        number = most_of(bands) if band is None else band
        return bands, number, of_band(figures, number, off)
    others = not_holding(user)
    every = ranks_of(load, but=others)
    its_bands = kept_bands(every)
    figures = live_figures(load, per, prices, user=user, of=others) if others else []
    bands = joined(its_bands, bands_of(figures))
    number = most_of(bands) if band is None else band
    found = of_band(figures, number, off)
    if number in its_bands:
        rows = every.filter(band=number)
        found += kept_figures(rows, its_bands[number], per, prices, off=off)
    return bands, number, found


def _prices(load: Need) -> Prices:
    if load.choice is None:
        return {}
    priced = with_prices(InstanceClass.objects.order_by(), load.choice)
    keys = priced.annotate(key=Cast("pk", CharField()))
    return dict(keys.values_list(*map(str, ("key", "price"))))
