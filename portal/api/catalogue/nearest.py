"""Which classes come nearest to a server of a size."""

from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from benchruns.catalogue.entry import columns
from benchruns.catalogue.entry.column import by_name
from benchruns.catalogue.nearest import Size, nearest
from benchruns.engines import ENGINES
from benchruns.models import InstanceClass
from portal.api.faults import Faults
from portal.api.schema import ENGINE
from portal.api.views.base import StrictView

PARAMETERS = [
    ENGINE,
    OpenApiParameter("vcpus", int),
    OpenApiParameter("memory_gb", float),
    OpenApiParameter("provider"),
]


class NearestClassSerializer(serializers.ModelSerializer[InstanceClass]):
    provider = serializers.CharField(source="provider_id")

    class Meta:
        model = InstanceClass
        fields = ["id", "provider", "engine", "code", "vcpus", "memory_gb"]
        read_only_fields = fields


class NearestSerializer(serializers.Serializer[dict[str, Any]]):  # JSON values
    classes = NearestClassSerializer(many=True)


class NearestView(StrictView):
    """At most three, the nearest first, none beyond twice or half of the size."""

    is_public = True
    query_names = frozenset(parameter.name for parameter in PARAMETERS)

    @extend_schema(parameters=PARAMETERS, responses=NearestSerializer)
    def get(self, request: Request) -> Response:
        faults = Faults()
        size = _size(request.query_params, faults)
        faults.refuse()
        if not size.is_known:
            raise ValidationError({"vcpus": [_("Give vcpus, memory_gb or both.")]})
        return Response(NearestSerializer({"classes": nearest(size)}).data)

    def look_at_query(self, faults: Faults) -> None:
        _size(self.request.query_params, faults)


def _size(query: QueryDict, faults: Faults) -> Size:
    """With None for what ``faults`` gathers."""
    engine = query.get("engine", "")
    if engine not in ENGINES:
        message = _("Give one of: %(known)s.") % {"known": ", ".join(ENGINES)}
        faults.add({"engine": [message]})
    sizes: dict[str, Any] = {"vcpus": None, "memory_gb": None}
    for name in sizes:
        with faults.gathered():
            sizes[name] = _read(name, query)
    return Size(engine=engine, provider=query.get("provider", ""), **sizes)


def _read(name: str, query: QueryDict) -> Any:  # as the column's rule returns
    """None where it is not given."""
    if name not in query:
        return None
    try:
        return by_name(columns.CLASS)[name].value_of(str(query[name]))
    except ValueError as error:
        raise ValidationError({name: [str(error)]}) from error
