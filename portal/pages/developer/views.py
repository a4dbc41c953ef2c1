"""The pages of the API's door."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from portal.pages.developer import calls, markdown
from portal.pages.developer.reference import operations as all_operations
from portal.pages.developer.reference import parts
from portal.web.page_cache.page_tags import asked_again

LONGEST = 100


@require_safe
def start(request: HttpRequest) -> HttpResponse:
    endpoint = calls.endpoint_of(request)
    context = {
        "endpoint": endpoint,
        "calls": calls.quick_start(request, endpoint),
        "seconds": calls.SECONDS,
    }
    return render(request, "developer/start.html", context)


@require_safe
def operations(request: HttpRequest) -> HttpResponse:
    """``q`` keeps those in whose line or address all of its words occur."""
    text = request.GET.get("q", "").strip()[:LONGEST]
    context = {"parts": parts(text), "text": text, "count": len(all_operations())}
    return render(request, "developer/operations.html", context)


@require_safe
def operation(request: HttpRequest, name: str) -> HttpResponse:
    found = all_operations().get(name)
    if found is None:
        raise Http404
    context = {
        "operation": found,
        "text": markdown.to_html(found.text),
        "curl": found.curl(calls.host_of(request)),
    }
    return render(request, "developer/operation.html", context)


@require_safe
@asked_again
def guide(request: HttpRequest) -> HttpResponse:
    return _document(request, "api")


@require_safe
@asked_again
def other_document(request: HttpRequest, name: str) -> HttpResponse:
    if name not in markdown.NAMES or name == "api":
        raise Http404
    return _document(request, name)


@require_safe
def unknown(request: HttpRequest) -> HttpResponse:
    """The site's own page, not the API's JSON; a forgotten slash at the end is put there."""
    if not request.path.endswith("/"):
        return redirect(f"{request.path}/")
    raise Http404


def _document(request: HttpRequest, name: str) -> HttpResponse:
    found = markdown.document(name, host=calls.host_of(request))
    return render(request, "developer/document.html", {"document": found})
