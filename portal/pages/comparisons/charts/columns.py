"""The charts of a comparison: the same figures as its table, side by side."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from benchruns.comparison import Comparison
from benchruns.comparison.figures.lines import Cell, Line
from benchruns.comparison.figures.scaling import Scaling
from benchruns.comparison.report import Group
from benchruns.sentences.doubts import doubt_text
from benchruns.vocabulary import Regime
from portal.charts import Box, Chart, Quartiles, Series
from portal.charts.sections import origins_text
from portal.formats.figures import figure, ratio
from portal.links.comparisons import View
from portal.pages.comparisons.names import caption_of, names_of
from portal.pages.comparisons.sections import lines_of
from portal.wording.row_parts import listed

# With more loads than these, a second chart of each would bury the first.
PAIRED_LOADS = 2


def bar_charts(comparison: Comparison, view: View) -> list[Chart]:
    """One a load on a common scale, then the same a vCPU, then leaving the cache."""
    lines = [(group, _main(group, comparison, view)) for group in comparison.groups]
    shown = [(group, line) for group, line in lines if line and _compares(line)]
    shown = shown or [(group, line) for group, line in lines if line]
    charts = [
        _bars(comparison, group, line, view=view, key="") for group, line in shown
    ]
    if view.per == "class" and len(shown) <= PAIRED_LOADS:
        charts += [
            _bars(comparison, group, line, view=view, key="-per-vcpu")
            for group, main in shown
            if (line := group.line(f"{main.key}_per_vcpu"))
        ]
    charts += [
        _cost_chart(comparison, cost.line, view=view)
        for cost in comparison.costs
        if _compares(cost.line)
    ]
    return _at_one_scale(chart for chart in charts if not chart.is_empty)


def _compares(line: Line) -> bool:
    """A bar alone is no comparison: the table has it."""
    return sum(cell.value is not None for cell in line.cells) > 1


def _main(group: Group, comparison: Comparison, view: View) -> Line | None:
    main = group.main
    lines = lines_of(group, comparison, per=view.per)
    return next((each for each in lines if main and each.metric.name == main.key), None)


def _bars(
    comparison: Comparison, group: Group, line: Line, *, view: View, key: str
) -> Chart:
    title = group.title or str(line.label)
    unit = _unit(line, view)
    return Chart(
        id=f"chart-{group.key}{key}",
        kind="lying",
        title=title,
        name=_("%(title)s in %(unit)s, a bar a column; the table has the figures")
        % {"title": title, "unit": unit},
        unit=unit,
        is_log=view.is_log,
        labels=[[name] for name in names_of(comparison.entries)],
        series=[
            _series(
                line,
                view=view,
                style=style_of(group),
                label=title,
                doubts=_doubts(comparison, [group]),
            )
        ],
        baseline=_value(line.cells[comparison.baseline], view),
        caption=caption_of(comparison, title),
        source=sources_of(group),
        note=_not_drawn(comparison, line),
    )


def _cost_chart(comparison: Comparison, line: Line, *, view: View) -> Chart:
    return Chart(
        id=f"chart-{line.key}",
        kind="lying",
        title=str(line.label),
        name=_("Cached over disk I/O, a bar a column; less is better"),
        unit=_unit(line, view),
        is_log=view.is_log,
        labels=[[name] for name in names_of(comparison.entries)],
        series=[
            _series(
                line,
                view=view,
                style="none",
                label=str(line.label),
                doubts=_doubts(comparison, comparison.groups),
            )
        ],
        baseline=_value(line.cells[comparison.baseline], view),
        caption=caption_of(comparison, str(line.label)),
        note=line.formula,
    )


def _series(
    line: Line, *, view: View, style: str, label: str, doubts: list[str]
) -> Series:
    values = [_value(cell, view) for cell in line.cells]
    return Series(
        label=label,
        style=style,
        values=values,
        texts=[_text(value, view) for value in values],
        doubts=doubts if any(doubts) else [],
    )


def _doubts(comparison: Comparison, groups: Iterable[Group]) -> list[str]:
    """The first doubt of each column in these groups."""
    told = [""] * len(comparison.entries)
    for group in groups:
        for place in range(len(told)):
            told[place] = told[place] or doubt_at(group, place)
    return told


def doubt_at(group: Group, place: int) -> str:
    """Of the column's row in this group; empty where there is none."""
    column = group.columns[place]
    return doubt_text(column[0]) if column else ""


def _value(cell: Cell, view: View) -> float | None:
    """What the baseline's axis cannot carry is not drawn on it."""
    if cell.is_refused:
        return None
    if view.show == "relative":
        return cell.of_best
    if view.show == "percent":
        return None if cell.of_baseline is None else cell.of_baseline * 100
    return cell.value


def _text(value: float | None, view: View) -> str:
    return ratio(value) if view.show == "relative" else figure(value)


def _unit(line: Line, view: View) -> str:
    """A share has no unit but what it is a share of."""
    return {
        "relative": _("%(unit)s, × the best"),
        "percent": _("%(unit)s, %% of the baseline"),
    }.get(view.show, "%(unit)s") % {"unit": line.metric.unit}


def _not_drawn(comparison: Comparison, line: Line) -> str:
    names = names_of(comparison.entries)
    refused = [
        name for name, cell in zip(names, line.cells, strict=True) if cell.is_refused
    ]
    if not refused:
        return ""
    return _("Not on this axis, because it is not comparable: %(names)s.") % {
        "names": ", ".join(refused)
    }


