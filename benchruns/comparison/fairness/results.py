"""The contexts of stored results: the one place here that knows rows."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from benchruns.comparison.fairness.axes import SAMPLE_LATENCY
from benchruns.comparison.fairness.context import Context, QpsCounting, Statements
from benchruns.engines import ENGINES
from benchruns.figures.derivation import pgbench_statements
from benchruns.figures.metrics import FIGURE_NAMES, TOTALS
from benchruns.models import Attempt, Result
from benchruns.names.regions import region_name, zone_name
from benchruns.parsers.settings.recognised import public_settings
from benchruns.results.row import data_size
from benchruns.results.submitted_samples import SampledLatency, sampled_latencies
from benchruns.runs.result_of_run import SYSBENCH_PERCENTILE
from benchruns.units import size_text
from benchruns.vocabulary import WITHOUT_TRANSACTIONS, Outcome, Provenance
from benchruns.workloads import WORKLOADS, Workload, tpcc
from benchruns.workloads.custom import script as custom

_VERSION = re.compile(r"(\d{1,4})\.(\d{1,4})")
SELF_MANAGED = "self-managed"
# Findings by which client and server had no network between them.
SHARED_HOST = frozenset({"same_host", "loopback"})
PREPARED = "prepared_statements"


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What a run found: what bottleneck was judged by, and all of the server's variables."""

    evidence: Mapping[str, Any] = field(default_factory=dict)
    variables: Mapping[str, str] = field(default_factory=dict)


NOTHING = Found()


def contexts_of(results: Sequence[Result]) -> list[Context]:
    """The contexts of loaded results, in their order; one query for all runs.

    And one for the samples of submitted files. Results must come with instance_class,
    provider and campaign.
    """
    found = _found([result.run_id for result in results if result.run_id])
    sampled = sampled_latencies(results)
    return [
        context_of(
            result,
            found=found.get(result.run_id, NOTHING) if result.run_id else NOTHING,
            sampled=sampled.get(result.pk),
        )
        for result in results
    ]


def context_of(
    result: Result,
    *,
    found: Found = NOTHING,
    sampled: SampledLatency | None = None,
) -> Context:
    """The context of one; ``found`` is what its run's attempt found, if it has one.

    ``sampled`` is what the latencies of its uploaded samples are, if it has any.
    """
    instance_class = result.instance_class
    return Context(
        id=str(result.pk),
        label=instance_class.code
        if instance_class
        else size_text(result.vcpus, result.memory_gb) or result.engine_title,
        provenance=result.provenance,
        method=result.campaign.slug if result.campaign else None,
        figures=_figures(result, sampled),
        derived=result.derived,
        engine=result.engine,
        engine_version=result.engine_version or None,
        engine_version_full=result.engine_version_full or None,
        instance_class=instance_class.code if instance_class else None,
        family=(instance_class.family or None) if instance_class else None,
        vcpus=result.vcpus,
        memory_gb=result.memory_gb,
        settings={**public_settings(found.variables), **result.parameter_settings},
        **_provider(result),
        **_load(result, sampled),
        **_data(result),
        **_surroundings(result, found.evidence),
    )


def _found(run_ids: Sequence[UUID]) -> dict[UUID, Found]:
    """Of the attempt that made each run's result."""
    if not run_ids:
        return {}
    attempts = Attempt.objects.filter(run_id__in=run_ids, outcome=Outcome.SUCCEEDED)
    rows = attempts.values_list("run_id", "evidence__bottleneck", "variables__values")
    return {
        run_id: Found(
            evidence=(bottleneck or {}).get("evidence") or {}, variables=values or {}
        )
        for run_id, bottleneck, values in rows
    }


def _provider(result: Result) -> dict[str, Any]:
    provider = result.provider
    return {
        "provider": provider.name if provider else None,
        "is_managed": provider.slug != SELF_MANAGED if provider else None,
        "edition": result.edition or None,
        "replication": result.replication or None,
    }


def _load(result: Result, sampled: SampledLatency | None) -> dict[str, Any]:
    parameters = result.parameters
    return {
        "workload": result.workload,
        "script": custom.digest(parameters),
        "statements": _statements(result),
        "qps_counting": _counting(result),
        "variant": result.variant,
        "tpcc_profile": _profile(result),
        "tpcc_mix": _tpcc_mix(result),
        "regime": result.regime,
        "tool": result.tool or None,
        "tool_version": result.tool_version or None,
        PREPARED: _prepared(result),
        "duration_s": _duration(result),
        "warmup_s": parameters.get("warmup_seconds", parameters.get("rampup_seconds")),
        "threads": result.threads,
        "rate": parameters.get("rate"),
        "percentile": _percentile(result, sampled),
    }


def _tpcc_mix(result: Result) -> str | None:
    """The cards that were asked for; None for the papers' mix, and for other tools' own."""
    if not tpcc.is_other_mix(result.parameters):
        return None
    return tpcc.mix_text(result.parameters)


