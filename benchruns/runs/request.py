"""What a user asks for, from the page or by the API, made into a plan or into runs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from typing import Any, Final

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils.translation import gettext as _

from benchruns.engines import ENGINES
from benchruns.errors import FieldError
from benchruns.generators import routes
from benchruns.generators.routes import Wanted
from benchruns.limits import door
from benchruns.models import DataSet, Endpoint, Result, Run
from benchruns.reproduction.differences import OVERRIDDEN, Difference, Why, assumed
from benchruns.reproduction.other_server import other_server_planned
from benchruns.reproduction.other_test import Unlike, unlike_planned
from benchruns.reproduction.reproduce import Reproduction, reproduce
from benchruns.reproduction.tuned_load import Reach
from benchruns.row_locks import lock_user
from benchruns.runs import kept_data, schedule
from benchruns.runs import plan as run_plan
from benchruns.runs import sweeps as sweeping
from benchruns.runs.parts.shares import most_generators
from benchruns.runs.plan import Climb, Problem, RunPlan
from benchruns.runs.sweeps import SETTLE_SECONDS, Ladder
from benchruns.workloads import WORKLOADS, Workload


class Unstated(Enum):
    """What a request leaves open, where None says something."""

    AS_PUBLISHED = "as published"


OF_A_ROW = ("scale_down", "match_ratio")
AS_PUBLISHED: Final = Unstated.AS_PUBLISHED


class PlanRefused(FieldError):
    """The server, as its last check found it, cannot carry the run: ``problem`` says why."""

    def __init__(self, problem: Problem) -> None:
        super().__init__("parameters", problem.code)
        self.problem = problem


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRequest:
    """A workload with its parameters, or a published row with what overrides it.

    ``threads`` makes it a sweep over these counts, and so do ``repetitions`` above 1.
    ``expected_regime`` None: nothing is expected, whatever the row was measured in.
    ``labels`` are name, note and tags, as far as given.
    ``generator_labels`` are those that a load generator has to have beside the endpoint's.
    So many ``generators`` load the server at once; with ``goes_on_without_lost`` the rest goes
    on without one that is lost.
    ``keeps_data_set`` None: kept data is used where it fits, and none is kept else.
    """

    endpoint: Endpoint
    workload: str | None = None
    parameters: Mapping[str, object] = field(default_factory=dict)
    reproduces: Result | None = None
    scale_down: int | None = None
    match_ratio: bool = False
    threads: Sequence[int] | None = None
    repetitions: int = 1
    settle_seconds: int = SETTLE_SECONDS
    keeps_data_set: bool | None = None
    not_before: datetime | None = None
    expected_regime: str | Unstated | None = AS_PUBLISHED
    labels: Mapping[str, object] = field(default_factory=dict)
    generator_labels: Mapping[str, str] = field(default_factory=dict)
    generators: int = 1
    goes_on_without_lost: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """A request in full: nothing of it is left to a default any more.

    ``kept`` is the kept data set that fits, whether it is to be used or not.
    """

    request: RunRequest
    workload: Workload
    parameters: Mapping[str, Any]
    reproduction: Reproduction | None
    ladder: Ladder | None
    kept: DataSet | None = None

    @property
    def keeps_data_set(self) -> bool:
        asked = self.request.keeps_data_set
        return self.kept is not None if asked is None else asked

    @property
    def generator_labels(self) -> dict[str, str]:
        """Those of the endpoint, too."""
        request = self.request
        return schedule.wanted_labels(request.endpoint, request.generator_labels)

    @property
    def differences(self) -> tuple[Difference, ...]:
        """From the published row, of all runs together; none without one.

        Each run of a ladder lists its own load.
        """
        found = self.reproduction
        if found is None:
            return ()
        threads = list(self.ladder.threads) if self.ladder else []
        is_asked = self.request.threads is not None
        is_climbed = is_asked and threads != [found.published.threads]
        if not (is_climbed or found.ladder):
            return found.differences
        name = self.workload.load
        others = (each for each in found.differences if each.name != name)
        return (*others, _ladder_difference(found, name, threads))

    @property
    def expected_regime(self) -> str | None:
        asked = self.request.expected_regime
        if asked is not AS_PUBLISHED:
            return asked
        return self.reproduction.expected_regime if self.reproduction else None

    @property
    def expects_as_published(self) -> bool:
        """Whether the expected regime is that of the row to be repeated."""
        row = self.reproduction.published if self.reproduction else None
        return row is not None and row.regime == self.expected_regime


def _ladder_difference(
    reproduction: Reproduction, name: str, threads: Sequence[int]
) -> Difference:
    """The form sends the ladder that it proposes: that one is nobody's own."""
    told = ", ".join(f"{each:,}" for each in threads)
    if tuple(threads) == reproduction.ladder:
        return assumed(name, told, why=Why.LADDER)
    return Difference(
        kind=OVERRIDDEN,
        name=name,
        published=reproduction.published.threads,
        here=told,
        code=Why.GIVEN_LADDER,
    )


