"""The charts of an engine version's sections: cached beside disk I/O, hot records.

Texts are made here, so that a chart's label and its table's cell are the same string.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from benchruns.reports.engine.section import PLAIN, Category, Section
from benchruns.results.labels import load_text, short_code
from benchruns.results.row import Row
from benchruns.sentences.doubts import doubt_text
from benchruns.units import size_text
from benchruns.vocabulary import Provenance, Regime
from benchruns.workloads.labels import has_kinds, is_one_row, words_of, workload_label
from portal.charts.specs import Chart, Point, Series
from portal.formats.figures import figure, memory, millions

# From this many places on there is no room for a class's name under its bar.
CROWDED = 13
POINTS_A_PLACE = 5


def section_charts(
    section: Section, *, is_log: bool, by_ratio: bool = False
) -> list[Chart]:
    """The charts of a section: one of bars, or one of lines for each workload.

    ``by_ratio`` names the memory a vCPU under the first place that has it.
    """
    if section.varies_hot_records:
        return _line_charts(section, is_log=is_log)
    return [_bar_chart(section, is_log=is_log, by_ratio=by_ratio)]


def _bar_chart(section: Section, *, is_log: bool, by_ratio: bool) -> Chart:
    kinds = [
        (name, is_beside) for is_beside in (False, True) for name in section.series
    ]
    drawn = [
        (name, is_beside)
        for name, is_beside in kinds
        if any(c.bar(name, is_beside=is_beside) for c in section.categories)
    ]
    unit = section.metric.unit
    return Chart(
        id=f"chart-{section.key}",
        kind="bars",
        title="",
        name=_(
            "%(unit)s of %(count)s classes or settings; "
            "the table under it has the figures"
        )
        % {"unit": unit, "count": len(section.categories)},
        unit=unit,
        is_log=is_log,
        labels=_with_ratios(section) if by_ratio else _bar_labels(section),
        series=_all_bars(section, drawn),
        points=_points(section, drawn),
    )


def _all_bars(section: Section, drawn: Sequence[tuple[str, bool]]) -> list[Series]:
    """Named by their regime alone where the chart has one version."""
    bars = [_bars(section, name, is_beside=is_beside) for name, is_beside in drawn]
    if any(is_beside for _name, is_beside in drawn):
        return bars
    regimes = {
        name: str(Regime(name).label) for name, _ in drawn if name in Regime.values
    }
    return [replace(each, label=regimes.get(each.style, each.label)) for each in bars]


def _bars(section: Section, name: str, *, is_beside: bool) -> Series:
    rows = [c.bar(name, is_beside=is_beside) for c in section.categories]
    values = [section.value(row) for row in rows]
    title = next((row.engine_title for row in rows if row), "")
    label = Regime(name).label if name in Regime.values else ""
    return Series(
        label=f"{title} {label}".strip(),
        style=name,
        is_beside=is_beside,
        values=values,
        texts=[figure(value) for value in values],
        doubts=_doubts(rows),
    )


def _doubts(rows: Sequence[Row | None]) -> list[str]:
    """A sentence for each row in doubt; empty where none is."""
    told = [doubt_text(row) if row else "" for row in rows]
    return told if any(told) else []


def _points(section: Section, drawn: Sequence[tuple[str, bool]]) -> list[Point]:
    """The newest few of each place, each on the bar of its own regime."""
    points = []
    for place, category in enumerate(section.categories):
        for row in category.counted_points[:POINTS_A_PLACE]:
            value = section.value(row)
            if value is None:
                continue
            kind = (row.regime or PLAIN, row.is_beside)
            points.append(
                Point(
                    place=place,
                    series=drawn.index(kind) if kind in drawn else None,
                    value=value,
                    text=figure(value),
                    provenance=row.provenance,
                    is_draft=row.is_draft,
                    is_claimed=row.is_submitted
                    and section.has_regimes
                    and bool(row.regime),
                    doubt=doubt_text(row),
                )
            )
    return points


def _bar_labels(section: Section) -> list[list[str]]:
    if is_one_row(section.method.workloads):
        return [
            [short_code(c.head.place), c.head.edition, c.head.source_section]
            for c in section.categories
        ]
    if _is_crowded(section):
        return [_size_label(category.head) for category in section.categories]
    return [_class_label(category.head) for category in section.categories]


def _is_crowded(section: Section) -> bool:
    return len(section.categories) >= CROWDED


def label_note(section: Section, *, by_ratio: bool = False) -> str:
    """What stands at the bars where it is not the classes' names."""
    if section.varies_hot_records or not (by_ratio or _is_crowded(section)):
        return ""
    families = sorted({c.head.family for c in section.categories if c.head.family})
    initials = ", ".join(f"{family[0].upper()} {family}" for family in families)
    parts = [_("At each bar: vCPU · memory in GB"), initials]
    if any(not category.head.is_published for category in section.categories):
        words = words_of(section.method.workloads)
        parts.append(
            _("at points without a bar also %(connections)s, %(data)s")
            % {"connections": words.noun, "data": words.unit}
        )
    return "; ".join(filter(None, parts))


