"""Endpoints with what pages and API show of the last check."""

from django.db.models import Prefetch, QuerySet

from benchruns.models import Check, Endpoint


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
