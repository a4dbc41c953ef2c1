"""The latencies of a result by percentile, as its pages show them."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from benchruns.models import Result
from benchruns.results.histograms import Latencies, latencies_of
from benchruns.results.repeats import Repeats
from benchruns.vocabulary import Provenance
from portal.charts.percentiles import Curve, curve, source_text


@dataclass(frozen=True, slots=True, kw_only=True)
class LatencyPart:
    """``curve`` is None where no histogram is kept; ``notes`` say what is missing."""

    curve: Curve | None
    counted: str
    notes: Sequence[str]


def latency_part(result: Result, repeats: Repeats) -> LatencyPart:
    found = latencies_of([result], {result.pk: repeats})[result.pk]
    if found.own is None:
        is_run = result.provenance == Provenance.MEASURED
        none = _("No histogram of latencies is kept of this run.") if is_run else ""
        return LatencyPart(curve=None, counted="", notes=[none] if none else [])
    lines = [(_("this run"), found.own)]
    if found.together is not None:
        lines.append((_("all repeats"), found.together))
    return LatencyPart(
        curve=curve(lines),
        counted=_counted(found.own.events),
        notes=[source_text(found.own), *_of_repeats(found)],
    )


def _counted(events: int) -> str:
    text = ngettext(
        "%(events)s transaction counted", "%(events)s transactions counted", events
    )
    return text % {"events": f"{events:,}"}


def _of_repeats(found: Latencies) -> list[str]:
    if found.together is None:
        return []
    told = _(
        "All repeats are the %(events)s transactions of %(n)d runs, counted together: "
        "no mean of percentiles."
    )
    words = [told % {"events": f"{found.together.events:,}", "n": found.counted}]
    if found.lacking:
        text = ngettext(
            "%(n)d repeat has no histogram.",
            "%(n)d repeats have no histogram.",
            found.lacking,
        )
        words.append(text % {"n": found.lacking})
    return words
