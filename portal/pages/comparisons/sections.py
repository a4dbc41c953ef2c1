"""Which lines a comparison's table shows under which heads."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from benchruns.comparison import Comparison
from benchruns.comparison.figures.lines import Line, divided
from benchruns.comparison.figures.prices import Prices
from benchruns.comparison.report import Group
from benchruns.figures.metrics import SPEEDS
from benchruns.vocabulary import Regime
from portal.links.comparisons import View
from portal.pages.comparisons.cells import Section, line_text
from portal.pages.comparisons.marks import Mark, group_marks
from portal.pages.comparisons.notes import (
    catalogue_notes,
    leading_notes,
    stale_notes,
    with_marks,
    with_notes,
)


def sections_of(
    comparison: Comparison,
    *,
    view: View,
    marks: Sequence[Mark],
    prices: Prices,
) -> list[Section]:
    """Figures by load, then what the columns are; only lines that differ if so asked."""
    sections = [
        _of_group(group, comparison, view=view, marks=marks)
        for group in comparison.groups
    ]
    base = comparison.baseline
    sections += [
        Section(
            title=_("Regimes"),
            lines=[
                with_marks(line_text(cost.line, view=view, baseline=base), cost, marks)
                for cost in comparison.costs
            ],
        ),
        Section(
            title=_("Price"),
            lines=[
                with_notes(
                    line_text(line, view=view, baseline=base),
                    stale_notes(prices.priced_on),
                )
                for line in prices.lines
            ],
        ),
        Section(
            title=_("Specification"),
            lines=[
                with_notes(
                    line_text(
                        line, view=_absolute(view), baseline=base, is_figure=False
                    ),
                    catalogue_notes(line.key, comparison),
                )
                for line in comparison.specification
            ],
        ),
    ]
    if view.only == "differing":
        sections = [
            replace(each, lines=[line for line in each.lines if line.differs])
            for each in sections
        ]
    return [section for section in sections if section.lines]


def _absolute(view: View) -> View:
    """A number of vCPUs is no share of the best one."""
    return replace(view, show="absolute") if view.show == "relative" else view


def _of_group(
    group: Group, comparison: Comparison, *, view: View, marks: Sequence[Mark]
) -> Section:
    placed = group_marks(group, marks, baseline=comparison.baseline)
    regime = group.load.regime if group.load else None
    shown = lines_of(group, comparison, per=view.per)
    lines = [
        line_text(line, view=view, baseline=comparison.baseline, marks=placed)
        for line in shown
    ]
    if lines:  # the leading figure, which is the first
        notes = leading_notes(shown[0], group, comparison)
        lines[0] = with_notes(lines[0], notes)
    return Section(
        title=group.title or _("Figures"),
        swatch=regime if regime in (Regime.CACHED, Regime.DISK_IO) else "",
        marks=placed.head,
        lines=lines,
    )


def lines_of(group: Group, comparison: Comparison, *, per: str) -> list[Line]:
    """With ``per`` the speeds stand over vCPUs or memory in place of by themselves."""
    if per == "class":
        return list(group.lines)
    return [
        _per(line, group, comparison, per=per) if line.key in SPEEDS else line
        for line in _without_shares(group.lines)
    ]


def _without_shares(lines: Iterable[Line]) -> list[Line]:
    return [line for line in lines if "_per_vcpu" not in line.key]


def _per(line: Line, group: Group, comparison: Comparison, *, per: str) -> Line:
    unit, name = ("vCPU", "vcpus") if per == "vcpu" else ("GB", "memory_gb")
    sizes = [getattr(column[0], name) if column else None for column in group.columns]
    return divided(line, sizes, unit=unit, baseline=comparison.baseline)
