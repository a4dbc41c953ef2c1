"""The kinds of rows in an export: which list of the API each is, and what is new in it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet
from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.request import Request

from benchruns.models import Counter, Histogram, PartSecond, Run, RunPart, Sample
from benchruns.runs.samples import ALL_COLUMNS
from benchruns.vocabulary import PartKind
from portal.api.catalogue.campaign_drafts import CampaignDraftViewSet
from portal.api.catalogue.providers import ProviderViewSet
from portal.api.generators import parts
from portal.api.generators.view import GeneratorViewSet
from portal.api.pagination import NewestFirst, NewestTimeFirst
from portal.api.serializers.runs import EventSerializer
from portal.api.serializers.schedules import OccurrenceSerializer
from portal.api.serializers.series import RegressionSerializer
from portal.api.views.base import Rows, StrictView
from portal.api.views.catalog.campaigns import CampaignViewSet
from portal.api.views.catalog.classes import InstanceClassViewSet
from portal.api.views.catalog.engines import EngineViewSet
from portal.api.views.catalog.sources import SourceViewSet
from portal.api.views.catalog.workloads import WorkloadViewSet
from portal.api.views.data_sets import DataSetViewSet
from portal.api.views.endpoints import EndpointViewSet
from portal.api.views.results import ResultViewSet
from portal.api.views.run_records import seen_events
from portal.api.views.runs import RunViewSet
from portal.api.views.schedules import ScheduleViewSet
from portal.api.views.series import RegressionRuleViewSet, SeriesViewSet
from portal.api.views.submissions.views import SubmissionViewSet
from portal.api.views.sweeps import SweepViewSet
from portal.api.views.webhooks import WebhookViewSet
from portal.queries import rows as queries
from portal.queries import schedules as schedule_queries
from portal.queries import trends as trend_queries
from portal.web import permissions

Json = dict[str, Any]  # JSON values
CHUNK = 2000  # rows of plain values that are held at once
OF_A_RUN = (
    *("created_at", "queued_at", "started_at", "finished_at"),
    *("cancel_requested_at", "unpublished_at"),
)


@dataclass(frozen=True, slots=True)
class Reader:
    """Who asks, and from when on; ``since`` is None for everything."""

    request: Request
    since: datetime | None = None

    def view(self, kind: type[StrictView]) -> Any:  # Any: of any list
        """The API's own list as this reader asks for it."""
        view: Any = kind()
        view.request, view.action, view.format_kwarg = self.request, "list", None
        view.args, view.kwargs = (), {}
        return view

    def newer(self, rows: QuerySet[Any], moments: Sequence[str]) -> QuerySet[Any]:
        """Those of which one of the moments is not before ``since``."""
        if self.since is None or not moments:
            return rows
        asked = Q()
        for moment in moments:
            asked |= Q(**{f"{moment}__gte": self.since})
        # Below, since a moment of other rows would list a row once for each of them.
        found = rows.model._default_manager.filter(asked).order_by().values("pk")
        return rows.filter(pk__in=found)


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """``name`` is that of its files. ``path`` is the list of the API that holds such rows under
    ``key``, behind the keys of ``before``, which the address says there.
    """

    name: str
    view: type[StrictView]
    path: str
    rows: Callable[[Reader], Iterator[Json]]
    key: str = "results"
    before: tuple[str, ...] = ()

    def is_open_to(self, reader: Reader) -> bool:
        """Whether the API's own list would answer this reader."""
        view = reader.view(self.view)
        try:
            view.check_permissions(reader.request)
            if isinstance(view, Rows):
                view.get_queryset()
        except (NotAuthenticated, PermissionDenied):
            return False
        return True


def _listed(name: str, view: type[Rows[Any]], *moments: str) -> Kind:
    """A list of the API; rows without a moment of change are always all there."""

    def rows(reader: Reader) -> Iterator[Json]:
        asked = reader.view(view)
        pages = asked.pagination_class()
        for found in pages.batches(reader.newer(asked.get_queryset(), moments)):
            yield from asked.get_serializer(asked.dressed(found), many=True).data

    return Kind(name=name, view=view, path=f"/{name}/", rows=rows)


def _short(name: str, view: type[StrictView]) -> Kind:
    """A list whose rows are no table's."""

    def rows(reader: Reader) -> Iterator[Json]:
        yield from reader.view(view).rows()

    return Kind(name=name, view=view, path=f"/{name}/", rows=rows)


def _of_runs(
    name: str,
    of_run: Callable[[Run, Reader], Iterator[Json]],
    *,
    before: tuple[str, ...] = ("attempt",),
    listed: str = "",
) -> Kind:
    """What runs left behind, run by run; new as their runs are. ``before`` stand behind the
    run; ``listed`` is the list of a run that holds such rows, where it has another name."""

    def rows(reader: Reader) -> Iterator[Json]:
        # The run itself, without what its own answer joins.
        runs = Run.objects.visible_to(reader.request.user).only(
            *("owner_id", "endpoint_id", "server_id", "created_at"),
            *("workload", "generators"),
        )
        for found in NewestFirst().batches(reader.newer(runs, OF_A_RUN)):
            for run in found:
                for row in of_run(run, reader):
                    yield {"run": str(run.pk), **row}

    return Kind(
        name=f"run-{name}",
        view=RunViewSet,
        path=f"/runs/{{id}}/{listed or name}/",
        rows=rows,
        before=("run", *before),
    )


def _samples(run: Run, _reader: Reader) -> Iterator[Json]:
    found = Sample.objects.filter(run_id=run.pk).order_by("attempt", "second")
    yield from found.values("attempt", *ALL_COLUMNS).iterator(chunk_size=CHUNK)


