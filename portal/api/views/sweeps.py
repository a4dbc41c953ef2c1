"""Sweeps: to start, to follow, to cancel and to publish."""

from collections.abc import Callable
from functools import partial
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
from benchruns.models import Sweep
from benchruns.runs import lifecycle
from benchruns.runs import sweeps as sweeping
from portal.actions import sweeps as actions
from portal.api import run_requests
from portal.api.authentication import caller
from portal.api.filters import SweepFilters
from portal.api.idempotency import idempotent
from portal.api.pagination import FewNewestFirst
from portal.api.schema import IDEMPOTENCY_KEY
from portal.api.serializers.run_request import (
    PublishSerializer,
    SweepRequestSerializer,
)
from portal.api.serializers.sweeps import SweepSerializer
from portal.api.views.base import ReadOnlyRows
from portal.queries import rows as queries
from portal.web import permissions
from portal.web.problems import Conflict, Unprocessable


class SweepViewSet(ReadOnlyRows[Sweep]):
    """One's own sweeps, and those with public runs; newest first."""

    is_public = True
    queryset = Sweep.objects.none()
    serializer_class = SweepSerializer
    filterset_class = SweepFilters
    pagination_class = FewNewestFirst

    def get_queryset(self) -> QuerySet[Sweep]:
        return queries.sweeps(self.request.user)

    @extend_schema(
        request=SweepRequestSerializer,
        responses={201: SweepSerializer},
        parameters=[IDEMPOTENCY_KEY],
    )
    @idempotent
    def create(self, request: Request) -> Response:
        """A run for each thread count and repetition, in order, on one data set."""
        run = run_requests.start(request, SweepRequestSerializer)
        sweep = self.get_queryset().get(runs=run)
        return self.created(sweep, self.get_serializer(sweep).data, basename="sweep")

    @extend_schema(
        request=None, responses={202: SweepSerializer}, parameters=[IDEMPOTENCY_KEY]
    )
    @action(detail=True, methods=["post"])
    @idempotent
    def cancel(self, request: Request, pk: UUID) -> Response:
        """Cancels what waits; the tool of a running run stops soon."""
        self.refuse_body(request)
        sweep = self._for(request, permissions.is_owner_or_staff)
        move = partial(actions.cancel, by=caller(request))
        return self._moved(sweep, move, status=HTTPStatus.ACCEPTED)

    @extend_schema(
        request=PublishSerializer,
        responses=SweepSerializer,
        parameters=[IDEMPOTENCY_KEY],
    )
    @action(detail=True, methods=["post"])
    @idempotent
    def publish(self, request: Request, pk: UUID) -> Response:
        """Shows the succeeded runs and their results to everybody, server unnamed.

        422 where the engine's licence terms ask for its vendor's consent, and
        `vendor_consent` does not state it.
        """
        asked = PublishSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        sweep = self._for(request, permissions.is_owner)
        move = partial(sweeping.publish, **asked.validated_data)
        return self._moved(sweep, move, status=HTTPStatus.OK)

    def _for(
        self, request: Request, may: Callable[[permissions.Viewer, object], bool]
    ) -> Sweep:
        """The sweep, for who may act on it."""
        sweep = self.get_object()
        if not may(request.user, sweep.owner_id):
            raise PermissionDenied(_("This sweep belongs to another user."))
        return sweep

    def _moved(
        self, sweep: Sweep, move: Callable[[Sweep], int], *, status: HTTPStatus
    ) -> Response:
        try:
            move(sweep)
        except lifecycle.ConsentNeeded as refusal:
            raise Unprocessable({"vendor_consent": [str(refusal)]}) from refusal
        except NotAllowed as refusal:
            raise Conflict(str(refusal)) from refusal
        shown: Any = self.get_serializer(self.get_queryset().get(pk=sweep.pk)).data
        return Response(shown, status=status)
