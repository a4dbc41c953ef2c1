"""Engines, and the page of each version that has results."""

from collections.abc import Iterable, Iterator
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from benchruns.engines import ENGINES
from benchruns.reports.engine import EngineReport, UnknownVersion, engine_report
from benchruns.reports.shelf.shelf import shelf
from portal.pages.answers.charts import svg_answer
from portal.pages.answers.csv import Line, csv_answer, result_lines
from portal.pages.answers.tables import no_format
from portal.pages.embeds import framable, frame_answer
from portal.pages.engines.sections import section_pages
from portal.pages.engines.switches import NAMES, switches_of
from portal.web.address_words import no_such, unknown_names
from portal.web.faults import answer_faults
from portal.web.page_cache.anonymous import kept_for_anonymous
from portal.wording.marks import sentence_of

# ``provenance`` is what the API calls ``show``.
OF_THE_ANSWER = ("provenance", "format", "chart")
FILES = ("csv", "json", "svg")


@require_safe
@kept_for_anonymous
def engine_list(request: HttpRequest) -> HttpResponse:
    return render(request, "engines/list.html", {"shelf": shelf(request.user)})


@require_safe
def engine_versions(request: HttpRequest, engine: str) -> HttpResponse:
    """The versions of one engine: its part of the list."""
    if engine not in ENGINES:
        raise Http404(_("No such engine."))
    return redirect(f"{reverse('portal:engines')}#{engine}")


@require_safe
@vary_on_headers("HX-Request")
@kept_for_anonymous
def engine_version(request: HttpRequest, engine: str, version: str) -> HttpResponse:
    """A version's figures; ``format`` csv and json give exactly the rows of the view.

    ``format=svg`` gives the chart that ``chart`` names, or the first one. Of a file a name
    or a word that is none is an error, as in the API.
    """
    query = request.GET.dict()
    unknown = list(_unknown(request.GET))
    try:
        report = engine_report(
            engine, version, user=request.user, query=query, sentence=sentence_of
        )
    except UnknownVersion as error:
        raise Http404(_("No results of this engine and version.")) from error
    word = query.get("format", "")
    if word not in ("", *FILES):
        unknown.append(("format", no_format(word, FILES)))
    wrong = [(p.name, no_such(p.name, p.word, p.known)) for p in report.problems]
    if word and (unknown or wrong):
        return answer_faults(word, [*unknown, *wrong])
    match word:
        case "csv":
            return csv_answer(f"{report.version.key}.csv", _lines(report))
        case "json":
            columns, *lines = _lines(report)
            found = [dict(zip(columns, line, strict=True)) for line in lines]
            return JsonResponse({"results": found, "left_out": report.left_out})
        case "svg":
            charts = [chart for page in section_pages(report) for chart in page.charts]
            return svg_answer(charts, query.get("chart", ""))
    part = request.headers.get("HX-Request") == "true"
    template = "engines/_report.html" if part else "engines/version.html"
    told = [text for _name, text in unknown]
    return render(request, template, {"unknown": told, **_context(request, report)})


@framable
def engine_embed(request: HttpRequest, engine: str, version: str) -> HttpResponse:
    """One chart of the page for other people's pages: what anybody may see."""
    query = request.GET.dict()
    try:
        report = engine_report(
            engine, version, user=AnonymousUser(), query=query, sentence=sentence_of
        )
    except UnknownVersion as error:
        raise Http404(_("No results of this engine and version.")) from error
    charts = [chart for page in section_pages(report) for chart in page.charts]
    words = {name: query[name] for name in NAMES if query.get(name)}
    address = reverse("portal:engine-version", args=[engine, version])
    link = f"{address}?{urlencode(words, safe=',')}" if words else address
    return frame_answer(request, charts, title=report.version.title, link=link)


def _unknown(query: QueryDict) -> Iterator[tuple[str, str]]:
    text = _("“%(name)s” is no word of this page; it is left out.")
    for name, meant in unknown_names(query, (*NAMES, *OF_THE_ANSWER)):
        yield name, f"{text % {'name': name}} {meant}".rstrip()


def _lines(report: EngineReport) -> Iterable[Line]:
    rows = [row for section in report.sections for row in section.rows]
    return result_lines(rows)


def _context(request: HttpRequest, report: EngineReport) -> dict[str, Any]:
    switches = switches_of(report, request.GET.dict(), path=request.path)
    return {
        "report": report,
        "switches": switches,
        "sections": section_pages(report, order=switches.order),
    }
