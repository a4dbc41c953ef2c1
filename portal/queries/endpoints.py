"""Endpoints with what pages and API show of the last check."""

from collections.abc import Sequence
from operator import attrgetter

from django.db.models import Prefetch, QuerySet

from benchruns.models import Check, Endpoint, Run


def with_last_check(found: QuerySet[Endpoint]) -> QuerySet[Endpoint]:
    """By name, with ``finished_checks``, which holds the last one alone."""
    last = Check.objects.filter(finished_at__isnull=False)[:1]
    return (
        found.select_related(
            "owner", "consent_by", "instance_class__provider", "provider"
        )
        .prefetch_related(Prefetch("checks", last, to_attr="finished_checks"))
        .order_by("name", "id")
    )


def last_check(endpoint: Endpoint) -> Check | None:
    """The one that ``with_last_check`` has read."""
    checks: list[Check] = endpoint.finished_checks  # type: ignore[attr-defined]  # prefetched
    return checks[0] if checks else None


def chosen(endpoints: Sequence[Endpoint], wanted: str | None) -> Endpoint | None:
    """The endpoint that was asked for, else of the last run, else the newest.

    Of those that are ready, where any is.
    """
    by_id = {str(endpoint.pk): endpoint for endpoint in endpoints}
    if wanted in by_id:
        return by_id[wanted]
    ready = [e for e in endpoints if (check := last_check(e)) and check.ok]
    usable = {each.pk: each for each in ready or endpoints}
    runs = Run.objects.filter(endpoint__in=usable).order_by("-created_at")
    if last := runs.values_list("endpoint_id", flat=True).first():
        return usable[last]
    return max(usable.values(), key=attrgetter("created_at"), default=None)
