"""Results, classes, versions and providers side by side."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from benchruns.comparison import Asked, Comparison, Complaint, read_asked
from benchruns.comparison import compare as compare_results
from benchruns.comparison import permanent as keeping
from benchruns.comparison.asked import NAMES
from benchruns.comparison.examples import examples
from benchruns.errors import NotAllowed
from benchruns.models import KeptComparison
from portal import ticks
from portal.charts.svg.pictures import pictures_of
from portal.links.comparisons import WORDS, View, address, read_view
from portal.pages.answers.charts import svg_answer
from portal.pages.answers.pdf import pdf_answer
from portal.pages.answers.tables import FORMATS, answer_table, no_format
from portal.pages.comparisons.add import UnknownWord, with_added
from portal.pages.comparisons.examples import example_links
from portal.pages.comparisons.names import public_title_of, title_of
from portal.pages.comparisons.page import charts_of, money_of, page_of
from portal.pages.comparisons.table import columns_of, rows_of
from portal.pages.embeds import framable, frame_answer
from portal.web.address_words import unknown_names
from portal.web.faults import Fault, answer_faults
from portal.web.requests import UserRequest, login_to_post

Words = Mapping[str, Sequence[str]]
FILE_NAME = "comparison"
PAPER = "pdf"
FILES = (*FORMATS, "svg", PAPER)
LONGEST_QUERY = 8000
OF_THE_ANSWER = ("price", "format", "chart")


@require_safe
@vary_on_headers("HX-Request")
def compare(request: HttpRequest) -> HttpResponse:
    """The page; ``format`` gives its table as csv, tsv, md or json, a chart as svg, all as pdf.

    Of a file a mistake in the address is an error, as it is in the API.
    """
    if "add" in request.GET:
        return _added(request)
    return _answer(request, _words(request.GET), unknown=_unknown(request.GET))


@require_safe
@vary_on_headers("HX-Request")
def saved(request: HttpRequest, code: str) -> HttpResponse:
    """A comparison by its permanent address, with the results that it was kept with."""
    row = get_object_or_404(KeptComparison, code=code)
    return _answer(request, _words(QueryDict(row.query)), kept=row)


@require_POST
@login_to_post
def keep(request: UserRequest) -> HttpResponse:
    """Give the comparison of ``query`` its permanent address, and go there."""
    query = request.POST.get("query", "")
    if len(query) > LONGEST_QUERY:
        messages.error(request, _("This comparison is too long to keep."))
        return redirect("portal:compare")
    words = _words(QueryDict(query))
    comparison, view, problems = _read(words, user=request.user)
    if comparison is None or not comparison.results:
        messages.error(request, _("There is nothing to keep: no result is compared."))
        return redirect("portal:compare")
    if any(problem.is_mistake for problem in problems):
        messages.warning(request, _("Kept without what could not be shown."))
    try:
        row = keeping.keep(
            comparison,
            options=view.words,
            title=public_title_of(comparison),
            user=request.user,
        )
    except NotAllowed as refusal:
        messages.error(request, str(refusal))
        return redirect("portal:compare")
    return redirect("portal:kept-comparison", row.code)


@framable
def embed(request: HttpRequest) -> HttpResponse:
    """One chart for other people's pages: what anybody may see."""
    comparison, view, _problems = _read(_words(request.GET), user=AnonymousUser())
    if comparison is None:
        return frame_answer(
            request, [], title=_("Compare"), link=address(Asked(), View())
        )
    return frame_answer(
        request,
        charts_of(comparison, view, user=AnonymousUser()),
        title=title_of(comparison),
        link=address(comparison.asked, view),
    )


def _unknown(query: QueryDict) -> list[Complaint]:
    text = _("“%(name)s” is no word of a comparison; it is left out.")
    return [
        Complaint(name, f"{text % {'name': name}} {meant}".rstrip())
        for name, meant in unknown_names(query, (*NAMES, *WORDS, *OF_THE_ANSWER))
    ]


def _words(query: QueryDict) -> Words:
    return {name: query.getlist(name) for name in query}


