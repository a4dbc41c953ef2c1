"""Data checks: rules that find rows at odds with themselves or with their neighbours.

The rules are pure functions on ``Row``; ``benchruns.results.datachecks.results`` applies them
to stored results.
"""

from collections.abc import Callable, Iterator, Sequence

from benchruns.findings import Finding
from benchruns.results.datachecks import claims, memory, rates, threads, within
from benchruns.results.datachecks.between import PAIR_RULES
from benchruns.results.datachecks.row import Row

Rule = Callable[[Sequence[Row]], Iterator[tuple[str, Finding]]]

RULES: dict[str, Rule] = {
    "reads_writes_ratio": within.reads_writes_ratio,
    "qps_tps_ratio": within.qps_tps_ratio,
    "tps_and_tpm": rates.tps_and_tpm,
    "records_of_scale": within.records_of_scale,
    "threads_differ": threads.threads_differ,
    "size_belied": memory.size_belied,
    "regime_label": memory.regime_label,
    "regime_not_shown": claims.regime_not_shown,
    "time_not_stated": claims.time_not_stated,
    **PAIR_RULES,
}


def check(rows: Sequence[Row]) -> dict[str, list[Finding]]:
    """The findings of each row that has any, by the row's id, in the order of RULES."""
    found: dict[str, list[Finding]] = {}
    for rule in RULES.values():
        for row_id, finding in rule(rows):
            found.setdefault(row_id, []).append(finding)
    return found


__all__ = ["RULES", "Row", "check"]
