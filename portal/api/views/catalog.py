"""Engines, instance classes, campaigns, workloads and sources: open to everybody."""

from collections import defaultdict
from collections.abc import Iterable
from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.db.models import Count, QuerySet
from django.http import Http404, QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _
from django_filters.utils import translate_validation
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse as api_address
from rest_framework.serializers import BaseSerializer
from rest_framework.viewsets import ViewSet

from benchruns.catalogue.entry.entries import change_class, enter_class
from benchruns.engines import ENGINES, engine_title, support_of, version_slug
from benchruns.figures.metrics import METRICS
from benchruns.models import Campaign, InstanceClass, Result, Source
from benchruns.reports.source import SourceReport, source_report, source_reports
from benchruns.sources.terms import all_terms
from benchruns.submissions.campaigns.drafts import enter
from benchruns.vocabulary import Provenance
from benchruns.workloads import WORKLOADS, Workload
from portal.api.catalogue.campaign_drafts import CampaignDraftSerializer
from portal.api.catalogue.campaign_request import (
    FILE_NAME,
    CampaignRequestSerializer,
    as_table,
    refused,
)
from portal.api.catalogue.entry import refused_by_field, staff_of
from portal.api.catalogue.requests import InstanceClassRequestSerializer
from portal.api.filters import CampaignFilters, EngineFilters, InstanceClassFilters
from portal.api.idempotency import idempotent
from portal.api.pagination import (
    AsListed,
    ByName,
    EngineByEngine,
    SmallestFirst,
    SourceBySource,
    WorkloadByWorkload,
)
from portal.api.schema import ENGINE, IDEMPOTENCY_KEY, PAGE, one_page
from portal.api.serializers.catalog import (
    CampaignDetailSerializer,
    CampaignSerializer,
    EngineSerializer,
    InstanceClassSerializer,
    SourceDetailSerializer,
    SourceSerializer,
    WorkloadSerializer,
)
from portal.api.views.base import ReadOnlyRows, StrictView
from portal.links.sources import source_url
from portal.queries import rows as queries


class ShortList(StrictView, ViewSet):
    """Rows that are no table's, filtered by ``filter_names``, over pages as any."""

    is_public = True
    filter_names: frozenset[str]
    pagination_class: type[AsListed]

    def known_query_names(self) -> frozenset[str]:
        if self.action != "list":
            return self.query_names
        return self.filter_names | self.pagination_class.query_names

    def paged(self, rows: Iterable[dict[str, Any]]) -> Response:
        pages = self.pagination_class()
        found = pages.paginate_queryset(rows, self.request, view=self)
        return pages.get_paginated_response(found)


class EngineViewSet(ShortList):
    """Every engine and version that has a result which the caller may see."""

    filter_names = frozenset(EngineFilters.base_filters)
    pagination_class = EngineByEngine

    @extend_schema(
        parameters=[ENGINE, OpenApiParameter("engine_version"), *PAGE],
        responses=one_page(EngineSerializer),
    )
    def list(self, request: Request) -> Response:
        asked = EngineFilters(
            request.query_params, Result.objects.visible_to(request.user)
        )
        if not asked.is_valid():
            raise translate_validation(asked.errors)
        return self.paged(_describe_engine(row, request) for row in _count(asked.qs))


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


class InstanceClassViewSet(ReadOnlyRows[InstanceClass]):
    """Sizes that providers sell, smallest first, each with its best figures.

    Staff enter them; of one that a paper states they add what papers do not state.
    """

    is_public = True
    queryset = queries.instance_classes()
    serializer_class = InstanceClassSerializer
    filterset_class = InstanceClassFilters
    pagination_class = SmallestFirst

    def paginate_queryset(self, queryset: Any) -> Any:  # Any: as REST framework has it
        page = super().paginate_queryset(queryset)
        return queries.with_best_figures(page or [], self.request.user)

    def get_object(self) -> InstanceClass:
        return self._with_figures(super().get_object())

    @extend_schema(
        request=InstanceClassRequestSerializer,
        responses={201: InstanceClassSerializer},
        parameters=[IDEMPOTENCY_KEY],
    )
    @idempotent
    def create(self, request: Request) -> Response:
        """Enters a class; for staff."""
        staff = staff_of(request)
        asked = InstanceClassRequestSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        with refused_by_field():
            sold = enter_class(asked.validated_data, user=staff)
        return self.created(sold, self._show(sold), basename="instance-class")

    @extend_schema(
        request=InstanceClassRequestSerializer, responses=InstanceClassSerializer
    )
    def partial_update(self, request: Request, pk: UUID) -> Response:
        """Some values; for staff."""
        staff = staff_of(request)
        asked = InstanceClassRequestSerializer(data=request.data, partial=True)
        asked.is_valid(raise_exception=True)
        try:
            with refused_by_field():
                sold = change_class(pk, asked.validated_data, user=staff)
        except InstanceClass.DoesNotExist as error:
            raise Http404 from error
        return Response(self._show(sold))

    def _show(self, sold: InstanceClass) -> dict[str, Any]:  # JSON values
        found = self._with_figures(self.get_queryset().get(pk=sold.pk))
        return dict(self.get_serializer(found).data)

    def _with_figures(self, sold: InstanceClass) -> InstanceClass:
        (found,) = queries.with_best_figures([sold], self.request.user)
        return found


