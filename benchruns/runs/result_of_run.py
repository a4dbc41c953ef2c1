"""The result of a run that succeeded: its figures with the conditions as they were."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils import timezone

from benchruns import findings, vocabulary
from benchruns.evidence import run_findings
from benchruns.evidence.regime import regime_of
from benchruns.evidence.steady import Second, window
from benchruns.figures import formulas
from benchruns.figures.derivation import Derivation
from benchruns.figures.metrics import Figures
from benchruns.figures.percentiles import FIGURES as PERCENTILES
from benchruns.findings import Finding
from benchruns.models import (
    Attempt,
    Endpoint,
    InstanceClass,
    Provider,
    Result,
    Run,
    Sample,
)
from benchruns.parsers.pgbench import log as pgbench_log
from benchruns.parsers.settings.recognised import without_names
from benchruns.runs.parts.clients import client_of, tool_version_of
from benchruns.vocabulary import Provenance, Severity
from benchruns.workloads import WORKLOADS, Workload, load_findings
from benchruns.workloads.custom import script as custom

OVERRUN = 1.1  # a measured time beyond this share of the one asked for is told
SYSBENCH_PERCENTILE = 95  # asked of sysbench where the workload does not say


def result_of(run: Run, attempt: Attempt, figures: Figures) -> Result:
    """An unsaved snapshot; ``lifecycle.succeed`` stores it.

    The engine found by the probe wins over the one registered. Settings are those that
    everybody may see, once it is public: its attempt has all of them.
    """
    endpoint = run.endpoint
    facts, evidence = attempt.server_facts, attempt.evidence
    workload = WORKLOADS[run.workload]
    size = workload.size(run.parameters)
    return Result(
        provenance=Provenance.MEASURED,
        visibility=run.visibility,
        owner_id=run.owner_id,
        run=run,
        reproduces_id=run.reproduces_id,
        endpoint=endpoint,
        engine=facts["engine"],
        engine_version=facts["release"],
        engine_version_full=facts["version"],
        max_connections=facts["max_connections"],
        buffer_bytes=facts["buffer_bytes"],
        parameter_settings=without_names({**facts["settings"], **facts["durability"]}),
        **_size(endpoint),
        **_place(endpoint),
        workload=run.workload,
        parameters=run.parameters | custom.of_result(attempt.tool_facts),
        variant=variant_of(workload, run.parameters),
        **size.columns,
        threads=workload.threads(run.parameters),
        data_bytes=attempt.data_bytes,
        tool=attempt.tool,
        tool_version=tool_version_of(run, attempt),
        client=client_of(run, attempt),
        regime=regime_of(evidence.get("regime", {}).get("verdict")),
        measured_at=timezone.now(),
        **of_output(run, attempt, figures),
    )


def of_output(run: Run, attempt: Attempt, figures: Figures) -> dict[str, Any]:
    """The columns that follow from what the tool printed, its samples among it."""
    seconds = _seconds(attempt)
    steady = window(seconds)
    derivation = _derive(run, attempt, figures)
    found = (
        *_findings(run.parameters),
        *load_findings.own_script(attempt.tool_facts),
        *_overrun(run.parameters, figures.duration_s),
        *run_findings.find(
            evidence=attempt.evidence,
            tool_facts=attempt.tool_facts,
            samples=seconds,
            seconds=figures.duration_s,
            is_regime_published=run.expects_as_published,
        ),
    )
    return {
        "tool_facts": attempt.tool_facts,
        "steady": steady.as_dict() if steady else {},
        **findings.columns_of(found),
        "derived": dict(derivation.formulas),
        **derivation.figures.as_dict(),
    }


def _seconds(attempt: Attempt) -> list[Second]:
    measured = Sample.objects.filter(
        run_id=attempt.run_id, attempt=attempt.number, second__gt=0
    )
    return [
        Second(second=second, tps=tps, qps=qps)
        for second, tps, qps in measured.order_by("second").values_list(
            "second", "tps", "qps"
        )
    ]


def _derive(run: Run, attempt: Attempt, figures: Figures) -> Derivation:
    """What the parser computed, told apart from what the tool printed."""
    if attempt.tool == "pgbench":
        found = _of_pgbench(figures, attempt.tool_facts)
    elif attempt.tool == "benchbook-tpcc":
        found = formulas.of_tpcc(figures)
    else:
        asked = run.parameters.get("percentile", SYSBENCH_PERCENTILE)
        found = formulas.of_sysbench(figures, percentile=asked)
    found = formulas.known(figures, found)
    rates = formulas.RATE_COUNTS.keys() & found.keys()
    return Derivation(figures=formulas.without_noise(figures, rates), formulas=found)


def _of_pgbench(figures: Figures, facts: Mapping[str, Any]) -> dict[str, str]:
    share = facts.get("latency_log", {}).get("share", 1)
    return {
        **formulas.of_pgbench(figures),
        **dict.fromkeys(
            [*PERCENTILES.values(), "latency_max_ms"], pgbench_log.formula(share)
        ),
    }


def _size(endpoint: Endpoint) -> Mapping[str, Any]:
    """The class's size and provider, or what the endpoint says of itself."""
    sized: InstanceClass | Endpoint = endpoint.instance_class or endpoint
    provider: Provider | None = sized.provider
    return {
        "instance_class": endpoint.instance_class,
        "provider": provider,
        "vcpus": sized.vcpus,
        "memory_gb": sized.memory_gb,
        "iops": endpoint.instance_class.iops if endpoint.instance_class else None,
    }


def _place(endpoint: Endpoint) -> Mapping[str, str]:
    return {
        name: getattr(endpoint, name)
        for name in ("region", "zone", "network", "storage", "edition")
    }


def variant_of(workload: Workload, parameters: Mapping[str, Any]) -> str:
    """How the load differed from the workload's own; empty if it did not."""
    found = vocabulary.variant_of(
        skips_transactions=bool(parameters.get("skip_trx")),
        is_limited=bool(parameters.get("rate")),
    )
    return found or (workload.variant(parameters) if workload.variant else "")


def _overrun(
    parameters: Mapping[str, Any], measured_s: float | None
) -> Iterator[Finding]:
    asked_s = parameters["duration_seconds"]
    if measured_s is not None and measured_s > asked_s * OVERRUN + 1:
        yield Finding(
            code="duration",
            severity=Severity.CAUTION,
            values={"measured_s": measured_s, "asked_s": asked_s},
        )


def _findings(parameters: Mapping[str, Any]) -> Iterator[Finding]:
    if parameters.get("skip_trx"):
        yield load_findings.no_transactions()
    if parameters.get("prepared_statements") is False:
        yield Finding(
            code="statements_as_text",
            severity=Severity.CAUTION,
        )
    if rate := parameters.get("rate"):
        yield load_findings.rate_limited(rate)
