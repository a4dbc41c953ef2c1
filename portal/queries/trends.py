"""Series with what pages and the API print of them, in a fixed number of queries."""

from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404

from benchruns.models import Endpoint, Regression, RegressionRule, Series
from benchruns.trends import regressions
from benchruns.trends.trend import Viewer
from benchruns.vocabulary import RegressionState


def visible(viewer: Viewer) -> QuerySet[Series]:
    return Series.objects.visible_to(viewer).select_related("endpoint__instance_class")


def shown(viewer: Viewer, series_id: UUID) -> Series:
    """One series, or 404 for who may see none of its results."""
    return get_object_or_404(visible(viewer), pk=series_id)


def own_rule(viewer: Viewer, rule_id: UUID) -> RegressionRule:
    """A rule of the viewer's, or 404."""
    if not viewer.is_authenticated:
        raise Http404
    rules = RegressionRule.objects.select_related("series__endpoint")
    return get_object_or_404(rules, pk=rule_id, owner_id=viewer.pk)


def of_endpoint(
    found: QuerySet[Series], viewer: Viewer, endpoint_id: UUID
) -> QuerySet[Series]:
    """An endpoint's id tells whose a series is: its owner and staff know that."""
    return found.filter(
        endpoint__in=Endpoint.objects.visible_to(viewer), endpoint_id=endpoint_id
    )


def seen_regressions(viewer: Viewer) -> QuerySet[Regression]:
    """Newest first, with what their titles say."""
    return (
        regressions.visible_to(viewer)
        .select_related(
            "rule__series__endpoint__instance_class", "first_result__instance_class"
        )
        .order_by("-first_result__measured_at", "-id")
    )


def with_open(found: QuerySet[Series], viewer: Viewer) -> QuerySet[Series]:
    """With ``is_worse``: whether a confirmed regression of it goes on."""
    confirmed = regressions.visible_to(viewer).filter(
        state=RegressionState.CONFIRMED, rule__series=OuterRef("pk")
    )
    return found.annotate(is_worse=Exists(confirmed))
