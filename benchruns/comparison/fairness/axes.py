"""Figures that cannot stand on one axis, and those that can, and why.

``benchruns.sentences.fairness.axes`` has the words of each reason.

Each figure is held against the baseline's or, where that lacks it, against that of the
first result that has it: what is left beside it is one measure in all.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from benchruns.comparison.fairness.context import Context, QpsCounting
from benchruns.comparison.fairness.rules.load import (
    CHANGING_TOOLS,
    is_other_script,
    is_tpcc,
)
from benchruns.figures.metrics import TOTALS
from benchruns.vocabulary import LIMITED, WITHOUT_TRANSACTIONS, variant_of

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


class Why(StrEnum):
    """Why figures of two results may share no axis, or may although they look unlike."""

    OTHER_SCRIPT = "other_script"
    OTHER_WORK = "other_work"
    OTHER_LOAD = "other_load"
    ONE_RATE = "one_rate"
    LIMITED = "limited"
    OTHER_RATES = "other_rates"
    COUNTING_UNKNOWN = "counting_unknown"
    OTHER_COUNTING = "other_counting"
    STATEMENTS_UNKNOWN = "statements_unknown"
    OTHER_STATEMENTS = "other_statements"
    NOT_TPCC = "not_tpcc"
    OTHER_PROFILE = "other_profile"
    PROFILE_UNKNOWN = "profile_unknown"
    CHANGED_COUNTERS = "changed_counters"
    OTHER_COUNTER = "other_counter"
    PAPERS_COUNT_UNKNOWN = "papers_count_unknown"
    COUNTER_OF_VERSION = "counter_of_version"
    PERCENTILE_UNKNOWN = "percentile_unknown"
    OTHER_PERCENTILE = "other_percentile"
    OTHER_DURATION = "other_duration"

    ALL_COUNTED_ALIKE = "all_counted_alike"
    DATA_COUNTED_ALIKE = "data_counted_alike"
    SAME_MIX = "same_mix"
    DERIVED_ALIKE = "derived_alike"


@dataclass(frozen=True, slots=True)
class Reason:
    """``values`` are what its sentence states, by name; the same of equal reasons."""

    code: Why
    values: tuple[tuple[str, object], ...] = ()


def _because(code: Why, **values: object) -> Reason:
    return Reason(code, tuple(values.items()))


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """``results`` are the ids whose ``figure`` cannot stand beside the baseline's.

    A baseline without the figure is replaced by the first result that has it.
    """

    figure: str
    results: tuple[str, ...]
    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparable:
    """``results`` can stand beside that ``figure``, other than it may seem."""

    figure: str
    results: tuple[str, ...]
    reason: Reason


# Why a figure of the two is not one measure; None where it is.
Objection = Callable[[Context, Context], Reason | None]


def refusals(contexts: Sequence[Context], *, baseline: str) -> list[Refusal]:
    """The figures that measure something else than the baseline's, or the first's."""
    found: dict[tuple[str, Reason], list[str]] = {}
    for figure, objections in OBJECTIONS.items():
        for base, other in _pairs(contexts, baseline, figure):
            reason = next(
                filter(None, (each(base, other) for each in objections)), None
            )
            if reason:
                found.setdefault((figure, reason), []).append(other.id)
    return [
        Refusal(figure=figure, results=tuple(ids), reason=reason)
        for (figure, reason), ids in found.items()
    ]


def comparable(contexts: Sequence[Context], *, baseline: str) -> list[Comparable]:
    """What is one measure although provider, tool, workload or origin are not the same."""
    found: dict[tuple[str, Reason], list[str]] = {}
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


def _other_script(one: Context, other: Context) -> Reason | None:
    """Nobody but its author knows what a transaction of an own script does."""
    return _because(Why.OTHER_SCRIPT) if is_other_script(one, other) else None


def _other_work(one: Context, other: Context) -> Reason | None:
    """Whether a transaction here is one there."""
    if one.statements is None and other.statements is None:
        if one.workload is not None and one.workload == other.workload:
            return None
    elif one.statements == other.statements:
        return None
    return _because(Why.OTHER_WORK)


def _other_variant(one: Context, other: Context) -> Reason | None:
    """Profiles, mixes and waits of the TPC-C-derived load never share an axis."""
    if not (is_tpcc(one) and is_tpcc(other)):
        return None
    if (one.variant, one.tpcc_mix) == (other.variant, other.tpcc_mix):
        return None
    return _because(Why.OTHER_LOAD, first=_offered(one), second=_offered(other))


def _offered(context: Context) -> tuple[str, float | None, str | None]:
    """Variant, rate and mix; a rate that is known says by itself that it is limited."""
    variant = context.variant or ""
    if context.rate is None or variant not in LIMITED:
        return variant, context.rate, context.tpcc_mix
    skips = variant in WITHOUT_TRANSACTIONS
    named = variant_of(skips_transactions=skips, is_limited=False)
    return named, context.rate, context.tpcc_mix


def _limited(one: Context, other: Context) -> Reason | None:
    if not (one.is_rate_limited or other.is_rate_limited):
        return None
    if one.rate == other.rate is not None:
        return _because(Why.ONE_RATE)
    return _because(Why.LIMITED)


def _other_rate(one: Context, other: Context) -> Reason | None:
    if not (one.is_rate_limited or other.is_rate_limited):
        return None
    if one.rate == other.rate is not None:
        return None
    return _because(Why.OTHER_RATES)


def _other_counting(one: Context, other: Context) -> Reason | None:
    ours, theirs = one.qps_counting, other.qps_counting
    if ours is None or theirs is None:
        return _because(Why.COUNTING_UNKNOWN)
    if ours == theirs:
        return None
    first, second = sorted((ours, theirs), key=list(QpsCounting).index)
    return _because(Why.OTHER_COUNTING, first=first, second=second)


def _other_statements(one: Context, other: Context) -> Reason | None:
    """Whether a statement here is as much work as one there, on average."""
    if one.script is not None and one.script == other.script:
        return None
    if one.statements is None or other.statements is None:
        return _because(Why.STATEMENTS_UNKNOWN)
    if one.statements == other.statements:
        return None
    return _because(Why.OTHER_STATEMENTS)


def _other_profile(one: Context, other: Context) -> Reason | None:
    if not (is_tpcc(one) and is_tpcc(other)):
        return _because(Why.NOT_TPCC)
    if one.tpcc_profile != other.tpcc_profile:
        return _because(Why.OTHER_PROFILE)
    is_known = one.tpcc_profile is not None
    if not is_known and not _is_one_tool(one, other):
        return _because(Why.PROFILE_UNKNOWN)
    if not _is_one_tool(one, other) and _changes(one, other):
        return _because(Why.CHANGED_COUNTERS)
    return None


def _is_one_tool(one: Context, other: Context) -> bool:
    ours, theirs = (one.tool, one.tool_version), (other.tool, other.tool_version)
    return ours == theirs and None not in ours


def _are_other_tools(one: Context, other: Context) -> bool:
    return None not in (one.tool, other.tool) and one.tool != other.tool


def _changes(*contexts: Context) -> bool:
    return any((each.tool or "").casefold() in CHANGING_TOOLS for each in contexts)


def _other_counter(one: Context, other: Context) -> Reason | None:
    """TPM is read from a counter of the server, another one for each engine."""
    if one.engine_family == other.engine_family is not None:
        return None
    return _because(Why.OTHER_COUNTER)


def _tps_beside_a_counter(one: Context, other: Context) -> Reason | None:
    """The papers' TPS and TPM of SQL Server rank its versions in opposite order."""
    families = (one.engine_family, other.engine_family)
    if not any(each and each.is_published_by_counter for each in families):
        return None
    if is_tpcc(one) and is_tpcc(other) and _are_other_tools(one, other):
        return _because(Why.PAPERS_COUNT_UNKNOWN)
    if one.engine == other.engine and one.engine_version == other.engine_version:
        return None
    return _because(Why.COUNTER_OF_VERSION)


