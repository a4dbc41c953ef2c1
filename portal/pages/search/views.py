"""The search page, and what its field offers while one types."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from benchruns.reports.search import find
from benchruns.reports.text_search import MOST_OF_A_KIND, find_texts
from portal.pages.search.findings import findings, rules
from portal.pages.search.guide_texts import passages
from portal.pages.search.suggestions import name_of, suggestions

LONGEST = 100


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """Rows first, then what is told of them."""
    text = request.GET.get("q", "").strip()[:LONGEST]
    words = text.split()
    found = find(text, user=request.user)
    texts = find_texts(words)
    of_guides, of_rows, of_rules = passages(words), findings(words), rules(words)
    counts = (len(of_guides), len(of_rows), len(of_rules))
    longest = max(*counts, texts.longest)
    return render(
        request,
        "search/results.html",
        {
            "text": text,
            "found": found,
            "runs": [(run, name_of(run, request.user)) for run in found.runs],
            "texts": texts,
            "passages": of_guides,
            "findings": of_rows,
            "rules": of_rules,
            "most": MOST_OF_A_KIND,
            "is_cut": longest >= MOST_OF_A_KIND,
            "total": found.total + texts.total + sum(counts),
        },
    )


@require_safe
def suggest(request: HttpRequest) -> HttpResponse:
    """Options for the field: a part of a page."""
    text = request.GET.get("q", "").strip()[:LONGEST]
    found = suggestions(text, user=request.user)
    return render(
        request, "search/_suggestions.html", {"text": text, "suggestions": found}
    )
