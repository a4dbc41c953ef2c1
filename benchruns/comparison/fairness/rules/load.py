"""Rules on the load: the tool, what it sent, on how much data, how long and how hard."""

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from benchruns.comparison.fairness import words
from benchruns.comparison.fairness.context import Context
from benchruns.comparison.fairness.rules.rule import (
    Rule,
    Verdict,
    by_value,
    telling,
)
from benchruns.figures.alike import is_alike
from benchruns.vocabulary import Variant
from benchruns.workloads import WORKLOADS
from benchruns.workloads.labels import workload_label

# A minute shows the cached rate; checkpoints, vacuum and burst credit need ten and more.
MUCH_LONGER = 5
# What its figures mean has changed from version to version.
CHANGING_TOOLS = frozenset({"hammerdb"})


def is_tpcc(context: Context) -> bool:
    """Of the TPC-C-derived load, and whatever else has transactions of several kinds."""
    workload = WORKLOADS.get(context.workload or "")
    return workload is not None and workload.has_kinds


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
    if ours is None or theirs is None:
        same_workload = one.workload == other.workload
        return Verdict.OUTSIDE if same_workload else Verdict.REFUSED
    same = (ours.reads, ours.writes) == (theirs.reads, theirs.writes)
    return Verdict.SAME if same else Verdict.REFUSED


def _mix_told(context: Context) -> str:
    statements = context.statements
    if statements is None:
        return workload_label(context.workload or "")
    return gettext("%(mix)s a transaction") % {"mix": words.mix(statements)}


def variant_told(context: Context) -> str:
    parts = []
    if context.variant and context.variant != Variant.RATE_LIMITED:
        parts.append(str(Variant(context.variant).label))
    if context.rate is not None:
        rate = words.count(context.rate)
        parts.append(gettext("limited to %(rate)s TPS") % {"rate": rate})
    elif context.is_rate_limited:
        parts.append(str(Variant.RATE_LIMITED.label))
    return ", ".join(parts) or gettext("as the workload is")


def _variant(context: Context) -> tuple[str, float | None] | None:
    return None if context.variant is None else (context.variant, context.rate)


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


def _prepared_told(context: Context) -> str:
    if context.prepared_statements:
        return gettext("prepared once")
    return gettext("sent as text")


