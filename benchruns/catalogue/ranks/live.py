"""Figures of a ranking by the results themselves, all of which are read."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Case, CharField, Value, When, Window
from django.db.models.functions import Cast, RowNumber

from benchruns.catalogue.needs.need import Need, Outcome, asked_for, conditions, counted
from benchruns.catalogue.ranks.figures import (
    OF_A_CLASS,
    ByBand,
    Durations,
    Per,
    Prices,
    RankFigure,
    RankFigures,
    TakenOff,
    band,
)


def live_figures(
    load: Need,
    per: Per,
    prices: Prices,
    *,
    user: AbstractBaseUser | AnonymousUser,
    of: Collection[UUID] | None,
) -> Sequence[RankFigure]:
    """Of these classes, of all without them, of each band of durations; one query."""
    where = conditions(load)
    results = counted(asked_for(load, user)).filter(
        where.of(Outcome.TPS_BELOW), instance_class__isnull=False
    )
    if of is not None:
        results = results.filter(instance_class__in=of)
    doubted = Case(When(where.sure, then=Value(0)), default=Value(1))
    best = Window(
        RowNumber(),
        partition_by=["instance_class", "engine", "engine_version", "in_band"],
        order_by=[doubted, "-tps", "pk"],
    )
    ranked = (
        results.annotate(in_band=band())
        .annotate(place=best, doubted=doubted, key=Cast("instance_class", CharField()))
        .filter(place=1)
    )
    rows = ranked.values_list("doubted", "pk", "tps", "duration_s", *OF_A_CLASS)
    return [RankFigure.of_row(row, per, prices) for row in rows]


def bands_of(figures: Iterable[RankFigure]) -> ByBand:
    found: dict[int, list[RankFigure]] = {}
    for each in figures:
        found.setdefault(each.band, []).append(each)
    return {number: _durations(members) for number, members in found.items()}


def _durations(figures: Sequence[RankFigure]) -> Durations:
    seconds = [each.seconds for each in figures if each.seconds is not None]
    return Durations(
        shortest=min(seconds, default=None),
        longest=max(seconds, default=None),
        origins=Counter((each.key.provider, each.key.engine) for each in figures),
    )


def of_band(figures: Iterable[RankFigure], number: int, off: TakenOff) -> RankFigures:
    found = [each for each in figures if each.band == number]
    wanted = [each for each in found if not off.has(each.key)]
    known = [each for each in wanted if each.value is not None]
    return RankFigures(
        best=known,
        taken_off=len(found) - len(wanted),
        priceless=len(wanted) - len(known),
        count=len(known),
    )
