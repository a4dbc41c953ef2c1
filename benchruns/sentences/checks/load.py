"""Whether the figures of each result fit the load that it states."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from benchruns.results.spread import MOST_APART
from benchruns.sentences.catalogue import worded
from benchruns.sentences.checks.list_text import listed
from benchruns.sentences.sentence import Sentences, Values
from benchruns.submissions.checks.outcome import Outcome
from benchruns.submissions.rating.rating import COVERED
from benchruns.units import percent_text


def _other_statements(values: Values) -> str:
    count = values["count"]
    sent = {name: f"{values[name]:.4g}" for name in ("reads", "writes", "other")}
    return ngettext(
        "A result did not send its workload's statements: "
        "reads %(reads)s, writes %(writes)s, others %(other)s a transaction.",
        "%(count)d results did not send their workload's statements: "
        "reads %(reads)s, writes %(writes)s, others %(other)s a transaction.",
        count,
    ) % {"count": count, **sent}


def _too_many(values: Values) -> str:
    return _(
        "TPS × mean latency makes %(flight)s transactions at a time, more "
        "than %(threads)s threads can have: the figures are not of one run."
    ) % _in_flight(values)


def _too_few(values: Values) -> str:
    return _(
        "TPS × mean latency makes %(flight)s transactions at a time, of "
        "%(threads)s threads: the client kept them waiting."
    ) % _in_flight(values)


def _in_flight(values: Values) -> dict[str, str]:
    return {
        "flight": f"{values['in_flight']:,.4g}",
        "threads": f"{values['threads']:,}",
    }


def _covered(_values: Values) -> str:
    return _("The samples cover %(share)s of the measured time or more.") % {
        "share": percent_text(COVERED)
    }


def _partly_sampled(values: Values) -> str:
    files = [
        f"{each['file']} ({percent_text(each['share'])})" for each in values["names"]
    ]
    return _("The samples cover only a part of the measured time: %(names)s.") % {
        "names": listed(files, more=values["more"])
    }


def _without_samples(values: Values) -> str:
    count = values["without"]
    return ngettext(
        "%(count)d of %(all)d results has no samples.",
        "%(count)d of %(all)d results have no samples.",
        count,
    ) % {"count": count, "all": values["all"]}


def _doubted_time(values: Values) -> str:
    if "seconds" in values:
        return _too_short(values)
    return ngettext(
        "It is not known how long a result was measured.",
        "It is not known how long %(count)d of %(all)d results were measured.",
        values["count"],
    ) % {"count": values["count"], "all": values["all"]}


def _remedy_of_time(values: Values) -> str:
    if "seconds" in values:
        return str(_LONGER)
    return _("State the duration, or upload the tool's whole output.")


def _too_short(values: Values) -> str:
    return ngettext(
        "A result was measured for %(seconds)s s; the papers measured its load for "
        "%(least)s s.",
        "%(count)d of %(all)d results were measured for %(seconds)s s or little more; the "
        "papers measured their load for %(least)s s.",
        values["count"],
    ) % {
        **values,
        "seconds": f"{values['seconds']:,.3g}",
        "least": f"{values['least']:,.0f}",
    }


def _uneven(values: Values) -> str:
    if "variation" not in values:
        return ngettext(
            "The throughput of a result never settled.",
            "The throughput of %(count)d results never settled.",
            values["count"],
        ) % {"count": values["count"]}
    return ngettext(
        "TPS of a result varied by %(variation)s from sample to sample.",
        "TPS of %(count)d results varied by up to %(variation)s from sample to sample.",
        values["count"],
    ) % {"count": values["count"], "variation": percent_text(values["variation"])}


def _repeats(values: Values) -> str:
    widest = worded(values["finding"]).message
    if values["loads"] == 1:
        return widest
    return _("Repeats of %(loads)d loads disagree. Of the widest: %(widest)s") % {
        "loads": values["loads"],
        "widest": widest,
    }


def _remedy_of_regime(values: Values) -> str:
    """What would settle it: the sizes that nobody stated, where there are any."""
    finding = values["finding"]
    known = finding.get("values", {})
    if finding["code"] == "above_best_of_class" and not known.get("lacks"):
        return _("Correct the regime if it was another, or have the load run here.")
    if finding["code"] == "regime_label" and "buffer_bytes" in known:
        return _("Correct the regime, or the sizes of data and buffer.")
    lacks = ["buffer"] if "memory_gb" in known else known.get("lacks", [])
    return {
        ("data",): _("Correct the regime, or state the size of the data."),
        ("buffer",): _("Correct the regime, or state the server's buffer."),
    }.get(tuple(lacks), _("Correct the regime, or state the size of data and buffer."))


_LONGER = gettext_lazy("Repeat it for as long as the papers, after a warm-up.")
_EVENLY = gettext_lazy(
    "Say in a comment what held it up, or repeat it for longer where nothing else runs."
)
_CHECK_THREADS = gettext_lazy(
    "Check the number of threads, and where each figure was read."
)

SENTENCES: Mapping[tuple[str, str], Sentences] = {
    ("statement_mix", Outcome.OK): Sentences(
        message=gettext_lazy("Each transaction sent the statements of its workload."),
    ),
    ("statement_mix", Outcome.CAUTION): Sentences(
        message=_other_statements,
        remedy=gettext_lazy(
            "State the workload that was run, or the options that changed it."
        ),
    ),
    ("in_flight", Outcome.OK): Sentences(
        message=gettext_lazy("TPS, latency and threads fit each other."),
    ),
    ("in_flight", Outcome.NOTE): Sentences(message=_too_few, remedy=_CHECK_THREADS),
    ("in_flight", Outcome.CAUTION): Sentences(message=_too_many, remedy=_CHECK_THREADS),
    ("regime", Outcome.OK): Sentences(
        message=gettext_lazy("The size of the data fits the regime that is claimed."),
    ),
    ("regime", Outcome.NOTE): Sentences(
        message=gettext_lazy(
            "The regime is claimed; no sizes are stated that could show it."
        ),
        remedy=gettext_lazy(
            "State the size of the data, and paste the server's settings."
        ),
    ),
    ("regime", Outcome.CAUTION): Sentences(
        message=lambda values: worded(values["finding"]).message,
        remedy=_remedy_of_regime,
    ),
    ("duration", Outcome.OK): Sentences(
        message=gettext_lazy("It was measured for as long as the papers' tests."),
    ),
    ("duration", Outcome.NOTE): Sentences(message=_too_short, remedy=_LONGER),
    ("duration", Outcome.CAUTION): Sentences(
        message=_doubted_time, remedy=_remedy_of_time
    ),
    ("steadiness", Outcome.OK): Sentences(
        message=gettext_lazy("Throughput was steady between the samples."),
    ),
    ("steadiness", Outcome.NOTE): Sentences(message=_uneven, remedy=_EVENLY),
    ("steadiness", Outcome.CAUTION): Sentences(message=_uneven, remedy=_EVENLY),
    ("repeats", Outcome.OK): Sentences(
        message=lambda _values: (
            _("The repeats of each load lie within %(share)s of their median.")
            % {"share": percent_text(MOST_APART)}
        ),
    ),
    ("repeats", Outcome.CAUTION): Sentences(
        message=_repeats,
        remedy=lambda values: worded(values["finding"]).remedy,
    ),
    ("samples", Outcome.OK): Sentences(
        message=_covered,
    ),
    ("samples", Outcome.NOTE): Sentences(
        message=_without_samples,
        remedy=gettext_lazy(
            "Let the tool print its intervals: --report-interval=1, or -P 1 of pgbench."
        ),
    ),
    ("samples", Outcome.CAUTION): Sentences(
        message=_partly_sampled,
        remedy=gettext_lazy(
            "Upload the output whole, with all lines of its intervals."
        ),
    ),
}
