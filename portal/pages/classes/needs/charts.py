"""The answer to a need as bars: which classes cross the line of what is needed."""

from django.urls import reverse
from django.utils.translation import gettext as _

from benchruns.catalogue.needs.need import ANY_REGIME, UNPROVEN
from benchruns.catalogue.needs.report import Candidate, NeedReport
from benchruns.figures import alike
from benchruns.sentences.doubts import regime_doubt
from benchruns.units import size_text
from portal.charts.ranks import Bar, RankChart
from portal.formats.figures import figure
from portal.wording.needs import (
    candidate_doubt,
    median_text,
    span_text,
    standing_word,
)

MOST_FOUND, MOST_OTHERS = 12, 6


def need_chart(report: NeedReport, *, root: str = "") -> RankChart:
    """The smallest that reached it, and the nearest of the others, by their size.

    ``root`` stands before its links where they leave the site, as in a PDF.
    """
    drawn = [
        *report.found[:MOST_FOUND],
        *report.unproven[:MOST_OTHERS],
        *report.missed[:MOST_OTHERS],
    ]
    drawn.sort(key=lambda each: (each.standing.size, each.tps))
    seconds = [each.row.seconds for each in drawn if each.row.seconds]
    is_apart = alike.is_apart(
        min(seconds, default=None), max(seconds, default=None), alike.MOST_LONGER
    )
    return RankChart(
        bars=[_bar(each, report, root, is_timed=is_apart) for each in drawn],
        unit="TPS",
        needed=report.need.tps,
        needed_text=_("needed: %(tps)s TPS") % {"tps": figure(report.need.tps)},
    )


def _bar(candidate: Candidate, report: NeedReport, root: str, *, is_timed: bool) -> Bar:
    """``is_timed``: with how long it was measured, where others are different tests."""
    sold, standing = candidate.instance_class, candidate.standing
    row = candidate.row
    doubt = candidate_doubt(candidate, report.need)
    size = size_text(*standing.size)
    duration = span_text(row.seconds, row.seconds) if is_timed else ""
    of_repeats = median_text(candidate.by_median)
    is_any = (
        report.need.regime == ANY_REGIME
    )  # then a doubted one is not coloured as known
    regime = "" if is_any and regime_doubt(row) else candidate.result.regime
    return Bar(
        name=sold.code,
        about=", ".join(filter(None, [size, row.engine_title, duration, of_repeats])),
        url=root
        + reverse(
            "portal:class-detail", args=[sold.provider_id, sold.engine, sold.code]
        ),
        value=candidate.tps,
        text=figure(candidate.tps),
        style=regime or "",
        word=standing_word(candidate),
        is_open=standing.outcome in UNPROVEN or bool(doubt),
        doubt=doubt,
        result_url=root + reverse("portal:result-detail", args=[candidate.result.pk]),
    )
