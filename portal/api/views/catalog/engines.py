"""Engines and versions that have results."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from django.db.models import Count, QuerySet
from django.urls import reverse
from django_filters.utils import translate_validation
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from benchruns.engines import engine_title, support_of, version_slug
from benchruns.models import Result
from benchruns.vocabulary import Provenance
from portal.api.faults import Faults
from portal.api.filters import EngineFilters
from portal.api.pagination import EngineByEngine
from portal.api.schema import ENGINE, PAGE
from portal.api.serializers.catalog import EngineSerializer
from portal.api.views.catalog.short_list import ShortList


class EngineViewSet(ShortList):
    """Every engine and version that has a result which the caller may see."""

    filter_names = frozenset(EngineFilters.base_filters)
    pagination_class = EngineByEngine

    @extend_schema(
        parameters=[ENGINE, OpenApiParameter("engine_version"), *PAGE],
        responses=EngineSerializer(many=True),
    )
    def list(self, request: Request) -> Response:
        return self.paged(self.rows())

    def rows(self) -> Iterator[dict[str, Any]]:
        return (_describe_engine(row, self.request) for row in _count(self._asked().qs))

    def look_at_query(self, faults: Faults) -> None:
        with faults.gathered():
            self._asked()
        super().look_at_query(faults)

    def _asked(self) -> EngineFilters:
        asked = EngineFilters(
            self.request.query_params, Result.objects.visible_to(self.request.user)
        )
        if not asked.is_valid():
            raise translate_validation(asked.errors)
        return asked


def _count(results: QuerySet[Result]) -> list[dict[str, Any]]:  # counts by key
    """Results and workloads by engine and version."""
    groups: dict[tuple[str, str], dict[str, Any]] = defaultdict(
        lambda: {"results": dict.fromkeys(Provenance.values, 0), "workloads": set()}
    )
    rows = (
        results.order_by("engine", "engine_version")
        .values_list("engine", "engine_version", "provenance", "workload")
        .annotate(count=Count("id"))
    )
    for engine, version, provenance, workload, count in rows:
        group = groups[engine, version]
        group["results"][provenance] += count
        group["workloads"].add(workload)
    return [
        {"engine": engine, "engine_version": version, **group}
        for (engine, version), group in groups.items()
    ]


def _describe_engine(row: dict[str, Any], request: Request) -> dict[str, Any]:
    engine, version = row["engine"], row["engine_version"]
    page = reverse("portal:engine-version", args=[engine, version_slug(version)])
    support = support_of(engine, version)
    return {
        "engine": engine,
        "engine_version": version or None,
        "name": engine_title(engine, version),
        "results": row["results"],
        "workloads": sorted(row["workloads"]),
        "support_ends_on": support.ends_on.isoformat() if support else None,
        "support_source": support.source if support else None,
        "url": request.build_absolute_uri(page),
    }
