"""The glossary: the portal's own words, and the papers' in English and Chinese."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from benchruns.glossary.words import Chapter, chapters
from benchruns.sources.terms import Term, all_terms
from portal.web.page_cache.anonymous import kept_for_anonymous

LONGEST = 100


@dataclass(frozen=True, slots=True)
class TermLine:
    """A term of the papers; ``papers`` are their numbers in the list above, and slugs."""

    term: Term
    papers: Sequence[tuple[int, str]]


@require_safe
@kept_for_anonymous
def glossary(request: HttpRequest) -> HttpResponse:
    """``q`` keeps the words in which all of its parts occur, of either language."""
    text = request.GET.get("q", "").strip()[:LONGEST]
    parts = text.casefold().split()
    terms = _terms(parts)
    slugs = sorted({slug for term in terms for slug in term.sources})
    numbers = {slug: number for number, slug in enumerate(slugs, start=1)}
    return render(
        request,
        "guide/glossary.html",
        {
            "text": text,
            "chapters": _chapters(parts),
            "terms": [
                TermLine(term, [(numbers[slug], slug) for slug in term.sources])
                for term in terms
            ],
            "papers": list(enumerate(slugs, start=1)),
        },
    )


def _chapters(parts: Sequence[str]) -> list[Chapter]:
    found = (
        replace(
            chapter,
            words=[
                word
                for word in chapter.words
                if all(part in word.searched for part in parts)
            ],
        )
        for chapter in chapters()
    )
    return [chapter for chapter in found if chapter.words]


def _terms(parts: Sequence[str]) -> list[Term]:
    return [
        term for term in all_terms() if all(part in term.searched for part in parts)
    ]
