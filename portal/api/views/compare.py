"""Results side by side, open to everybody as far as the results are."""

from collections import defaultdict
from http import HTTPStatus

from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from benchruns.comparison import Asked, Complaint, compare, read_asked
from benchruns.engines import ENGINES
from portal.api.faults import Faults
from portal.api.serializers.compare import CompareSerializer, describe
from portal.api.views.base import StrictView

MANAGED = "1"
PARAMETERS = [
    OpenApiParameter("result", OpenApiTypes.UUID, many=True, description="Repeat it."),
    OpenApiParameter("class", many=True, description="provider/engine/code"),
    OpenApiParameter("version", description="Of the engine, for all classes."),
    OpenApiParameter("versions", many=True, description="A column for each."),
    OpenApiParameter("size", description="4x16: every provider that has that size."),
    OpenApiParameter("engine", enum=list(ENGINES), description="With size."),
    OpenApiParameter("managed", enum=[MANAGED], description="Self-managed ones first."),
    OpenApiParameter("workload", description="Only this one."),
    OpenApiParameter("pin", OpenApiTypes.UUID, many=True, description="Only these."),
    OpenApiParameter(
        "baseline", description="The id of a result or a class; else the first."
    ),
]


class CompareView(StrictView):
    """Up to 12 results or classes against one of them.

    A mistake in what is asked for is an error here, where the page would leave it out.
    """

    is_public = True
    query_names = frozenset(parameter.name for parameter in PARAMETERS)
    repeatable_names = frozenset(p.name for p in PARAMETERS if p.many)

    @extend_schema(parameters=PARAMETERS, responses={HTTPStatus.OK: CompareSerializer})
    def get(self, request: Request) -> Response:
        asked, complaints = _read(request)
        _refuse(complaints)
        _refuse_other_words(request)
        if asked.is_empty:
            message = _("Name at least one result, class or size to compare.")
            raise ValidationError({"result": [message]})
        comparison = compare(asked, user=request.user)
        _refuse(comparison.problems)
        return Response(describe(comparison, request))

    def look_at_query(self, faults: Faults) -> None:
        with faults.gathered():
            _refuse(_read(self.request)[1])
        with faults.gathered():
            _refuse_other_words(self.request)


def _read(request: Request) -> tuple[Asked, list[Complaint]]:
    query = request.query_params
    return read_asked({name: query.getlist(name) for name in query})


def _refuse_other_words(request: Request) -> None:
    if request.query_params.get("managed", MANAGED) != MANAGED:
        raise ValidationError({"managed": [_("Give 1, or leave it out.")]})


def _refuse(complaints: list[Complaint] | tuple[Complaint, ...]) -> None:
    errors: dict[str, list[str]] = defaultdict(list)
    for complaint in complaints:
        if complaint.is_mistake:
            errors[complaint.field].append(complaint.message)
    if errors:
        raise ValidationError(errors)