def _counters(run: Run, _reader: Reader) -> Iterator[Json]:
    found = Counter.objects.filter(run_id=run.pk).order_by("attempt", "second")
    rows = found.values("attempt", "second", "values").iterator(chunk_size=CHUNK)
    yield from map(dict, rows)


def _events(run: Run, reader: Reader) -> Iterator[Json]:
    sees_all = permissions.is_owner_or_staff(reader.request.user, run.owner_id)
    found, context = seen_events(run, sees_all=sees_all)
    for event in found.order_by("pk").iterator(chunk_size=CHUNK):
        row: Any = EventSerializer(event, context=context).data
        yield row


def _generators(run: Run, reader: Reader) -> Iterator[Json]:
    """Of a run that several make."""
    if run.generators == 1:
        return
    sees_all = permissions.is_owner_or_staff(reader.request.user, run.owner_id)
    for part in RunPart.objects.filter(run_id=run.pk).order_by("attempt", "number"):
        told = parts.row(run, part, sees_all=sees_all)
        row: Any = parts.RunGeneratorSerializer(told).data
        yield {"attempt": part.attempt, **row}


def _generator_samples(run: Run, _reader: Reader) -> Iterator[Json]:
    for place, second, values in _seconds(run, PartKind.SAMPLE):
        yield {**place, "second": second, **values}


def _generator_counters(run: Run, _reader: Reader) -> Iterator[Json]:
    for place, second, values in _seconds(run, PartKind.COUNTERS):
        yield {**place, "second": second, "values": values}


def _seconds(run: Run, kind: PartKind) -> Iterator[tuple[Json, int, Json]]:
    """Which generator of which attempt, its second, what it told of that."""
    if run.generators == 1:
        return
    found = PartSecond.objects.filter(part__run=run.pk, kind=kind)
    columns = ("part__attempt", "part__number", "second", "values")
    rows = found.order_by(*columns[:3]).values_list(*columns)
    for attempt, number, second, values in rows.iterator(chunk_size=CHUNK):
        yield {"attempt": attempt, "generator": number}, second, values


def _buckets(reader: Reader) -> Iterator[Json]:
    results = queries.results(reader.request.user)
    seen = reader.newer(results, ["created_at", "exclusion__excluded_at"])
    rows = Histogram.objects.filter(result__in=seen.order_by().values("pk"))
    for row in rows.order_by("pk").iterator(chunk_size=1):
        for ms, count in row.counts.milliseconds:
            yield {
                "result": str(row.pk),
                "latency_ms": ms,
                "count": count,
            }


def _times(reader: Reader) -> Iterator[Json]:
    schedules = schedule_queries.listed(reader.request.user).values("pk")
    found = schedule_queries.with_runs().filter(schedule__in=schedules)
    for times in NewestTimeFirst().batches(reader.newer(found, ["at"])):
        for time in times:
            row = OccurrenceSerializer(time).data
            yield {"schedule": str(time.schedule_id), **row}


def _regressions(reader: Reader) -> Iterator[Json]:
    found = trend_queries.seen_regressions(reader.request.user)
    moments = ["found_at", "confirmed_at", "ended_at"]
    for regression in reader.newer(found, moments).iterator(chunk_size=CHUNK):
        yield RegressionSerializer(regression).data


KINDS = (
    _short("engines", EngineViewSet),
    _listed("providers", ProviderViewSet),
    _listed("instance-classes", InstanceClassViewSet),
    _listed("campaigns", CampaignViewSet),
    _short("sources", SourceViewSet),
    _short("workloads", WorkloadViewSet),
    _listed("results", ResultViewSet, "created_at", "exclusion__excluded_at"),
    Kind(
        name="result-histograms",
        view=ResultViewSet,
        path="/results/{id}/histogram/",
        rows=_buckets,
        key="buckets",
        before=("result",),
    ),
    _listed("endpoints", EndpointViewSet, "created_at", "checks__finished_at"),
    _listed("data-sets", DataSetViewSet, "created_at", "drop_requested_at"),
    _listed("runs", RunViewSet, *OF_A_RUN),
    _of_runs("samples", _samples),
    _of_runs("counters", _counters),
    _of_runs("events", _events, before=()),
    _of_runs("generators", _generators),
    _of_runs(
        "generator-samples",
        _generator_samples,
        before=("attempt", "generator"),
        listed="samples",
    ),
    _of_runs(
        "generator-counters",
        _generator_counters,
        before=("attempt", "generator"),
        listed="counters",
    ),
    _listed(
        "sweeps", SweepViewSet, "created_at", *(f"runs__{name}" for name in OF_A_RUN)
    ),
    _listed("schedules", ScheduleViewSet, "created_at", "paused_at", "occurrences__at"),
    Kind(
        name="schedule-times",
        view=ScheduleViewSet,
        path="/schedules/{id}/times/",
        rows=_times,
        before=("schedule",),
    ),
    _listed("series", SeriesViewSet, "created_at", "results__created_at"),
    _listed("regression-rules", RegressionRuleViewSet, "created_at", "evaluated_at"),
    Kind(
        name="regressions",
        view=SeriesViewSet,
        path="/series/{id}/",
        rows=_regressions,
        key="regressions",
    ),
    _listed("webhooks", WebhookViewSet),
    _listed("generators", GeneratorViewSet, "seen_at"),
    _listed("submissions", SubmissionViewSet, "changed_at"),
    _listed(
        "campaign-drafts",
        CampaignDraftViewSet,
        *("entered_at", "reviewed_at", "withdrawn_at"),
    ),
)