TOOL = Rule(
    code="tool",
    label=_("tool"),
    judge=by_value(lambda each: each.tool, Verdict.CAUTION),
    tell=telling(lambda each: each.tool or ""),
    sentence=_("The tools differ: %(values)s."),
    why=_("Two tools send different statements and count them in different ways."),
    remedy=_("Test both with one tool and one workload."),
)
TOOL_VERSION = Rule(
    code="tool_version",
    label=_("tool version"),
    judge=_tool_version,
    tell=telling(lambda each: f"{each.tool} {each.tool_version}"),
    sentence=_("The tool versions differ: %(values)s."),
    why=_(
        "Between versions the statements, their random rows or the way of counting may "
        "have changed."
    ),
    remedy=_("Repeat both with one version."),
)
WORKLOAD = Rule(
    code="workload",
    label=_("workload"),
    judge=_workload,
    tell=telling(lambda each: workload_label(each.workload or "")),
    sentence=_("The workloads differ: %(values)s."),
    why=_(
        "Even with the same statements in the same numbers, two scripts pick tables and "
        "rows in their own way; the legacy one keeps a transaction in one table and "
        "sends its statements as text."
    ),
    remedy=_("Repeat one of them with the other's workload."),
)
STATEMENT_MIX = Rule(
    code="statement_mix",
    label=_("statement mix"),
    judge=_mix,
    tell=telling(_mix_told),
    sentence=_("A transaction is not the same work: %(values)s."),
    why=_(
        "TPS and latencies count transactions, and one here is not one there; QPS count "
        "statements, and a read is not as much work as a write."
    ),
    remedy=_("Compare results of one statement mix."),
)
TPCC_PROFILE = Rule(
    code="tpcc_profile",
    label=_("TPC-C profile"),
    judge=by_value(lambda each: each.tpcc_profile, Verdict.REFUSED, applies=is_tpcc),
    tell=telling(lambda each: each.tpcc_profile or ""),
    sentence=_("The profiles of the TPC-C-derived load differ: %(values)s."),
    why=_(
        "Profiles draw items and update columns differently, so a new order is "
        "more work in one than in the other."
    ),
    remedy=_("Compare results of one profile."),
)
VARIANT = Rule(
    code="variant",
    label=_("variant of the load"),
    judge=by_value(_variant, Verdict.REFUSED),
    tell=telling(variant_told),
    sentence=_("The loads were not offered in the same way: %(values)s."),
    why=_(
        "A limited rate and users that wait show what was offered and not what the server "
        "can do; without BEGIN and COMMIT each statement is a transaction by itself, and "
        "in another mix or profile a transaction is other work."
    ),
    remedy=_("Repeat both with the workload as it is, without a rate limit or waits."),
)
QPS_COUNTING = Rule(
    code="qps_counting",
    label=_("counting of QPS"),
    judge=by_value(
        lambda each: each.qps_counting,
        Verdict.REFUSED,
        applies=lambda each: each.has("qps") and not is_tpcc(each),
    ),
    tell=telling(
        lambda each: str(each.qps_counting.label) if each.qps_counting else ""
    ),
    value=lambda each: each.qps_counting.value if each.qps_counting else None,
    sentence=_("QPS do not count the same statements: %(values)s."),
    why=_(
        "sysbench counts BEGIN and COMMIT, two of the 20 statements of a read/write "
        "transaction; the pgbench figures leave BEGIN and END out."
    ),
    remedy=_("Compare QPS of one counting, or count the statements of the scripts."),
)
DURATION = Rule(
    code="duration",
    label=_("duration"),
    judge=by_value(lambda each: each.duration_s, _duration_severity, same=is_alike),
    tell=telling(lambda each: words.seconds(each.duration_s or 0.0)),
    value=lambda each: each.duration_s,
    sentence=_("The measured times differ: %(values)s."),
    why=_(
        "A minute shows the cached rate; checkpoints, vacuum and used-up burst credit "
        "show after ten minutes and more."
    ),
    remedy=_("Measure both for the same time, 10 minutes or longer."),
)
WARMUP = Rule(
    code="warmup",
    label=_("warm-up"),
    judge=by_value(lambda each: each.warmup_s, _warmup_severity, same=is_alike),
    tell=telling(lambda each: words.seconds(each.warmup_s or 0.0)),
    value=lambda each: each.warmup_s,
    sentence=_("The warm-ups differ: %(values)s."),
    why=_("A cold server fills its buffer while it is measured."),
    remedy=_("Warm both up for as long as the buffer takes to fill."),
)
THREADS = Rule(
    code="threads",
    label=_("threads"),
    judge=by_value(lambda each: each.threads, _threads_severity),
    tell=telling(
        lambda each: gettext("%(count)s threads") % {"count": f"{each.threads:,}"}
    ),
    value=lambda each: each.threads,
    sentence=_("They were loaded by different numbers of threads: %(values)s."),
    why=_(
        "Too few threads leave a server idle, and more of them make every transaction "
        "wait longer."
    ),
    remedy=_("Compare at one number of threads, or each at the peak of its sweep."),
)
PREPARED_STATEMENTS = Rule(
    code="prepared_statements",
    label=_("prepared statements"),
    judge=by_value(lambda each: each.prepared_statements, Verdict.CAUTION),
    tell=telling(_prepared_told),
    value=lambda each: each.prepared_statements,
    sentence=_("Statements are not sent in the same way: %(values)s."),
    why=_("A statement sent as text is read and planned anew each time."),
    remedy=_("Repeat both with prepared statements."),
)