class CampaignViewSet(ReadOnlyRows[Campaign]):
    """Results of one method; one campaign comes with its commands and statements.

    Staff enter those of other papers, which a second person reviews.
    """

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

    @extend_schema(
        request=CampaignRequestSerializer,
        responses={201: CampaignDraftSerializer},
        parameters=[IDEMPOTENCY_KEY],
    )
    @idempotent
    def create(self, request: Request) -> Response:
        """Enters a paper's campaign with its rows, for another of the staff to review."""
        staff = staff_of(request)
        asked = CampaignRequestSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        values = dict(asked.validated_data)
        if "rows" not in values:
            raise ValidationError({"rows": [_("This field is required.")]})
        table = as_table(values.pop("rows"))
        with refused():
            draft = enter(values, FILE_NAME, table, user=staff)
        return Response(
            CampaignDraftSerializer(draft).data,
            status=HTTPStatus.CREATED,
            headers={
                "Location": api_address(
                    "campaign-draft-detail", kwargs={"pk": draft.pk}, request=request
                )
            },
        )


@extend_schema_view(
    list=extend_schema(
        parameters=[OpenApiParameter("name"), OpenApiParameter("tool"), ENGINE, *PAGE],
        responses=one_page(WorkloadSerializer),
    ),
    retrieve=extend_schema(responses=WorkloadSerializer),
)
class WorkloadViewSet(ShortList):
    """The loads that a run can execute, with their parameters and limits."""

    filter_names = frozenset({"name", "tool", "engine"})
    pagination_class = WorkloadByWorkload
    lookup_field = "name"
    lookup_value_converter = "name"

    def list(self, request: Request) -> Response:
        asked = request.query_params
        if "engine" in asked and asked["engine"] not in ENGINES:
            message = _("Give one of: %(known)s.")
            known = ", ".join(ENGINES)
            raise ValidationError({"engine": [message % {"known": known}]})
        rows = [_describe_workload(load) for load in WORKLOADS.values()]
        return self.paged(row for row in rows if _fits(row, asked))

    def retrieve(self, request: Request, name: str) -> Response:
        if name not in WORKLOADS:
            raise Http404
        return Response(_describe_workload(WORKLOADS[name]))


def _fits(row: dict[str, Any], asked: QueryDict) -> bool:
    return (
        asked.get("name", row["name"]) == row["name"]
        and asked.get("tool", row["tool"]) == row["tool"]
        and ("engine" not in asked or asked["engine"] in row["engines"])
    )


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
        "metrics": {
            name: {"unit": _unit(name), "meaning": meaning}
            for name, meaning in workload.metrics.items()
        },
        "documentation": [
            {"title": topic.title, "text": topic.text}
            for topic in workload.documentation
        ],
    }


def _unit(figure: str) -> str:
    """As charts write it, else as the figure's name ends; empty for a count."""
    if figure in METRICS:
        return METRICS[figure].unit
    return next((unit for unit in ("ms", "s") if figure.endswith(f"_{unit}")), "")


class SourceViewSet(ShortList):
    """The papers, each with its facts, section by section, and its terms."""

    filter_names: frozenset[str] = frozenset()
    pagination_class = SourceBySource
    lookup_field = "slug"
    lookup_value_converter = "name"

    @extend_schema(parameters=PAGE, responses=one_page(SourceSerializer))
    def list(self, request: Request) -> Response:
        return self.paged(
            dict(SourceSerializer(_describe_source(report)).data)
            for report in source_reports()
        )

    @extend_schema(responses=SourceDetailSerializer)
    def retrieve(self, request: Request, slug: str) -> Response:
        try:
            report = source_report(slug)
        except Source.DoesNotExist as error:
            raise Http404 from error
        terms = [term for term in all_terms() if slug in term.sources]
        told = {
            **_describe_source(report),
            "sections": report.sections,
            "terms": terms,
        }
        return Response(SourceDetailSerializer(told).data)


def _describe_source(report: SourceReport) -> dict[str, Any]:
    source = report.source
    return {
        "slug": source.slug,
        "title": source.title,
        "language": source.language,
        "published_on": source.published_on,
        "url": source_url(source.slug),
        "counts": report.counts,
    }
