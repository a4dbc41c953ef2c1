"""The result of a run that succeeded: its figures with the conditions as they were."""

from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from benchruns.metrics import Figures
from benchruns.models import Attempt, Endpoint, InstanceClass, Provider, Result, Run
from benchruns.vocabulary import Provenance


def result_of(run: Run, attempt: Attempt, figures: Figures) -> Result:
    """An unsaved snapshot; ``lifecycle.succeed`` stores it.

    The engine found by the probe wins over the one registered.
    """
    endpoint = run.endpoint
    facts = attempt.server_facts
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
        tables=run.parameters.get("tables"),
        table_size=run.parameters.get("table_size"),
        threads=run.parameters.get("threads"),
        data_bytes=attempt.data_bytes,
        tool=attempt.tool,
        tool_version=attempt.tool_version,
        client=attempt.client,
        measured_at=timezone.now(),
        **figures.as_dict(),
    )


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
