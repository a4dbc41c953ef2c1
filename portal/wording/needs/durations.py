"""How long figures were measured, in words."""

from django.utils.translation import gettext as _

from benchruns.catalogue.needs.report import NeedReport
from benchruns.catalogue.ranks.figures import Durations
from benchruns.results.row import Row
from benchruns.units import duration_text
from benchruns.workloads.labels import words_of


def span_text(shortest: float | None, longest: float | None) -> str:
    """``60 s``, ``60 s to 20 min``; empty where it is not known."""
    if shortest is None or longest is None:
        return ""
    first, last = duration_text(round(shortest)), duration_text(round(longest))
    if first == last:
        return first
    return _("%(first)s to %(last)s") % {"first": first, "last": last}


def measured_text(row: Row) -> str:
    """``32 threads, 60 s``: by what a figure was measured; what is not known is left out."""
    load = words_of([row.workload]).counted(row.threads) if row.threads else ""
    return ", ".join(filter(None, [load, span_text(row.seconds, row.seconds)]))


def durations_text(of: Durations) -> str:
    """Of a ranking's figures; of none too."""
    return span_text(of.shortest, of.longest) or _("duration not stated")


def different_tests(report: NeedReport) -> str:
    """What is said at an answer whose figures are of different tests; mostly nothing."""
    if not report.is_of_different_tests:
        return ""
    span = span_text(*report.seconds)
    return _("Different tests beside each other: measured for %(span)s.") % {
        "span": span
    }
