"""The answer to a need in words: the figure first, with its margin."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from benchruns.catalogue.needs.need import ANY_REGIME, Outcome
from benchruns.catalogue.needs.report import Candidate, NeedReport
from benchruns.catalogue.pricing.prices import Choice, stale_text
from benchruns.findings import marked
from benchruns.results.staleness import ended_support
from benchruns.sentences.catalogue import worded
from benchruns.sentences.doubts import regime_doubt
from benchruns.units import size_text
from benchruns.vocabulary import Regime
from portal.formats.figures import figure
from portal.formats.prices import price
from portal.wording.formulas import formula_text
from portal.wording.needs.asked import asked_text
from portal.wording.needs.beside import beside_texts
from portal.wording.needs.durations import different_tests, measured_text
from portal.wording.needs.reasons import (
    candidate_doubt,
    figure_beside,
    is_client_bound,
    lacks_p95,
    median_text,
    percent,
    reason_text,
    repeats_text,
    times_text,
    undoubted_text,
)

HALF = 2.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """``headline`` says it; each of ``rest`` adds one fact."""

    headline: str
    rest: list[str]

    @property
    def text(self) -> str:
        return " ".join((self.headline, *self.rest))


def answer_of(report: NeedReport) -> Answer:
    near = [_near_miss(each, report) for each in report.near_misses[:1]]
    apart = [told] if (told := different_tests(report)) else []
    if report.smallest:
        return Answer(
            headline=_found(report),
            rest=[*apart, *_around(report), *near, *_without_support(report)],
        )
    doubts = [*apart, *_in_doubt(report), *_unchecked_bound(report)]
    return Answer(
        headline=_none(report),
        rest=[*doubts, *near, *beside_texts(report), *_without_support(report)],
    )


def _unchecked_bound(report: NeedReport) -> list[str]:
    """Said once where the bound of latency could be held against none of them."""
    looked_at = [*report.unproven, *report.missed]
    if not looked_at or not all(lacks_p95(each, report.need) for each in looked_at):
        return []
    return [
        _(
            "None of the figures for this load states a p95: the bound of %(limit)s ms could "
            "not be checked."
        )
        % {"limit": figure(report.need.p95_ms)}
    ]


def _found(report: NeedReport) -> str:
    if not report.named:  # its evidence cannot be shown
        return _("The result that shows the answer is damaged and cannot be shown.")
    first = report.named[0]
    words = {
        "tps": _tps(first),
        "times": times_text(first.share),
        "name": first.instance_class.code,
        "size": size_text(*first.standing.size),
        "version": _version(first),
    }
    regime = "" if first.row.is_submitted else first.result.regime
    if report.need.regime == ANY_REGIME and regime:
        words["version"] += f", {Regime(regime).label}"
    return _("%(tps)s, %(times)s: %(name)s, %(size)s, on %(version)s.") % words


def _tps(candidate: Candidate) -> str:
    """``2,700 TPS, median of 5 repeats``; ``3,480 TPS`` of one that was not repeated.

    Where any regime was asked for, one in doubt may stand in the answer: with its sign.
    """
    told = marked(figure(candidate.tps), regime_doubt(candidate.row))
    of_repeats = median_text(candidate.by_median)
    return ", ".join(filter(None, [_("%(tps)s TPS") % {"tps": told}, of_repeats]))


def _version(candidate: Candidate) -> str:
    """``MySQL 8.0``; of a figure that is no vendor's its provenance too, and that the regime
    of a submitted one is its submitter's word."""
    if candidate.row.is_published:
        return candidate.row.engine_title
    words = {
        "version": candidate.row.engine_title,
        "provenance": candidate.result.get_provenance_display(),
    }
    if candidate.row.is_submitted and candidate.result.regime:
        words["regime"] = str(Regime(candidate.result.regime).label)
        return _("%(version)s, %(provenance)s, %(regime)s as claimed") % words
    return _("%(version)s, %(provenance)s") % words


