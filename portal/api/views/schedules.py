"""Schedules: runs and sweeps that recur, to make, change, pause, start by hand and delete."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.exceptions import PermissionDenied, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from benchruns.errors import FieldErrors, NotAllowed
from benchruns.limits.door import LimitReached
from benchruns.models import Schedule
from benchruns.schedules import changes, times
from benchruns.schedules.times import Rhythm
from benchruns.workloads import ParameterError
from portal.actions import schedules as actions
from portal.api import run_requests
from portal.api.authentication import by_valid_token, caller, token_of
from portal.api.faults import Faults
from portal.api.filters import ScheduleFilters
from portal.api.idempotency import idempotent
from portal.api.pagination import FewNewestFirst, NewestTimeFirst
from portal.api.schema import IDEMPOTENCY_KEY
from portal.api.serializers.schedules import (
    OccurrenceSerializer,
    PauseSerializer,
    ScheduleRequestSerializer,
    ScheduleSerializer,
    body_of,
)
from portal.api.views.base import ReadOnlyRows
from portal.queries import schedules as queries
from portal.web import permissions
from portal.web.problems import Conflict

EITHER = {"crontab": "every_seconds", "every_seconds": "crontab"}
WITHOUT_TIMES = {**dict.fromkeys(changes.RHYTHM), "time_zone": "UTC"}
RESTS_ON = {
    "crontab": ("every_seconds", "ends_at"),
    "ends_at": ("starts_at", "every_seconds", "crontab"),
}


class ScheduleViewSet(ReadOnlyRows[Schedule]):
    """One's own schedules, for staff all, to pause and delete; newest first."""

    queryset = Schedule.objects.none()
    serializer_class = ScheduleSerializer
    filterset_class = ScheduleFilters
    pagination_class = FewNewestFirst

    def get_queryset(self) -> QuerySet[Schedule]:
        return queries.listed(self.request.user)

    @extend_schema(
        request=ScheduleRequestSerializer,
        responses={201: ScheduleSerializer},
        parameters=[IDEMPOTENCY_KEY],
    )
    @idempotent
    def create(self, request: Request) -> Response:
        """The body of a run or a sweep with a name and times; what would be refused as a
        run today is refused."""
        values = _validated(request.data, request)
        faults = Faults()
        with (
            faults.gathered(),
            _answered(),
            transaction.atomic(),
            by_valid_token(request),
        ):
            made = changes.create(
                owner=caller(request),
                request=run_requests.read(values, caller(request)),
                name=values["name"],
                rhythm=_rhythm(values),
                when_busy=values["when_busy"],
                by_token=token_of(request),
            )
            if values["is_paused"]:
                changes.pause(made, by=caller(request))
        if faults.detail:
            run_requests.look_at_each(values, caller(request), faults)
            _look_at_times(values, faults)
        faults.refuse()
        return self.created(made, self._show(made.pk), basename="schedule")

    @extend_schema(request=ScheduleRequestSerializer, responses=ScheduleSerializer)
    def partial_update(self, request: Request, pk: UUID) -> Response:
        """What is left out stays; `is_paused` pauses it, or lets it go on again. Staff give
        that alone of another's."""
        schedule = self.get_object()
        given = request.data if isinstance(request.data, Mapping) else {}
        if set(given) != {"is_paused"}:
            self._refuse_others(schedule)
        elif not permissions.is_owner(request.user, schedule.owner_id):
            return self._pause_anothers(schedule, given)
        if not isinstance(request.data, Mapping):
            ScheduleRequestSerializer(data=request.data).is_valid(raise_exception=True)
        faults = Faults()
        with transaction.atomic(), by_valid_token(request):
            # what is left out stays as others may have changed it meanwhile
            schedule = changes.locked(schedule)
            values = _validated(_merged(schedule, given), request)
            with faults.gathered(), _answered():
                self._change(schedule, values, given=set(given))
            if faults.detail and _about_load(given):
                run_requests.look_at_each(values, caller(request), faults)
            if faults.detail and set(given) & set(changes.RHYTHM):
                _look_at_times(values, faults)
            faults.refuse()
        return Response(self._show(schedule.pk))

    @extend_schema(responses={204: None})
    def destroy(self, request: Request, pk: UUID) -> Response:
        """Its runs stay. Staff delete another's, too."""
        changes.delete(self.get_object(), by=caller(request))
        return Response(status=HTTPStatus.NO_CONTENT)

    @extend_schema(
        request=None,
        responses={201: OccurrenceSerializer},
        parameters=[IDEMPOTENCY_KEY],
    )
    @action(detail=True, methods=["post"], url_path="run-now")
    @idempotent
    def run_now(self, request: Request, pk: UUID) -> Response:
        """Once more, now, unless staff paused it; its own times stay as they are."""
        self.refuse_body(request)
        schedule = self.get_object()
        self._refuse_others(schedule)
        faults = Faults()
        with (
            faults.gathered(),
            _answered(),
            transaction.atomic(),
            by_valid_token(request),
        ):
            occurrence = actions.run_now(schedule)
        faults.refuse()
        shown = queries.with_runs().get(pk=occurrence.pk)
        return Response(OccurrenceSerializer(shown).data, status=HTTPStatus.CREATED)

    @extend_schema(responses=OccurrenceSerializer(many=True))
    @action(
        detail=True,
        query_names=NewestTimeFirst.query_names,
        pagination_class=NewestTimeFirst,
        serializer_class=OccurrenceSerializer,
        filter_backends=[],
        filterset_class=None,
    )
    def times(self, request: Request, pk: UUID) -> Response:
        """What came of its times, newest first."""
        found = queries.with_runs().filter(schedule=self.get_object())
        page: Any = self.paginate_queryset(found)  # type: ignore[arg-type]  # no schedules
        return self.get_paginated_response(OccurrenceSerializer(page, many=True).data)

    def _change(
        self, schedule: Schedule, values: dict[str, Any], *, given: set[str]
    ) -> None:
        """Only what was given is looked at anew: a name may change while the rest rests."""
        by, token = caller(self.request), token_of(self.request)
        rhythm, about = given & set(changes.RHYTHM), _about_load(given)
        if about or rhythm or given & {"name", "when_busy"}:
            schedule = changes.change(
                schedule,
                by=by,
                name=values["name"],
                when_busy=values["when_busy"],
                request=run_requests.read(values, by) if about else None,
                rhythm=_rhythm(values) if rhythm else None,
                by_token=token,
            )
        if "is_paused" in given:
            self._pause(schedule, is_paused=values["is_paused"])

    def _pause_anothers(self, schedule: Schedule, given: Mapping[str, Any]) -> Response:
        """As one of the staff: nothing else of it is looked at, which may have gone bad."""
        asked = PauseSerializer(data=given)
        asked.is_valid(raise_exception=True)
        with _answered():
            self._pause(schedule, **asked.validated_data)
        return Response(self._show(schedule.pk))

    def _pause(self, schedule: Schedule, *, is_paused: bool) -> None:
        by = caller(self.request)
        if is_paused:
            changes.pause(schedule, by=by)
        else:
            actions.resume(schedule, by=by, by_token=token_of(self.request))

    def _refuse_others(self, schedule: Schedule) -> None:
        if not permissions.is_owner(self.request.user, schedule.owner_id):
            raise PermissionDenied(_("This schedule belongs to another user."))

    def _show(self, pk: UUID) -> dict[str, Any]:  # JSON values
        return dict(self.get_serializer(self.get_queryset().get(pk=pk)).data)


