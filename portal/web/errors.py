"""Answers to what went wrong: problem+json for programs, a page for people."""

from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views import defaults

from benchruns.limits.door import LimitReached
from portal.web import problems
from portal.web.uploads import limits as uploads

# Below the API's prefix, and read by people: its door.
PAGES = ("/api/docs", "/api/guide")


class Missing(Http404):
    """What an address names and there is not, in a sentence that its page shows."""


def _is_for_programs(request: HttpRequest) -> bool:
    is_page = request.path == problems.API_PREFIX or request.path.startswith(PAGES)
    return request.path.startswith(problems.API_PREFIX) and not is_page


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if isinstance(exception, uploads.TOO_MUCH):
        return uploads.too_large(request, uploads.reason(exception))
    if _is_for_programs(request):
        return problems.bad_request(request, exception)
    if not hasattr(request, "user"):
        # of a host that is not ours, whose address no page can print
        return HttpResponseBadRequest("Bad Request", content_type="text/plain")
    text = _("What was sent is damaged or was cut off: go back and send it again.")
    return unreadable(request, text)


def unreadable(request: HttpRequest, message: str) -> HttpResponse:
    """400 with the site's own head and menu, since people follow damaged links."""
    context = {"message": message}
    return render(request, "400.html", context, status=HTTPStatus.BAD_REQUEST)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    if _is_for_programs(request):
        return problems.not_found(request, exception)
    at = problems.gone_since(request)
    if at is not None:
        return render(request, "410.html", {"at": at}, status=HTTPStatus.GONE)
    if isinstance(exception, Missing):
        context = {"message": str(exception)}
        return render(request, "404.html", context, status=HTTPStatus.NOT_FOUND)
    return defaults.page_not_found(request, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    if _is_for_programs(request):
        return problems.server_error(request)
    return defaults.server_error(request)


def of_limit(page: HttpResponse, reached: LimitReached) -> HttpResponse:
    """The page, as 429 with when there is room again; 409 where no time alone makes it."""
    wait = reached.wait_seconds
    page.status_code = (
        HTTPStatus.CONFLICT if wait is None else HTTPStatus.TOO_MANY_REQUESTS
    )
    if wait is not None:
        page["Retry-After"] = str(wait)
    return page