def _other_percentile(one: Context, other: Context) -> Reason | None:
    if None in (one.percentile, other.percentile):
        return _because(Why.PERCENTILE_UNKNOWN)
    if one.percentile == other.percentile:
        return None
    return _because(Why.OTHER_PERCENTILE)


def _other_duration(one: Context, other: Context) -> Reason | None:
    """A total grows with the time that it was counted over."""
    if one.duration_s is not None and one.duration_s == other.duration_s:
        return None
    return _because(Why.OTHER_DURATION)


_OF_ALL: dict[str, tuple[Objection, ...]] = {
    "tps": (_tps_beside_a_counter, _other_variant, _other_work, _limited),
    "qps": (_other_counting, _other_statements, _limited),
    "tpm": (_other_profile, _other_variant, _other_counter, _limited),
    "nopm": (_other_profile, _other_variant, _limited),
    "batch_requests_per_s": (_other_profile, _other_variant, _limited),
    "errors_per_s": (_other_variant, _other_work),
    **dict.fromkeys(LATENCIES, (_other_variant, _other_work, _other_rate)),
    **dict.fromkeys(TOTALS, (_other_duration, _other_statements, _limited)),
    SAMPLE_LATENCY: (_other_percentile, _other_variant, _other_work, _other_rate),
}
OBJECTIONS = {
    figure: (_other_script, *objections) for figure, objections in _OF_ALL.items()
}


# Agreements -------------------------------------------------------------------------

# What two that share an axis have in common where they look unlike; None where not.
Agreement = Callable[[Context, Context], Reason | None]


def _counted_alike(one: Context, other: Context) -> Reason | None:
    ours = (one.provider, one.tool, one.workload)
    statements = one.statements
    if statements is None or ours == (other.provider, other.tool, other.workload):
        return None
    if one.qps_counting == QpsCounting.ALL:
        return _because(Why.ALL_COUNTED_ALIKE, data=statements.data, all=statements.all)
    return _because(Why.DATA_COUNTED_ALIKE, data=statements.data)


def _same_mix(one: Context, other: Context) -> Reason | None:
    statements = one.statements
    if statements is None or one.workload == other.workload:
        return None
    return _because(Why.SAME_MIX, reads=statements.reads, writes=statements.writes)


def _derived_alike(figure: str) -> Agreement:
    def agreement(one: Context, other: Context) -> Reason | None:
        if (figure in one.derived) == (figure in other.derived):
            return None
        formula = one.derived.get(figure) or other.derived[figure]
        return _because(Why.DERIVED_ALIKE, formula=formula)

    return agreement


AGREEMENTS: dict[str, tuple[Agreement, ...]] = {
    "tps": (_same_mix, _derived_alike("tps")),
    "qps": (_counted_alike, _derived_alike("qps")),
}
