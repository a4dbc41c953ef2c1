"""What earlier runs took on a server: how fast they loaded, and what stood beside the load."""

from collections.abc import Iterable
from statistics import median

from django.db.models import Prefetch

from benchruns.models import DataSet, Endpoint, Event, Run
from benchruns.runs.plan.run_plan import Overhead
from benchruns.runs.report import beginnings
from benchruns.vocabulary import Phase, RunState
from benchruns.workloads import WORKLOADS, Workload, lead_seconds

TELLING_RUNS = 10  # the last ones on an endpoint
# A smaller or shorter load tells more of connecting and creating than of loading.
FEWEST_ROWS, MEASURABLE_SECONDS = 50_000, 0.5


def load_rate(endpoint: Endpoint, workload: Workload) -> int | None:
    """Rows a second of the last load by the same tool on this server; None before."""
    loads = DataSet.objects.filter(
        endpoint=endpoint,
        server=endpoint.server,
        workload__in=_alike(workload),
        is_ready=True,
        load_seconds__gte=MEASURABLE_SECONDS,
    )
    for last in loads.order_by("-created_at")[:20]:
        if seconds := _telling_load(last):
            return max(1, round((last.rows or 0) / seconds))
    return None


def _alike(workload: Workload) -> list[str]:
    return [each.name for each in WORKLOADS.values() if each.tool == workload.tool]


def _telling_load(loaded: DataSet) -> float | None:
    """Its seconds, where it is large and long enough to tell how fast rows are loaded."""
    rows, seconds = loaded.rows, loaded.load_seconds
    if not (rows and seconds) or rows < FEWEST_ROWS or seconds < MEASURABLE_SECONDS:
        return None
    return seconds


def overhead_of(endpoint: Endpoint, workload: Workload) -> Overhead:
    """Medians of the last runs by the same tool on this server that succeeded."""
    last = Run.objects.filter(
        endpoint=endpoint,
        server=endpoint.server,
        workload__in=_alike(workload),
        state=RunState.SUCCEEDED,
        generators=1,
    )
    phases = Prefetch("events", Event.objects.filter(code="phase"))
    spent = [
        each
        for run in last.select_related("data_set").prefetch_related(phases)[
            :TELLING_RUNS
        ]
        if (each := _spent(run)) is not None
    ]
    return Overhead(
        preflight=_median(each.preflight for each in spent),
        loading=_median(each.loading for each in spent),
        reusing=_median(each.reusing for each in spent),
    )


def _spent(run: Run) -> Overhead | None:
    """Of one run; None where its events do not tell. A load too small to tell the rate of
    loading counts as making tables."""
    try:
        began = beginnings(run, run.events.all())
        looked = (began[Phase.PREPARE] - began[Phase.PREFLIGHT]).total_seconds()
        planned = lead_seconds(run.parameters) + run.parameters["duration_seconds"]
    except (KeyError, TypeError, ValueError):  # of damaged rows
        return None
    own = run.data_set if run.data_set and run.data_set.run_id == run.pk else None
    if run.finished_at is None:
        return None
    after = (run.finished_at - began[Phase.PREPARE]).total_seconds()
    load = (_telling_load(own) or 0.0) if own else 0.0
    rest = max(0.0, after - load - planned)
    if own:
        return Overhead(preflight=looked, loading=rest)
    return Overhead(preflight=looked, reusing=rest)


def _median(found: Iterable[float | None]) -> float | None:
    known = [each for each in found if each is not None]
    return median(known) if known else None
