"""What a run leaves behind: samples, counters, events and raw output.

Samples and counters are polled every second or two by each viewer of a live run: plain values,
three queries, no serializers.
"""

import zlib
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.decorators import action
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

from benchruns.models import Attempt, Counter, Event, Output, Run, Sample
from benchruns.runs.report import OWNERS_EVENTS
from benchruns.runs.samples import ALL_COLUMNS
from benchruns.vocabulary import PartKind, Phase
from portal.api.faults import Faults
from portal.api.generators import parts
from portal.api.pagination import OldestFirst
from portal.api.query_numbers import LARGEST, integer
from portal.api.schema import one_page
from portal.api.serializers.runs import (
    CounterSerializer,
    EventSerializer,
    SampleSerializer,
    VariablesSerializer,
)
from portal.queries import variables
from portal.web import permissions

if TYPE_CHECKING:
    from portal.api.views.base import Rows

    Base = Rows[Run]
else:
    Base = object

MAX_SECONDS = 3600

ATTEMPT = OpenApiParameter(
    "attempt", int, description="Which attempt; the last one without it."
)


SECONDS = [
    OpenApiParameter("after", int, description="Only later seconds."),
    OpenApiParameter("page_size", int, description="3600 at most."),
    ATTEMPT,
    OpenApiParameter(
        "generator", int, description="Only what this one of several generators saw."
    ),
]
# The least value of each.
NUMBERS = {"after": -LARGEST, "attempt": 0, "generator": 1, "page_size": 1}
SECOND_NAMES = frozenset(NUMBERS)
# Of a run, by what is told of it here.
NEEDED = ("owner_id", "attempt", "endpoint_id", "server_id", "workload")


class RunRecords(Base):
    """The addresses below a run's own."""

    @extend_schema(parameters=SECONDS, responses=one_page(SampleSerializer))
    @action(detail=True, query_names=SECOND_NAMES)
    def samples(self, request: Request, pk: UUID) -> Response:
        """Intervals as the tool printed them, oldest first; poll with `after`."""
        run = self._visible(pk)
        return _seconds(request, run, PartKind.SAMPLE)

    @extend_schema(parameters=SECONDS, responses=one_page(CounterSerializer))
    @action(detail=True, query_names=SECOND_NAMES)
    def counters(self, request: Request, pk: UUID) -> Response:
        """What server and load generator counted each second, oldest first."""
        run = self._visible(pk)
        return _seconds(request, run, PartKind.COUNTERS)

    @extend_schema(
        parameters=[ATTEMPT], responses=one_page(parts.RunGeneratorSerializer)
    )
    @action(detail=True, query_names=frozenset({"attempt"}))
    def generators(self, request: Request, pk: UUID) -> Response:
        """The generators that make it together, in order; none where one makes it."""
        run = self._visible(pk)
        attempt = integer(request, "attempt", default=run.attempt)
        found = parts.rows(run, attempt, sees_all=self._may_see_all(run))
        told = parts.RunGeneratorSerializer(found, many=True).data
        return Response({"next": None, "previous": None, "results": told})

    @extend_schema(
        parameters=[
            OpenApiParameter("after", int, description="Only events of a larger id."),
            ATTEMPT,
        ],
        responses=EventSerializer(many=True),
    )
    @action(
        detail=True,
        query_names=frozenset({"after", "attempt"}) | OldestFirst.query_names,
        pagination_class=OldestFirst,
        serializer_class=EventSerializer,
        filter_backends=[],
        filterset_class=None,
    )
    def events(self, request: Request, pk: UUID) -> Response:
        """What happened, oldest first; poll with `after`."""
        run = self._visible(pk)
        rows, context = seen_events(run, sees_all=self._may_see_all(run))
        if "after" in request.query_params:
            rows = rows.filter(pk__gt=integer(request, "after"))
        if "attempt" in request.query_params:
            rows = rows.filter(attempt=integer(request, "attempt"))
        page: Any = self.paginate_queryset(rows)  # type: ignore[arg-type]  # not runs
        return self.get_paginated_response(
            EventSerializer(page, many=True, context=context).data
        )

    @extend_schema(parameters=[ATTEMPT], responses=VariablesSerializer)
    @action(detail=True, query_names=frozenset({"attempt"}))
    def variables(self, request: Request, pk: UUID) -> Response:
        """All variables of the server as the run found them, and those not at its defaults.

        Secrets and places are left out; of others' runs all but recognised ones, too.
        """
        run = self._visible(pk)
        number = integer(request, "attempt", default=run.attempt)
        attempts = Attempt.objects.select_related("variables")
        attempt = attempts.filter(run_id=pk, number=number).first()
        stored = attempt.variables if attempt else None
        found = variables.shown(stored, sees_all=self._may_see_all(run))
        if found is None:
            raise NotFound(_("The server's variables were not read in this attempt."))
        return Response(VariablesSerializer(found).data)

    @extend_schema(
        parameters=[
            OpenApiParameter("phase", enum=Phase.values, default=Phase.MEASURE.value),
            ATTEMPT,
        ],
        responses={(200, "text/plain"): OpenApiTypes.STR},
    )
    @action(detail=True, query_names=frozenset({"phase", "attempt"}))
    def output(self, request: Request, pk: UUID) -> HttpResponse:
        """The tool's raw output of one phase, whole, as text."""
        run = self._visible(pk)
        phase = _phase(request)
        attempt = integer(request, "attempt", default=run.attempt)
        outputs = Output.objects.filter(
            attempt__run_id=pk, attempt__number=attempt, part=1
        )
        stored = outputs.filter(phase=phase).first()
        if stored is None:
            raise NotFound(_("This phase has left no output, or has not ended yet."))
        content = zlib.decompress(stored.content)
        if not self._may_see_all(run):
            text = content.decode(errors="replace")
            content = permissions.Concealer(run)(text).encode()
        return HttpResponse(content, content_type="text/plain; charset=utf-8")

    def look_at_query(self, faults: Faults) -> None:
        for name in NUMBERS.keys() & self.request.query_params.keys():
            with faults.gathered():
                integer(self.request, name, minimum=NUMBERS[name])
        with faults.gathered():
            _phase(self.request)
        super().look_at_query(faults)

    def _visible(self, run_id: UUID) -> Run:
        """The run itself, without what its own answer joins."""
        runs = Run.objects.visible_to(self.request.user).filter(pk=run_id)
        run = runs.only(*NEEDED).first()
        if run is None:
            raise Http404
        return run

    def _may_see_all(self, run: Run) -> bool:
        return permissions.is_owner_or_staff(self.request.user, run.owner_id)