def settle(request: RunRequest) -> Settled:
    """Raises FieldError, ReproductionError or ParameterError; creates nothing."""
    asked = request.expected_regime
    schedule.check(
        request.endpoint,
        not_before=request.not_before,
        expected_regime=None if asked is AS_PUBLISHED else asked,
    )
    schedule.wanted_labels(request.endpoint, request.generator_labels)
    reproduction = _reproduction(request)
    name = reproduction.workload.name if reproduction else request.workload
    if name is None:
        raise FieldError(
            "workload", _("Give a workload, or a vendor's result in reproduce.")
        )
    workload = schedule.workload_for(request.endpoint, name)
    parameters = (
        reproduction.parameters if reproduction else workload.clean(request.parameters)
    )
    ladder = _ladder(request, workload, parameters, reproduction)
    _refuse_large(request.endpoint, workload, parameters, ladder)
    _refuse_idle_generators(request.generators, workload, parameters, ladder)
    return Settled(
        request=request,
        workload=workload,
        parameters=parameters,
        reproduction=reproduction,
        ladder=ladder,
        kept=kept_data.usable_on(request.endpoint, workload.name, parameters),
    )


def _refuse_idle_generators(
    generators: int,
    workload: Workload,
    parameters: Mapping[str, Any],
    ladder: Ladder | None,
) -> None:
    """FieldError for more than the fewest threads of all runs can be dealt to."""
    if generators == 1:
        return
    loads = (
        sweeping.rungs(workload, parameters, ladder) if ladder else [dict(parameters)]
    )
    most = min(most_generators(workload, load) for load in loads)
    if not 1 <= generators <= most:
        raise FieldError(
            "generators",
            _(
                "Give a number from 1 to %(most)s: each has to have a thread, and with a "
                "rate limit a transaction a second."
            )
            % {"most": f"{most:,}"},
        )


def _refuse_large(
    endpoint: Endpoint,
    workload: Workload,
    parameters: Mapping[str, Any],
    ladder: Ladder | None,
) -> None:
    """FieldError for more threads or data than its owner's runs may have."""
    family = ENGINES[endpoint.engine].family
    size = workload.size(parameters)
    door.refuse_large(
        endpoint.owner,
        threads=max(ladder.threads) if ladder else workload.threads(parameters),
        data_bytes=size.data_bytes(family),
        field="threads" if ladder else "parameters",
    )


def _reproduction(request: RunRequest) -> Reproduction | None:
    published = request.reproduces
    if published is None:
        for name in OF_A_ROW:
            refuse_without_row(name, getattr(request, name))
        return None
    if request.workload not in (None, published.workload):
        raise FieldError(
            "workload", _("The reproduced row has its own workload: leave it out.")
        )
    server = run_plan.server_found(request.endpoint)
    return reproduce(
        published,
        family=ENGINES[request.endpoint.engine].family,
        buffer_bytes=server.get("buffer_bytes"),
        scale_down=request.scale_down,
        match_ratio=request.match_ratio,
        overrides=request.parameters,
        reach=reach_of(request.endpoint, WORKLOADS.get(published.workload)),
    )


def refuse_without_row(name: str, value: object) -> None:
    """FieldError for one of ``OF_A_ROW`` where no row is repeated."""
    if value not in (None, False):
        raise FieldError(name, _("This goes with reproduce alone."))


def reach_of(endpoint: Endpoint, workload: Workload | None) -> Reach:
    """What a ladder of loads may use there, as far as it is registered or was found."""
    sized = endpoint.instance_class or endpoint
    connections = run_plan.usable_connections(run_plan.server_found(endpoint))
    if connections is not None and workload is not None:
        connections = max(1, connections - run_plan.spare_connections(workload))
    return Reach(vcpus=sized.vcpus, connections=connections)


