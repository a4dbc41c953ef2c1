"""Findings that were stored when they repeated words of the text that they are about."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from benchruns.findings import Finding
from benchruns.parsers import benchbase, plausible
from benchruns.parsers.pgbench import load
from benchruns.parsers.printed_names import is_known_name
from benchruns.parsers.sysbench.findings import warned

Json = Mapping[str, Any]


def without_texts(findings: Sequence[object]) -> list[Json]:
    """As they are found today; twice is as once. What is no finding goes."""
    mappings = [finding for finding in findings if isinstance(finding, Mapping)]
    return [kept for finding in mappings for kept in _kept(finding)]


def _kept(finding: Json) -> Iterator[Json]:
    code, values = finding.get("code"), finding.get("values") or {}
    if code == "tool_warning":
        yield from _stored(*warned(int(values.get("warnings", 1))))
    elif code == "workload_unknown" and "benchmark" in values:
        yield from _stored(benchbase.unknown_benchmark())
    elif code == "workload_unknown" and values.get("script", "") not in _KNOWN:
        yield from _stored(load.unknown_script())
    elif code == "settings_left_out" and "names" in values:
        yield {**finding, "values": {"count": values.get("count")}}
    elif code != plausible.CODE or all(map(is_known_name, plausible.names_in(values))):
        yield finding


_KNOWN = ("", *load.BUILT_IN)


def _stored(*findings: Finding) -> list[Json]:
    return [finding.as_dict() for finding in findings]