@contextmanager
def _answered() -> Iterator[None]:
    """422 for a row that cannot be repeated there, 409 for one schedule too many, 400 for
    labels of a row that no door would take today."""
    try:
        with run_requests.unprocessable():
            yield
    except ParameterError:
        raise  # by parameter, as of a run
    except FieldErrors as refusal:
        raise ValidationError(refusal.errors) from refusal
    except LimitReached:
        raise
    except NotAllowed as refusal:
        raise Conflict(str(refusal)) from refusal


def _merged(schedule: Schedule, given: Mapping[str, Any]) -> dict[str, Any]:
    body = body_of(schedule)
    for key, other in EITHER.items():
        if given.get(key) is not None and other not in given:
            body[other] = None  # one takes the place of the other
    return {**body, **given}


def _validated(data: Any, request: Request) -> dict[str, Any]:
    asked = ScheduleRequestSerializer(data=data)
    faults = Faults()
    with faults.gathered():
        asked.is_valid(raise_exception=True)
        values: dict[str, Any] = asked.validated_data
        return values
    run_requests.look_at_each(asked.sound, caller(request), faults)
    _look_at_times(asked.sound, faults)
    raise faults.refusal


def _about_load(given: Iterable[str]) -> set[str]:
    """Those of the keys that say what is run, not when or under which name."""
    return set(given) - set(changes.RHYTHM) - {"name", "when_busy", "is_paused"}


def _look_at_times(values: Mapping[str, Any], faults: Faults) -> None:
    """What its times are refused for, as far as it does not rest on a value with a fault."""
    faulty = faults.detail.keys() & {*changes.RHYTHM}
    for fault in times.faults(_rhythm({**WITHOUT_TIMES, **values})):
        if not faulty & {fault.field, *RESTS_ON.get(fault.field, ())}:
            faults.add({fault.field: [fault.message]})


def _rhythm(values: Mapping[str, Any]) -> Rhythm:
    return Rhythm(
        crontab=values["crontab"] or "",
        time_zone=values["time_zone"],
        every_seconds=values["every_seconds"],
        starts_at=values["starts_at"] or timezone.now(),
        ends_at=values["ends_at"],
    )