def _ladder(
    request: RunRequest,
    workload: Workload,
    parameters: Mapping[str, Any],
    reproduction: Reproduction | None,
) -> Ladder | None:
    threads = request.threads
    if threads is None and reproduction is not None:
        threads = reproduction.ladder or None
    if threads is None and request.repetitions == 1:
        return None
    ladder = Ladder(
        threads=[workload.threads(parameters)] if threads is None else list(threads),
        repetitions=request.repetitions,
        settle_seconds=request.settle_seconds,
    )
    sweeping.check(ladder)
    sweeping.rungs(workload, parameters, ladder)
    return ladder


def plan(settled: Settled) -> RunPlan:
    """From what the last check found; see ``run_plan.server_found``."""
    endpoint, workload = settled.request.endpoint, settled.workload
    wanted = Wanted(
        labels=settled.generator_labels,
        tool=workload.tool,
        generators=settled.request.generators,
    )
    return run_plan.plan_of(
        workload,
        settled.parameters,
        family=ENGINES[endpoint.engine].family,
        server=run_plan.server_found(endpoint),
        climb=_climb(settled.ladder),
        is_loaded=settled.keeps_data_set and settled.kept is not None,
        measured_rate=run_plan.load_rate(endpoint, workload),
        overhead=run_plan.overhead_of(endpoint, workload),
        wanted_regime=settled.expected_regime,
        is_regime_published=settled.expects_as_published,
        unserved=routes.lacking(routes.fleet(), wanted),
    )


def unlike_row(settled: Settled, made: RunPlan) -> list[Unlike]:
    """By what it will be another test than the row to be repeated, as far as that is known.

    Of a sweep, the run whose load is nearest to the row's; one that looks for the load of
    the row has none that is another.
    """
    if settled.reproduction is None:
        return []
    published = settled.reproduction.published
    loads = settled.ladder.threads if settled.ladder else [made.threads]
    wanted = published.threads
    return unlike_planned(
        published,
        size=made.size,
        data_bytes=made.data_bytes,
        buffer_bytes=made.buffer_bytes,
        regime=made.expected_regime,
        duration_seconds=made.duration_seconds,
        threads=min(loads, key=lambda load: abs(load - wanted)) if wanted else None,
    )


def unlike_server(settled: Settled) -> list[Unlike]:
    """By what its server is another one than that of the row to be repeated."""
    if settled.reproduction is None:
        return []
    endpoint, published = settled.request.endpoint, settled.reproduction.published
    return other_server_planned(published, endpoint, run_plan.server_found(endpoint))


def loading_saved(settled: Settled, made: RunPlan) -> float | None:
    """Seconds that the kept data saves, or would; None where none fits."""
    if settled.kept is None:
        return None
    took = settled.kept.load_seconds
    return made.rows / made.rows_loaded_a_second if took is None else took


def _climb(ladder: Ladder | None) -> Climb:
    if ladder is None:
        return run_plan.ONCE
    return Climb(
        runs=ladder.runs,
        settle_seconds=ladder.settle_seconds,
        most_threads=max(ladder.threads),
    )


@transaction.atomic
def start(settled: Settled, *, owner: AbstractBaseUser) -> Run:
    """The run, or the first one of the sweep.

    Raises as ``settle`` does, PlanRefused, and LimitReached where they are too many.
    """
    lock_user(owner.pk)
    schedule.hold(settled.request.endpoint)
    if refusals := plan(settled).refusals:
        raise PlanRefused(refusals[0])
    request = settled.request
    runs = settled.ladder.runs if settled.ladder else 1
    door.admit_runs(
        owner,
        request.endpoint,
        parameters=[dict(settled.parameters)] * runs,
        generators=request.generators,
    )
    given: dict[str, Any] = {
        "owner": owner,
        "endpoint": request.endpoint,
        "workload": settled.workload.name,
        "parameters": settled.parameters,
        "not_before": request.not_before,
        "expected_regime": settled.expected_regime,
        "keeps_data_set": settled.keeps_data_set,
        "reproduction": settled.reproduction,
        "labels": request.labels,
        "generator_labels": request.generator_labels,
        "generators": request.generators,
        "goes_on_without_lost": request.goes_on_without_lost,
    }
    if settled.ladder is None:
        return schedule.schedule(**given)
    return sweeping.first_run(sweeping.start(**given, ladder=settled.ladder))
