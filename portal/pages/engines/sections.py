"""A section of an engine version's page, with its words, chart and table."""

from dataclasses import dataclass, replace

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from benchruns.reports.engine import EngineReport
from benchruns.reports.engine.gains import Gain, gains_of
from benchruns.reports.engine.method import (
    MethodText,
    apart_text,
    joined_text,
    method_text,
    unlike_text,
)
from benchruns.reports.engine.report import section_name
from benchruns.reports.engine.section import Section
from benchruns.reports.engine.table import Table, table_of
from benchruns.reports.engine.view import ALL
from benchruns.reports.marks import Mark, Note
from benchruns.vocabulary import Variant
from benchruns.workloads import WORKLOADS
from benchruns.workloads.base import BY_CLASS
from benchruns.workloads.labels import has_kinds, words_of, workload_label
from portal.charts import (
    Chart,
    LegendItem,
    drawn_note,
    label_note,
    legend_of_all,
    section_charts,
)
from portal.charts.sections import origins_text
from portal.pages.engines.columns import Column, row_columns, server_columns
from portal.pages.engines.switches import Switch
from portal.wording.formulas import formula_sentence

# More bars than these need the whole width of the page.
RAIL_BARS = 18
# Beside a chart so many findings are as high as it is; more would leave a hole under it.
RAIL_FINDINGS = 12
# With more than these the gains from size to size stand under the chart.
FINDINGS_WITH_GAINS = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionPage:
    """A section with all that its part of the page prints."""

    section: Section
    title: str
    load: str
    conditions: str
    apart: str
    joined: str
    charts: list[Chart]
    legend: list[LegendItem]
    table: Table
    marks: tuple[Mark, ...]
    notes: list[Note]
    gains: list[Gain]
    method: MethodText | None
    order: Switch | None
    drawn_note: str
    formulas: list[str]
    sources: str

    @property
    def has_findings(self) -> bool:
        return bool(self.marks or self.notes)

    @property
    def has_kinds(self) -> bool:
        return has_kinds(self.section.method.workloads)

    @property
    def tool(self) -> str:
        """Over the loads of one tool side by side, without its version."""
        return WORKLOADS[self.section.method.workloads[0]].tool

    @property
    def server_columns(self) -> list[Column]:
        return server_columns(self.table, load_heading=self._load_heading())

    @property
    def row_columns(self) -> list[Column]:
        return row_columns(self.table, load_heading=self._load_heading())

    def _load_heading(self) -> str:
        return str(words_of(self.section.method.workloads).heading)

    @property
    def has_rail(self) -> bool:
        """Findings stand beside the chart where it does not need the whole width."""
        series = sum(len(chart.series) for chart in self.charts[:1])
        bars = len(self.section.categories) * series
        rail = bool(self.has_findings or self.gains)
        fits = bars <= RAIL_BARS and self._findings <= RAIL_FINDINGS
        return self.section.has_regimes and fits and rail

    @property
    def _findings(self) -> int:
        return len(self.marks) + len(self.notes)

    @property
    def has_gains_below(self) -> bool:
        """Whether the gains stand under the chart, whose rail the findings fill."""
        return bool(self.gains) and self._findings > FINDINGS_WITH_GAINS

    @property
    def chart_size(self) -> str:
        if self.has_rail:
            return "bb-chart-tall"
        high = self.section.has_regimes or self.section.varies_hot_records
        return "" if high else "bb-chart-low"


def section_pages(
    report: EngineReport, *, order: Switch | None = None
) -> list[SectionPage]:
    """The sections of a report; ``order`` is the switch of one that can be sorted."""
    return [_section_page(section, report, order) for section in report.sections]


def _section_page(
    section: Section, report: EngineReport, order: Switch | None
) -> SectionPage:
    by_ratio = report.view.order == "ratio" and section.varies_ratio
    method = method_text(section)
    table = table_of(section, report.marks, is_whole=report.view.rows == ALL)
    submitted = origins_text(row for row in section.rows if row.is_submitted)
    papers = [
        f"{line.title}, {line.sections}" + (f", {line.date}" if line.date else "")
        for line in (method.sources if method else ())
    ]
    sources = "; ".join(filter(None, [*papers, submitted if papers else ""]))
    charts = _charts(section, report, by_ratio=by_ratio, sources=sources)
    return SectionPage(
        section=section,
        title=_title(section),
        load=_load(section),
        conditions=section_name(section),
        apart=_apart(section, report),
        joined=joined_text(section),
        charts=charts,
        legend=legend_of_all(charts),
        table=table,
        marks=report.marks.of(section.rows),
        notes=report.marks.notes_of(section),
        gains=gains_of(section),
        method=method,
        order=order if section.varies_ratio else None,
        drawn_note=drawn_note(section),
        formulas=_formulas(section, table),
        sources=sources,
    )


def _apart(section: Section, report: EngineReport) -> str:
    """Why its rows are in no other chart; what no paper tested so is held against one."""
    first = report.sections[0]
    if not section.method.is_apart:
        return "" if section is first else apart_text(section, first)
    papers = [each for each in report.sections if each.is_published]
    workloads = set(section.method.workloads)
    of_its_load = [each for each in papers if workloads & set(each.method.workloads)]
    paper = next(iter([*of_its_load, *papers]), None)
    return unlike_text(section, paper) or apart_text(section, paper) if paper else ""


def _charts(
    section: Section, report: EngineReport, *, by_ratio: bool, sources: str
) -> list[Chart]:
    """Charts that say by themselves what they show, for pictures and frames."""
    is_log = report.view.scale == "log"
    charts = section_charts(section, is_log=is_log, by_ratio=by_ratio)
    if all(chart.is_empty for chart in charts):
        return []
    origin = sources or origins_text(section.rows)
    note = label_note(section, by_ratio=by_ratio)
    return [
        replace(
            chart,
            caption=_caption(chart, section, report),
            source=origin,
            note=" ".join(filter(None, [chart.note, f"{note}." if note else ""])),
        )
        for chart in charts
    ]


def _caption(chart: Chart, section: Section, report: EngineReport) -> str:
    parts = [_title(section), chart.title or _load(section), section_name(section)]
    return f"{report.version.title}: {', '.join(parts)}"


def _load(section: Section) -> str:
    names = [*section.method.workloads, *(row.workload for row in section.joined)]
    return ", ".join(workload_label(name) for name in dict.fromkeys(names))


def _title(section: Section) -> str:
    workload = section.method.workloads[0]
    if section.method.is_apart:
        return _("Tested otherwise")
    if section.method.variant:
        return capfirst(str(Variant(section.method.variant).label))
    known = WORKLOADS.get(workload)
    title = str(BY_CLASS if known is None else known.section_title)
    if known is not None and known.has_kinds:
        return title
    if section.has_regimes:
        return _("Cached beside disk I/O")
    if section.varies_hot_records:
        return _("Hot records against throughput")
    return title


def _formulas(section: Section, table: Table) -> list[str]:
    """How each derived figure that is shown was computed, each formula once."""
    name, unit = section.metric.name, section.metric.unit
    if name.endswith("_per_vcpu"):
        formulas = [
            _("%(figure)s ÷ vCPUs of the class") % {"figure": unit.split(" / ")[0]}
        ]
    else:
        formulas = [row.formulas[name] for row in section.rows if name in row.formulas]
    lines = [formula_sentence(unit, each) for each in dict.fromkeys(formulas)]
    if not table.has_ratios:
        return lines
    if section.has_regimes:
        lines.append(_("the ratio is cached ÷ disk I/O"))
    else:
        lines.append(_("the ratio is read-only ÷ read/write"))
    return lines
