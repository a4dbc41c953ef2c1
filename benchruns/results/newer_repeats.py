"""The repeats of loads that were measured after results, enough of them for a verdict."""

from collections.abc import Collection
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import OuterRef, Subquery

from benchruns.models import Result, Series
from benchruns.results import conditions
from benchruns.results.repeats import Repeats, repeats_of


def newer_repeats(
    results: Collection[Result],
    *,
    user: AbstractBaseUser | AnonymousUser,
    least: int,
) -> dict[UUID, Repeats]:
    """By the id of each result that has them: those of the newest sweep of its series that
    the user may see, where it came later, ran under the same conditions and ``least`` of it
    count. Six queries at most.
    """
    newest = _newest(results, user)
    later = {
        result.pk: newest[result.series_id]
        for result in results
        if result.series_id in newest
        and _repeats_later(newest[result.series_id], result)
    }
    found = repeats_of(list(later.values()), user=user) if later else {}
    return {
        pk: found[after.pk]
        for pk, after in later.items()
        if len(found[after.pk].counted) >= least
    }


def _newest(
    results: Collection[Result], user: AbstractBaseUser | AnonymousUser
) -> dict[UUID, Result]:
    """By series, of those that were measured in a sweep."""
    series = {result.series_id for result in results if result.series_id}
    if not series:
        return {}
    seen = Result.objects.visible_to(user)
    of_sweeps = seen.filter(series=OuterRef("pk"), run__sweep__isnull=False)
    newest = Subquery(of_sweeps.order_by("-measured_at").values("pk")[:1])
    ids = Series.objects.filter(pk__in=series).annotate(newest=newest)
    found = seen.filter(pk__in=list(ids.order_by().values_list("newest", flat=True)))
    return {result.series_id: result for result in found if result.series_id}


def _repeats_later(newest: Result, result: Result) -> bool:
    if newest.measured_at is None or result.measured_at is None:
        return False
    is_later = newest.measured_at > result.measured_at
    return is_later and conditions.key_of(newest) == conditions.key_of(result)
