"""The repeats of a load that were measured after a result, enough of them for a verdict."""

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser

from benchruns.models import Result
from benchruns.results.repeats import Repeats, repeats_of


def newer_repeats(
    result: Result, *, user: AbstractBaseUser | AnonymousUser, least: int
) -> Repeats | None:
    """Of the newest sweep of its series that the user may see; None where fewer than
    ``least`` of that sweep count, or no sweep came after the result."""
    if result.series_id is None or result.measured_at is None:
        return None
    newest = (
        Result.objects.visible_to(user)
        .filter(
            series=result.series_id,
            run__sweep__isnull=False,
            measured_at__gt=result.measured_at,
        )
        .order_by("-measured_at")
        .first()
    )
    if newest is None:
        return None
    found = repeats_of([newest], user=user)[newest.pk]
    return found if len(found.counted) >= least else None
