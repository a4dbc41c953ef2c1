"""Why figures of two results share no axis, or share one although they look unlike."""

from collections.abc import Iterable, Mapping, Sequence

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from benchruns.comparison.fairness.axes import Reason, Refusal, Why
from benchruns.comparison.fairness.context import QpsCounting
from benchruns.comparison.figures.lines import LATENCIES
from benchruns.figures.metrics import METRICS, TOTALS
from benchruns.findings import Worded
from benchruns.sentences.fairness.words import mix, variant
from benchruns.sentences.sentence import Text, Values, filled, rendered
from benchruns.vocabulary import Severity

NOT_COMPARABLE = "not_comparable"


def reason_of(reason: Reason) -> str:
    """In the language of the thread."""
    return rendered(SENTENCES[reason.code], dict(reason.values))


def worded_refusals(refusals: Sequence[Refusal]) -> Worded:
    """Of figures that are refused for one reason, as a finding like others."""
    results = [key for refusal in refusals for key in refusal.results]
    return Worded(
        code=NOT_COMPARABLE,
        severity=Severity.REFUSED,
        results=tuple(dict.fromkeys(results)),
        message=_("Not comparable on %(figures)s: %(reason)s")
        % {
            "figures": figures_text(refusal.figure for refusal in refusals),
            "reason": reason_of(refusals[0].reason),
        },
    )


def figures_text(figures: Iterable[str]) -> str:
    """``TPS and all latencies``: by unit, as tables head them."""
    wanted = frozenset(figures)
    known = [name for name in (*METRICS, *TOTALS) if name in wanted]
    latencies = [name for name in known if name in LATENCIES]
    words = [_figure_text(name) for name in known if name not in latencies]
    if len(latencies) > 1:
        words.append(_("latencies"))
    else:
        words += [_figure_text(name) for name in latencies]
    return get_text_list(words, _("and")) or _("Latencies of samples")


def _figure_text(name: str) -> str:
    if name in TOTALS:
        return str(TOTALS[name].label)
    metric = METRICS[name]
    return str(metric.label) if metric.unit in ("ms", "/s") else metric.unit


def _other_load(values: Values) -> str:
    return _("Their loads differ: %(first)s, and %(second)s.") % {
        "first": variant(*values["first"]),
        "second": variant(*values["second"]),
    }


def _other_counting(values: Values) -> str:
    return _("They count other statements: %(first)s; and %(second)s.") % {
        "first": QpsCounting(values["first"]).label,
        "second": QpsCounting(values["second"]).label,
    }


def _all_counted_alike(values: Values) -> str:
    return _(
        "Both count the %(data)s statements of a transaction and its BEGIN and COMMIT: "
        "%(all)s."
    ) % {"data": f"{values['data']:g}", "all": f"{values['all']:g}"}


def _data_counted_alike(values: Values) -> str:
    return _(
        "Both count the %(data)s statements of a transaction without BEGIN and END."
    ) % {"data": f"{values['data']:g}"}


def _same_mix(values: Values) -> str:
    return _("Both workloads send the same statements: %(mix)s a transaction.") % {
        "mix": mix(values["reads"], values["writes"])
    }


SENTENCES: Mapping[Why, Text] = {
    Why.OTHER_SCRIPT: gettext_lazy(
        "One ran a script of its operator's own: such figures compare with runs of the same "
        "script alone."
    ),
    Why.OTHER_WORK: gettext_lazy(
        "A transaction is not the same work in both: their statement mixes differ."
    ),
    Why.OTHER_LOAD: _other_load,
    Why.ONE_RATE: gettext_lazy(
        "Both were limited to one rate: they show what was offered."
    ),
    Why.LIMITED: gettext_lazy(
        "One was limited to a rate: it shows what was offered, not what it can do."
    ),
    Why.OTHER_RATES: gettext_lazy(
        "Latencies depend on the load offered, and the rates differ."
    ),
    Why.COUNTING_UNKNOWN: gettext_lazy(
        "It is not known which statements one of them counts."
    ),
    Why.OTHER_COUNTING: _other_counting,
    Why.STATEMENTS_UNKNOWN: gettext_lazy(
        "It is not known which statements one of them sends."
    ),
    Why.OTHER_STATEMENTS: gettext_lazy(
        "A statement is not the same work in both: their statement mixes differ."
    ),
    Why.NOT_TPCC: gettext_lazy("Only TPC-C-derived loads count these transactions."),
    Why.OTHER_PROFILE: gettext_lazy(
        "The profiles of the TPC-C-derived load differ or are not known."
    ),
    Why.PROFILE_UNKNOWN: gettext_lazy(
        "No profile is known, and the tools or their versions differ."
    ),
    Why.CHANGED_COUNTERS: gettext_lazy(
        "The tool's versions differ, and what it counts has changed in between."
    ),
    Why.OTHER_COUNTER: gettext_lazy(
        "Each engine counts transactions per minute by a counter of its own."
    ),
    Why.PAPERS_COUNT_UNKNOWN: gettext_lazy(
        "What the papers count as TPS of SQL Server is not known."
    ),
    Why.COUNTER_OF_VERSION: gettext_lazy(
        "TPS of SQL Server counts other transactions than TPM does, and other ones in each "
        "version."
    ),
    Why.PERCENTILE_UNKNOWN: gettext_lazy(
        "It is not known which latency the samples of one of them hold."
    ),
    Why.OTHER_PERCENTILE: gettext_lazy(
        "Their samples hold other latencies: another percentile, or the mean."
    ),
    Why.OTHER_DURATION: gettext_lazy(
        "A total grows with the time: their durations differ or are not known."
    ),
    Why.ALL_COUNTED_ALIKE: _all_counted_alike,
    Why.DATA_COUNTED_ALIKE: _data_counted_alike,
    Why.SAME_MIX: _same_mix,
    Why.DERIVED_ALIKE: filled(
        gettext_lazy(
            "Derived on one side (%(formula)s) and printed or measured on the other: the "
            "same measure."
        )
    ),
}
