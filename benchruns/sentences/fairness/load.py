"""What is said of the load: the tool, what it sent, how long and how hard."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from benchruns.comparison.fairness.context import Context
from benchruns.comparison.loads import Load
from benchruns.sentences.fairness.condition import Condition, telling
from benchruns.sentences.fairness.words import data_size, mix, seconds, threads, variant
from benchruns.workloads.labels import workload_label
from benchruns.workloads.legacy import OLTP_LEGACY


def _mix(context: Context) -> str:
    statements = context.statements
    if statements is None:
        label = workload_label(context.workload or "")
        return f"{label} {context.script[:8]}" if context.script else label
    words = {"mix": mix(statements.reads, statements.writes)}
    return _("%(mix)s a transaction") % words


def _why_workloads(contexts: Sequence[Context]) -> str:
    """Of one mix what else differs."""
    mixes = {
        (sent.reads, sent.writes) if (sent := each.statements) else None
        for each in contexts
    }
    if len(mixes) > 1 or None in mixes:
        return _(
            "Each sends other statements, so a figure of one says nothing of the other load."
        )
    same = _(
        "Even with the same statements in the same numbers, two scripts pick tables and "
        "rows in their own way."
    )
    if OLTP_LEGACY.name not in {each.workload for each in contexts}:
        return same
    legacy = _(
        "%(legacy)s keeps a transaction in one table and sends its statements as text."
    )
    return f"{same} {legacy % {'legacy': OLTP_LEGACY.label}}"


def _prepared(context: Context) -> str:
    if context.prepared_statements:
        return _("prepared once")
    return _("sent as text")


def _load(context: Context) -> str:
    """``OLTP read/write, disk I/O, about 64 GB, 4.00 × memory``."""
    load = Load(
        workload=context.workload or "",
        variant=context.variant or "",
        regime=context.regime,
        hot_records=context.hot_records,
    )
    data = data_size(context) if context.data_bytes is not None else ""
    return ", ".join(filter(None, [load.label, data]))


# Of columns that share no load; no rule looks for it.
CLOSEST_LOADS = Condition(
    message=gettext_lazy(
        "No load was tested on all; the closest ones stand here: %(values)s."
    ),
    tell=telling(_load),
    why=gettext_lazy(
        "How much of the data was read from disk sets figures more than a class."
    ),
    remedy=gettext_lazy("Run one load on all of them."),
)

CONDITIONS: Mapping[str, Condition] = {
    "tool": Condition(
        label=gettext_lazy("tool"),
        message=gettext_lazy("The tools differ: %(values)s."),
        tell=telling(lambda each: each.tool or ""),
        why=gettext_lazy(
            "Two tools send different statements and count them in different ways."
        ),
        remedy=gettext_lazy("Test both with one tool and one workload."),
    ),
    "tool_version": Condition(
        label=gettext_lazy("tool version"),
        message=gettext_lazy("The tool versions differ: %(values)s."),
        tell=telling(lambda each: f"{each.tool} {each.tool_version}"),
        why=gettext_lazy(
            "Between versions the statements, their random rows or the way of counting may "
            "have changed."
        ),
        remedy=gettext_lazy("Repeat both with one version."),
    ),
    "workload": Condition(
        label=gettext_lazy("workload"),
        message=gettext_lazy("The workloads differ: %(values)s."),
        tell=telling(lambda each: workload_label(each.workload or "")),
        why=_why_workloads,
        remedy=gettext_lazy("Repeat one of them with the other's workload."),
    ),
    "statement_mix": Condition(
        label=gettext_lazy("statement mix"),
        message=gettext_lazy("A transaction is not the same work: %(values)s."),
        tell=telling(_mix),
        why=gettext_lazy(
            "TPS and latencies count transactions, and one here is not one there; QPS count "
            "statements, and a read is not as much work as a write."
        ),
        remedy=gettext_lazy("Compare results of one statement mix."),
    ),
    "tpcc_profile": Condition(
        label=gettext_lazy("TPC-C profile"),
        message=gettext_lazy(
            "The profiles of the TPC-C-derived load differ: %(values)s."
        ),
        tell=telling(lambda each: each.tpcc_profile or ""),
        why=gettext_lazy(
            "Profiles draw items and update columns differently, so a new order is "
            "more work in one than in the other."
        ),
        remedy=gettext_lazy("Compare results of one profile."),
    ),
    "variant": Condition(
        label=gettext_lazy("variant of the load"),
        message=gettext_lazy("The loads were not offered in the same way: %(values)s."),
        tell=telling(lambda each: variant(each.variant, each.rate, each.tpcc_mix)),
        why=gettext_lazy(
            "A limited rate and users that wait show what was offered and not what the server "
            "can do; without BEGIN and COMMIT each statement is a transaction by itself, and "
            "in another mix or profile a transaction is other work."
        ),
        remedy=gettext_lazy(
            "Repeat both with the workload as it is, without a rate limit or waits."
        ),
    ),
    "qps_counting": Condition(
        label=gettext_lazy("counting of QPS"),
        message=gettext_lazy("QPS do not count the same statements: %(values)s."),
        tell=telling(
            lambda each: str(each.qps_counting.label) if each.qps_counting else ""
        ),
        why=gettext_lazy(
            "sysbench counts BEGIN and COMMIT, two of the 20 statements of a read/write "
            "transaction; the pgbench figures leave BEGIN and END out."
        ),
        remedy=gettext_lazy(
            "Compare QPS of one counting, or count the statements of the scripts."
        ),
    ),
    "duration": Condition(
        label=gettext_lazy("duration"),
        message=gettext_lazy("The measured times differ: %(values)s."),
        tell=telling(lambda each: seconds(each.duration_s or 0.0)),
        why=gettext_lazy(
            "A minute shows the cached rate; checkpoints, vacuum and used-up burst credit "
            "show after ten minutes and more."
        ),
        remedy=gettext_lazy("Measure both for the same time, 10 minutes or longer."),
    ),
    "warmup": Condition(
        label=gettext_lazy("warm-up"),
        message=gettext_lazy("The warm-ups differ: %(values)s."),
        tell=telling(lambda each: seconds(each.warmup_s or 0.0)),
        why=gettext_lazy("A cold server fills its buffer while it is measured."),
        remedy=gettext_lazy("Warm both up for as long as the buffer takes to fill."),
    ),
    "threads": Condition(
        label=gettext_lazy("threads"),
        message=gettext_lazy(
            "They were loaded by different numbers of threads: %(values)s."
        ),
        tell=telling(threads),
        why=gettext_lazy(
            "Too few threads leave a server idle, and more of them make every transaction "
            "wait longer."
        ),
        remedy=gettext_lazy(
            "Compare at one number of threads, or each at the peak of its sweep."
        ),
    ),
    "prepared_statements": Condition(
        label=gettext_lazy("prepared statements"),
        message=gettext_lazy("Statements are not sent in the same way: %(values)s."),
        tell=telling(_prepared),
        why=gettext_lazy(
            "A statement sent as text is read and planned anew each time."
        ),
        remedy=gettext_lazy("Repeat both with prepared statements."),
    ),
}
