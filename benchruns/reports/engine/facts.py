"""The four facts at the head of a version, chosen by what the version has."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from benchruns.figures.metrics import TOTALS
from benchruns.findings import doubts, ratio_doubts
from benchruns.reports.engine.section import PLAIN, Category, Section
from benchruns.reports.metric_choices import metric_choices
from benchruns.results.labels import place_text, short_code
from benchruns.results.row import REPORT_METRICS, Row, per_vcpu
from benchruns.vocabulary import Regime
from benchruns.workloads import WORKLOADS


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """A label, a figure with its unit and one line of context.

    ``swatch`` names the regime whose sign stands before the label; ``formula`` says
    how the figure was computed, empty where it is as printed or measured. ``word`` is
    the anchor of a word of the glossary that the label needs. ``cases`` are the rows that
    the figure rests on, together where they make one case of it: both rows of a ratio.
    ``in_doubt`` is the best row of all, where that is in doubt and the figure is of another,
    that is not.
    """

    label: str
    value: float
    unit: str
    context: str
    swatch: str = ""
    formula: str = ""
    word: str = ""
    cases: Sequence[Sequence[Row]] = ()
    in_doubt: Row | None = None
    metric: str = ""

    @property
    def doubted_value(self) -> float | None:
        return self.in_doubt.figures[self.metric] if self.in_doubt else None


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherTest:
    """A test that the facts are not of, with the best of each of its series."""

    section: Section
    facts: Sequence[Fact]


def tests_of(sections: Sequence[Section]) -> list[Section]:
    """The sections of the page's own plain rows: facts are of the first alone."""
    return [s for s in sections if s.is_own and not s.method.variant]


def other_tests(sections: Sequence[Section]) -> list[OtherTest]:
    """What a reader may find below and miss in the facts; no test that stands apart."""
    others = [s for s in tests_of(sections)[1:] if not s.method.is_apart]
    found = [OtherTest(section=s, facts=_best_of_each_series(s)) for s in others]
    return [each for each in found if each.facts]


def _best_of_each_series(section: Section) -> list[Fact]:
    best = [_best(section, series) for series in section.series[:2]]
    return [fact for fact in best if fact is not None]


def facts_of(sections: Sequence[Section]) -> list[Fact]:
    """Facts of the first section of the page's own plain rows, at most four."""
    own = tests_of(sections)
    if not own:
        return []
    section = own[0]
    found = [
        *_best_of_each_series(section),
        _cost_of_series(section),
        _cost_of_hot_data(section),
        *(_best_of(section, metric) for metric in _other_metrics(section)),
        _knee(section),
        _gain_of_dedicated(section),
    ]
    return [fact for fact in found if fact is not None][:4]


def own_bars(section: Section, series: str) -> list[Row]:
    """The page's own rows of a series in order of size: published, or else measured."""
    published = [c.bar(series, is_beside=False) for c in section.categories]
    rows = [row for row in published if row is not None]
    if rows:
        return rows
    return [
        row
        for category in section.categories
        for row in category.counted_points
        if not row.is_beside and series in (row.regime or PLAIN, row.workload, PLAIN)
    ]


def _other_metrics(section: Section) -> list[str]:
    """Stated metrics besides the shown one, where no regimes stand beside each other."""
    if len(section.series) > 1:
        return []
    own = [row for row in section.rows if not row.is_beside]
    names = [
        name
        for name in metric_choices(own)
        if not name.endswith("_per_vcpu") and name not in TOTALS
    ]
    others = [name for name in names if name != section.metric.name]
    if {"latency_avg_ms", "latency_p95_ms"} <= set(others):
        others.remove("latency_avg_ms")  # a mean hides what p95 tells
    return others[:2]


SERIES_LABELS: dict[str, Callable[[], str]] = {
    Regime.CACHED: lambda: _("Best cached"),
    Regime.DISK_IO: lambda: _("Best disk I/O"),
}


def _best(section: Section, series: str) -> Fact | None:
    known = WORKLOADS.get(series)
    if known is not None and known.short_label:
        label = _("Best %(load)s") % {"load": known.short_label}
    else:
        label = SERIES_LABELS.get(series, str)()
    return _best_of(section, section.metric.name, series=series, label=label)


def _best_of(
    section: Section, metric_name: str, *, series: str = PLAIN, label: str = ""
) -> Fact | None:
    metric = REPORT_METRICS[metric_name]
    rows = [r for r in own_bars(section, series) if metric_name in r.figures]
    if not rows:
        return None
    pick = max if metric.higher_is_better else min
    best = pick(rows, key=lambda row: row.figures[metric_name])
    sure = pick(_sure(rows), key=lambda row: row.figures[metric_name], default=best)
    return Fact(
        label=label or _("Best %(metric)s") % {"metric": str(metric.label).lower()},
        value=sure.figures[metric_name],
        unit=metric.unit,
        context=place_text(sure),
        swatch=series if series in (Regime.CACHED, Regime.DISK_IO) else "",
        formula=sure.formulas.get(metric_name, ""),
        cases=[[sure]],
        in_doubt=best if sure is not best else None,
        metric=metric_name,
    )


def _sure(rows: Sequence[Row]) -> list[Row]:
    return [row for row in rows if not doubts(row.findings)]


def ratio_of(section: Section, category: Category) -> float | None:
    """The first series over the second on one place."""
    if len(section.series) < 2:
        return None
    first, second = (section.value(bar) for bar in _pair_of(section, category))
    return first / second if first is not None and second else None


