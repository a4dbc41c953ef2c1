"""The papers, with their facts and terms."""

from collections.abc import Iterator
from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from benchruns.models import Source
from benchruns.reports.source import SourceReport, source_report, source_reports
from benchruns.sources.terms import all_terms
from portal.api.pagination import SourceBySource
from portal.api.schema import PAGE
from portal.api.serializers.catalog import (
    SourceDetailSerializer,
    SourceSerializer,
)
from portal.api.views.catalog.short_list import ShortList
from portal.links.sources import source_url


class SourceViewSet(ShortList):
    """The papers, each with its facts, section by section, and its terms."""

    filter_names: frozenset[str] = frozenset()
    pagination_class = SourceBySource
    serializer_class = SourceSerializer
    lookup_field = "slug"
    lookup_value_converter = "name"

    @extend_schema(parameters=PAGE, responses=SourceSerializer(many=True))
    def list(self, request: Request) -> Response:
        return self.paged(self.rows())

    def rows(self) -> Iterator[dict[str, Any]]:
        return (
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
