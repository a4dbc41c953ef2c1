"""``GET /llms.txt``: what this site is and where a program finds what, for language models.

The form is that of https://llmstxt.org: a heading, one paragraph, lists of links.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
def llms(request: HttpRequest) -> HttpResponse:
    """Markdown as plain text; links are whole addresses."""
    context = {"site": request.build_absolute_uri("/").rstrip("/")}
    return render(
        request, "llms.txt", context, content_type="text/plain; charset=utf-8"
    )
