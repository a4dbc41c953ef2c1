"""The results that show how a class stands to a need, and how many they are."""

from collections.abc import Collection, Sequence
from typing import NamedTuple
from uuid import UUID

from django.db.models import Count, Min, Q, QuerySet, Window
from django.db.models.functions import RowNumber

from benchruns.catalogue.needs.need import PRICED, Need, Outcome, conditions
from benchruns.catalogue.needs.standings import Standing
from benchruns.models import Result


class Numbers(NamedTuple):
    """Of the results in the need's regime: how many reached it, for how many that is
    doubted, and how many there are."""

    reached: int = 0
    doubted: int = 0
    tested: int = 0

    @property
    def not_reached(self) -> int:
        return self.tested - self.reached - self.doubted


def lowest_p95(
    results: QuerySet[Result], need: Need, class_ids: Collection[UUID]
) -> dict[UUID, float]:
    """Of what was fast enough and answered too slowly, by class; one query."""
    late = results.filter(
        conditions(need).of(Outcome.P95_ABOVE), instance_class__in=class_ids
    )
    rows = late.values_list("instance_class").annotate(lowest=Min("latency_p95_ms"))
    return dict(rows)


def counts(
    results: QuerySet[Result], need: Need, class_ids: Collection[UUID]
) -> dict[UUID, Numbers]:
    """By class; one query."""
    where = conditions(need)
    rows = (
        results.filter(where.of(Outcome.TPS_BELOW), instance_class__in=class_ids)
        .values_list("instance_class")
        .annotate(
            reached=Count("pk", filter=where.reached),
            doubted=Count("pk", filter=where.of(Outcome.DOUBTED)),
            tested=Count("pk"),
        )
    )
    return {class_id: Numbers(*counted) for class_id, *counted in rows}


def evidence(
    results: QuerySet[Result],
    need: Need,
    found: Sequence[Standing],
    short: Collection[UUID],
) -> dict[UUID, Result]:
    """The telling result of each class, by its id; one query an outcome and one more.

    It is the fastest of those that show the outcome; where they were too slow to
    answer, the one with the lowest p95. ``short`` are those that prove nothing, by the
    median of their repeats.
    """
    where = conditions(need)
    by_outcome: dict[Outcome, list[UUID]] = {}
    for standing in found:
        # One that is too dear, or of unknown price, is told by what it reached.
        outcome = Outcome.FOUND if standing.outcome in PRICED else standing.outcome
        by_outcome.setdefault(outcome, []).append(standing.class_id)
    telling: list[UUID] = []
    for outcome, class_ids in by_outcome.items():
        order = "latency_p95_ms" if outcome is Outcome.P95_ABOVE else "-tps"
        told = results.filter(where.of(outcome), instance_class__in=class_ids)
        if short and outcome is Outcome.FOUND:
            told = told.exclude(pk__in=short)
        elif outcome is Outcome.MEDIAN_MISSED:
            told = told.filter(pk__in=short)
        telling += _first_of_each(told, order)
    return _by_class(telling)


def fastest_of(
    results: QuerySet[Result], need: Need, class_ids: Collection[UUID]
) -> dict[UUID, Result]:
    """The fastest of each class that reached it; two queries."""
    if not class_ids:
        return {}
    reached = results.filter(conditions(need).reached, instance_class__in=class_ids)
    return _by_class(_first_of_each(reached, "-tps"))


def undoubted(
    results: QuerySet[Result], need: Need, class_ids: Collection[UUID]
) -> dict[UUID, Result]:
    """The fastest of each class in the need's regime of which nothing is doubted that the
    need asks, however slow; two queries."""
    if not class_ids:
        return {}
    where = conditions(need)
    found = results.filter(
        where.of(Outcome.TPS_BELOW) & where.sure, instance_class__in=class_ids
    )
    return _by_class(_first_of_each(found, "-tps"))


def slowest(results: QuerySet[Result], need: Need, class_id: UUID) -> Result | None:
    """Of one class in the need's regime, of which nothing is doubted that the need asks."""
    where = conditions(need)
    found = results.filter(
        where.of(Outcome.TPS_BELOW) & where.sure, instance_class=class_id
    )
    return found.order_by("tps", "pk").first()


def _first_of_each(results: QuerySet[Result], order: str) -> list[UUID]:
    place = Window(RowNumber(), partition_by="instance_class", order_by=[order, "pk"])
    first = results.annotate(place=place).filter(Q(place=1))
    return list(first.values_list("pk", flat=True))


def _by_class(result_ids: Collection[UUID]) -> dict[UUID, Result]:
    shown = Result.objects.filter(pk__in=result_ids).select_related(
        "instance_class__provider", "provider", "campaign", "source"
    )
    return {
        result.instance_class_id: result
        for result in shown.order_by()
        if result.instance_class_id
    }
