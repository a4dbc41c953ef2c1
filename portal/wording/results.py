"""A result in words: its facts, its conditions, its repeats."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from benchruns.comparison.fairness.context import Context
from benchruns.engines import ENGINES
from benchruns.figures.metrics import STATED
from benchruns.figures.statistics import Summary
from benchruns.models import Exclusion, Result
from benchruns.reports.engine.method import DURABILITY
from benchruns.reports.result import ResultReport, Spread
from benchruns.results.row import Row
from benchruns.sentences.doubts import doubt_text, doubts_text
from benchruns.sentences.fairness.environment import machines
from benchruns.submissions.statement.fields import REPLICATION
from benchruns.units import GB, size_text
from benchruns.vocabulary import Provenance
from benchruns.workloads.labels import has_kinds, words_of
from portal.charts import Chart
from portal.charts.samples import sample_charts
from portal.formats.figures import exact, figure, ratio, size_gb
from portal.formats.quantities import share_of, size
from portal.wording.formulas import formula_text

MOST_FACTS = 4
LEAST_IN_GB = 0.1
TOLD_OF_TPCC = ("tpm", "nopm", "tps", "batch_requests_per_s", "latency_p95_ms")
TOLD_FIRST = ("latency_p95_ms", "latency_avg_ms", "qps", "tps")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    label: str
    figure: str
    unit: str
    context: str
    title: str = ""
    doubt: str = ""
    doubted: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Conditions:
    """``unknown`` are the names of conditions that nobody stated."""

    known: Sequence[tuple[str, str]]
    unknown: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class RepeatLine:
    """One repeat; ``exclusion`` is in force, or None."""

    result: Result
    row: Row
    value: str
    title: str
    latency: str
    is_this: bool
    exclusion: Exclusion | None


def facts(report: ResultReport) -> list[Fact]:
    """The figure that stands for the result, what its repeats say, and others."""
    doubt = doubts_text(report.result)
    found = [
        Fact(
            label=str(report.metric.label),
            figure=figure(report.value),
            unit=report.metric.unit,
            context=_origin(report),
            title=exact(report.value),
            doubt=doubt,
            doubted=doubt,
        ),
        *(_of_repeats(report, spread) for spread in report.spreads[:1]),
    ]
    others = {each.name: each for each in report.figures}
    for name in TOLD_OF_TPCC if has_kinds([report.row.workload]) else TOLD_FIRST:
        if name in others and name != report.metric.name:
            each = others[name]
            found.append(
                Fact(
                    label=str(each.label),
                    figure=figure(each.value),
                    unit=each.unit,
                    context=_how(each.formula, report),
                    title=exact(each.value),
                    doubted="" if name in STATED else doubt,
                )
            )
    return found[:MOST_FACTS]


def _origin(report: ResultReport) -> str:
    return _how(report.row.formulas.get(report.metric.name, ""), report)


def _how(formula: str, report: ResultReport) -> str:
    if formula:
        return f"= {formula_text(formula)}"
    words = {
        Provenance.PUBLISHED: _("as printed"),
        Provenance.MEASURED: _("as measured"),
        Provenance.SUBMITTED: _("as reported"),
    }
    return words[Provenance(report.row.provenance)]


def doubt_of_repeats(report: ResultReport) -> str:
    """What is in doubt of one that the median rests on; empty where nothing is."""
    rows = (report.rows[each.pk] for each in report.repeats.counted)
    return next(filter(None, map(doubt_text, rows)), "")


def _of_repeats(report: ResultReport, spread: Spread) -> Fact:
    summary = spread.summary
    return Fact(
        label=_("Median of %(count)d repeats") % {"count": summary.count},
        figure=figure(summary.median),
        unit=spread.metric.unit,
        context=_range_text(summary),
        title=exact(summary.median),
        doubted=doubt_of_repeats(report),
    )


def _range_text(told: Summary) -> str:
    if not told.has_quartiles:
        words = {"low": figure(told.lowest), "high": figure(told.highest)}
        return _("all %(low)s to %(high)s") % words
    words = {"low": figure(told.q1), "high": figure(told.q3)}
    return _("interquartile range %(low)s to %(high)s") % words


def repeat_lines(report: ResultReport) -> list[RepeatLine]:
    """Every repeat in the order of time; none where the result stands alone."""
    if len(report.repeats.all) < 2:
        return []
    name = report.metric.name
    return [
        RepeatLine(
            result=each,
            row=report.rows[each.pk],
            value=figure(report.rows[each.pk].figures.get(name)),
            title=exact(report.rows[each.pk].figures.get(name)),
            latency=figure(each.latency_p95_ms),
            is_this=each.pk == report.result.pk,
            exclusion=each.exclusion,
        )
        for each in report.repeats.all
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class SamplePart:
    """The samples of a submitted result: charts, and the table under them."""

    charts: Sequence[Chart]
    rows: Sequence[tuple[float | None, ...]]
    step: int
    latency: str


def samples(report: ResultReport) -> SamplePart | None:
    found = report.submitted.samples if report.submitted else None
    if found is None:
        return None
    latency = _latency_word(report.context.percentile)
    return SamplePart(
        charts=sample_charts(
            found.rows,
            latency=latency,
            source=_("an uploaded report"),
            regime=report.row.regime,
            doubt=doubt_text(report.row),
        ),
        rows=found.rows,
        step=found.step,
        latency=latency,
    )


def _latency_word(percentile: float | None) -> str:
    if percentile is None:
        return _("as reported")
    return _("mean") if percentile == 0 else f"p{percentile:g}"


def durability(result: Result) -> list[tuple[str, str]]:
    """The settings that decide what a commit costs, as far as they are stated: each as
    what it amounts to."""
    meaning = ENGINES[result.engine].family.settings
    return list(meaning.amounting(result.parameter_settings, names=DURABILITY).items())


def conditions(report: ResultReport) -> Conditions:
    told = list(_all(report))
    return Conditions(
        known=[(label, text) for label, text in told if text],
        unknown=[label for label, text in told if not text],
    )


_Lines = Iterator[tuple[str, str]]


def _all(report: ResultReport) -> _Lines:
    context = report.context
    yield from _of_server(report.result, context)
    yield from _of_load(report.row, context)
    yield from _of_data(report.row, context)
    yield from _of_client(context)


def _of_server(result: Result, context: Context) -> _Lines:
    yield _("Size"), size_text(context.vcpus, context.memory_gb)
    yield _("Full version"), result.engine_version_full
    yield _("Provider"), context.provider or ""
    yield _("Edition"), context.edition or ""
    if context.replication is not None:
        yield _("Replication"), str(REPLICATION.get(context.replication, ""))
    yield _("Storage"), context.storage or ""
    yield _("IOPS"), _number(result.iops)
    yield _("Maximum connections"), _number(result.max_connections)
    if result.stress_connections is not None:
        reached = _number(result.stress_connections)
        yield _("Connections in the stress test"), reached
    place = (context.region, context.zone, context.network)
    yield _("Place"), ", ".join(filter(None, place))


def _of_load(row: Row, context: Context) -> _Lines:
    words = words_of([row.workload])
    yield str(words.heading), _number(context.threads)
    yield _("Duration"), _seconds(context.duration_s)
    if context.warmup_s is not None:
        yield str(words.lead), _seconds(context.warmup_s)
    if context.rate is not None:
        rate = _("%(rate)s TPS at most") % {"rate": figure(context.rate)}
        yield _("Rate"), rate
    yield _("Tool"), row.tool
    if context.qps_counting:
        yield _("QPS counts"), str(context.qps_counting.label)


def _of_data(row: Row, context: Context) -> _Lines:
    if has_kinds([row.workload]):
        yield _("Warehouses"), _number(context.scale)
    else:
        yield _("Records"), _records(context, row.rows)
    if context.hot_records is not None:
        yield _("Hot records"), _number(context.hot_records)
    yield _("Data"), _data(row)
    if context.buffer_bytes is not None:
        yield _("Buffer"), size(context.buffer_bytes)
    if context.data_over_buffer is not None:
        share = share_of(context.data_over_buffer, _("the buffer"))
        yield _("Data over buffer"), share
    over = row.over_memory
    yield (
        _("Data over memory"),
        "" if over is None else _("%(ratio)s × memory") % {"ratio": ratio(over)},
    )


def _of_client(context: Context) -> _Lines:
    machine = (
        machines(context),
        context.client_instance,
        size_text(context.client_vcpus, context.client_memory_gb),
        context.client_os,
    )
    yield _("Client"), ", ".join(filter(None, machine))
    own = (context.client_region, context.client_zone)
    places = [", ".join(filter(None, each)) for each in context.client_places or (own,)]
    if any(places):
        yield _("Client's place"), "; ".join(filter(None, places))
    if context.same_host:
        yield _("Client's place"), _("on the database server itself")
    if context.round_trip_ms is not None:
        trip = _("%(time)s ms") % {"time": ratio(context.round_trip_ms)}
        yield _("Round trip"), trip


def _records(context: Context, rows: int | None) -> str:
    if context.scale is not None:
        return _("scale %(scale)s") % {"scale": _number(context.scale)}
    if context.tables is not None and context.table_size is not None:
        text = ngettext(
            "%(tables)s table × %(rows)s rows",
            "%(tables)s tables × %(rows)s rows",
            context.tables,
        )
        return text % {
            "tables": _number(context.tables),
            "rows": _number(context.table_size),
        }
    return _number(rows)


def _data(row: Row) -> str:
    if row.data_gb is None:
        return ""
    is_small = row.data_gb < LEAST_IN_GB  # the catalogue's unit reads as nothing
    text = size(row.data_gb * GB) if is_small else f"{size_gb(row.data_gb)} GB"
    return _("about %(size)s") % {"size": text} if row.is_estimate else text


def _number(value: int | None) -> str:
    return "" if value is None else f"{value:,}"


def _seconds(value: float | None) -> str:
    return "" if value is None else _("%(count)s s") % {"count": figure(value)}
