"""What is refused before anything is created on the server."""

from benchruns.engines import ENGINES
from benchruns.failures.failure import BenchbookError, Failure
from benchruns.models import Endpoint, Run
from benchruns.runs import kept_data
from benchruns.runs import plan as run_plan
from benchruns.runs.plan import RunPlan
from benchruns.workloads import WORKLOADS
from workers.probes import Probe, ServerFacts


def refuse_without_consent(run: Run) -> None:
    """Looked at anew: it may have been withdrawn since the run was read."""
    endpoint = Endpoint.objects.get(pk=run.endpoint_id)
    if not endpoint.consents_to(own_script=WORKLOADS[run.workload].is_custom):
        raise BenchbookError(Failure(code="consent_missing"))


def refuse_missing(privileges: tuple[str, ...], *, probe: Probe) -> None:
    if privileges:
        raise BenchbookError(_lacking(probe, privileges=list(privileges)))


def refuse_without_workspace(privileges: tuple[str, ...], *, probe: Probe) -> None:
    """For a workload that cannot share a database with a user's tables."""
    if privileges:
        raise BenchbookError(_lacking(probe, workspace_privileges=list(privileges)))


def _lacking(probe: Probe, **privileges: list[str]) -> Failure:
    values: dict[str, object] = {**privileges}
    if probe.facts().wildcards_are_literal:
        values["wildcards_are_literal"] = True
    return Failure(code="no_privilege", values=values)


def plan(run: Run, facts: ServerFacts) -> RunPlan:
    """The run's plan by what its server is now, not by what a check once found."""
    workload = WORKLOADS[run.workload]
    server = {
        **facts.as_json(),
        "reserved_connections": facts.reserved_connections,
    }
    return run_plan.plan_of(
        workload,
        run.parameters,
        family=ENGINES[run.endpoint.engine].family,
        server=server,
        is_loaded=kept_data.usable_by(run) is not None,
        measured_rate=run_plan.load_rate(run.endpoint, workload),
        wanted_regime=run.expected_regime,
        is_regime_published=run.expects_as_published,
    )


def refuse_what_cannot_fit(plan: RunPlan) -> None:
    """BenchbookError with the first of the plan's refusals."""
    for problem in plan.refusals:
        raise BenchbookError(Failure(code=problem.code, values=problem.values))
