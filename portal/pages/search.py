"""The search page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from benchruns.reports.search import find

LONGEST = 100


@require_GET
def search(request: HttpRequest) -> HttpResponse:
    text = request.GET.get("q", "").strip()[:LONGEST]
    found = find(text, user=request.user)
    return render(request, "search/results.html", {"text": text, "found": found})
