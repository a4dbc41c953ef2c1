"""Rules on the load: the tool, what it sent, on how much data, how long and how hard."""

from benchruns.comparison.fairness.context import Context
from benchruns.comparison.fairness.rules.rule import (
    Rule,
    Verdict,
    by_value,
)
from benchruns.figures.alike import is_alike
from benchruns.workloads import WORKLOADS

# A minute shows the cached rate; checkpoints, vacuum and burst credit need ten and more.
MUCH_LONGER = 5
# What its figures mean has changed from version to version.
CHANGING_TOOLS = frozenset({"hammerdb"})


def is_tpcc(context: Context) -> bool:
    """Of the TPC-C-derived load, and whatever else has transactions of several kinds."""
    workload = WORKLOADS.get(context.workload or "")
    return workload is not None and workload.has_kinds


def is_custom(context: Context) -> bool:
    """Of a script of somebody's own, of which nothing is known but its digest."""
    workload = WORKLOADS.get(context.workload or "")
    return workload is not None and workload.is_custom


def is_other_script(one: Context, other: Context) -> bool:
    """Whether scripts of one's own stand between them: another text, or one not known."""
    if not (is_custom(one) or is_custom(other)):
        return False
    ours, theirs = (one.workload, one.script), (other.workload, other.script)
    return one.script is None or ours != theirs


def _tool_version(one: Context, other: Context) -> Verdict:
    if None not in (one.tool, other.tool) and one.tool != other.tool:
        return Verdict.OUTSIDE
    if None in (one.tool, other.tool, one.tool_version, other.tool_version):
        return Verdict.UNKNOWN
    if one.tool_version == other.tool_version:
        return Verdict.SAME
    if (one.tool or "").casefold() in CHANGING_TOOLS:
        return Verdict.CAUTION
    main = [str(each.tool_version).split(".")[0] for each in (one, other)]
    return Verdict.NOTE if main[0] == main[1] else Verdict.CAUTION


def _workload(one: Context, other: Context) -> Verdict:
    """Two names of one mix are noted; how much else differs, statement_mix says."""
    if None in (one.workload, other.workload):
        return Verdict.UNKNOWN
    return Verdict.SAME if one.workload == other.workload else Verdict.NOTE


def _mix(one: Context, other: Context) -> Verdict:
    """Reads and writes alone: what is sent without BEGIN and COMMIT is a variant."""
    if None in (one.workload, other.workload):
        return Verdict.UNKNOWN
    ours, theirs = one.statements, other.statements
    if is_other_script(one, other):
        return Verdict.REFUSED
    if ours is None or theirs is None:
        same_workload = one.workload == other.workload
        return Verdict.OUTSIDE if same_workload else Verdict.REFUSED
    same = (ours.reads, ours.writes) == (theirs.reads, theirs.writes)
    return Verdict.SAME if same else Verdict.REFUSED


def _variant(context: Context) -> tuple[str, float | None, str | None] | None:
    if context.variant is None:
        return None
    return context.variant, context.rate, context.tpcc_mix


def _duration_severity(one: Context, other: Context) -> Verdict:
    low, high = sorted((one.duration_s or 0.0, other.duration_s or 0.0))
    return Verdict.CAUTION if high >= MUCH_LONGER * low else Verdict.NOTE


def _warmup_severity(one: Context, other: Context) -> Verdict:
    is_cold = not one.warmup_s or not other.warmup_s
    return Verdict.CAUTION if is_cold else Verdict.NOTE


def _threads_severity(one: Context, other: Context) -> Verdict:
    """More threads for a larger class are no trick: each is loaded as it needs."""
    sizes_differ = None not in (one.vcpus, other.vcpus) and one.vcpus != other.vcpus
    return Verdict.NOTE if sizes_differ else Verdict.CAUTION


TOOL = Rule(
    code="tool",
    judge=by_value(lambda each: each.tool, Verdict.CAUTION),
)
TOOL_VERSION = Rule(
    code="tool_version",
    judge=_tool_version,
)
WORKLOAD = Rule(
    code="workload",
    judge=_workload,
)
STATEMENT_MIX = Rule(
    code="statement_mix",
    judge=_mix,
)
TPCC_PROFILE = Rule(
    code="tpcc_profile",
    judge=by_value(lambda each: each.tpcc_profile, Verdict.REFUSED, applies=is_tpcc),
)
VARIANT = Rule(
    code="variant",
    judge=by_value(_variant, Verdict.REFUSED),
)
QPS_COUNTING = Rule(
    code="qps_counting",
    judge=by_value(
        lambda each: each.qps_counting,
        Verdict.REFUSED,
        applies=lambda each: each.has("qps") and not is_tpcc(each),
    ),
    value=lambda each: each.qps_counting.value if each.qps_counting else None,
)
DURATION = Rule(
    code="duration",
    judge=by_value(lambda each: each.duration_s, _duration_severity, same=is_alike),
    value=lambda each: each.duration_s,
)
WARMUP = Rule(
    code="warmup",
    judge=by_value(lambda each: each.warmup_s, _warmup_severity, same=is_alike),
    value=lambda each: each.warmup_s,
)
THREADS = Rule(
    code="threads",
    judge=by_value(lambda each: each.threads, _threads_severity),
    value=lambda each: each.threads,
)
PREPARED_STATEMENTS = Rule(
    code="prepared_statements",
    judge=by_value(lambda each: each.prepared_statements, Verdict.CAUTION),
    value=lambda each: each.prepared_statements,
)
