"""The answer to a need as a table for programs: a line for each class, with how it stands."""

from collections.abc import Iterator

from django.http import HttpResponse
from django.utils.translation import gettext_lazy as _

from benchruns.catalogue.needs.need import UNPROVEN, Outcome
from benchruns.catalogue.needs.report import Candidate, NeedReport
from benchruns.catalogue.pricing import prices
from benchruns.engines import support_of
from benchruns.sentences.doubts import all_doubts_text
from portal.pages.answers.csv import Line
from portal.pages.answers.tables import answer_table
from portal.wording.needs import reason_text

PROVEN, NOT_PROVEN = "proven", "not_proven"
NEAR_MISS, NOT_REACHED = "near_miss", "not_reached"
COLUMNS = (
    ("status", _("Status")),
    ("provider", _("Provider")),
    ("engine", _("Engine")),
    ("class", _("Class")),
    ("vcpus", _("vCPU")),
    ("memory_gb", _("Memory, GB")),
    ("is_smallest", _("Smallest")),
    ("price_per_hour", _("Price an hour")),
    ("price_per_month", _("Price a month")),
    ("price", _("Currency, region, term")),
    ("priced_on", _("Price stated on")),
    ("tps_per_price", _("TPS per currency unit an hour")),
    ("tps", _("TPS")),
    ("times_needed", _("Times what is needed")),
    ("latency_p95_ms", _("p95, ms")),
    ("engine_version", _("Version")),
    ("support_ends_on", _("Its support ends on")),
    ("workload", _("Workload")),
    ("regime", _("Regime")),
    ("threads", _("Threads")),
    ("duration_s", _("Measured for, s")),
    ("data_bytes", _("Data, bytes")),
    ("data_bytes_is_estimate", _("Data estimated")),
    ("provenance", _("Provenance")),
    ("findings", _("Findings")),
    ("doubt", _("In doubt")),
    ("undoubted_tps", _("TPS without doubt")),
    ("undoubted_result", _("Result without doubt")),
    ("results_reached", _("Results that reached it")),
    ("results_doubted", _("Results that are doubted")),
    ("results_not_reached", _("Results that did not")),
    ("repeats", _("Repeats")),
    ("median_tps", _("Median of the repeats, TPS")),
    ("highest_tps", _("Best of the repeats, TPS")),
    ("result", _("Result")),
    ("reason", _("Reason")),
    ("message", _("Why")),
)


def need_table(format: str, report: NeedReport) -> HttpResponse:
    """What reached it, what is not proven and what came near, as the page has them."""
    columns = [(name, str(label)) for name, label in COLUMNS]
    return answer_table(format, "classes-needed", columns, _lines(report))


def value_of(candidate: Candidate) -> float | None:
    """TPS for a unit of the currency an hour."""
    return prices.figure_per_price(candidate.tps, candidate.standing.price)


def _lines(report: NeedReport) -> Iterator[Line]:
    currency = report.need.choice.key if report.need.choice else None
    for each in (*report.found, *report.unproven, *report.missed):
        is_found = each.standing.outcome is Outcome.FOUND
        yield (
            _status(each, report),
            *_of_the_class(each, currency),
            *_of_the_result(each),
            None if is_found else each.standing.outcome.value,
            reason_text(each, report.need) or None,
        )


def _status(candidate: Candidate, report: NeedReport) -> str:
    if candidate.standing.outcome is Outcome.FOUND:
        return PROVEN
    if candidate.standing.outcome in UNPROVEN:
        return NOT_PROVEN
    return NEAR_MISS if candidate in report.near_misses else NOT_REACHED


def _of_the_class(candidate: Candidate, currency: str | None) -> Line:
    sold, standing = candidate.instance_class, candidate.standing
    is_found = standing.outcome is Outcome.FOUND
    return (
        sold.provider_id,
        sold.engine,
        sold.code,
        sold.vcpus,
        sold.memory_gb,
        candidate.is_smallest if is_found else None,
        standing.price,
        standing.price_per_month,
        currency,
        standing.priced_on,
        value_of(candidate),
    )


def _of_the_result(candidate: Candidate) -> Line:
    result, row, middle = candidate.result, candidate.row, candidate.middle
    support = support_of(result.engine, result.engine_version)
    return (
        candidate.tps,
        candidate.share,
        candidate.p95_ms,
        result.engine_version or None,
        support.ends_on if support else None,
        result.workload,
        result.regime,
        result.threads,
        row.seconds,
        row.data_bytes,
        row.data_is_estimate,
        result.provenance,
        candidate.finding_count,
        all_doubts_text(row.findings) or None,
        candidate.undoubted.figures["tps"] if candidate.undoubted else None,
        candidate.undoubted.id if candidate.undoubted else None,
        candidate.reached,
        candidate.doubted,
        candidate.not_reached,
        middle.count if middle else None,
        middle.tps if middle else None,
        middle.highest if middle else None,
        str(result.pk),
    )
