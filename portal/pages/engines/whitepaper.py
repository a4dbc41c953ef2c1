"""The white paper of an engine version: a page that prints well, PDF, JSON and CSV."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from benchruns.reports.engine import EngineReport, UnknownVersion
from benchruns.reports.engine.facts import Fact
from benchruns.reports.engine.section import Section
from benchruns.reports.marks import Marks
from benchruns.reports.whitepaper import (
    MOST_ROWS,
    Chapter,
    WhitePaper,
    basis_of,
    meanings_of,
    rows_of,
    white_paper,
)
from benchruns.results.row import Row
from portal.charts.specs import Chart
from portal.charts.svg.pictures import Picture, pictures_of
from portal.links.submissions import submission_url
from portal.pages.answers.csv import csv_answer, result_lines
from portal.pages.answers.pdf import pdf_answer
from portal.pages.engines.sections import SectionPage, section_pages
from portal.pages.engines.whitepaper_json import paper_json
from portal.pages.engines.whitepaper_tables import (
    Printed,
    measured_table,
    published_table,
)
from portal.wording.marks import sentence_of


@dataclass(frozen=True, slots=True, kw_only=True)
class ChapterPage:
    """A chapter with what is printed of it; ``live`` is its page in the portal.

    Its ``heading`` is no other chapter's.
    """

    number: int
    heading: str
    chapter: Chapter
    page: SectionPage
    pictures: list[Picture]
    published: Printed
    measured: Printed | None
    measured_title: str
    live: str

    @property
    def metrics(self) -> set[str]:
        """Those that it shows, in its tables or in its charts."""
        measured = self.measured.metrics if self.measured else set()
        return {self.chapter.section.metric.name} | self.published.metrics | measured


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """A submission among the sources: the classes or servers that it is of."""

    places: str
    address: str
    rows: int


FORMATS = ("", "html", "pdf", "json", "csv")


@require_safe
def whitepaper(request: HttpRequest, engine: str, version: str) -> HttpResponse:
    """``format``: none for the page; pdf, json, or csv of the rows it rests on.

    Those are all published rows, printed or not, and the newest of the others.
    """
    answer = request.GET.get("format", "")
    if answer not in FORMATS:
        text = _("Unknown format “%(word)s”: ask for pdf, json or csv.")
        return HttpResponse(
            text % {"word": answer[:60]},
            status=400,
            content_type="text/plain; charset=utf-8",
        )
    try:
        if answer == "csv":
            return _csv(basis_of(engine, version, user=request.user))
        paper = white_paper(engine, version, user=request.user, sentence=sentence_of)
    except UnknownVersion as error:
        raise Http404(_("No results of this engine and version.")) from error
    if answer == "pdf":
        return pdf_answer(
            "whitepaper/pdf.html",
            partial(_context, request, paper),
            name=_name(paper.report),
        )
    context = _context(request, paper)
    if answer == "json":
        told = paper_json(
            paper,
            context["chapters"],
            context["meanings"],
            context["reports"],
            context["address"],
        )
        return JsonResponse(told)
    return render(request, "whitepaper/page.html", context)


def _csv(report: EngineReport) -> HttpResponse:
    return csv_answer(f"{_name(report)}.csv", result_lines(rows_of(report)))


def _name(report: EngineReport) -> str:
    return f"benchbook-{report.version.key}"


def _context(request: HttpRequest, paper: WhitePaper) -> dict[str, Any]:
    version = paper.report.version
    address = reverse("portal:engine-version", args=[version.engine, version.slug])
    live = request.build_absolute_uri(address)
    pages = section_pages(paper.report)
    pairs = zip(paper.chapters, pages, _headings(pages), strict=True)
    chapters = [
        _chapter_page(number, heading, chapter, page, live, paper.report.marks)
        for number, (chapter, page, heading) in enumerate(pairs, start=1)
    ]
    return {
        "paper": paper,
        "report": paper.report,
        "title": _("%(version)s performance white paper") % {"version": version.title},
        "address": live,
        "today": paper.written_on,
        "csv": request.build_absolute_uri(f"{request.path}?format=csv"),
        "chapters": chapters,
        "meanings": meanings_of(list(_shown(chapters, paper.report.facts))),
        "reports": [
            _report(rows, request.build_absolute_uri(submission_url(submission)))
            for submission, rows in paper.reports.items()
        ],
        "most_rows": MOST_ROWS,
    }


def _shown(
    chapters: Iterable[ChapterPage], facts: Iterable[Fact]
) -> Iterator[tuple[Section, set[str]]]:
    """The metrics of each chapter, in its tables and charts, and those at the paper's head."""
    at_head = {fact.metric for fact in facts}
    for each in chapters:
        own = {name for row in each.chapter.section.rows for name in row.figures}
        yield each.chapter.section, each.metrics | (at_head & own)


def _report(rows: Sequence[Row], address: str) -> Report:
    places = dict.fromkeys(row.place for row in rows if row.place)
    return Report(places=", ".join(places), address=address, rows=len(rows))


def _headings(pages: Sequence[SectionPage]) -> list[str]:
    """Titles, with load and conditions where several chapters have the same one."""
    times = Counter(page.title for page in pages)
    return [
        page.title
        if times[page.title] == 1
        else f"{page.title}: {page.load}, {page.conditions}"
        for page in pages
    ]


def _drawn(charts: Iterable[Chart]) -> list[Chart]:
    """Of a single figure the table tells all: its chart took a third of a sheet."""
    return [chart for chart in charts if len(list(chart.figures)) > 1]


def _chapter_page(
    number: int,
    heading: str,
    chapter: Chapter,
    page: SectionPage,
    live: str,
    marks: Marks,
) -> ChapterPage:
    section = chapter.section
    return ChapterPage(
        number=number,
        heading=heading,
        chapter=chapter,
        page=page,
        pictures=pictures_of(_drawn(page.charts)),
        published=published_table(section, page.table, most=chapter.rows_printed),
        measured=measured_table(section, chapter.measurements, marks)
        if chapter.measurements
        else None,
        measured_title=_("Measured here and submitted")
        if any(row.is_submitted for row in section.rows)
        else _("Measured here"),
        live=f"{live}?{urlencode({'campaign': section.key})}",
    )