def _profile(result: Result) -> str | None:
    """As stated; the papers state HammerDB, which is a profile of its own."""
    stated: str | None = result.parameters.get("profile")
    if stated or result.tool.casefold() != tpcc.HAMMERDB:
        return stated
    engine = ENGINES.get(result.engine)
    since = engine.family.hammerdb_since if engine else (0, 0)
    numbers = _VERSION.match(result.tool_version)
    if numbers is not None and (int(numbers[1]), int(numbers[2])) < since:
        return tpcc.OLDER_HAMMERDB % since
    return tpcc.HAMMERDB


def _counted(result: Result) -> Workload | None:
    """Its workload, if that counts statements: not those within stored routines."""
    workload = WORKLOADS.get(result.workload)
    if workload is None or "qps" not in workload.metrics:
        return None
    return workload


def _statements(result: Result) -> Statements | None:
    workload = _counted(result)
    if workload is None or workload.is_custom:
        return None
    counts = dict(workload.statements)
    if result.variant in WITHOUT_TRANSACTIONS:
        counts["other"] = 0
    return Statements(**counts)


def _counting(result: Result) -> QpsCounting | None:
    """sysbench counts all it sends; the pgbench of the papers, and so ours, does not."""
    workload = _counted(result)
    if workload is None:
        return None
    if result.variant in WITHOUT_TRANSACTIONS:
        return QpsCounting.NONE_SENT
    if workload.counts_begin_and_end:
        return QpsCounting.ALL
    # QPS that follow from printed TPS are counted here; what a report prints is not known.
    if result.provenance == Provenance.SUBMITTED and "qps" not in result.derived:
        return None
    return QpsCounting.WITHOUT_BEGIN_AND_END


def _prepared(result: Result) -> bool | None:
    """As the run asked; the legacy script and our pgbench leave no choice."""
    workload = WORKLOADS.get(result.workload)
    if workload is not None and workload.sends_text:
        return False
    if result.provenance != Provenance.MEASURED:
        return None
    if pgbench_statements(result.workload) is not None:
        return True
    asked = result.parameters.get(PREPARED)
    return None if asked is None else bool(asked)


def _duration(result: Result) -> float | None:
    """What was asked for, before what it came to."""
    asked = result.parameters.get("duration_seconds")
    if asked is not None:
        return float(asked)
    if result.duration_s is not None:
        return result.duration_s
    seconds = result.campaign.duration_seconds if result.campaign else None
    return None if seconds is None else float(seconds)


def _figures(result: Result, sampled: SampledLatency | None) -> frozenset[str]:
    """Those of the row, and what only samples have: the latency of each.

    Totals are those of a paper: a run's are of its own length.
    """
    is_published = result.provenance == Provenance.PUBLISHED
    known = {
        name
        for name in FIGURE_NAMES
        if getattr(result, name) is not None and (is_published or name not in TOTALS)
    }
    has_samples = result.run_id is not None or sampled is not None
    return frozenset(known | ({SAMPLE_LATENCY} if has_samples else set()))


def _percentile(result: Result, sampled: SampledLatency | None) -> float | None:
    if sampled is not None and sampled.percentile is not None:
        return sampled.percentile
    workload = WORKLOADS.get(result.workload)
    if workload is not None and not workload.samples_percentile:
        return 0.0
    unasked = SYSBENCH_PERCENTILE if result.run_id else None
    asked = result.parameters.get("percentile", unasked)
    return None if asked is None else float(asked)


def _data(result: Result) -> dict[str, Any]:
    data_bytes, is_estimate = data_size(result)
    return {
        "data_bytes": data_bytes,
        "data_is_estimated": is_estimate,
        "buffer_bytes": result.buffer_bytes,
        "tables": result.tables,
        "table_size": result.table_size,
        "scale": result.scale,
        "hot_records": result.hot_records,
    }


def _surroundings(result: Result, evidence: Mapping[str, Any]) -> dict[str, Any]:
    client = result.client
    region, zone = _place(result, result.region, result.zone)
    client_region, client_zone = _place(
        result, client.get("region"), client.get("zone")
    )
    return {
        "client_generators": client.get("generators"),
        "client_instance": client.get("instance") or None,
        "client_vcpus": client.get("vcpus"),
        "client_memory_gb": client.get("memory_gb"),
        "client_os": client.get("os") or None,
        "client_region": client_region,
        "client_zone": client_zone,
        "client_places": tuple(
            _place(result, each["region"], each["zone"])
            for each in client.get("places", ())
        ),
        "same_host": _is_same_host(result, evidence),
        "round_trip_ms": evidence.get("round_trip_ms"),
        "region": region,
        "zone": zone,
        "network": result.network or None,
        "storage": result.storage or None,
    }


def _place(
    result: Result, region: str | None, zone: str | None
) -> tuple[str | None, str | None]:
    """As the provider calls them, whether its code was stated or its name."""
    region, zone = region or "", zone or ""
    return (
        region_name(region, result.provider_id) or None,
        zone_name(zone, region, result.provider_id) or None,
    )


def _is_same_host(result: Result, evidence: Mapping[str, Any]) -> bool | None:
    """As watched; nobody's client runs on a managed instance."""
    if any(finding["code"] in SHARED_HOST for finding in result.findings):
        return True
    watched = evidence.get("is_same_host")
    if watched is not None:
        return bool(watched)
    provider = result.provider
    is_managed = provider is not None and provider.slug != SELF_MANAGED
    return False if is_managed else None
