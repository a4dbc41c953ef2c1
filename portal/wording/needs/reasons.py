"""Why a class is not the answer, and how far it is from it."""

from math import floor

from django.utils.translation import gettext as _

from benchruns.catalogue.needs.medians import Middle
from benchruns.catalogue.needs.need import ANY_REGIME, Need, Outcome
from benchruns.catalogue.needs.report import Candidate
from benchruns.catalogue.needs.standings import Standing
from benchruns.catalogue.pricing.prices import stale_text
from benchruns.sentences.doubts import doubt_text, regime_doubt
from portal.formats.figures import figure
from portal.formats.prices import price
from portal.wording.needs.durations import measured_text

JUST_ENOUGH = 1.05
CLIENT_BOUND = "client_bound"


def times_text(share: float) -> str:
    """How much more than is needed: ``1.81 times what is needed``."""
    if share < JUST_ENOUGH:
        return _("just what is needed")
    times = figure(share) if share >= 10 else f"{share:.2f}"
    return _("%(times)s times what is needed") % {"times": times}


def percent(share: float) -> str:
    """Of what is needed; what is not reached is never 100 % of it, and a little not 0 %."""
    rounded = round(100 * share)
    if share < 1:
        rounded = min(rounded, 99)
    return f"{rounded:,}" if rounded else _("less than 1")


def figure_beside(tps: float, need: Need) -> str:
    """A figure that is read against what is needed: never its equal where it is less."""
    told = figure(tps)
    if tps < need.tps and told == figure(need.tps):
        return f"{floor(tps * 100) / 100:,.2f}"
    return told


def candidate_doubt(candidate: Candidate, need: Need) -> str:
    """What is doubted of a class's figure, of what the need asks; mostly nothing."""
    return doubt_text(candidate.row, is_of_regime=need.regime != ANY_REGIME)


def is_client_bound(candidate: Candidate) -> bool:
    """Whether the class could have done more than its figure says."""
    return any(each.code == CLIENT_BOUND for each in candidate.row.findings)


def lacks_p95(candidate: Candidate, need: Need) -> bool:
    """Whether the bound that the need sets cannot be checked on it."""
    return need.p95_ms is not None and candidate.result.latency_p95_ms is None


def median_text(middle: Middle | None) -> str:
    """``median of 5 repeats``: of what a figure is; empty of a single result."""
    return _("median of %(count)d repeats") % {"count": middle.count} if middle else ""


def repeats_text(candidate: Candidate) -> str:
    """What stands beside a figure that is one of several; empty where it is none of them."""
    if candidate.middle is None:
        return ""
    words = {"tps": figure(candidate.middle.tps), "count": candidate.middle.count}
    return _("%(tps)s TPS is the median of its %(count)d repeats.") % words


def _price_text(standing: Standing) -> str:
    """``3.33``; of an old price its day too."""
    told, stale = price(standing.price), stale_text(standing.priced_on)
    return f"{told} ({stale})" if stale else told


def reason_text(candidate: Candidate, need: Need) -> str:
    """Why a class is not among those found, with the figure that says so."""
    standing = candidate.standing
    if standing.outcome is Outcome.MEDIAN_MISSED:
        return _missed_by_median(candidate, need)
    words = {
        "tps": figure_beside(candidate.tps, need),
        "share": percent(candidate.share),
        "times": times_text(candidate.share),
        "p95": figure(candidate.p95_ms),
        "limit": figure(need.p95_ms),
        "price": _price_text(standing),
        "budget": price(need.budget),
        "choice": need.choice.label if need.choice else "",
        "doubt": candidate_doubt(candidate, need),
        "regime": regime_doubt(candidate.row),
    }
    is_published = candidate.row.is_published
    reasons = {
        Outcome.TPS_BELOW: _below(candidate, is_doubted=bool(words["doubt"])),
        Outcome.P95_ABOVE: _(
            "%(tps)s TPS with a p95 of %(p95)s ms, above %(limit)s ms."
        ),
        Outcome.OVER_BUDGET: _(
            "%(tps)s TPS for %(price)s an hour, above %(budget)s (%(choice)s)."
        ),
        Outcome.DOUBTED: _("%(tps)s TPS, %(times)s, in doubt: %(doubt)s")
        if not lacks_p95(candidate, need)
        else _(
            "%(tps)s TPS, %(times)s; its p95 is not stated, and it is in doubt: %(doubt)s"
        ),
        Outcome.P95_NOT_KNOWN: _(
            "%(tps)s TPS reached the throughput; its p95 is not stated."
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
        Outcome.FOUND: _("Regime in doubt: %(regime)s") if words["regime"] else "",
    }
    told = [reasons[standing.outcome] % words]
    if standing.outcome is not Outcome.FOUND:
        told.append(repeats_text(candidate))
    return " ".join(filter(None, [*told, undoubted_text(candidate, need)]))


def _missed_by_median(candidate: Candidate, need: Need) -> str:
    """By its throughput, its latency, or both."""
    middle = candidate.middle
    if middle is None:  # its repeats went away meanwhile
        return ""
    words = {
        "tps": figure(middle.tps),
        "best": figure(middle.highest),
        "count": middle.count,
        "p95": figure(middle.p95_ms),
        "limit": figure(need.p95_ms),
        "own": figure(candidate.result.latency_p95_ms),
    }
    told = []
    if middle.is_slow(need):
        told.append(
            _(
                "%(tps)s TPS is the median of its %(count)d repeats; the best one reached "
                "%(best)s."
            )
        )
    if middle.is_late(need):
        told.append(
            _(
                "%(p95)s ms is the median p95 of its %(count)d repeats, above %(limit)s ms; "
                "one that was fast enough had %(own)s."
            )
        )
    return " ".join(told) % words


def undoubted_text(candidate: Candidate, need: Need) -> str:
    """What stands beside a figure in doubt; empty where it is in none, or nothing does."""
    row = candidate.undoubted
    if row is None or not candidate_doubt(candidate, need):
        return ""
    words = {
        "tps": figure_beside(row.figures["tps"], need),
        "share": percent(row.figures["tps"] / need.tps),
        "how": ", ".join(filter(None, [row.engine_title, measured_text(row)])),
    }
    return _("Not in doubt: %(tps)s TPS, %(share)s %% of it (%(how)s).") % words


def _below(candidate: Candidate, *, is_doubted: bool) -> str:
    """What a class could do at most, unless the load generator was its limit."""
    if is_client_bound(candidate):
        return (
            _(
                "%(tps)s TPS at least, %(share)s %% of what is needed: the load generator "
                "was the limit; in doubt: %(doubt)s"
            )
            if is_doubted
            else _(
                "%(tps)s TPS at least, %(share)s %% of what is needed: the load generator "
                "was the limit, not the server."
            )
        )
    return (
        _("%(tps)s TPS at most, %(share)s %% of what is needed, in doubt: %(doubt)s")
        if is_doubted
        else _("%(tps)s TPS at most, %(share)s %% of what is needed.")
    )