def _at_one_scale(charts: Iterable[Chart]) -> list[Chart]:
    """Charts of one unit end at the same figure."""
    drawn = list(charts)
    limits: dict[str, float] = {}
    for chart in drawn:
        limits[chart.unit] = max(limits.get(chart.unit, 0), *chart.figures)
    return [replace(chart, limit=limits[chart.unit]) for chart in drawn]


def scaling_charts(scalings: Sequence[Scaling], view: View) -> list[Chart]:
    """Figure against vCPU, a line a family; the ideal is the smallest size times vCPU."""
    groups = {each.group.key: each.group for each in scalings}
    return [
        _scaling_chart(group, [s for s in scalings if s.group is group], view)
        for group in groups.values()
    ]


def _scaling_chart(group: Group, scalings: Sequence[Scaling], view: View) -> Chart:
    unit = scalings[0].line.metric.unit
    title = group.title or str(scalings[0].line.label)
    several = len(scalings) > 1
    series = [
        line
        for place, each in enumerate(scalings)
        for line in (
            _scaled(each, place, label=each.label if several else _("as tested")),
            _ideal(each, place),
        )
    ]
    return Chart(
        id=f"chart-scaling-{group.key}",
        kind="scatter",
        title=title,
        name=_("%(title)s: %(unit)s against vCPUs; the table has the figures")
        % {"title": title, "unit": unit},
        unit=unit,
        x_unit=_("vCPU"),
        is_joined=True,
        is_log=view.is_log,
        series=series,
        caption=_("%(title)s, %(unit)s against vCPUs") % {"title": title, "unit": unit},
        source=sources_of(group),
    )


def _scaled(scaling: Scaling, place: int, *, label: str) -> Series:
    doubts = [doubt_at(scaling.group, size.place) for size in scaling.sizes]
    return Series(
        label=label,
        xs=[float(size.vcpus) for size in scaling.sizes],
        values=[size.value for size in scaling.sizes],
        texts=[figure(size.value) for size in scaling.sizes],
        sign=2 * place,
        doubts=doubts if any(doubts) else [],
    )


def _ideal(scaling: Scaling, place: int) -> Series:
    """At each size, since on a log scale it is no straight line."""
    least = scaling.sizes[0]
    values: list[float | None] = [least.per_vcpu * s.vcpus for s in scaling.sizes]
    return Series(
        label=_("perfect scaling"),
        xs=[float(size.vcpus) for size in scaling.sizes],
        values=values,
        texts=[figure(value) for value in values],
        sign=2 * place + 1,
        is_ideal=True,
    )


def repeat_charts(comparison: Comparison, view: View) -> list[Chart]:
    """Every repeat as a point, with its quartiles; what was left out as a cross."""
    return [
        _boxes(comparison, group, line, view)
        for group in comparison.groups
        for line in (group.main, group.line("latency_p95_ms"))
        if line is not None
    ]


def _boxes(comparison: Comparison, group: Group, line: Line, view: View) -> Chart:
    title = group.title or str(line.label)
    return Chart(
        id=f"chart-repeats-{line.key}-{group.key}",
        kind="boxes",
        title=title,
        name=_("%(title)s: every repeat in %(unit)s with its quartiles")
        % {"title": title, "unit": line.metric.unit},
        unit=_latency_unit(line),
        is_log=view.is_log,
        labels=[[name] for name in names_of(comparison.entries)],
        boxes=[
            _box(comparison, group, line, place)
            for place in range(len(comparison.entries))
        ],
        caption=caption_of(comparison, title),
        source=sources_of(group),
        note=_not_drawn(comparison, line),
    )


def _latency_unit(line: Line) -> str:
    unit = line.metric.unit
    return f"{line.label}, {unit}" if unit == "ms" else unit


def _box(comparison: Comparison, group: Group, line: Line, place: int) -> Box:
    cell, column = line.cells[place], group.columns[place]
    found = comparison.repeats.get(column[1].pk) if column else None
    left_out = found.excluded if found else ()
    excluded = [v for r in left_out if (v := getattr(r, line.key)) is not None]
    told = cell.repeats
    if told is None or cell.is_refused:
        return Box(values=[], excluded=[] if cell.is_refused else excluded)
    return Box(
        values=list(told.values),
        quartiles=Quartiles(
            lowest=told.lowest,
            q1=told.q1,
            median=told.median,
            q3=told.q3,
            highest=told.highest,
        )
        if told.has_quartiles
        else None,
        text=figure(told.median),
        excluded=excluded,
        style=style_of(group),
        doubt=doubt_at(group, place),
    )


def style_of(group: Group) -> str:
    regimes = {column[0].regime for column in group.columns if column}
    only = regimes.pop() if len(regimes) == 1 else None
    return only if only in (Regime.CACHED, Regime.DISK_IO) else "none"


def sources_of(group: Group) -> str:
    """Papers with their sections, and what was measured here or submitted."""
    rows = [column[0] for column in group.columns if column]
    papers: dict[str, list[str]] = {}
    for row in rows:
        if row.source:
            papers.setdefault(row.source, []).append(listed(row.source_section))
    told = [
        ", ".join(filter(None, [title, *dict.fromkeys(sections)]))
        for title, sections in papers.items()
    ]
    if own := origins_text(row for row in rows if not row.source):
        told.append(own)
    return "; ".join(told)