def _read(
    words: Words,
    *,
    user: Any,  # as views have it
) -> tuple[Comparison | None, View, list[Complaint]]:
    """None where nothing is asked for, or nothing of it is there."""
    asked, problems = read_asked(words)
    view, more = read_view(words)
    problems += more
    if asked.is_empty:
        return None, view, problems
    comparison = compare_results(asked, user=user)
    if not comparison.entries:
        return None, view, [*problems, *comparison.problems]
    return comparison, view, problems


def _answer(
    request: HttpRequest,
    words: Words,
    *,
    kept: KeptComparison | None = None,
    unknown: Sequence[Complaint] = (),
) -> HttpResponse:
    comparison, view, problems = _read(words, user=request.user)
    problems = [*unknown, *problems]
    word = request.GET.get("format", "")
    if comparison is None:
        return _nothing(request, problems, word=word)
    if word and kept is None:
        found = [*problems, *comparison.problems, *money_of(comparison, view).problems]
        if faults := _faults(found):
            return answer_faults(word, [*faults, *_format_faults(word)])
    if word == "svg":
        charts = charts_of(comparison, view, user=request.user)
        return svg_answer(charts, request.GET.get("chart", ""))
    if word == PAPER:
        return _pdf(request, comparison, view, problems=problems, kept=kept)
    if word:
        prices = money_of(comparison, view).prices
        rows = rows_of(comparison, view=view, prices=prices)
        return answer_table(word, FILE_NAME, columns_of(comparison), rows)
    page = page_of(comparison, view, user=request.user, problems=problems)
    part = request.headers.get("HX-Request") == "true"
    template = "compare/_comparison.html" if part else "compare/comparison.html"
    shown = None if kept else QueryDict(urlencode(page["links"].words))
    return render(request, template, {**page, "kept": kept, "shown_query": shown})


def _pdf(
    request: HttpRequest,
    comparison: Comparison,
    view: View,
    *,
    problems: Sequence[Complaint],
    kept: KeptComparison | None,
) -> HttpResponse:
    """A white paper of what is compared: the page with what is folded there."""

    def written() -> dict[str, Any]:
        page = page_of(comparison, view, user=request.user, problems=problems)
        pictures = pictures_of([chart for chart, _table in page["charts"]])
        here = request.path if kept else page["links"].here
        return {
            **page,
            "pictures": pictures,
            "today": timezone.now(),
            "site": request.build_absolute_uri("/").rstrip("/"),
            "address": request.build_absolute_uri(here),
        }

    return pdf_answer("compare/pdf.html", written, name=f"benchbook-{FILE_NAME}")


def _faults(problems: Sequence[Complaint]) -> list[Fault]:
    """What a file would leave out without a word: nowhere in it is there room to say so."""
    return [(each.field, each.message) for each in problems if each.is_mistake]


def _format_faults(word: str) -> list[Fault]:
    return [] if word in FILES else [("format", no_format(word, FILES))]


def _nothing(
    request: HttpRequest, problems: Sequence[Complaint], *, word: str
) -> HttpResponse:
    """What to do where nothing is compared yet; a file says it in words."""
    if word:
        nothing = _("Nothing is compared: name results or classes.")
        faults = _faults(problems) or [("", nothing)]
        return answer_faults(word, [*faults, *_format_faults(word)])
    told = [problem.message for problem in problems]
    found = ticks.ticks_of(request)
    return render(
        request,
        "compare/empty.html",
        {
            "problems": told,
            "ticks": found,
            "ticks_href": ticks.compare_query(found),
            "examples": example_links(examples(user=request.user)),
        },
    )


def _added(request: HttpRequest) -> HttpResponse:
    """The address with one more column, or the same page with what is wrong."""
    asked, _problems = read_asked(_words(request.GET))
    view, _more = read_view(_words(request.GET))
    try:
        asked = with_added(asked, request.GET.get("add", ""))
    except UnknownWord as error:
        messages.error(request, str(error))
    return redirect(address(replace(asked), view))
