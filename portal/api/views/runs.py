"""Runs: to plan, to schedule, to watch, to cancel and to publish."""

from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from benchruns.errors import NotAllowed
from benchruns.models import Run
from benchruns.runs import lifecycle
from benchruns.runs import request as run_request
from portal.api import run_requests
from portal.api.authentication import caller
from portal.api.filters import RunFilters
from portal.api.idempotency import idempotent
from portal.api.schema import IDEMPOTENCY_KEY
from portal.api.serializers.plans import PlanSerializer, describe
from portal.api.serializers.run_request import (
    LabelsSerializer,
    PlanRequestSerializer,
    PublishSerializer,
    RunRequestSerializer,
)
from portal.api.serializers.runs import RunSerializer
from portal.api.views.base import ReadOnlyRows
from portal.api.views.run_records import RunRecords
from portal.queries import rows as queries
from portal.web import permissions
from portal.web.problems import Conflict, Unprocessable


class RunViewSet(RunRecords, ReadOnlyRows[Run]):
    """Public runs, and one's own; newest first."""

    is_public = True
    queryset = Run.objects.none()
    serializer_class = RunSerializer
    filterset_class = RunFilters
    reading_actions = frozenset({"plan"})
    conflicting_actions = frozenset({"destroy"})

    def get_queryset(self) -> QuerySet[Run]:
        return queries.runs(self.request.user)

    @extend_schema(
        request=RunRequestSerializer,
        responses={201: RunSerializer},
        parameters=[IDEMPOTENCY_KEY],
    )
    @idempotent
    def create(self, request: Request) -> Response:
        """A run, queued now or scheduled for `not_before`; with `repetitions` above 1
        the first run of a sweep."""
        run = run_requests.start(request, RunRequestSerializer)
        return self.created(run, self._show(run.pk), basename="run")

    @extend_schema(request=LabelsSerializer, responses=RunSerializer)
    def partial_update(self, request: Request, pk: UUID) -> Response:
        """Its name, note and tags, in any state; what is left out stays."""
        asked = LabelsSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        run = self._own()
        lifecycle.label(run.pk, **asked.validated_data)
        return Response(self._show(run.pk))

    @extend_schema(responses={204: None})
    def destroy(self, request: Request, pk: UUID) -> Response:
        """A run that failed or was cancelled; the audit log keeps its events.

        409 where it succeeded, has not ended, left data on its server or is one of a
        sweep that has results: the text says what to do.
        """
        run = self._own()
        try:
            lifecycle.delete(run.pk, by=caller(request))
        except NotAllowed as refusal:
            raise Conflict(str(refusal)) from refusal
        return Response(status=HTTPStatus.NO_CONTENT)

    @extend_schema(request=PlanRequestSerializer, responses=PlanSerializer)
    @action(detail=False, methods=["post"])
    def plan(self, request: Request) -> Response:
        """What the same body would create and take; nothing is created.

        Takes a read token, too. With `threads`, a list, it plans a sweep.
        """
        settled = run_requests.settle(request, PlanRequestSerializer)
        plan = run_request.plan(settled)
        checked_at = queries.checked_at(settled.request.endpoint)
        return Response(describe(settled, plan, checked_at=checked_at))

    @extend_schema(
        request=None,
        responses={200: RunSerializer, 202: RunSerializer},
        parameters=[IDEMPOTENCY_KEY],
    )
    @action(detail=True, methods=["post"])
    @idempotent
    def cancel(self, request: Request, pk: UUID) -> Response:
        """200 for a run that waited; 202 for a running one, whose tool stops soon."""
        self.refuse_body(request)
        run = self.get_object()
        if not permissions.is_owner_or_staff(request.user, run.owner_id):
            raise PermissionDenied(_("This run belongs to another user."))
        try:
            asked = lifecycle.request_cancel(run.pk, by=caller(request))
        except NotAllowed as refusal:
            raise Conflict(str(refusal)) from refusal
        status = HTTPStatus.OK if asked.is_terminal else HTTPStatus.ACCEPTED
        return Response(self._show(run.pk), status=status)

    @extend_schema(
        request=PublishSerializer,
        responses=RunSerializer,
        parameters=[IDEMPOTENCY_KEY],
    )
    @action(detail=True, methods=["post"])
    @idempotent
    def publish(self, request: Request, pk: UUID) -> Response:
        """Shows a succeeded run and its result to everybody, its server unnamed.

        422 where the engine's licence terms ask for its vendor's consent, and
        `vendor_consent` does not state it.
        """
        asked = PublishSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        run = self._own()
        try:
            lifecycle.publish(run.pk, **asked.validated_data)
        except lifecycle.ConsentNeeded as refusal:
            raise Unprocessable({"vendor_consent": [str(refusal)]}) from refusal
        except NotAllowed as refusal:
            raise Conflict(str(refusal)) from refusal
        return Response(self._show(run.pk))

    @extend_schema(request=None, responses=RunSerializer, parameters=[IDEMPOTENCY_KEY])
    @action(detail=True, methods=["post"])
    @idempotent
    def unpublish(self, request: Request, pk: UUID) -> Response:
        """Shows a published run to its owner and staff alone again.

        For everybody else its addresses answer 410, with the day.
        """
        self.refuse_body(request)
        run = self.get_object()
        if not permissions.is_owner_or_staff(request.user, run.owner_id):
            raise PermissionDenied(_("This run belongs to another user."))
        try:
            lifecycle.unpublish(run.pk, by=caller(request))
        except NotAllowed as refusal:
            raise Conflict(str(refusal)) from refusal
        return Response(self._show(run.pk))

    def _own(self) -> Run:
        run = self.get_object()
        if not permissions.is_owner(self.request.user, run.owner_id):
            raise PermissionDenied(_("This run belongs to another user."))
        return run

    def _show(self, run_id: UUID) -> dict[str, Any]:  # JSON values
        run = self.get_queryset().get(pk=run_id)
        return dict(self.get_serializer(run).data)
