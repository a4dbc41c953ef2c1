"""What stands below single figures of a comparison's table, and marks on its ratios."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from benchruns.catalogue.pricing.prices import age_text, stale_text
from benchruns.comparison import Comparison
from benchruns.comparison.figures.costs import Cost
from benchruns.comparison.figures.lines import Line
from benchruns.comparison.report import Group
from benchruns.names.class_words import ClassKey
from benchruns.sentences.catalogue import worded
from benchruns.vocabulary import ResultStatus
from portal.charts import Chart
from portal.pages.comparisons.cells import LineText, Note, median_text
from portal.pages.comparisons.marks import Mark
from portal.pages.comparisons.names import listed, names_of


def with_notes(line: LineText, notes: Sequence[Note | None]) -> LineText:
    """A column without a figure has no note."""
    cells = [
        cell if cell.is_unknown else replace(cell, note=note)
        for cell, note in zip(line.cells, notes, strict=True)
    ]
    return replace(line, cells=cells)


def stale_notes(priced_on: Sequence[date | None]) -> list[Note | None]:
    """Below every price, and every figure over one, that is old."""
    return [
        Note(text=told, title=age_text(day), is_stale=True)
        if day and (told := stale_text(day))
        else None
        for day in priced_on
    ]


def catalogue_notes(name: str, comparison: Comparison) -> list[Note | None]:
    """Below what the catalogue says of the class, and not the result."""
    note = Note(
        text=_("of its class"),
        title=_("by the catalogue; the result does not state it"),
    )
    return [note if name in entry.unstated else None for entry in comparison.entries]


def leading_notes(
    line: Line, group: Group, comparison: Comparison
) -> list[Note | None]:
    """Below the leading figure: of how many repeats it is the median, and ``other_notes``."""
    others = other_notes(group, comparison)
    return [
        _joined(median_text(cell.repeats), other)
        for cell, other in zip(line.cells, others, strict=True)
    ]


def _joined(text: str, other: Note | None) -> Note | None:
    if not text:
        return other
    if other is None:
        return Note(text=text)
    return replace(other, text=f"{text}, {other.text}")


def other_notes(group: Group, comparison: Comparison) -> list[Note | None]:
    """One result stands for its class: how many it was taken before, and where."""
    return [
        _other(comparison.others[column[0].id], column[0].class_key)
        if column and column[0].id in comparison.others
        else None
        for column in group.columns
    ]


def _other(count: int, key: ClassKey | None) -> Note:
    text = ngettext("%(count)d other result", "%(count)d other results", count)
    page = ""
    if key:
        page = reverse("portal:class-detail", args=[key.provider, key.engine, key.code])
    return Note(
        text=text % {"count": count},
        title=_("of this class, version and load"),
        url=f"{page}#results" if page else "",
    )


def with_standing(charts: Sequence[Chart], comparison: Comparison) -> list[Chart]:
    """Each with a note of what is not current: pictures and frames leave the page."""
    told = [
        f"{name} ({ResultStatus(status).label})"
        for name, entry in zip(
            names_of(comparison.entries), comparison.entries, strict=True
        )
        for status in sorted({row.status for row in entry.rows.values()})
        if status != ResultStatus.CURRENT
    ]
    if not told:
        return list(charts)
    note = _("Not current: %(names)s.") % {"names": listed(told)}
    return [replace(c, note=" ".join(filter(None, [c.note, note]))) for c in charts]


def with_marks(line: LineText, cost: Cost, marks: Sequence[Mark]) -> LineText:
    """Each ratio of two results with what is said of both."""
    own = {worded(finding).identity for finding in cost.findings}
    told = [mark for mark in marks if mark.finding.identity in own]
    cells = [
        replace(cell, marks=[mark for mark in told if pair and pair <= mark.results])
        for cell, pair in zip(line.cells, cost.pairs, strict=True)
    ]
    return replace(line, cells=cells)
