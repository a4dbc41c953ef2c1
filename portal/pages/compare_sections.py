"""Which lines a comparison's table shows under which heads."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from benchruns.comparison import Comparison
from benchruns.comparison.lines import SPEEDS, Line, divided
from benchruns.comparison.report import Group
from benchruns.vocabulary import Regime
from portal.pages.compare_cells import Section, line_text
from portal.pages.compare_marks import Mark, group_marks
from portal.pages.compare_view import View


def sections_of(
    comparison: Comparison,
    *,
    view: View,
    marks: Sequence[Mark],
    prices: Sequence[Line] = (),
) -> list[Section]:
    """Figures by load, then what the columns are; only lines that differ if so asked."""
    sections = [
        _of_group(group, comparison, view=view, marks=marks)
        for group in comparison.groups
    ]
    for title, lines in (
        (_("Regimes"), comparison.costs),
        (_("Price"), prices),
        (_("Specification"), comparison.specification),
    ):
        is_figure = lines is not comparison.specification
        sections.append(
            Section(
                title=title,
                lines=[
                    line_text(
                        line,
                        view=view if is_figure else _absolute(view),
                        baseline=comparison.baseline,
                        is_figure=is_figure,
                    )
                    for line in lines
                ],
            )
        )
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
    return Section(
        title=capfirst(group.label) or _("Figures"),
        swatch=regime if regime in (Regime.CACHED, Regime.DISK_IO) else "",
        marks=placed.head,
        lines=[
            line_text(line, view=view, baseline=comparison.baseline, marks=placed)
            for line in lines_of(group, comparison, per=view.per)
        ],
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
