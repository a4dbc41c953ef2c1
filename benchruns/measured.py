"""The result of a run that succeeded: its figures with the conditions as they were."""

from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from benchruns import run_findings
from benchruns.metrics import Figures
from benchruns.models import (
    Attempt,
    Endpoint,
    InstanceClass,
    Provider,
    Result,
    Run,
    Sample,
)
from benchruns.regime import regime_of
from benchruns.steady import FEWEST, Second, window
from benchruns.vocabulary import Provenance
from benchruns.workloads import WORKLOADS


def result_of(run: Run, attempt: Attempt, figures: Figures) -> Result:
    """An unsaved snapshot; ``lifecycle.succeed`` stores it.

    The engine found by the probe wins over the one registered.
    """
    endpoint = run.endpoint
    facts, evidence = attempt.server_facts, attempt.evidence
    seconds = _seconds(attempt)
    steady = window(seconds)
    workload = WORKLOADS[run.workload]
    size = workload.size(run.parameters)
    return Result(
        provenance=Provenance.MEASURED,
        visibility=run.visibility,
        owner_id=run.owner_id,
        run=run,
        endpoint=endpoint,
        engine=facts["engine"],
        engine_version=facts["release"],
        engine_version_full=facts["version"],
        max_connections=facts["max_connections"],
        buffer_bytes=facts["buffer_bytes"],
        parameter_settings={**facts["settings"], **facts["durability"]},
        **_size(endpoint),
        **_place(endpoint),
        workload=run.workload,
        **size.columns,
        threads=workload.threads(run.parameters),
        data_bytes=attempt.data_bytes,
        tool=attempt.tool,
        tool_version=attempt.tool_version,
        tool_facts=attempt.tool_facts,
        client=attempt.client,
        regime=regime_of(evidence.get("regime", {}).get("verdict")),
        steady=steady.as_dict() if steady else {},
        findings=[
            finding.as_dict()
            for finding in run_findings.find(
                evidence=evidence,
                tool_facts=attempt.tool_facts,
                is_unsettled=steady is None and len(seconds) >= FEWEST,
            )
        ],
        measured_at=timezone.now(),
        **figures.as_dict(),
    )


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
