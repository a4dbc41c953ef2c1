"""Rows put into sections by their method, and the sections in reading order."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import takewhile

from benchruns.engines import ENGINES
from benchruns.figures.derivation import sysbench_statements
from benchruns.figures.metrics import TOTALS
from benchruns.models import Campaign
from benchruns.reports.engine.fit import unlike
from benchruns.reports.engine.members import Members
from benchruns.reports.engine.section import (
    PLAIN,
    Category,
    Method,
    Section,
    varies_hot_records,
)
from benchruns.reports.metric_choices import metric_choices
from benchruns.results.row import REPORT_METRICS, Row
from benchruns.vocabulary import Regime
from benchruns.workloads.labels import WORKLOAD_ORDER

REGIMES = (Regime.CACHED, Regime.DISK_IO)


def sections_of(
    rows: Sequence[Row],
    campaigns: Mapping[str, Campaign],
    *,
    metric: str = "",
    by_ratio: bool = False,
) -> list[Section]:
    """The sections of these rows, the page's own and the main workload first.

    ``metric`` is what each section shows if it has it; else it shows its own.
    ``by_ratio`` puts classes of one memory a vCPU together before sorting by size.
    """
    groups: dict[Method, Members] = defaultdict(Members)
    for row in rows:
        if row.campaign:
            groups[method_of(campaigns[row.campaign])].add(row)
    for row in rows:
        if not row.campaign:
            groups[_method_to_join(row, groups)].add(row)
    sections = [
        _section(method, members.rows, campaigns, metric=metric, by_ratio=by_ratio)
        for method, members in groups.items()
    ]
    return sorted(sections, key=_reading_order)


def method_of(campaign: Campaign) -> Method:
    return Method(
        provider=campaign.provider_id,
        tool=f"{campaign.tool} {campaign.tool_version}".strip(),
        workloads=tuple(campaign.workloads),
        duration_seconds=campaign.duration_seconds,
        storage=campaign.storage,
    )


def _method_to_join(row: Row, groups: Mapping[Method, Members]) -> Method:
    """The section of its workload that has its class, else the first of its workload.

    The section that has the row it repeats comes before these. Where no section is of
    its workload, it joins one of the same mix of statements. A row that was tested
    otherwise than these joins none of them.
    """
    same = [
        method
        for method in groups
        if row.workload in method.workloads
        and row.variant == method.variant
        and not method.is_apart
    ]
    same.sort(key=lambda method: groups[method].distance(row))
    alike = same or _of_the_same_mix(row, groups)
    if not alike:
        return Method("", "", (row.workload,), None, "", row.variant)
    found = next((m for m in alike if not unlike(row, m, groups[m].peers)), None)
    return found or _method_apart(row)


def _method_apart(row: Row) -> Method:
    return Method(
        provider="",
        tool=row.tool,
        workloads=(row.workload,),
        duration_seconds=round(row.seconds) if row.seconds else None,
        storage="",
        variant=row.variant,
        is_apart=True,
    )


def _of_the_same_mix(row: Row, groups: Mapping[Method, Members]) -> list[Method]:
    """Published sections whose workload sends the same statements a transaction.

    On engines of the row's own family; those that have its class come first.
    """
    mix = sysbench_statements(row.workload)
    if mix is None or row.variant:
        return []
    family = ENGINES[row.engine].family
    found = [
        method
        for method, members in groups.items()
        if members.head.is_published
        and ENGINES[members.head.engine].family == family
        and any(sysbench_statements(name) == mix for name in method.workloads)
    ]
    return sorted(found, key=lambda method: groups[method].distance(row))


def _section(
    method: Method,
    rows: Sequence[Row],
    campaigns: Mapping[str, Campaign],
    *,
    metric: str,
    by_ratio: bool,
) -> Section:
    printed = [row for row in rows if row.campaign]
    own = [row for row in printed if not row.is_beside]
    slugs = sorted({row.campaign for row in own or printed})
    shown = metric_choices(rows)
    if metric in TOTALS and metric in shown:
        rows = [row for row in rows if row.states(metric)]
    return Section(
        key=section_key(slugs) or _measured_key(method),
        method=method,
        campaigns=tuple(campaigns[slug] for slug in slugs),
        metric=REPORT_METRICS[metric if metric in shown else shown[0]],
        metric_is_missing=bool(metric) and metric not in shown,
        series=_series(method, rows),
        categories=_categories(rows, by_ratio=by_ratio),
    )


def _measured_key(method: Method) -> str:
    words = ["measured", method.workloads[0], method.variant]
    if method.is_apart:
        seconds = f"{method.duration_seconds}s" if method.duration_seconds else ""
        tool = "".join(c if c.isalnum() else "-" for c in method.tool.lower())
        words = ["apart", *words[1:], seconds, tool]
    return "-".join(filter(None, words))


def section_key(slugs: Sequence[str]) -> str:
    """What campaigns of one method have in common in their names."""
    words = zip(*(slug.split("-") for slug in slugs), strict=False)
    return "-".join(same[0] for same in takewhile(lambda w: len(set(w)) == 1, words))


def _series(method: Method, rows: Sequence[Row]) -> tuple[str, ...]:
    if varies_hot_records(rows):
        return tuple(w for w in method.workloads if any(r.workload == w for r in rows))
    # Published rows decide: their bars must find a series, a point stands anywhere.
    printed = [row for row in rows if row.is_published] or rows
    regimes = tuple(r for r in REGIMES if any(row.regime == r for row in printed))
    return regimes or (PLAIN,)


def _categories(rows: Sequence[Row], *, by_ratio: bool) -> tuple[Category, ...]:
    """Places in order of size; the second row of one kind takes a place of its own."""
    places: dict[tuple[object, ...], list[Row]] = defaultdict(list)
    taken: set[tuple[object, ...]] = set()
    printed = {row.class_key for row in rows if row.is_published and row.class_key}
    for row in rows:
        place: tuple[object, ...] = (
            row.class_key if row.class_key in printed else _place_of_load(row),
            row.hot_records,
        )
        kind = (place, row.is_beside, row.regime, row.workload)
        if row.is_published and kind in taken:
            place = (*place, row.source_section)
        taken.add(kind)
        places[place].append(row)
    categories = [Category(rows=tuple(members)) for members in places.values()]
    return tuple(
        sorted(
            categories,
            key=lambda c: (
                (c.head.gb_per_vcpu or 0) if by_ratio else 0,
                c.head.size,
                c.head.family,
                c.head.hot_records or 0,
                c.head.threads or 0,
                c.head.rows or 0,
            ),
        )
    )


def _place_of_load(row: Row) -> tuple[object, ...]:
    """Where no bar is to be met, each load of a server has a place of its own."""
    return row.class_key or row.place, row.is_beside, row.threads, row.rows


def _reading_order(section: Section) -> tuple[object, ...]:
    workloads = section.method.workloads
    rank = min(
        (WORKLOAD_ORDER.index(w) for w in workloads if w in WORKLOAD_ORDER), default=99
    )
    dates = [c.published_on for c in section.campaigns if c.published_on]
    newest = -max(dates).toordinal() if dates else 0
    is_variant = bool(section.method.variant) or section.method.is_apart
    # What the page leads with is of its first section: a paper of many classes tells
    # more than a newer one of a few.
    classes = -len(section.categories)
    return (not section.is_own, is_variant, rank, classes, newest, section.key)