def _around(report: NeedReport) -> list[str]:
    """Of how many it is the smallest, of whom else, and what it costs."""
    words = {"asked": asked_text(report.need), "count": report.count}
    if report.count == 1:
        told = _("The only class that reached %(asked)s.")
    elif len(report.smallest) == 1:
        told = _("The smallest of %(count)d classes that reached %(asked)s.")
    else:
        told = _("One of the smallest of %(count)d classes that reached %(asked)s.")
    texts = [told % words, *_spread(report)]
    if len(report.smallest) > 1:
        texts.append(_others(report))
    known = [
        _derived(report),
        _below(report),
        _doubted(report),
        _regime_in_doubt(report),
        _price(report.named[:1], report.need.choice),
    ]
    return [*texts, *filter(None, known)]


def _spread(report: NeedReport) -> list[str]:
    """Of the repeats that the first figure is the median of; nothing where it is of one."""
    middle = report.named[0].by_median if report.named else None
    if middle is None:
        return []
    words = {"low": figure(middle.lowest), "high": figure(middle.highest)}
    return [_("Its repeats reached %(low)s to %(high)s TPS.") % words]


def _below(report: NeedReport) -> str:
    """That other tests of the first class did not reach it, and the slowest of them."""
    row = report.below
    if row is None:
        return ""
    first = report.named[0]
    words = {
        "count": first.not_reached,
        "all": first.tested,
        "tps": figure_beside(row.figures["tps"], report.need),
        "share": percent(row.figures["tps"] / report.need.tps),
        "how": ", ".join(filter(None, [row.engine_title, measured_text(row)])),
    }
    told = ngettext(
        "%(count)d of its %(all)d results did not: %(tps)s TPS, %(share)s %% of it (%(how)s).",
        "%(count)d of its %(all)d results did not, the slowest %(tps)s TPS, %(share)s %% of "
        "it (%(how)s).",
        first.not_reached,
    )
    return told % words


def _derived(report: NeedReport) -> str:
    """How the first figure follows from what its source printed, where that is not it."""
    formula = report.named[0].result.derived.get("tps") if report.named else None
    if not formula:
        return ""
    return _("Its TPS is derived: %(formula)s.") % {"formula": formula_text(formula)}


def _doubted(report: NeedReport) -> str:
    """Of the tests of the first class, those that count for neither side."""
    first = report.named[0] if report.named else None
    if first is None or not first.doubted:
        return ""
    words = {"count": first.doubted, "all": first.tested}
    told = ngettext(
        "%(count)d of its %(all)d results is in doubt.",
        "%(count)d of its %(all)d results are in doubt.",
        first.doubted,
    )
    return told % words


def _regime_in_doubt(report: NeedReport) -> str:
    """Where any regime was asked for, the one that the answer claims may be another."""
    return " ".join(reason_text(each, report.need) for each in report.named[:1])


def _others(report: NeedReport) -> str:
    """``Also smallest: c1 (4 vCPU, 32 GB; 2,500 TPS on MySQL 8.0) and 1 more.``"""
    form = _("%(name)s (%(size)s; %(tps)s on %(version)s)")
    repeated = _("%(name)s (%(size)s; %(tps)s, on %(version)s)")
    names = [
        (repeated if each.by_median else form)
        % {
            "name": each.instance_class.code,
            "size": size_text(*each.standing.size),
            "tps": _tps(each),
            "version": _version(each),
        }
        for each in report.named[1:]
    ]
    rest = len(report.smallest) - 1 - len(names)
    if rest > 0:
        names.append(ngettext("%d more", "%d more", rest) % rest)
    *first, last = names or [ngettext("%d more", "%d more", rest) % rest]
    joined = (
        _("%(first)s and %(last)s") % {"first": ", ".join(first), "last": last}
        if first
        else last
    )
    sizes = {standing.size for standing in report.smallest}
    if len(sizes) == 1:
        return _("Of the same size: %s.") % joined
    return _("Also smallest, with more of one and less of the other: %s.") % joined


def _none(report: NeedReport) -> str:
    words = {"asked": asked_text(report.need)}
    if not report.unproven_count:
        return _("No class is known to have reached %(asked)s.") % words
    told = _("No class is proven to have reached %(asked)s; %(count)d may have.")
    return told % (words | {"count": report.unproven_count})


