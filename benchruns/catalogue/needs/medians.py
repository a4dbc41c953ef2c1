"""What reached a need by its best repeat alone: the median of the repeats decides.

The best of five is what nobody gets who runs the load once. So a result proves a need
where the median of its repeats meets it too, as the reader sees them.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import (
    BooleanField,
    Case,
    Exists,
    OuterRef,
    QuerySet,
    Value,
    When,
)

from benchruns.catalogue.needs.evidence import evidence, fastest_of
from benchruns.catalogue.needs.need import PRICED, Need, Outcome, conditions
from benchruns.catalogue.needs.standings import Standing
from benchruns.models import InstanceClass, Result
from benchruns.results.repeats import Repeats, repeats_of, when_measured
from benchruns.vocabulary import Provenance

REACHED = (Outcome.FOUND, *PRICED)
# Results that reached a need while the median of their repeats does not; the class of each.
Short = Mapping[UUID, UUID]


@dataclass(frozen=True, slots=True, kw_only=True)
class Middle:
    """The median of ``count`` repeats that state their TPS, two at least.

    ``lowest`` and ``highest`` are TPS; ``p95_ms`` is the median of those that are known.
    """

    count: int
    tps: float
    lowest: float
    highest: float
    p95_ms: float | None

    @classmethod
    def of(cls, repeats: Repeats) -> Self | None:
        told = repeats.of_several("tps")
        late = repeats.summary_of("latency_p95_ms")
        if told is None:
            return None
        return cls(
            count=told.count,
            tps=told.median,
            lowest=told.lowest,
            highest=told.highest,
            p95_ms=late.median if late else None,
        )

    def is_slow(self, need: Need) -> bool:
        return self.tps < need.tps

    def is_late(self, need: Need) -> bool:
        return _is_above(self.p95_ms, need.p95_ms)

    def misses(self, need: Need) -> bool:
        return self.is_slow(need) or self.is_late(need)


def short_of_median(
    results: QuerySet[Result],
    need: Need,
    everyone: Sequence[Standing],
    user: AbstractBaseUser | AnonymousUser,
) -> Short:
    """Of the classes that may have reached it by such results alone.

    Of all that reached it where each version is told by itself: one may have with a paper's
    row what it has not with another version. ``results`` are those that are asked for.
    """
    reached = [each.class_id for each in everyone if each.outcome in REACHED]
    if not reached:
        return {}
    if need.engine and need.engine_version is None:
        return _flattered(results, need, reached, user)
    fastest = fastest_of(results, need, _without_papers(results, need))
    middles = middles_of(fastest.values(), user)
    fallen = _fallen(fastest, middles, need)
    return _flattered(results, need, fallen, user)


def told_by(
    results: QuerySet[Result],
    need: Need,
    told: Sequence[Standing],
    short: Short,
    user: AbstractBaseUser | AnonymousUser,
) -> tuple[Mapping[UUID, Result], Mapping[UUID, Middle]]:
    """The telling result of each class, by its id, and the medians of their repeats.

    A class that a paper's row proves may have a faster result whose median does not: it is
    looked for once more then.
    """
    telling = evidence(results, need, told, short)
    middles = middles_of(telling.values(), user)
    reached = {each.class_id for each in told if each.outcome in REACHED}
    fallen = _fallen(telling, middles, need) & reached
    if not fallen:
        return telling, middles
    short = {**short, **_flattered(results, need, fallen, user)}
    telling = evidence(results, need, told, short)
    return telling, middles_of(telling.values(), user)


def by_median(
    everyone: Sequence[Standing],
    results: QuerySet[Result],
    need: Need,
    short: Short,
) -> Sequence[Standing]:
    """How they stand with what reached it by ``short`` results alone among the unproven.

    Where such a class is too dear it says nothing, as one in doubt; one query.
    """
    if not short:
        return everyone
    holding = set(
        results.filter(
            conditions(need).reached,
            instance_class__in=set(short.values()),
        )
        .exclude(pk__in=short)
        .values_list("instance_class", flat=True)
    )
    fallen = set(short.values()) - holding
    return [
        standing._replace(outcome=Outcome.MEDIAN_MISSED)
        if standing.class_id in fallen and standing.outcome in REACHED
        else standing
        for standing in everyone
        if standing.outcome is not Outcome.OVER_BUDGET
        or standing.class_id not in fallen
    ]


def middles_of(
    results: Iterable[Result], user: AbstractBaseUser | AnonymousUser
) -> dict[UUID, Middle]:
    """By the id of each that has repeats; three queries, none for rows of papers."""
    own = [each for each in results if each.provenance != Provenance.PUBLISHED]
    if not own:
        return {}
    middles = {pk: Middle.of(each) for pk, each in repeats_of(own, user=user).items()}
    return {pk: middle for pk, middle in middles.items() if middle}


def _without_papers(results: QuerySet[Result], need: Need) -> Collection[UUID]:
    """The classes that reached it by no row of a paper, which is no repeat."""
    reached = results.filter(
        conditions(need).reached, instance_class=OuterRef("pk")
    ).order_by()
    of_papers = reached.filter(provenance=Provenance.PUBLISHED)
    classes = InstanceClass.objects.filter(Exists(reached), ~Exists(of_papers))
    return list(classes.order_by().values_list("pk", flat=True))


def _fallen(
    telling: Mapping[UUID, Result], middles: Mapping[UUID, Middle], need: Need
) -> set[UUID]:
    """The classes whose result has repeats that miss the need by their median."""
    return {
        class_id
        for class_id, result in telling.items()
        if (middle := middles.get(result.pk)) and middle.misses(need)
    }


def _flattered(
    results: QuerySet[Result],
    need: Need,
    class_ids: Collection[UUID],
    user: AbstractBaseUser | AnonymousUser,
) -> Short:
    """All of these classes; one query, and four more where there may be some."""
    if not class_ids:
        return {}
    at_risk = _at_risk(results.filter(instance_class__in=class_ids), need)
    if not at_risk:
        return {}
    found = list(Result.objects.filter(pk__in=at_risk))
    middles = middles_of(found, user)
    return {
        each.pk: each.instance_class_id
        for each in found
        if each.instance_class_id
        and (middle := middles.get(each.pk))
        and middle.misses(need)
    }


def _at_risk(results: QuerySet[Result], need: Need) -> Collection[UUID]:
    """Those that reached it, beside one of the same series and occasion that did not.

    Repeats lie within these, and are told apart by their conditions; to read those of
    all results would take long.
    """
    where = conditions(need)
    rows = (
        results.filter(where.of(Outcome.TPS_BELOW))
        .exclude(provenance=Provenance.PUBLISHED)
        .annotate(
            has_reached=Case(
                When(where.reached, then=Value(1)),
                default=Value(0),
                output_field=BooleanField(),
            )
        )
        .values_list(
            *("pk", "has_reached", "tps", "latency_p95_ms", "instance_class"),
            *("submission", "series", "run__sweep", "measured_at"),
        )
    )
    reached: dict[tuple[Any, ...], list[UUID]] = defaultdict(list)
    missed: set[tuple[Any, ...]] = set()
    for pk, has_reached, tps, p95_ms, class_id, submission, series, *measured in rows:
        occasion = (class_id, submission or (series, when_measured(*measured)))
        if has_reached:
            reached[occasion].append(pk)
        if tps < need.tps or _is_above(p95_ms, need.p95_ms):
            missed.add(occasion)
    return [pk for occasion in missed for pk in reached.get(occasion, ())]


def _is_above(p95_ms: float | None, limit: float | None) -> bool:
    return p95_ms is not None and limit is not None and p95_ms > limit
