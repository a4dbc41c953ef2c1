"""The emergency stop: everybody reads it, staff stop all load and lift the stop."""

from contextlib import suppress
from http import HTTPStatus
from typing import Any

from django.contrib.auth.models import User
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from benchruns.emergency import stop
from benchruns.emergency.stop import LONGEST_REASON
from benchruns.errors import NotAllowed
from benchruns.models import EmergencyStop
from portal.actions import stop as actions
from portal.api.authentication import caller
from portal.api.catalogue.entry import refused_by_field
from portal.api.fields import StrictSerializer
from portal.api.idempotency import idempotent
from portal.api.schema import IDEMPOTENCY_KEY
from portal.api.views.base import StrictView
from portal.web.problems import Conflict


class StopSerializer(serializers.Serializer[dict[str, Any]]):  # JSON values
    stopped = serializers.BooleanField()
    reason = serializers.CharField(allow_null=True)
    since = serializers.DateTimeField(allow_null=True)
    by = serializers.CharField(
        allow_null=True,
        help_text="Who pressed it, for staff; null for others, and for a command.",
    )


class StopRequestSerializer(StrictSerializer):
    reason = serializers.CharField(
        max_length=LONGEST_REASON, help_text="Why, in a sentence that everybody reads."
    )


class StopView(StrictView):
    """While it stands nothing is claimed, and runs and checks wait."""

    is_public = True

    @extend_schema(responses=StopSerializer)
    def get(self, request: Request) -> Response:
        """`stopped` is true while staff have stopped all load."""
        return Response(_describe(stop.standing(), request))

    @extend_schema(
        request=StopRequestSerializer,
        responses=StopSerializer,
        parameters=[IDEMPOTENCY_KEY],
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """Ends every load tool within seconds; its run waits again and loses nothing.

        409 while a stop stands.
        """
        staff = _staff_of(request)
        asked = StopRequestSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        try:
            with refused_by_field():
                actions.stop_all(by=staff, reason=asked.validated_data["reason"])
        except NotAllowed as refusal:
            raise Conflict(str(refusal)) from refusal
        return Response(_describe(stop.standing(), request))

    @extend_schema(responses={204: None})
    def delete(self, request: Request) -> Response:
        """Lifts it, and what waits begins; nothing changes where none stands."""
        with suppress(NotAllowed):
            actions.lift(by=_staff_of(request))
        return Response(status=HTTPStatus.NO_CONTENT)


def _staff_of(request: Request) -> User:
    user = caller(request)
    if not (isinstance(user, User) and user.is_staff):
        raise PermissionDenied(_("Staff alone stop all load."))
    return user


def _describe(standing: EmergencyStop | None, request: Request) -> dict[str, Any]:
    is_staff = bool(getattr(request.user, "is_staff", False))
    by = standing.by if standing and is_staff else None
    state = (standing or EmergencyStop()).as_json()
    return dict(StopSerializer({**state, "by": by and by.get_username()}).data)
