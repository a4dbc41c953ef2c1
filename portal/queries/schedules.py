"""Schedules with all that is printed of them, in a fixed number of queries."""

from uuid import UUID

from django.db.models import IntegerField, OuterRef, Prefetch, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce
from django.shortcuts import get_object_or_404

from benchruns.models import Occurrence, Run, Schedule
from benchruns.vocabulary import OccurrenceState
from portal.web.permissions import Viewer

LAST = 5


def listed(viewer: Viewer) -> QuerySet[Schedule]:
    """With ``last_times`` (each with its runs) and ``missed``, how many times were."""
    missed = (
        Occurrence.objects.filter(schedule=OuterRef("pk"), state=OccurrenceState.MISSED)
        .order_by()
        .values("schedule")
        .annotate(total=Sum("count"))
        .values("total")
    )
    return (
        Schedule.objects.visible_to(viewer)
        .select_related("owner", "endpoint")
        .prefetch_related(Prefetch("occurrences", with_runs()[:LAST], "last_times"))
        .annotate(
            missed=Coalesce(Subquery(missed, output_field=IntegerField()), 0),
        )
    )


def shown(viewer: Viewer, schedule_id: UUID) -> Schedule:
    """One of ``listed``, or 404 for who may not see it."""
    return get_object_or_404(listed(viewer), pk=schedule_id)


def own(viewer: Viewer, schedule_id: UUID) -> Schedule:
    """One's own, or 404."""
    return get_object_or_404(listed(viewer).filter(owner_id=viewer.pk), pk=schedule_id)


def with_runs() -> QuerySet[Occurrence]:
    """Newest first, each with its runs in their order."""
    runs = (
        Run.objects.select_related("result")
        .defer("output_tail", "result__findings", "result__parameter_settings")
        .order_by("sweep_position")
    )
    return Occurrence.objects.prefetch_related(Prefetch("runs", runs))
