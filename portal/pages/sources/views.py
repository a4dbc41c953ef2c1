"""The list of the papers, and one page a paper, section by section."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from benchruns.models import Source
from benchruns.reports.source import source_report, source_reports
from portal.web.page_cache.anonymous import kept_for_anonymous


@require_safe
@kept_for_anonymous
def index(request: HttpRequest) -> HttpResponse:
    return render(request, "sources/list.html", {"reports": source_reports()})


@require_safe
@kept_for_anonymous
def source(request: HttpRequest, slug: str) -> HttpResponse:
    """Its facts with where each is shown, and its figures, commands and statements."""
    try:
        report = source_report(slug)
    except Source.DoesNotExist as error:
        raise Http404(_("No such source.")) from error
    return render(
        request, "sources/detail.html", {"report": report, "source": report.source}
    )
