"""What a need and its answer are called in words."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from benchruns.catalogue.needs.need import ANY_REGIME, Need, Outcome
from benchruns.catalogue.needs.report import Candidate, NeedReport
from benchruns.catalogue.needs.standings import Standing
from benchruns.catalogue.pricing.prices import stale_text
from benchruns.engines import ENGINES, engine_title
from benchruns.models import Provider
from benchruns.sentences.doubts import doubt_text
from benchruns.units import size_text
from benchruns.vocabulary import Provenance, Regime
from benchruns.workloads.labels import workload_label
from portal.formats.figures import figure
from portal.formats.prices import price

MOST_NAMED = 3
NEAR = 0.8  # of what is needed


def asked_text(need: Need) -> str:
    """``at least 2,000 TPS, disk I/O, MySQL 8.0, OLTP read/write``."""
    parts = [_("at least %(tps)s TPS") % {"tps": figure(need.tps)}]
    if need.regime != ANY_REGIME:
        parts.append(str(Regime(need.regime).label))
    if need.p95_ms is not None:
        parts.append(_("p95 at most %(ms)s ms") % {"ms": figure(need.p95_ms)})
    parts += filter(None, [_engine_text(need), workload_label(need.workload)])
    if need.provider:
        name = Provider.objects.filter(pk=need.provider).values_list("name", flat=True)
        parts.append(name.first() or need.provider)
    if need.provenance:
        label = Provenance(need.provenance).label
        parts.append(_("%(provenance)s results alone") % {"provenance": label})
    if need.budget is not None and need.choice:
        words = {"budget": price(need.budget), "choice": need.choice.label}
        parts.append(_("at most %(budget)s an hour (%(choice)s)") % words)
    return ", ".join(parts)


def _engine_text(need: Need) -> str:
    if need.engine and need.engine_version is not None:
        return engine_title(need.engine, need.engine_version)
    if need.engine:
        return ENGINES[need.engine].label
    if need.engine_version is not None:
        return _("version %s") % (need.engine_version or _("not stated"))
    return ""


def answer_text(report: NeedReport) -> str:
    """The answer in one sentence."""
    asked = asked_text(report.need)
    if not report.smallest:
        return " ".join(filter(None, [_none(report, asked), _near_miss_text(report)]))
    return " ".join(filter(None, [_found(report, asked), _near_miss_text(report)]))


def _none(report: NeedReport, asked: str) -> str:
    words = {"asked": asked, "count": report.unproven_count}
    if not report.unproven_count:
        return _("No class is known to have reached %(asked)s.") % words
    told = _(
        "No class is proven to have reached %(asked)s: of %(count)d it is not certain."
    )
    return told % words


def _found(report: NeedReport, asked: str) -> str:
    words = {
        "asked": asked,
        "count": report.count,
        "names": _names(report.smallest),
    }
    if report.count == 1:
        return _("%(names)s is the only class that reached %(asked)s.") % words
    if len(report.smallest) == 1:
        told = _(
            "%(names)s is the smallest of %(count)d classes that reached %(asked)s."
        )
        return told % words
    told = _("%(names)s are the smallest of %(count)d classes that reached %(asked)s.")
    return told % words


def _near_miss_text(report: NeedReport) -> str:
    """``rds.mysql.c1.xlarge, 8 vCPU, 32 GB, reached 95 % of it.``; empty without any.

    Of a figure that is doubted it says so.
    """
    near = _near_misses(report)
    if not near:
        return ""
    best = max(near, key=lambda each: each.result.tps or 0)
    words = {
        "name": best.instance_class.code,
        "share": f"{100 * (best.result.tps or 0) / report.need.tps:.0f}",
        "size": size_text(*best.standing.size),
    }
    if doubt_text(best.row, is_of_regime=report.need.regime != ANY_REGIME):
        return _("%(name)s, %(size)s, reached %(share)s %% of it, in doubt.") % words
    return _("%(name)s, %(size)s, reached %(share)s %% of it.") % words


def _near_misses(report: NeedReport) -> list[Candidate]:
    """Of the classes that were too slow: those smaller than any that is found, and near."""
    return [
        each
        for each in report.missed
        if each.standing.outcome is Outcome.TPS_BELOW
        and (each.result.tps or 0) >= NEAR * report.need.tps
        and (
            not report.smallest or each.instance_class.vcpus < report.smallest[0].vcpus
        )
    ]


def _names(smallest: Sequence[Standing]) -> str:
    if len(smallest) == 1:
        (only,) = smallest
        return f"{only.code}, {size_text(*only.size)},"
    names = [f"{each.code} ({size_text(*each.size)})" for each in smallest]
    rest = len(names) - MOST_NAMED
    if rest > 0:
        names = [*names[:MOST_NAMED], ngettext("%d more", "%d more", rest) % rest]
    *first, last = names
    return _("%(first)s and %(last)s") % {"first": ", ".join(first), "last": last}


def _price_text(standing: Standing) -> str:
    """``3.33``; of an old price its day too."""
    told, stale = price(standing.price), stale_text(standing.priced_on)
    return f"{told} ({stale})" if stale else told


def reason_text(candidate: Candidate, need: Need) -> str:
    """Why a class is not among those found, with the figure that says so."""
    standing, result = candidate.standing, candidate.result
    tps, p95 = result.tps or 0, result.latency_p95_ms
    words = {
        "tps": figure(tps),
        "share": f"{100 * tps / need.tps:.0f}",
        "p95": figure(p95),
        "limit": figure(need.p95_ms),
        "price": _price_text(standing),
        "budget": price(need.budget),
        "choice": need.choice.label if need.choice else "",
        "doubt": doubt_text(candidate.row, is_of_regime=need.regime != ANY_REGIME),
    }
    is_published = candidate.row.is_published
    reasons = {
        Outcome.TPS_BELOW: _("%(tps)s TPS at most, %(share)s %% of what is needed."),
        Outcome.P95_ABOVE: _(
            "%(tps)s TPS with a p95 of %(p95)s ms, above %(limit)s ms."
        ),
        Outcome.OVER_BUDGET: _(
            "%(tps)s TPS for %(price)s an hour, above %(budget)s (%(choice)s)."
        ),
        Outcome.DOUBTED: _("%(tps)s TPS reached it, doubted: %(doubt)s"),
        Outcome.P95_NOT_KNOWN: _(
            "%(tps)s TPS reached the throughput; its p95 is not published."
        )
        if is_published
        else _("%(tps)s TPS reached the throughput; its p95 was not recorded."),
        Outcome.REGIME_NOT_DETERMINED: _(
            "%(tps)s TPS; its source does not state where the data was read from."
        )
        if is_published
        else _("%(tps)s TPS; where the data was read from was not determined."),
        Outcome.PRICE_NOT_KNOWN: _(
            "%(tps)s TPS reached the throughput; no price in %(choice)s is known."
        ),
        Outcome.FOUND: "",
    }
    return reasons[standing.outcome] % words