def _in_doubt(report: NeedReport) -> list[str]:
    """The smallest that may have reached it, and why nobody can tell."""
    return [
        _("Not proven: %(name)s, %(size)s, on %(version)s: %(reason)s")
        % {
            "name": each.instance_class.code,
            "size": size_text(*each.standing.size),
            "version": each.row.engine_title,
            "reason": reason_text(each, report.need),
        }
        for each in report.unproven[:1]
    ]


def _without_support(report: NeedReport) -> list[str]:
    """Of each version that the answer names and that its vendor mends no longer."""
    told = [
        *(report.named or report.unproven[:1]),
        *report.near_misses[:1],
    ]
    versions = dict.fromkeys(
        (each.result.engine, each.result.engine_version) for each in told
    )
    ended = (ended_support(*version) for version in versions)
    return [worded(finding).message for finding in ended if finding]


def _near_miss(near: Candidate, report: NeedReport) -> str:
    """``c1.xlarge reached 2,860 TPS, 95 % of it, at half the size (8 vCPU against 16).``"""
    best = report.best
    doubt = candidate_doubt(near, report.need)
    words = {
        "name": near.instance_class.code,
        "tps": figure_beside(near.tps, report.need),
        "share": percent(near.share),
        "version": near.row.engine_title,
        "size": _size_against(near, best),
        "price": _price([near], report.need.choice),
        "doubt": doubt,
    }
    told = _(
        "%(name)s reached %(tps)s TPS on %(version)s, %(share)s %% of it, %(size)s."
    )
    if doubt:
        told = _(
            "%(name)s reached %(tps)s TPS on %(version)s, %(share)s %% of it, %(size)s, "
            "in doubt: %(doubt)s"
        )
    beside = [repeats_text(near), undoubted_text(near, report.need)]
    return " ".join(filter(None, [told % words, *beside, str(words["price"])]))


def _size_against(near: Candidate, best: Candidate | None) -> str:
    own = near.standing.vcpus
    if best is None:
        return _("with %(size)s") % {"size": size_text(*near.standing.size)}
    words = {"own": own, "other": best.standing.vcpus}
    if best.standing.vcpus == HALF * own:
        return _("at half the size (%(own)d vCPU against %(other)d)") % words
    return _("with %(own)d vCPU against %(other)d") % words


def _price(candidates: Sequence[Candidate], choice: Choice | None) -> str:
    """``c1.xlarge costs 1.28 USD an hour, 934 a month``; empty where none is known."""
    for each in candidates:
        if choice and each.standing.price is not None:
            words = {
                "name": each.instance_class.code,
                "hour": price(each.standing.price),
                "month": price(each.standing.price_per_month),
                "currency": choice.currency,
                "where": f"{choice.region}, {choice.term}",
                "stale": stale_text(each.standing.priced_on),
            }
            told = _(
                "%(name)s costs %(hour)s %(currency)s an hour, %(month)s a month "
                "(%(where)s)."
            )
            if words["stale"]:
                told = _(
                    "%(name)s costs %(hour)s %(currency)s an hour, %(month)s a month "
                    "(%(where)s, %(stale)s)."
                )
            return told % words
    return ""


def standing_word(candidate: Candidate) -> str:
    """How a class stands; one whose load generator was the limit is not called slow."""
    outcome = candidate.standing.outcome
    if outcome is Outcome.TPS_BELOW and is_client_bound(candidate):
        return _("at least")
    return word_of(outcome)


def word_of(outcome: Outcome) -> str:
    """How a class stands, in a word or two."""
    return {
        Outcome.FOUND: _("reached"),
        Outcome.MEDIAN_MISSED: _("not by its median"),
        Outcome.DOUBTED: _("in doubt"),
        Outcome.P95_NOT_KNOWN: _("p95 not known"),
        Outcome.REGIME_NOT_DETERMINED: _("regime not known"),
        Outcome.PRICE_NOT_KNOWN: _("price not known"),
        Outcome.OVER_BUDGET: _("over budget"),
        Outcome.P95_ABOVE: _("p95 too high"),
        Outcome.TPS_BELOW: _("too slow"),
    }[outcome]
