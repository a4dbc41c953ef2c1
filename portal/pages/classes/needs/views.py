"""``/classes/need/``: which class reached what I need?"""

from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from benchruns.catalogue.needs.report import Candidate, NeedReport, find
from portal.forms.needs import NeedForm, program_words
from portal.links.needs import needed_by_api
from portal.pages.answers.tables import FORMATS
from portal.pages.classes.needs.charts import need_chart
from portal.pages.classes.needs.instead import instead
from portal.pages.classes.needs.paper import need_pdf, versions_of
from portal.pages.classes.needs.table import need_table, value_of
from portal.ticks import items_of, result_item
from portal.web.address_words import other_page
from portal.web.faults import answer_faults
from portal.web.page_cache.anonymous import kept_for_anonymous
from portal.wording.needs import answer_of, candidate_doubt, reason_text

PDF = "pdf"
LONGEST_NAME = 40
NOT_ASKED = ("format", "page")  # words of an address that are no part of the question
OF_THE_LOAD = ("workload", "regime", "engine", "version", "provider", "price_in")


@require_safe
@kept_for_anonymous
def needs(request: HttpRequest) -> HttpResponse:
    """The whole question is in the address.

    ``format`` gives every class of the answer, or the answer as it stands as a PDF.
    """
    given = {name: word for name, word in request.GET.dict().items() if word}
    doubled = [name for name, words in request.GET.lists() if len(words) > 1]
    if len(given) < len(request.GET) and not doubled:
        # A form sends its empty fields too; a shared address has none of them.
        return redirect(f"{request.path}?{urlencode(given)}".rstrip("?"))
    form = NeedForm(given or None, user=request.user)
    unknown = [name for name in given if name not in (*form.fields, *NOT_ASKED)]
    if not given or unknown or doubled or not form.is_valid():
        return _refused(request, form, unknown, doubled)
    if (wanted := given.pop("format", "")) == PDF:
        return need_pdf(request, find(form.priced_need, user=request.user), given)
    if wanted:
        report = find(form.priced_need, user=request.user, page_size=None)
        return need_table(wanted, report)
    page = given.get("page", "").strip()
    report = find(form.priced_need, user=request.user, page=page or 1)
    if told := other_page(page, report.page):
        messages.warning(request, told)
    return render(
        request, "needs/need.html", {"form": form, **_answer(request, report, given)}
    )


def _refused(
    request: HttpRequest, form: NeedForm, unknown: list[str], doubled: list[str]
) -> HttpResponse:
    """The form with what is wrong; to who asked for a file, that alone."""
    if wanted := request.GET.get("format", ""):
        known = ", ".join(form.fields)
        none = _("There is no such parameter. Known: %(known)s.") % {"known": known}
        faults = [(name[:LONGEST_NAME], none) for name in unknown]
        faults += [(name, _("Give this parameter once.")) for name in doubled]
        faults += [
            (name, " ".join(text for error in errors for text in program_words(error)))
            for name, errors in form.errors.as_data().items()
        ]
        return answer_faults(wanted, faults)
    if unknown or doubled or len(form.errors) > 1:
        form.say_usual_regime()
    context = {
        "form": form,
        "unknown": unknown,
        "doubled": doubled,
        "known": [*form.fields],
    }
    status = 400 if request.GET else 200
    return render(request, "needs/need.html", context, status=status)


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
        "repeatable": [
            (each, candidate_doubt(each, report.need))
            for each in (*report.unproven[:1], *report.missed[:1])
            if each.row.is_published and not each.row.refusal
        ],
        "instead": instead(report, given),
        "ranking_query": urlencode(
            [(name, word) for name, word in given.items() if name in OF_THE_LOAD]
        ),
        "by_api": needed_by_api(given),
        "pdf": f"?{query}&format={PDF}",
        "formats": [(word, f"?{query}&format={word}") for word in FORMATS],
    }


def _row(candidate: Candidate) -> dict[str, object]:
    """``tick`` compares the result, which is what the class was found by."""
    return {
        "candidate": candidate,
        "value": value_of(candidate),
        "tick": result_item(candidate.result.pk),
    }


def _told(candidate: Candidate, report: NeedReport) -> dict[str, object]:
    return {"candidate": candidate, "reason": reason_text(candidate, report.need)}
