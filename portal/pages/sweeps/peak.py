"""The peak of a sweep in words: where it lies, and what keeps it from being believed."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from benchruns.evidence.bottleneck import Limit
from benchruns.figures.metrics import METRICS
from benchruns.findings import read
from benchruns.models import Run, Sweep
from benchruns.runs.sweep_report import Repeat, Rung, Spread, SweepReport
from benchruns.sentences.doubts import first_doubt
from benchruns.workloads import WORKLOADS
from portal.formats.figures import figure
from portal.pages.sweeps import repeat as sweep_repeat
from portal.pages.sweeps import words as sweep_wording


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubt:
    """A sentence and, where a new sweep would end it, that one's form."""

    text: str
    remedy: str = ""
    url: str = ""


def sentence(sweep: Sweep, report: SweepReport) -> str:
    """ "Peak 12,340 TPS at 16 threads (median of 3, 12,100 to 12,500)", or why none."""
    peak = report.highest
    if report.rate and any(rung.main for rung in report.rungs):
        return _(
            "Each step was offered %(rate)s TPS: a fixed rate has no peak. Sweep without "
            "it to find the peak."
        ) % {"rate": figure(report.rate)}
    if peak is None or peak.main is None:
        return ""
    words = {
        "figure": figure(peak.main.median),
        "unit": METRICS[report.figure].unit,
        "load": sweep_wording.load(sweep, peak.threads),
        "basis": basis(peak.main),
    }
    if len(report.rungs) == 1:
        return _("%(figure)s %(unit)s at %(load)s (%(basis)s)") % words
    if report.without_figure:
        return _(
            "No peak, as %(missing)s ended without a figure. Highest measured: "
            "%(figure)s %(unit)s at %(load)s (%(basis)s)"
        ) % {**words, "missing": _listed(sweep, report.without_figure)}
    if not sweep_wording.is_ended(report):
        return _("Highest so far: %(figure)s %(unit)s at %(load)s (%(basis)s)") % words
    return _("Peak %(figure)s %(unit)s at %(load)s (%(basis)s)") % words


def word(report: SweepReport) -> str:
    return _("Peak") if sweep_wording.is_ended(report) else _("Highest so far")


def basis(spread: Spread) -> str:
    """ "median of 3, 12,100 to 12,500", or that there is one value alone."""
    if len(spread.values) == 1:
        return _("one run")
    return _("median of %(count)d, %(lowest)s to %(highest)s") % {
        "count": len(spread.values),
        "lowest": figure(spread.lowest),
        "highest": figure(spread.highest),
    }


def doubts(sweep: Sweep, report: SweepReport, runs: Sequence[Run]) -> list[Doubt]:
    """What keeps the peak from being believed; empty for none, or no peak."""
    peak = report.peak
    if peak is None or peak.main is None:
        return []
    told = [_in_doubt(peak)] if peak.doubt else []
    is_ladder = len(report.rungs) > 1
    if rivals := report.rivals:
        told.append(_no_clear_order(sweep, rivals, runs))
    elif is_ladder and len(peak.main.values) == 1:
        told.append(_measured_once(sweep, runs))
    if report.is_peak_last and is_ladder:
        told.append(_try_more(sweep, peak, runs))
    if Limit.CLIENT in {repeat.bottleneck for repeat in peak.counted}:
        told.append(_client_bound())
    return told


def _in_doubt(peak: Rung) -> Doubt:
    known = [r for r in peak.counted if getattr(r, peak.figure) is not None]
    return Doubt(
        text=_("† In doubt, %(count)d of %(all)d repeats of the peak: %(doubt)s")
        % {
            "count": len(peak.in_doubt),
            "all": len(known),
            "doubt": _what_of(peak.in_doubt, among=known),
        }
    )


def _what_of(doubted: Sequence[Repeat], *, among: Sequence[Repeat]) -> str:
    """The one sentence of all of them; where they differ, each doubt with its repeats."""
    sentences = {first_doubt(map(read, each.findings)) for each in doubted} - {""}
    if len(sentences) > 1:
        return ", ".join(sweep_wording.doubts_by_repeat(among)) + "."
    return next(iter(sentences), _("see the findings of its runs."))


def _no_clear_order(sweep: Sweep, rivals: Sequence[Rung], runs: Sequence[Run]) -> Doubt:
    more = max(5, 2 * sweep.repetitions)
    return Doubt(
        text=_(
            "Not clearly above %(loads)s: their repeats reach into those of the peak."
        )
        % {"loads": _listed(sweep, rivals)},
        remedy=_("Repeat more often"),
        url=sweep_repeat.url_with(sweep, runs, ladder=sweep.threads, repetitions=more),
    )


def _measured_once(sweep: Sweep, runs: Sequence[Run]) -> Doubt:
    return Doubt(
        text=_("Measured once: only repetitions tell a peak from chance."),
        remedy=_("Repeat with 3 repetitions"),
        url=sweep_repeat.url_with(sweep, runs, ladder=sweep.threads, repetitions=3),
    )


def _try_more(sweep: Sweep, peak: Rung, runs: Sequence[Run]) -> Doubt:
    load_limit = next(
        parameter.maximum
        for parameter in WORKLOADS[sweep.workload].parameters
        if parameter.name == WORKLOADS[sweep.workload].load
    )
    steps = [peak.threads * factor for factor in (1, 2, 4)]
    ladder = [count for count in steps if load_limit is None or count <= load_limit]
    return Doubt(
        text=_("The highest count won: try more."),
        remedy=_("Sweep %(counts)s") % {"counts": ", ".join(f"{n:,}" for n in ladder)},
        url=sweep_repeat.url_with(
            sweep, runs, ladder=ladder, repetitions=sweep.repetitions
        ),
    )


def _client_bound() -> Doubt:
    return Doubt(
        text=_(
            "At the peak the load generator was the limit: the server can do more than "
            "this."
        )
    )


def _listed(sweep: Sweep, rungs: Sequence[Rung]) -> str:
    """ "4, 8 and 32 threads"."""
    *first, last = sorted(rung.threads for rung in rungs)
    if not first:
        return sweep_wording.load(sweep, last)
    return _("%(first)s and %(last)s") % {
        "first": ", ".join(f"{threads:,}" for threads in first),
        "last": sweep_wording.load(sweep, last),
    }
