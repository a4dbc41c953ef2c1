"""Runs of the TPC-C-derived load that have succeeded, alone and as a sweep."""

from benchruns.evidence.tpcc_facts import facts_of
from benchruns.models import Result, Run, Sweep
from benchruns.parsers.tpcc.output import parse
from benchruns.runs import request as run_request
from benchruns.runs.request import RunRequest
from benchruns.workloads.tpcc import TPCC, variant
from tests.benchruns.parsers.tpcc.tpcc_reports import output
from tests.factories import NOON, AttemptFactory, EndpointFactory, RunFactory

RELEASES = {
    "sqlserver": ("2008 R2", "10.50.6560.0"),
    "mariadb": ("10.11", "10.11.11"),
    "postgresql": ("15", "15.13"),
}


def endpoint_of(engine, owner, **columns):
    return EndpointFactory(
        owner=owner, engine=engine, **{"vcpus": 4, "memory_gb": 16, **columns}
    )


def finished(run: Run, *, tpm: float = 100_000.0, **columns) -> Result:
    """The result of a run that waits, with what goes with TPM of so many."""
    Run.objects.filter(pk=run.pk).update(
        state="succeeded",
        attempt=1,
        started_at=NOON,
        finished_at=NOON,
        server=run.endpoint.server,
    )
    AttemptFactory(run=run, tool="benchbook-tpcc", tool_version="1", succeeded=True)
    report = parse(output())
    parameters = run.parameters
    release, full = RELEASES[run.endpoint.engine]
    is_sqlserver = run.endpoint.engine == "sqlserver"
    figures = {
        "tpm": tpm,
        "nopm": 0.43 * tpm,
        "tps": tpm / 60,
        "batch_requests_per_s": tpm / 60 if is_sqlserver else None,
        "transactions": 2300.0,
        "errors_per_s": 0.0,
        "latency_avg_ms": 3.1,
        "latency_p95_ms": 4.25,
        "latency_max_ms": 21.5,
        "duration_s": 60.0,
    }
    return Result.objects.create(
        provenance="measured",
        visibility="private",
        owner=run.owner,
        run=run,
        endpoint=run.endpoint,
        reproduces=run.reproduces,
        engine=run.endpoint.engine,
        engine_version=release,
        engine_version_full=full,
        vcpus=run.endpoint.vcpus,
        memory_gb=run.endpoint.memory_gb,
        instance_class=run.endpoint.instance_class,
        workload="tpcc",
        parameters=parameters,
        variant=variant(parameters),
        scale=parameters["warehouses"],
        total_records=parameters["warehouses"] * 499_011 + 100_000,
        threads=parameters["virtual_users"],
        tool="benchbook-tpcc",
        tool_version="1",
        tool_facts=facts_of(
            report, warehouses=parameters["warehouses"], orders_before=300_000
        ),
        regime="cached",
        measured_at=NOON,
        **{**figures, **columns},
    )


def tpcc_run(engine, owner, *, tpm=100_000.0, users=8, endpoint=None, **parameters):
    """A run that has succeeded, of HammerDB's mix unless the parameters differ."""
    endpoint = endpoint or endpoint_of(engine, owner)
    run = RunFactory(
        owner=owner,
        endpoint=endpoint,
        workload="tpcc",
        parameters=TPCC.clean({"virtual_users": users, **parameters}),
    )
    finished(run, tpm=tpm)
    return Run.objects.get(pk=run.pk)


def reproduced(row: Result, owner, *, tpm: list[float], **parameters) -> Sweep:
    """The ladder that repeats a row of SQL Server, as many steps as there are TPM."""
    endpoint = endpoint_of("sqlserver", owner, vcpus=row.vcpus)
    steps = [2**step for step in range(len(tpm))]
    request = RunRequest(
        endpoint=endpoint, reproduces=row, threads=steps, parameters=parameters
    )
    first = run_request.start(run_request.settle(request), owner=owner)
    for run, value in zip(
        first.sweep.runs.order_by("sweep_position"), tpm, strict=True
    ):
        finished(run, tpm=value)
    return first.sweep
