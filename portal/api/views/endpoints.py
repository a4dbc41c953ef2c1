"""Endpoints: one's own, to register, check, change and delete."""

from collections.abc import Iterable
from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import action
from rest_framework.exceptions import PermissionDenied, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from benchruns.endpoints.registration import delete_endpoint
from benchruns.errors import NotAllowed
from benchruns.models import Endpoint
from benchruns.presets import preset
from benchruns.runs.plan import server_found
from benchruns.workloads import WORKLOADS, Workload
from portal import dispatch
from portal.api.faults import Faults
from portal.api.filters import EndpointFilters
from portal.api.idempotency import idempotent, idempotent_while_waiting
from portal.api.pagination import OwnFirst
from portal.api.schema import IDEMPOTENCY_KEY
from portal.api.serializers.endpoints.answers import CheckSerializer, EndpointSerializer
from portal.api.serializers.endpoints.requests import EndpointRequestSerializer
from portal.api.serializers.plans import (
    EndpointPresetsSerializer,
    describe_presets,
)
from portal.api.views.base import ReadOnlyRows
from portal.queries import rows as queries
from portal.web import permissions
from portal.web.problems import Conflict

LEAVE_DATA = OpenApiParameter(
    "leave_data",
    bool,
    description="Do it although runs have left data on the server.",
)
WORKLOAD = OpenApiParameter(
    "workload", str, description="Its presets alone; left out: of all that run there."
)


class EndpointViewSet(ReadOnlyRows[Endpoint]):
    """One's own endpoints; staff see all and change their own."""

    queryset = Endpoint.objects.none()
    serializer_class = EndpointSerializer
    filterset_class = EndpointFilters
    pagination_class = OwnFirst
    conflicting_actions = frozenset({"update", "partial_update", "destroy"})

    def get_queryset(self) -> QuerySet[Endpoint]:
        return queries.endpoints(self.request.user)

    @extend_schema(
        request=EndpointRequestSerializer,
        responses={201: EndpointSerializer},
        parameters=[IDEMPOTENCY_KEY],
    )
    @idempotent
    def create(self, request: Request) -> Response:
        """Saved unchecked."""
        asked = EndpointRequestSerializer(
            data=request.data, context={"request": request}
        )
        asked.is_valid(raise_exception=True)
        endpoint = asked.save()
        return self.created(endpoint, self._show(endpoint.pk), basename="endpoint")

    @extend_schema(
        request=EndpointRequestSerializer,
        responses=EndpointSerializer,
        parameters=[LEAVE_DATA],
    )
    def update(self, request: Request, pk: UUID) -> Response:
        """All fields anew; what is left out and optional stays."""
        return self._change(request, is_partial=False)

    @extend_schema(
        request=EndpointRequestSerializer,
        responses=EndpointSerializer,
        parameters=[LEAVE_DATA],
    )
    def partial_update(self, request: Request, pk: UUID) -> Response:
        """Some fields. A change of the connection forgets the last check."""
        return self._change(request, is_partial=True)

    def _change(self, request: Request, *, is_partial: bool) -> Response:
        faults = Faults()
        context: dict[str, Any] = {"request": request}
        with faults.gathered():
            context["leave_data"] = _is_data_left(request)
        asked = EndpointRequestSerializer(
            self._own(), data=request.data, partial=is_partial, context=context
        )
        with faults.gathered():
            asked.is_valid(raise_exception=True)
        faults.refuse()
        return Response(self._show(asked.save().pk))

    @extend_schema(parameters=[LEAVE_DATA])
    def destroy(self, request: Request, pk: UUID) -> Response:
        """Erases the secret and hides the endpoint; runs and results stay."""
        try:
            delete_endpoint(self._own(), leave_data=_is_data_left(request))
        except NotAllowed as refusal:
            raise Conflict(str(refusal)) from refusal
        return Response(status=HTTPStatus.NO_CONTENT)

    @extend_schema(
        request=None,
        responses={200: CheckSerializer, 202: CheckSerializer},
        parameters=[IDEMPOTENCY_KEY],
    )
    @action(detail=True, methods=["post"])
    @idempotent_while_waiting
    def check(self, request: Request, pk: UUID) -> Response:
        """Connects now: 200 with what was found within 15 s, else 202."""
        self.refuse_body(request)
        check = dispatch.check_endpoint(self._own())
        is_finished = check.finished_at is not None
        return Response(
            CheckSerializer(check).data,
            status=HTTPStatus.OK if is_finished else HTTPStatus.ACCEPTED,
        )

    @extend_schema(parameters=[WORKLOAD], responses=EndpointPresetsSerializer)
    @action(detail=True, methods=["get"])
    def presets(self, request: Request, pk: UUID) -> Response:
        """Parameters to start a run from: cached data is half of the buffer that the
        last check found, disk I/O four times it."""
        endpoint = self.get_object()
        wanted = _workloads_of(request)
        buffer = preset.buffer_of(endpoint, server_found(endpoint))
        offered = [(each, preset.of_endpoint(endpoint, each)) for each in wanted]
        return Response(describe_presets(endpoint, buffer, offered))

    def look_at_query(self, faults: Faults) -> None:
        super().look_at_query(faults)
        if self.action == "presets":
            with faults.gathered():
                _workloads_of(self.request)

    def known_query_names(self) -> frozenset[str]:
        if self.action == "presets":
            return frozenset({"workload"})
        if self.action in {"update", "partial_update", "destroy"}:
            return frozenset({"leave_data"})
        return super().known_query_names()

    def _own(self) -> Endpoint:
        endpoint = self.get_object()
        if not permissions.is_owner(self.request.user, endpoint.owner_id):
            raise PermissionDenied(_("This endpoint belongs to another user."))
        return endpoint

    def _show(self, endpoint_id: UUID) -> dict[str, Any]:  # JSON values
        endpoint = self.get_queryset().get(pk=endpoint_id)
        return dict(self.get_serializer(endpoint).data)


def _workloads_of(request: Request) -> Iterable[Workload]:
    """The one asked for, or all."""
    name = request.query_params.get("workload")
    if name is None:
        return WORKLOADS.values()
    if name in WORKLOADS:
        return [WORKLOADS[name]]
    told = _("Give one of: %(known)s.") % {"known": ", ".join(WORKLOADS)}
    raise ValidationError({"workload": [told]})


def _is_data_left(request: Request) -> bool:
    """Whether the caller wants what is on the server to stay there."""
    said = request.query_params.get("leave_data", "false")
    if said not in ("true", "false"):
        raise ValidationError({"leave_data": [_("Give true or false.")]})
    return said == "true"
