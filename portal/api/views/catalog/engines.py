"""Engines and versions that have results."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.urls import reverse
from django_filters.utils import translate_validation
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from benchruns.engines import engine_title, support_of, version_slug
from benchruns.models import Result
from benchruns.results.engine_versions import (
    EngineVersion,
    versions_of,
    versions_with_results,
)
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
    serializer_class = EngineSerializer

    @extend_schema(
        parameters=[ENGINE, OpenApiParameter("engine_version"), *PAGE],
        responses=EngineSerializer(many=True),
    )
    def list(self, request: Request) -> Response:
        return self.paged(self.rows())

    def rows(self) -> Iterator[dict[str, Any]]:
        return (_describe_engine(each, self.request) for each in self._versions())

    def look_at_query(self, faults: Faults) -> None:
        with faults.gathered():
            self._asked()
        super().look_at_query(faults)

    def _versions(self) -> Sequence[EngineVersion]:
        asked = self._asked()
        is_of_all = not any(self.request.query_params.get(n) for n in self.filter_names)
        found = (
            versions_with_results(self.request.user)
            if is_of_all
            else versions_of(asked.qs)
        )
        return sorted(found, key=lambda each: (each.engine, each.version))

    def _asked(self) -> EngineFilters:
        asked = EngineFilters(
            self.request.query_params, Result.objects.visible_to(self.request.user)
        )
        if not asked.is_valid():
            raise translate_validation(asked.errors)
        return asked


def _describe_engine(row: EngineVersion, request: Request) -> dict[str, Any]:
    engine, version = row.engine, row.version
    page = reverse("portal:engine-version", args=[engine, version_slug(version)])
    support = support_of(engine, version)
    return {
        "engine": engine,
        "engine_version": version or None,
        "name": engine_title(engine, version),
        "results": dict.fromkeys(Provenance.values, 0) | row.counts,
        "workloads": sorted(row.workloads),
        "support_ends_on": support.ends_on.isoformat() if support else None,
        "support_source": support.source if support else None,
        "url": request.build_absolute_uri(page),
    }