def seen_events(run: Run, *, sees_all: bool) -> tuple[QuerySet[Event], dict[str, Any]]:
    """What happened to a run, and the context that ``EventSerializer`` wants."""
    rows = Event.objects.filter(run_id=run.pk)
    if sees_all:
        return rows, {"conceal": None}
    conceal = permissions.Concealer(run)
    return rows.exclude(code__in=OWNERS_EVENTS), {"conceal": conceal}


def _phase(request: Request) -> str:
    phase = request.query_params.get("phase", Phase.MEASURE.value)
    if phase not in Phase.values:
        message = _("Give one of: %(known)s.") % {"known": ", ".join(Phase.values)}
        raise ValidationError({"phase": [message]})
    return phase


def _seconds(request: Request, run: Run, kind: PartKind) -> Response:
    """A page of an attempt's rows, one a second, oldest first."""
    attempt = integer(request, "attempt", default=run.attempt)
    size = integer(request, "page_size", default=MAX_SECONDS, minimum=1)
    size = min(size, MAX_SECONDS)
    rows = _rows(request, run, attempt, kind).order_by("second")
    if "after" in request.query_params:
        rows = rows.filter(second__gt=integer(request, "after", minimum=-LARGEST))
    found = list(rows[: size + 1])
    page = found[:size]
    more = _next_page(request, attempt, page) if len(found) > size else None
    if kind == PartKind.SAMPLE:
        page = [{"second": each["second"], **each.get("values", each)} for each in page]
    return Response({"next": more, "previous": None, "results": page})


def _rows(request: Request, run: Run, attempt: int, kind: PartKind) -> Any:  # values()
    """Of the whole run, or of the one generator that is asked for."""
    if "generator" in request.query_params:
        number = integer(request, "generator", minimum=1)
        return parts.seconds(run, attempt, number=number, kind=kind)
    if kind == PartKind.SAMPLE:
        of_all: Any = Sample.objects.values(*ALL_COLUMNS)
    else:
        of_all = Counter.objects.values("second", "values")
    return of_all.filter(run_id=run.pk, attempt=attempt)


def _next_page(request: Request, attempt: int, page: list[dict[str, Any]]) -> str:
    """Of the same attempt, even when another begins between the two requests."""
    here = replace_query_param(request.build_absolute_uri(), "attempt", attempt)
    return replace_query_param(here, "after", page[-1]["second"])
