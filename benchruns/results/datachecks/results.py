"""The data checks on stored results."""

from collections.abc import Mapping, Sequence
from typing import Any

from benchruns.figures.derivation import sysbench_statements
from benchruns.findings import doubt_of
from benchruns.models import Result
from benchruns.models.results import ResultQuerySet
from benchruns.results.datachecks import RULES, check
from benchruns.results.datachecks.row import Row
from benchruns.vocabulary import WITHOUT_TRANSACTIONS, Provenance


def refresh(results: ResultQuerySet) -> int:
    """Check these results together and store what is found; how many rows changed.

    Findings of other checks stay. Only the given results are compared with each other,
    and excluded ones not at all.
    """
    # In a fixed order, so that a second check writes the same findings.
    checked = list(
        results.counted().select_related("campaign", "instance_class").order_by("pk")
    )
    found = check([row_of(result) for result in checked])
    changed = []
    for result in checked:
        new = [finding.as_dict() for finding in found.get(str(result.pk), [])]
        findings = _kept(result.findings) + new
        if findings != result.findings:
            result.findings = findings
            result.doubt = doubt_of(findings)
            changed.append(result)
    Result.objects.bulk_update(changed, ["findings", "doubt"])
    return len(changed)


def _kept(findings: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    return [finding for finding in findings if finding["code"] not in RULES]


def row_of(result: Result) -> Row:
    """A stored result as the checks see it.

    Rows of one campaign share a method, and those of one section of it a table.
    """
    instance_class, campaign = result.instance_class, result.campaign
    return Row(
        id=str(result.pk),
        method=campaign.slug if campaign else None,
        table=result.source_section or None,
        source=result.source_id,
        provider=result.provider_id,
        engine=result.engine,
        engine_version=result.engine_version,
        class_code=instance_class.code if instance_class else "",
        family=instance_class.family if instance_class else "",
        vcpus=result.vcpus,
        memory_gb=result.memory_gb,
        workload=result.workload,
        regime=result.regime,
        tables=result.tables,
        table_size=result.table_size,
        scale=result.scale,
        total_records=result.total_records,
        hot_records=result.hot_records,
        data_bytes=result.data_bytes,
        buffer_bytes=result.buffer_bytes,
        threads=result.threads,
        figures=result.figures,
        derived=frozenset(result.derived),
        statements=_statements(result),
        seconds=result.seconds,
        is_submitted=result.provenance == Provenance.SUBMITTED,
    )


def _statements(result: Result) -> Mapping[str, int] | None:
    statements = sysbench_statements(result.workload)
    if statements and result.variant in WITHOUT_TRANSACTIONS:
        return {**statements, "other": 0}
    return statements
