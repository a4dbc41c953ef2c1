"""Figures that cannot stand on one axis, and those that can, and why.

Each figure is held against the baseline's or, where that lacks it, against that of the
first result that has it: what is left beside it is one measure in all.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from benchruns.comparison.fairness import words
from benchruns.comparison.fairness.context import Context, QpsCounting
from benchruns.comparison.fairness.rules.load import (
    CHANGING_TOOLS,
    is_tpcc,
    variant_told,
)

LATENCIES = (
    "latency_min_ms",
    "latency_avg_ms",
    "latency_p50_ms",
    "latency_p90_ms",
    "latency_p95_ms",
    "latency_p99_ms",
    "latency_p999_ms",
    "latency_max_ms",
)
SAMPLE_LATENCY = "latency_ms"  # of the intervals, on a timeline


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """``results`` are the ids whose ``figure`` cannot stand beside the baseline's.

    A baseline without the figure is replaced by the first result that has it.
    """

    figure: str
    results: tuple[str, ...]
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparable:
    """``results`` can stand beside that ``figure``, other than it may seem."""

    figure: str
    results: tuple[str, ...]
    reason: str


# Why a figure of the two is not one measure; empty where it is.
Objection = Callable[[Context, Context], str]


def refusals(contexts: Sequence[Context], *, baseline: str) -> list[Refusal]:
    """The figures that measure something else than the baseline's, or the first's."""
    found: dict[tuple[str, str], list[str]] = {}
    for figure, objections in OBJECTIONS.items():
        for base, other in _pairs(contexts, baseline, figure):
            reason = next(filter(None, (each(base, other) for each in objections)), "")
            if reason:
                found.setdefault((figure, reason), []).append(other.id)
    return [
        Refusal(figure=figure, results=tuple(ids), reason=reason)
        for (figure, reason), ids in found.items()
    ]


def comparable(contexts: Sequence[Context], *, baseline: str) -> list[Comparable]:
    """What is one measure although provider, tool, workload or origin are not the same."""
    found: dict[tuple[str, str], list[str]] = {}
    for figure, agreements in AGREEMENTS.items():
        for base, other in _pairs(contexts, baseline, figure):
            if any(each(base, other) for each in OBJECTIONS[figure]):
                continue
            for reason in filter(None, (each(base, other) for each in agreements)):
                found.setdefault((figure, reason), []).append(other.id)
    return [
        Comparable(figure=figure, results=tuple(ids), reason=reason)
        for (figure, reason), ids in found.items()
    ]


def _pairs(
    contexts: Sequence[Context], baseline: str, figure: str
) -> list[tuple[Context, Context]]:
    """Each that has the figure behind the one that it is held against."""
    by_id = {context.id: context for context in contexts}
    base = by_id.pop(baseline)
    holders = [each for each in (base, *by_id.values()) if each.has(figure)]
    return [(holders[0], other) for other in holders[1:]]


# Objections -------------------------------------------------------------------------


def _other_work(one: Context, other: Context) -> str:
    """Whether a transaction here is one there."""
    if one.statements is None and other.statements is None:
        if one.workload is not None and one.workload == other.workload:
            return ""
    elif one.statements == other.statements:
        return ""
    return _(
        "A transaction is not the same work in both: their statement mixes differ."
    )


def _other_variant(one: Context, other: Context) -> str:
    """Profiles, mixes and waits of the TPC-C-derived load never share an axis."""
    if not (is_tpcc(one) and is_tpcc(other)) or one.variant == other.variant:
        return ""
    return _("Their loads differ: %(first)s, and %(second)s.") % {
        "first": variant_told(one),
        "second": variant_told(other),
    }


def _limited(one: Context, other: Context) -> str:
    if not (one.is_rate_limited or other.is_rate_limited):
        return ""
    if one.rate == other.rate is not None:
        return _("Both were limited to one rate: they show what was offered.")
    return _(
        "One was limited to a rate: it shows what was offered, not what it can do."
    )


def _other_rate(one: Context, other: Context) -> str:
    if not (one.is_rate_limited or other.is_rate_limited):
        return ""
    if one.rate == other.rate is not None:
        return ""
    return _("Latencies depend on the load offered, and the rates differ.")


def _other_counting(one: Context, other: Context) -> str:
    ours, theirs = one.qps_counting, other.qps_counting
    if ours is None or theirs is None:
        return _("It is not known which statements one of them counts.")
    if ours == theirs:
        return ""
    first, second = sorted((ours, theirs), key=list(QpsCounting).index)
    return _("They count other statements: %(first)s; and %(second)s.") % {
        "first": first.label,
        "second": second.label,
    }


def _other_statements(one: Context, other: Context) -> str:
    """Whether a statement here is as much work as one there, on average."""
    if one.statements is None or other.statements is None:
        return _("It is not known which statements one of them sends.")
    if one.statements == other.statements:
        return ""
    return _("A statement is not the same work in both: their statement mixes differ.")


def _other_profile(one: Context, other: Context) -> str:
    if not (is_tpcc(one) and is_tpcc(other)):
        return _("Only TPC-C-derived loads count these transactions.")
    if one.tpcc_profile != other.tpcc_profile:
        return _("The profiles of the TPC-C-derived load differ or are not known.")
    is_known = one.tpcc_profile is not None
    if not is_known and not _is_one_tool(one, other):
        return _("No profile is known, and the tools or their versions differ.")
    if not _is_one_tool(one, other) and _changes(one, other):
        return _(
            "The tool's versions differ, and what it counts has changed in between."
        )
    return ""


def _is_one_tool(one: Context, other: Context) -> bool:
    ours, theirs = (one.tool, one.tool_version), (other.tool, other.tool_version)
    return ours == theirs and None not in ours


def _are_other_tools(one: Context, other: Context) -> bool:
    return None not in (one.tool, other.tool) and one.tool != other.tool


def _changes(*contexts: Context) -> bool:
    return any((each.tool or "").casefold() in CHANGING_TOOLS for each in contexts)


def _other_counter(one: Context, other: Context) -> str:
    """TPM is read from a counter of the server, another one for each engine."""
    if one.engine_family == other.engine_family is not None:
        return ""
    return _("Each engine counts transactions per minute by a counter of its own.")


def _tps_beside_a_counter(one: Context, other: Context) -> str:
    """The papers' TPS and TPM of SQL Server rank its versions in opposite order."""
    families = (one.engine_family, other.engine_family)
    if not any(each and each.is_published_by_counter for each in families):
        return ""
    if is_tpcc(one) and is_tpcc(other) and _are_other_tools(one, other):
        return _("What the papers count as TPS of SQL Server is not known.")
    if one.engine == other.engine and one.engine_version == other.engine_version:
        return ""
    return _(
        "TPS of SQL Server counts other transactions than TPM does, and other ones in each "
        "version."
    )


