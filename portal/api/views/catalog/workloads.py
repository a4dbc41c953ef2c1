"""The loads that a run can execute."""

from collections.abc import Iterator
from typing import Any

from django.http import Http404, QueryDict
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from benchruns.engines import ENGINES
from benchruns.figures.metrics import METRICS
from benchruns.workloads import WORKLOADS, Workload
from portal.api.faults import Faults
from portal.api.pagination import WorkloadByWorkload
from portal.api.schema import ENGINE, PAGE
from portal.api.serializers.catalog import WorkloadSerializer
from portal.api.views.catalog.short_list import ShortList


@extend_schema_view(
    list=extend_schema(
        parameters=[OpenApiParameter("name"), OpenApiParameter("tool"), ENGINE, *PAGE],
        responses=WorkloadSerializer(many=True),
    ),
    retrieve=extend_schema(responses=WorkloadSerializer),
)
class WorkloadViewSet(ShortList):
    """The loads that a run can execute, with their parameters and limits."""

    filter_names = frozenset({"name", "tool", "engine"})
    pagination_class = WorkloadByWorkload
    serializer_class = WorkloadSerializer
    lookup_field = "name"
    lookup_value_converter = "name"

    def list(self, request: Request) -> Response:
        _refuse_unknown_engine(request)
        return self.paged(self.rows())

    def rows(self) -> Iterator[dict[str, Any]]:
        described = map(_describe_workload, WORKLOADS.values())
        return (row for row in described if _fits(row, self.request.query_params))

    def look_at_query(self, faults: Faults) -> None:
        with faults.gathered():
            _refuse_unknown_engine(self.request)
        super().look_at_query(faults)

    def retrieve(self, request: Request, name: str) -> Response:
        if name not in WORKLOADS:
            raise Http404
        return Response(_describe_workload(WORKLOADS[name]))


def _refuse_unknown_engine(request: Request) -> None:
    if request.query_params.get("engine", next(iter(ENGINES))) not in ENGINES:
        message = _("Give one of: %(known)s.") % {"known": ", ".join(ENGINES)}
        raise ValidationError({"engine": [message]})


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
