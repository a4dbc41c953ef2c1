"""What the tools of several generators said beside their figures, as one tool's."""

from collections.abc import Mapping, Sequence
from typing import Any

from benchruns.evidence import pgbench_facts, tpcc_facts
from benchruns.failures.failure import BenchbookError, failure
from benchruns.figures.metrics import Figures
from benchruns.parsers.sysbench import output as sysbench
from benchruns.parsers.tpcc import output as tpcc
from benchruns.workloads import WORKLOADS
from benchruns.workloads.custom import script as custom

Facts = Mapping[str, Any]


def total_of(
    workload: str,
    parts: Sequence[Facts],
    figures: Figures,
    *,
    transactions: Sequence[float],
) -> Facts:
    """``figures`` are those of all, ``transactions`` those of each part, in their order.

    BenchbookError where their sum is not to be believed.
    """
    _refuse_other_texts(parts)
    tool = WORKLOADS[workload].tool
    if tool == "pgbench":
        return pgbench_facts.total_of(
            parts,
            figures,
            transactions=transactions,
            statements=pgbench_facts.statements_of(workload, parts[0]),
        )
    if tool == tpcc.TOOL:
        tpcc_facts.check_total(parts, figures.duration_s or 1)
        return tpcc_facts.total_of(parts, figures)
    return _of_sysbench(parts)


def _of_sysbench(parts: Sequence[Facts]) -> Facts:
    """Queues add up; the longest of all of them is at most the sum of the longest."""
    first = parts[0]
    queues = [name for name in sysbench.QUEUE_FACTS if name in first]
    added = {name: round(sum(each[name] for each in parts), 2) for name in queues}
    return {**first, **added}


def _refuse_other_texts(parts: Sequence[Facts]) -> None:
    """Generators that run scripts of other texts measured no load together."""
    own = [each[custom.FACTS] for each in parts if custom.FACTS in each]
    if len({each["sha256"] for each in own}) > 1:
        raise BenchbookError(failure("scripts_differ", script=own[0]["name"]))