def _other_percentile(one: Context, other: Context) -> str:
    if None in (one.percentile, other.percentile):
        return _("It is not known which latency the samples of one of them hold.")
    if one.percentile == other.percentile:
        return ""
    return _("Their samples hold other latencies: another percentile, or the mean.")


OBJECTIONS: dict[str, tuple[Objection, ...]] = {
    "tps": (_tps_beside_a_counter, _other_variant, _other_work, _limited),
    "qps": (_other_counting, _other_statements, _limited),
    "tpm": (_other_profile, _other_variant, _other_counter, _limited),
    "nopm": (_other_profile, _other_variant, _limited),
    "batch_requests_per_s": (_other_profile, _other_variant, _limited),
    "errors_per_s": (_other_variant, _other_work),
    **dict.fromkeys(LATENCIES, (_other_variant, _other_work, _other_rate)),
    SAMPLE_LATENCY: (_other_percentile, _other_variant, _other_work, _other_rate),
}


# Agreements -------------------------------------------------------------------------

# What two that share an axis have in common where they look unlike; empty where not.
Agreement = Callable[[Context, Context], str]


def _counted_alike(one: Context, other: Context) -> str:
    ours = (one.provider, one.tool, one.workload)
    statements = one.statements
    if statements is None or ours == (other.provider, other.tool, other.workload):
        return ""
    if one.qps_counting == QpsCounting.ALL:
        return _(
            "Both count the %(data)s statements of a transaction and its BEGIN and COMMIT: "
            "%(all)s."
        ) % {"data": f"{statements.data:g}", "all": f"{statements.all:g}"}
    return _(
        "Both count the %(data)s statements of a transaction without BEGIN and END."
    ) % {"data": f"{statements.data:g}"}


def _same_mix(one: Context, other: Context) -> str:
    statements = one.statements
    if statements is None or one.workload == other.workload:
        return ""
    return _("Both workloads send the same statements: %(mix)s a transaction.") % {
        "mix": words.mix(statements)
    }


def _derived_alike(figure: str) -> Agreement:
    def agreement(one: Context, other: Context) -> str:
        if (figure in one.derived) == (figure in other.derived):
            return ""
        formula = one.derived.get(figure) or other.derived[figure]
        return _(
            "Derived on one side (%(formula)s) and printed or measured on the other: the "
            "same measure."
        ) % {"formula": formula}

    return agreement


AGREEMENTS: dict[str, tuple[Agreement, ...]] = {
    "tps": (_same_mix, _derived_alike("tps")),
    "qps": (_counted_alike, _derived_alike("qps")),
}