def _pair_of(section: Section, category: Category) -> list[Row | None]:
    return [category.bar(name, is_beside=False) for name in section.series[:2]]


def _cost_of_series(section: Section) -> Fact | None:
    """By the places where neither row is in doubt, if there are any."""
    every = [
        (ratio, [row for row in _pair_of(section, each) if row is not None])
        for each in section.categories
        if (ratio := ratio_of(section, each)) is not None
    ]
    if not every:
        return None
    sure = [
        (ratio, pair)
        for ratio, pair in every
        if not any(ratio_doubts(row.findings) for row in pair)
    ]
    counted = sure or every
    known = [ratio for ratio, _pair in counted]
    spread = f"{min(known):.2f} to {max(known):.2f}"
    if section.has_regimes:
        label = _("Cached over disk I/O")
        context = ngettext(
            "on %(count)s class",
            "median of %(count)s classes, %(spread)s",
            len(known),
        )
        formula = _("median of cached / disk I/O")
    else:
        label = _("Read-only over read/write")
        context = ngettext(
            "on %(count)s setting",
            "median of %(count)s settings, %(spread)s",
            len(known),
        )
        formula = _("median of read-only / read/write")
    told = context % {"spread": spread, "count": len(known)}
    if left_out := len(every) - len(counted):
        told = _("%(told)s; %(n)s in doubt left out") % {"told": told, "n": left_out}
    return Fact(
        label=label,
        value=median(known),
        unit="×",
        context=told,
        formula=formula,
        cases=[pair for _ratio, pair in counted],
    )


def _cost_of_hot_data(section: Section) -> Fact | None:
    """The largest loss on one class from its smallest to its largest hot set."""
    if not section.varies_hot_records:
        return None
    by_class: dict[str, list[Row]] = {}
    for row in own_bars(section, section.series[0]):
        by_class.setdefault(row.place, []).append(row)
    losses = []
    for rows in by_class.values():
        first, last = rows[0], rows[-1]
        before, after = section.value(first), section.value(last)
        if len(rows) > 1 and before and after:
            losses.append((before / after, first, last))
    if not losses:
        return None
    ratio, first, last = max(losses, key=lambda loss: loss[0])
    context = _("%(place)s, %(first)s to %(last)s million hot records") % {
        "place": short_code(last.place),
        "first": f"{(first.hot_records or 0) / 1e6:,.0f}",
        "last": f"{(last.hot_records or 0) / 1e6:,.0f}",
    }
    return Fact(
        label=_("Largest cost of more hot records"),
        value=ratio,
        unit=_("× slower"),
        context=context,
        formula=_("QPS at the fewest / QPS at the most hot records of a class"),
        cases=[[first, last]],
    )


def _knee(section: Section) -> Fact | None:
    """Where a step up last brought at least as much as the vCPUs it added.

    Of rows that are not in doubt, where these have sizes enough.
    """
    metric = section.metric.name
    name = metric if metric.endswith("_per_vcpu") else per_vcpu(metric)
    every = own_bars(section, section.series[0])
    rows = _largest_of_each_size(_sure(every), name)
    if len(rows) < 2:
        rows = _largest_of_each_size(every, name)
    if len(rows) < 2:
        return None
    knee = rows[0]
    for smaller, larger in pairwise(rows):
        if larger.figures[name] >= smaller.figures[name]:
            knee = larger
    last = rows[-1]
    context = place_text(knee)
    if knee is not last:
        context = _("%(place)s; %(value)s at %(vcpus)s vCPU") % {
            "place": context,
            "value": f"{last.figures[name]:,.0f}",
            "vcpus": last.vcpus,
        }
    return Fact(
        label=_("%(unit)s per vCPU at the knee")
        % {"unit": REPORT_METRICS[name].unit.split(" / ")[0]},
        value=knee.figures[name],
        unit=REPORT_METRICS[name].unit,
        context=context,
        formula=_(
            "the largest size whose figure a vCPU is not below that of the size under it"
        ),
        word="knee",
        cases=[[knee]],
    )


def _largest_of_each_size(rows: Sequence[Row], name: str) -> list[Row]:
    """One row for each number of vCPUs: the one with the best figure."""
    best: dict[int, Row] = {}
    for row in rows:
        if row.vcpus and name in row.figures:
            held = best.get(row.vcpus)
            if held is None or row.figures[name] > held.figures[name]:
                best[row.vcpus] = row
    return [best[vcpus] for vcpus in sorted(best)]


def _gain_of_dedicated(section: Section) -> Fact | None:
    """Dedicated over general-purpose classes of equal size."""
    by_size: dict[tuple[int, float], dict[str, Row]] = {}
    for row in own_bars(section, section.series[0]):
        by_size.setdefault(row.size, {})[row.family] = row
    ratios = []
    cases = []
    for families in by_size.values():
        dedicated = section.value(families.get("dedicated"))
        shared = section.value(families.get("general-purpose"))
        if dedicated is not None and shared:
            ratios.append(dedicated / shared)
            cases.append([families["dedicated"], families["general-purpose"]])
    if not ratios:
        return None
    context = ngettext(
        "%(spread)s on %(count)s equal size",
        "%(spread)s on %(count)s equal sizes",
        len(ratios),
    )
    spread = f"{min(ratios):.2f} to {max(ratios):.2f}"
    return Fact(
        label=_("Dedicated over general-purpose"),
        value=median(ratios),
        unit="×",
        context=context % {"spread": spread, "count": len(ratios)},
        formula=_("median of dedicated / general-purpose at equal vCPU and memory"),
        cases=cases,
    )
