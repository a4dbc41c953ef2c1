"""Figures of a ranking by the results themselves, all of which are read."""

from collections import Counter
from collections.abc import Collection
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Case, CharField, Value, When, Window
from django.db.models.functions import Cast, RowNumber

from benchruns.catalogue.needs.need import Need, Outcome, asked_for, conditions, counted
from benchruns.catalogue.ranks.figures import (
    OF_A_CLASS,
    Per,
    Prices,
    RankFigure,
    RankFigures,
    TakenOff,
)


def live_figures(
    load: Need,
    per: Per,
    prices: Prices,
    *,
    user: AbstractBaseUser | AnonymousUser,
    off: TakenOff,
    of: Collection[UUID] | None,
) -> RankFigures:
    """Of these classes, of all without them; one query."""
    where = conditions(load)
    results = counted(asked_for(load, user)).filter(
        where.of(Outcome.TPS_BELOW), instance_class__isnull=False
    )
    if of is not None:
        results = results.filter(instance_class__in=of)
    doubted = Case(When(where.sure, then=Value(0)), default=Value(1))
    best = Window(
        RowNumber(),
        partition_by=["instance_class", "engine", "engine_version"],
        order_by=[doubted, "-tps", "pk"],
    )
    ranked = results.annotate(
        place=best, doubted=doubted, key=Cast("instance_class", CharField())
    ).filter(place=1)
    found = [
        RankFigure.of_row(row, per, prices)
        for row in ranked.values_list("doubted", "pk", "tps", *OF_A_CLASS)
    ]
    wanted = [each for each in found if not off.has(each.key)]
    known = [each for each in wanted if each.value is not None]
    return RankFigures(
        best=known,
        origins=Counter((each.key.provider, each.key.engine) for each in found),
        taken_off=len(found) - len(wanted),
        priceless=len(wanted) - len(known),
        count=len(known),
    )
