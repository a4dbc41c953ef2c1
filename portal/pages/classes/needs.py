"""``/classes/need/``: which class reached what I need?"""

from collections.abc import Iterator
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET

from benchruns.catalogue.needs.report import Candidate, NeedReport, find
from benchruns.catalogue.pricing import prices
from portal.forms.needs import NeedForm
from portal.pages.answers.csv import Line
from portal.pages.answers.tables import FORMATS, answer_table
from portal.pages.classes.need_charts import need_chart
from portal.pages.classes.need_paper import need_pdf, versions_of
from portal.ticks import items_of, result_item
from portal.wording.needs import answer_of, reason_text

PDF = "pdf"
NOT_ASKED = ("format", "page")  # words of an address that are no part of the question
OF_THE_LOAD = ("workload", "regime", "engine", "version", "provider", "price_in")
COLUMNS = (
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
    ("workload", _("Workload")),
    ("regime", _("Regime")),
    ("threads", _("Threads")),
    ("data_bytes", _("Data, bytes")),
    ("data_bytes_is_estimate", _("Data estimated")),
    ("provenance", _("Provenance")),
    ("findings", _("Findings")),
    ("results_reached", _("Results that reached it")),
    ("results_doubted", _("Results that are doubted")),
    ("results_not_reached", _("Results that did not")),
    ("result", _("Result")),
)


@require_GET
def needs(request: HttpRequest) -> HttpResponse:
    """The whole question is in the address.

    ``format`` gives all found classes, or the answer as it stands as a PDF.
    """
    given = {name: word for name, word in request.GET.dict().items() if word}
    if len(given) < len(request.GET):
        # A form sends its empty fields too; a shared address has none of them.
        return redirect(f"{request.path}?{urlencode(given)}".rstrip("?"))
    form = NeedForm(given or None, user=request.user)
    unknown = [name for name in given if name not in (*form.fields, *NOT_ASKED)]
    if not given or unknown or not form.is_valid():
        told = {"form": form, "unknown": unknown, "known": [*form.fields]}
        return render(request, "needs/need.html", told, status=400 if given else 200)
    if (wanted := given.pop("format", "")) == PDF:
        return need_pdf(request, find(form.priced_need, user=request.user), given)
    if wanted:
        report = find(form.priced_need, user=request.user, page_size=None)
        columns = [(name, str(label)) for name, label in COLUMNS]
        return answer_table(wanted, "classes-needed", columns, _lines(report))
    report = find(form.priced_need, user=request.user, page=request.GET.get("page", 1))
    return render(
        request, "needs/need.html", {"form": form, **_answer(request, report, given)}
    )


def _answer(
    request: HttpRequest, report: NeedReport, given: dict[str, str]
) -> dict[str, object]:
    given.pop("page", None)
    query = urlencode(given)
    return {
        "report": report,
        "answer": answer_of(report),
        "versions": versions_of(report, given),
        "query": query,
        "chart": need_chart(report),
        "rows": [_row(candidate) for candidate in report.found],
        "ticked": frozenset(items_of(request)),
        "unproven": [_told(each, report) for each in report.unproven],
        "missed": [_told(each, report) for each in report.missed],
        "ranking_query": urlencode(
            [(name, word) for name, word in given.items() if name in OF_THE_LOAD]
        ),
        "pdf": f"?{query}&format={PDF}",
        "formats": [(word, f"?{query}&format={word}") for word in FORMATS],
    }


def _row(candidate: Candidate) -> dict[str, object]:
    """``tick`` compares the result, which is what the class was found by."""
    return {
        "candidate": candidate,
        "value": _value(candidate),
        "tick": result_item(candidate.result.pk),
    }


def _told(candidate: Candidate, report: NeedReport) -> dict[str, object]:
    return {"candidate": candidate, "reason": reason_text(candidate, report.need)}


def _value(candidate: Candidate) -> float | None:
    return prices.figure_per_price(candidate.result.tps, candidate.standing.price)


def _lines(report: NeedReport) -> Iterator[Line]:
    choice = report.need.choice
    for candidate in report.found:
        result, row = candidate.result, candidate.row
        sold = candidate.instance_class
        yield (
            sold.provider_id,
            sold.engine,
            sold.code,
            sold.vcpus,
            sold.memory_gb,
            candidate.is_smallest,
            candidate.standing.price,
            candidate.standing.price_per_month,
            choice.key if choice else None,
            candidate.standing.priced_on,
            _value(candidate),
            result.tps,
            candidate.share,
            result.latency_p95_ms,
            result.engine_version or None,
            result.workload,
            result.regime,
            result.threads,
            row.data_bytes,
            row.is_estimate if row.data_bytes is not None else None,
            result.provenance,
            candidate.finding_count,
            candidate.reached,
            candidate.doubted,
            candidate.not_reached,
            str(result.pk),
        )
