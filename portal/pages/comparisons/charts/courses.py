"""Charts over the seconds of runs, and of throughput against latency."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from statistics import median
from typing import NamedTuple
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from benchruns.comparison import Comparison
from benchruns.comparison.courses import Course, courses_of, ladders_of
from benchruns.comparison.fairness.axes import SAMPLE_LATENCY
from benchruns.comparison.fairness.names import numbered
from benchruns.comparison.report import Group
from benchruns.findings import read
from benchruns.models import Result
from benchruns.results.histograms import Latencies, latencies_of
from benchruns.results.row import Row
from benchruns.sentences.doubts import first_doubt
from portal.charts import Chart, Series
from portal.formats.figures import figure
from portal.links.comparisons import View
from portal.pages.comparisons.charts.columns import doubt_at, sources_of
from portal.pages.comparisons.names import names_of
from portal.web.permissions import Viewer

TPS = "TPS"
# What a chart shows, and so what a column on it has to be comparable on.
TPS_ALONE = ("tps",)
PLANE = ("tps", "latency_p95_ms")


class PlanePoint(NamedTuple):
    """Throughput, latency, and the sentence that doubts them; empty for none."""

    tps: float | None
    latency_ms: float | None
    doubt: str = ""


def timeline_charts(
    comparison: Comparison, view: View, *, courses: Mapping[UUID, Course]
) -> list[Chart]:
    """TPS of each measured run over its seconds, all from second 1."""
    names = names_of(comparison.entries)
    return [
        Chart(
            id=f"chart-timeline-{group.key}",
            kind="timeline",
            title=_title(group),
            name=_("%(title)s: TPS of each run over its seconds")
            % {"title": _title(group)},
            unit=TPS,
            is_log=view.is_log,
            series=[
                _line(names[place], place, course, doubt=doubt_at(group, place))
                for place, course in _courses(group, courses, TPS_ALONE)
            ],
            caption=_("%(title)s, TPS over seconds") % {"title": _title(group)},
            source=sources_of(group),
            note=_means(group, courses),
        )
        for group in comparison.groups
    ]


def _title(group: Group) -> str:
    return group.title or _("Figures")


def _courses(
    group: Group, courses: Mapping[UUID, Course], figures: Sequence[str]
) -> Iterator[tuple[int, Course]]:
    for place, (_row, result) in _drawn(group, figures):
        if result.pk in courses:
            yield place, courses[result.pk]


def _drawn(
    group: Group, figures: Sequence[str]
) -> Iterator[tuple[int, tuple[Row, Result]]]:
    """The columns that can be held against the baseline on all of these figures."""
    refused = frozenset[str]().union(
        *(group.judgement.refused.get(figure, ()) for figure in figures)
    )
    for place, column in enumerate(group.columns):
        if column and column[0].id not in refused:
            yield place, column


def _line(name: str, place: int, course: Course, *, doubt: str) -> Series:
    return Series(
        label=name,
        xs=list(course.seconds),
        values=list(course.tps),
        texts=[figure(value) for value in course.tps],
        sign=place,
        name_doubt=doubt,
    )


def _means(group: Group, courses: Mapping[UUID, Course]) -> str:
    steps = {c.step for _place, c in _courses(group, courses, TPS_ALONE)}
    if max(steps, default=1) == 1:
        return ""
    return _("Means of up to %(seconds)d s.") % {"seconds": max(steps)}


def latency_charts(
    comparison: Comparison,
    view: View,
    *,
    courses: Mapping[UUID, Course],
    user: Viewer,
) -> list[Chart]:
    """By percentile; then throughput to the right, latency upwards: seconds, sweeps,
    and the results."""
    ladders = ladders_of(comparison, user=user)
    found = latencies_of(comparison.results, comparison.repeats)
    charts = []
    for group in comparison.groups:
        names = names_of(comparison.entries)
        charts += [
            _percentiles(group, names, found, view=view),
            _plane(group, "seconds", _seconds(group, names, courses), view=view),
            _plane(group, "sweep", _ladders(group, names, ladders), view=view),
            _plane(group, "results", _results(group, names), view=view),
        ]
    return [chart for chart in charts if not chart.is_empty]


def _plane(group: Group, kind: str, series: Sequence[Series], *, view: View) -> Chart:
    words = {
        "seconds": _("seconds of each run, latency as sampled"),
        "sweep": _("threads of each sweep, medians, p95 latency"),
        "results": _("results, p95 latency"),
    }
    title = f"{_title(group)}: {words[kind]}"
    return Chart(
        id=f"chart-latency-{kind}-{group.key}",
        kind="scatter",
        title=title,
        name=_("%(title)s; throughput to the right, latency upwards")
        % {"title": title},
        unit="ms",
        x_unit=TPS,
        is_joined=kind == "sweep",
        is_log=view.is_log,
        series=list(series),
        caption=title,
        source=sources_of(group),
    )


def _percentiles(
    group: Group,
    names: Sequence[str],
    found: Mapping[UUID, Latencies],
    *,
    view: View,
) -> Chart:
    """A line a column that has a histogram, of all its repeats where they have; empty
    without any."""
    drawn = [
        (place, best.curve())
        for place, (_row, result) in _drawn(group, ("latency_p95_ms",))
        if result.pk in found and (best := found[result.pk].best)
    ]
    percentiles = sorted({each for _place, curve in drawn for each in curve})
    title = _("%(title)s: latency by percentile") % {"title": _title(group)}
    return Chart(
        id=f"chart-percentiles-{group.key}",
        kind="lines",
        title=title,
        name=title,
        unit="ms",
        is_log=view.is_log,
        labels=[[f"{each:g} %"] for each in percentiles],
        series=[
            Series(
                label=names[place],
                values=[curve.get(each) for each in percentiles],
                texts=[figure(curve.get(each)) for each in percentiles],
                sign=place,
                name_doubt=doubt_at(group, place),
            )
            for place, curve in drawn
        ],
        caption=title,
        source=sources_of(group),
        note=_without_histogram(group, len(drawn)),
    )


def _without_histogram(group: Group, drawn: int) -> str:
    lacking = sum(1 for column in group.columns if column) - drawn
    told = _("Counted from histograms, of all repeats together where there are some.")
    if not lacking:
        return told
    text = ngettext(
        "%(n)d column has none that can stand here.",
        "%(n)d columns have none that can stand here.",
        lacking,
    )
    return f"{told} {text % {'n': lacking}}"


def _seconds(
    group: Group, names: Sequence[str], courses: Mapping[UUID, Course]
) -> list[Series]:
    return [
        replace(
            _cloud(names[place], place, _seconds_of(course)),
            name_doubt=doubt_at(group, place),
        )
        for place, course in _courses(group, courses, ("tps", SAMPLE_LATENCY))
    ]


def _seconds_of(course: Course) -> list[PlanePoint]:
    pairs = zip(course.tps, course.latency_ms, strict=True)
    return [PlanePoint(tps, ms) for tps, ms in pairs]


def _ladders(
    group: Group, names: Sequence[str], ladders: Mapping[UUID, Sequence[Result]]
) -> list[Series]:
    """Of columns of one sweep one line, named by its threads."""
    found: dict[UUID, Series] = {}
    for place, (_row, result) in _drawn(group, PLANE):
        sweep = result.run.sweep_id if result.run else None
        if sweep is None or sweep in found:
            continue
        results = ladders.get(sweep, ())
        points = _medians(results)
        if len(points) > 1:
            name = _ladder_name(results, names[place])
            found[sweep] = _cloud(name, place, points)
    lines = list(found.values())
    told = numbered([line.label for line in lines])
    return [replace(line, label=name) for line, name in zip(lines, told, strict=True)]


def _ladder_name(results: Sequence[Result], name: str) -> str:
    """Of what it is, as the name of a column begins, and of how many threads."""
    counts = [each.threads for each in results if each.threads]
    threads = _("%(least)s to %(most)s threads") % {
        "least": min(counts),
        "most": max(counts),
    }
    return f"{name.split(', ')[0]}, {threads}"


def _medians(results: Sequence[Result]) -> list[PlanePoint]:
    """Throughput and latency of each number of threads, from few to many.

    A median is in doubt where any result is that it rests on.
    """
    rungs: dict[int, list[tuple[float, float, str]]] = defaultdict(list)
    for each in results:
        if each.threads and each.tps is not None and each.latency_p95_ms is not None:
            doubt = first_doubt(map(read, each.findings)) if each.doubt else ""
            rungs[each.threads].append((each.tps, each.latency_p95_ms, doubt))
    return [
        PlanePoint(
            median(tps for tps, _ms, _doubt in points),
            median(ms for _tps, ms, _doubt in points),
            next((doubt for _tps, _ms, doubt in points if doubt), ""),
        )
        for _threads, points in sorted(rungs.items())
    ]


def _results(group: Group, names: Sequence[str]) -> list[Series]:
    return [
        _cloud(names[place], place, [_point_of(result, doubt_at(group, place))])
        for place, (_row, result) in _drawn(group, PLANE)
    ]


def _point_of(result: Result, doubt: str) -> PlanePoint:
    return PlanePoint(result.tps, result.latency_p95_ms, doubt)


def _cloud(name: str, place: int, points: Sequence[PlanePoint]) -> Series:
    known = [
        (point.tps, point.latency_ms, point.doubt)
        for point in points
        if point.tps is not None and point.latency_ms is not None
    ]
    doubts = [doubt for _tps, _ms, doubt in known]
    return Series(
        label=name,
        xs=[tps for tps, _ms, _doubt in known],
        values=[ms for _tps, ms, _doubt in known],
        texts=[figure(ms) for _tps, ms, _doubt in known],
        sign=place,
        doubts=doubts if any(doubts) else [],
    )


def charts_of_runs(comparison: Comparison, view: View, *, user: Viewer) -> list[Chart]:
    """Those of the view ``timeline`` or ``latency``."""
    courses = courses_of(comparison)
    if view.view == "timeline":
        found = timeline_charts(comparison, view, courses=courses)
        return [chart for chart in found if not chart.is_empty]
    return latency_charts(comparison, view, courses=courses, user=user)
