"""How each result of a report was measured, as its reviewer reads it first."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from benchruns.evidence.steady import MOST_VARIATION, variation
from benchruns.findings import OF_REGIME, Finding
from benchruns.models import Result
from benchruns.results.datachecks import memory
from benchruns.results.datachecks.results import row_of
from benchruns.sentences.catalogue import worded
from benchruns.submissions.checks import coverage
from benchruns.submissions.checks.measured_time import Measured
from benchruns.submissions.checks.papers import UnlikePapers
from benchruns.submissions.rating.rating import COVERED
from benchruns.submissions.report_parts import ResultReport
from benchruns.units import percent_text
from portal.formats.figures import DASH, exact, figure
from portal.formats.quantities import share_of, size

COLUMNS: Sequence[Promise] = (
    gettext_lazy("Duration"),
    gettext_lazy("Samples"),
    gettext_lazy("Variation"),
    gettext_lazy("Threads"),
    gettext_lazy("Data"),
)
LABELS: Mapping[str, Promise] = {
    "duration": gettext_lazy("%(here)s s; papers %(papers)s s"),
    "threads": gettext_lazy("%(here)s threads; papers %(papers)s"),
    "rows": gettext_lazy("%(here)s rows; papers %(papers)s"),
    "tool": gettext_lazy("%(here)s; papers %(papers)s"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """A number with what goes with it; ``doubt`` says why it is not to be believed."""

    value: str
    context: str = ""
    doubt: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasuredLine:
    """``cells`` are in the order of COLUMNS; ``repeat`` is its number among repeats."""

    result: Result
    repeat: int | None
    cells: Sequence[Cell]
    unlike: Sequence[str]

    @property
    def labelled(self) -> list[tuple[str, Cell]]:
        return list(zip(map(str, COLUMNS), self.cells, strict=True))


def lines_of(
    reports: Iterable[ResultReport], *, repeats: Mapping[UUID, int]
) -> list[MeasuredLine]:
    return [
        MeasuredLine(
            result=each.result,
            repeat=repeats.get(each.result.pk),
            cells=[
                _time(each.timed),
                _samples(each.timed),
                _variation(each.timed),
                Cell(value=figure(each.result.threads)),
                _data(each),
            ],
            unlike=[_unlike(one) for one in each.unlike_papers],
        )
        for each in reports
        if each.timed is not None
    ]


def _time(timed: Measured | None) -> Cell:
    seconds = coverage.seconds(timed.run) if timed else None
    if timed is None or seconds is None:
        return Cell(value=DASH, doubt=_("not stated"))
    doubt = ""
    if timed.short:
        doubt = _("papers: %(least)s s") % {"least": f"{timed.least_seconds:,.0f}"}
    return Cell(value=_("%(seconds)s s") % {"seconds": _text(seconds)}, doubt=doubt)


def _samples(timed: Measured | None) -> Cell:
    count = len(timed.run.report.samples) if timed else 0
    share = coverage.share(timed.run) if timed else None
    if not count:
        return Cell(value=figure(count), doubt=_("none uploaded"))
    if share is None:
        return Cell(value=figure(count), doubt=_("of a time not stated"))
    told = _("%(share)s of the time") % {"share": percent_text(share)}
    few = share < COVERED
    return Cell(value=figure(count), **{"doubt" if few else "context": told})


def _variation(timed: Measured | None) -> Cell:
    samples = timed.seconds_sampled if timed else []
    varied = variation(samples)
    if timed is None or varied is None:
        return Cell(value=DASH)
    doubt = ""
    if any(each.code == "variation" for each in timed.uneven):
        doubt = _("steady: %(bound)s at most") % {"bound": percent_text(MOST_VARIATION)}
    elif timed.uneven:
        doubt = _("never settled")
    return Cell(value=percent_text(varied, digits=1), doubt=doubt)


def _data(report: ResultReport) -> Cell:
    doubted = [each for each in report.findings if each.code in OF_REGIME]
    known = memory.sizes(row_of(report.result))
    if known is None:
        data = report.result.data_bytes
        return Cell(value=size(data) if data else DASH, doubt=_messages(doubted))
    about = _("about %(size)s") if known.is_estimate else "%(size)s"
    room = _("the buffer") if known.is_buffer else _("memory")
    return Cell(
        value=share_of(known.ratio, room),
        context=about % {"size": size(known.data_bytes)},
        doubt=_messages(doubted),
    )


def _messages(found: Iterable[Finding]) -> str:
    return " ".join(worded(each).message for each in found)


def _unlike(one: UnlikePapers) -> str:
    return str(LABELS[one.name]) % {
        "here": _text(one.here),
        "papers": _range([_text(each) for each in one.papers]),
    }


def _range(papers: Sequence[str]) -> str:
    """All of a few; of more the first and the last."""
    if len(papers) <= 3:
        return ", ".join(papers)
    return _("%(first)s to %(last)s") % {"first": papers[0], "last": papers[-1]}


def _text(value: Any) -> str:  # a number, or the name of a tool
    return value if isinstance(value, str) else exact(round(value, 1))
