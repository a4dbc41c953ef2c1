"""Runs: to schedule, to watch, to cancel and to publish."""

from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.exceptions import PermissionDenied, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from benchruns import lifecycle
from benchruns.models import Endpoint, Run
from benchruns.scheduling import ScheduleError, schedule
from benchruns.vocabulary import RunState
from benchruns.workloads import ParameterError
from portal import dispatch, permissions
from portal.api import queries
from portal.api.authentication import caller
from portal.api.filters import RunFilters
from portal.api.idempotency import idempotent
from portal.api.problems import Conflict
from portal.api.schema import IDEMPOTENCY_KEY
from portal.api.serializers.runs import RunRequestSerializer, RunSerializer
from portal.api.views.base import ReadOnlyRows
from portal.api.views.run_records import RunRecords


class RunViewSet(RunRecords, ReadOnlyRows[Run]):
    """Public runs, and one's own; newest first."""

    is_public = True
    queryset = Run.objects.none()
    serializer_class = RunSerializer
    filterset_class = RunFilters

    def get_queryset(self) -> QuerySet[Run]:
        return queries.runs(self.request.user)

    @extend_schema(
        request=RunRequestSerializer,
        responses={201: RunSerializer},
        parameters=[IDEMPOTENCY_KEY],
    )
    @idempotent
    def create(self, request: Request) -> Response:
        """One run, queued now or scheduled for `not_before`."""
        asked = RunRequestSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        with transaction.atomic():
            run = self._schedule(asked.validated_data)
            if run.state == RunState.QUEUED:
                dispatch.announce(run.pk)
        return self.created(run, self._show(run.pk), basename="run")

    def _schedule(self, asked: dict[str, Any]) -> Run:  # values by key
        endpoint = (
            Endpoint.objects.kept()
            .filter(pk=asked["endpoint"], owner_id=self.request.user.pk)
            .first()
        )
        if endpoint is None:
            message = _("You have no endpoint of this id.")
            raise ValidationError({"endpoint": [message]})
        try:
            return schedule(
                owner=caller(self.request),
                endpoint=endpoint,
                workload=asked["workload"],
                parameters=asked["parameters"],
                not_before=asked["not_before"],
                expected_regime=asked["expected_regime"],
            )
        except ParameterError as error:
            named = {name: [text] for name, text in error.errors.items()}
            raise ValidationError({"parameters": named}) from error
        except ScheduleError as error:
            raise ValidationError({error.field: [error.message]}) from error

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
            asked = lifecycle.request_cancel(run.pk)
        except lifecycle.NotAllowed as refusal:
            raise Conflict(str(refusal)) from refusal
        status = HTTPStatus.OK if asked.is_terminal else HTTPStatus.ACCEPTED
        return Response(self._show(run.pk), status=status)

    @extend_schema(request=None, responses=RunSerializer, parameters=[IDEMPOTENCY_KEY])
    @action(detail=True, methods=["post"])
    @idempotent
    def publish(self, request: Request, pk: UUID) -> Response:
        """Shows a succeeded run and its result to everybody, its server unnamed."""
        self.refuse_body(request)
        run = self.get_object()
        if not permissions.is_owner(request.user, run.owner_id):
            raise PermissionDenied(_("This run belongs to another user."))
        try:
            lifecycle.publish(run.pk)
        except lifecycle.NotAllowed as refusal:
            raise Conflict(str(refusal)) from refusal
        return Response(self._show(run.pk))

    def _show(self, run_id: UUID) -> dict[str, Any]:  # JSON values
        run = self.get_queryset().get(pk=run_id)
        return dict(self.get_serializer(run).data)
