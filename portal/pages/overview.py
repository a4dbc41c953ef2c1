"""The first page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from benchruns.reports.overview import overview
from portal.web.page_cache.anonymous import kept_for_anonymous


@require_safe
@kept_for_anonymous
def home(request: HttpRequest) -> HttpResponse:
    return render(request, "overview/home.html", {"overview": overview(request.user)})