def _with_ratios(section: Section) -> list[list[str]]:
    """Sizes, and under the first of each its ratio of vCPU to memory."""
    labels = []
    last = None
    for category in section.categories:
        label = _size_label(category.head)
        ratio = category.head.gb_per_vcpu
        if ratio is not None and ratio != last:
            label = [*label, f"1:{ratio:g}"]
        last = ratio
        labels.append(label)
    return labels


def drawn_note(section: Section) -> str:
    """How many points of a place are drawn where it has more than fit."""
    told = []
    for category in section.categories:
        drawable = category.counted_points
        known = [row for row in drawable if section.value(row) is not None]
        if len(known) > POINTS_A_PLACE:
            head = category.head
            text = _("newest %(drawn)d of %(all)d drawn")
            counts = text % {"drawn": POINTS_A_PLACE, "all": len(known)}
            load = "" if head.is_published else load_text(head)
            place = ", ".join(filter(None, [_place_name(head), load]))
            told.append(f"{place}: {counts}")
    return "; ".join(told)


def _place_name(row: Row) -> str:
    return short_code(row.place) or row.engine_title


def _class_label(row: Row) -> list[str]:
    if not row.is_published:
        return [*_named_size(row), *filter(None, load_text(row).split(", "))]
    if not row.class_key:
        return [row.engine_title, row.place] if row.place else [row.engine_title]
    return [short_code(row.place), _size(row)]


def _named_size(row: Row) -> list[str]:
    """The class, where it has one, over its size; as much as is known of both."""
    has_size = bool(row.vcpus) and row.memory_gb is not None
    is_size = row.place == size_text(row.vcpus, row.memory_gb)
    name = _place_name(row)
    if not has_size:
        return [name]
    return [_size(row)] if is_size else [name, _size(row)]


def _size(row: Row) -> str:
    """As it stands under every bar, whether or not a class has it."""
    if row.memory_gb is None:
        return row.place
    return _("%(vcpus)s vCPU · %(memory)s GB") % {
        "vcpus": row.vcpus or "–",
        "memory": memory(row.memory_gb),
    }


def _size_label(row: Row) -> list[str]:
    size = f"{row.vcpus or '–'} · {memory(row.memory_gb)}"
    if not row.is_published:
        return [size, str(row.threads or "–"), _data_label(row)]
    return [size, row.family[:1].upper()]


def _data_label(row: Row) -> str:
    """How much data, in the unit of the workload."""
    return str(row.scale or "–") if has_kinds([row.workload]) else millions(row.rows)


def _line_charts(section: Section, *, is_log: bool) -> list[Chart]:
    """QPS over hot records, a line a class; the charts end at the same figure."""
    hot = sorted({row.hot_records for row in section.rows if row.hot_records})
    counted = [row for row in section.rows if not row.is_excluded]
    values = [section.value(row) or 0 for row in counted]
    return [
        Chart(
            id=f"chart-{section.key}-{workload}",
            kind="lines",
            title=workload_label(workload),
            name=_("%(workload)s: %(unit)s by hot records; a line a class")
            % {"workload": workload_label(workload), "unit": section.metric.unit},
            unit=section.metric.unit,
            is_log=is_log,
            labels=[[millions(count)] for count in hot],
            series=_lines(section, workload, hot),
            limit=max(values, default=0),
        )
        for workload in section.series
    ]


def _lines(section: Section, workload: str, hot: Sequence[int]) -> list[Series]:
    by_class: dict[str, dict[int | None, Category]] = {}
    for category in section.categories:
        by_class.setdefault(category.head.place, {})[category.head.hot_records] = (
            category
        )
    lines = []
    for code, categories in by_class.items():
        rows = [
            categories[count].bar(workload, is_beside=False)
            if count in categories
            else None
            for count in hot
        ]
        values = [section.value(row) for row in rows]
        head = next(iter(categories.values())).head
        lines.append(
            Series(
                label=f"{short_code(code)}, {head.vcpus} vCPU",
                style=PLAIN,
                is_beside=head.is_beside,
                values=values,
                texts=[figure(value) for value in values],
                doubts=_doubts(rows),
            )
        )
    return lines


def origins_text(rows: Iterable[Row]) -> str:
    """Where rows that no paper printed come from; empty where there are none."""
    kinds = {row.provenance for row in rows}
    words = {
        Provenance.MEASURED: _("measured with Benchbook"),
        Provenance.SUBMITTED: _("submitted reports"),
    }
    return ", ".join(text for kind, text in words.items() if kind in kinds)
