"""Engines, instance classes, campaigns and workloads: open to everybody."""

from collections import defaultdict
from typing import Any

from django.db.models import Count, QuerySet
from django.http import Http404
from django.urls import reverse
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer
from rest_framework.viewsets import ViewSet

from benchruns.engines import ENGINES, engine_title, version_slug
from benchruns.models import Campaign, InstanceClass, Result
from benchruns.vocabulary import Provenance
from benchruns.workloads import WORKLOADS, Workload
from portal.api import queries
from portal.api.filters import CampaignFilters, InstanceClassFilters
from portal.api.pagination import ByName, SmallestFirst
from portal.api.schema import one_page
from portal.api.serializers.catalog import (
    CampaignDetailSerializer,
    CampaignSerializer,
    EngineSerializer,
    InstanceClassSerializer,
    WorkloadSerializer,
)
from portal.api.views.base import ReadOnlyRows, StrictView


class EngineViewSet(StrictView, ViewSet):
    """Every engine and version that has a result which the caller may see."""

    is_public = True

    @extend_schema(responses=one_page(EngineSerializer))
    def list(self, request: Request) -> Response:
        return _one_page([_describe_engine(row, request) for row in _count(request)])


def _count(request: Request) -> list[dict[str, Any]]:  # counts by key
    """Results and workloads by engine and version."""
    groups: dict[tuple[str, str], dict[str, Any]] = defaultdict(
        lambda: {"results": dict.fromkeys(Provenance.values, 0), "workloads": set()}
    )
    rows = (
        Result.objects.visible_to(request.user)
        .order_by("engine", "engine_version")
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
    return {
        "engine": engine,
        "engine_version": version or None,
        "name": engine_title(engine, version),
        "results": row["results"],
        "workloads": sorted(row["workloads"]),
        "url": request.build_absolute_uri(page),
    }


class InstanceClassViewSet(ReadOnlyRows[InstanceClass]):
    """Sizes that providers sell, smallest first."""

    is_public = True
    queryset = queries.instance_classes()
    serializer_class = InstanceClassSerializer
    filterset_class = InstanceClassFilters
    pagination_class = SmallestFirst


class CampaignViewSet(ReadOnlyRows[Campaign]):
    """Results of one method; one campaign comes with its commands and statements."""

    is_public = True
    queryset = queries.campaigns()
    filterset_class = CampaignFilters
    pagination_class = ByName
    lookup_field = "slug"
    lookup_value_converter = "name"

    def get_queryset(self) -> QuerySet[Campaign]:
        if self.action == "retrieve":
            return queries.campaigns_in_detail()
        return queries.campaigns()

    def get_serializer_class(self) -> type[BaseSerializer[Campaign]]:
        if self.action == "retrieve":
            return CampaignDetailSerializer
        return CampaignSerializer


@extend_schema_view(
    list=extend_schema(responses=one_page(WorkloadSerializer)),
    retrieve=extend_schema(responses=WorkloadSerializer),
)
class WorkloadViewSet(StrictView, ViewSet):
    """The loads that a run can execute, with their parameters and limits."""

    is_public = True
    lookup_field = "name"
    lookup_value_converter = "name"

    def list(self, request: Request) -> Response:
        return _one_page([_describe_workload(load) for load in WORKLOADS.values()])

    def retrieve(self, request: Request, name: str) -> Response:
        if name not in WORKLOADS:
            raise Http404
        return Response(_describe_workload(WORKLOADS[name]))


def _describe_workload(workload: Workload) -> dict[str, Any]:
    return {
        "name": workload.name,
        "label": workload.label,
        "summary": workload.summary,
        "cost": workload.cost,
        "tool": workload.tool,
        "engines": [n for n, e in ENGINES.items() if e.family in workload.families],
        "parameters": workload.json_schema(),
        "statements": workload.statements,
        "presets": workload.presets,
    }


def _one_page(results: list[dict[str, Any]]) -> Response:
    return Response({"next": None, "previous": None, "results": results})
