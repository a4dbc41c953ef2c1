"""What is refused before any view sees it, and what no cache may keep."""

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.cache import get_conditional_response, set_response_etag
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _

from benchruns.limits.door import LimitReached
from portal.web import errors, problems, throttle
from portal.web.problems import API_PREFIX
from portal.web.requests import here
from portal.web.uploads import limits as uploads

READING = ("GET", "HEAD")
DATES = ("HTTP_IF_MODIFIED_SINCE", "HTTP_IF_UNMODIFIED_SINCE")


class RefuseNul:
    """400 for NUL in a page's address: no name holds it, and PostgreSQL stores none.

    It stands behind those that know the reader, since its page has name and menu. The API
    reads its addresses strictly itself, and names the parameter.
    """

    def __init__(self, answer: Callable[[HttpRequest], HttpResponse]) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        has_nul = "\0" in request.path_info or "%00" in request.META["QUERY_STRING"]
        if has_nul and not request.path_info.startswith(API_PREFIX):
            # raised, it would be logged with a traceback: nothing here went wrong
            text = _(
                "Its address holds %00, a character that no name has: take it out."
            )
            return errors.unreadable(request, text)
        return self.answer(request)


class RefuseLargeBody:
    """413 for a request whose declared length is above what is read, body unread."""

    def __init__(self, answer: Callable[[HttpRequest], HttpResponse]) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return uploads.refuse_length(request) or self.answer(request)


class AnswerUnchanged:
    """An ETag on what the API answers to a GET or a HEAD, and 304 to who has the same already.

    Also on what no cache may keep: a program that asks again and again is none. A page has an
    ETag where its view gives it one. What bears no Last-Modified is held to no date
    (RFC 9110, 13.1.4).
    """

    def __init__(self, answer: Callable[[HttpRequest], HttpResponse]) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.answer(request)
        is_api = request.path_info.startswith(API_PREFIX)
        has_own = "ETag" in response
        if (
            request.method not in READING
            or not (is_api or has_own)
            or response.status_code != HTTPStatus.OK
            or response.streaming
        ):
            return response
        if not has_own:
            set_response_etag(response)
        etag = response.get("ETag")  # nothing where the body is empty
        for date in DATES:
            request.META.pop(date, None)
        answer = get_conditional_response(request, etag, response=response) or response
        if answer.status_code == HTTPStatus.PRECONDITION_FAILED and is_api:
            answer = problems.answer(
                HTTPStatus.PRECONDITION_FAILED,
                _("No ETag of If-Match is that of the answer now."),
            )
        for name in throttle.HEADERS:
            if name in response:
                answer[name] = response[name]
        return answer


class TellLimits:
    """A page with one sentence where a view lets a limit of its user through.

    429 with when there is room again; 409 where no time alone makes it.
    """

    def __init__(self, answer: Callable[[HttpRequest], HttpResponse]) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.answer(request)

    def process_exception(
        self, request: HttpRequest, exception: Exception
    ) -> HttpResponse | None:
        if not isinstance(exception, LimitReached):
            return None
        context = {"message": str(exception), "back": here(request)}
        page = render(request, "limits/reached.html", context)
        return errors.of_limit(page, exception)


class KeepAnswersPrivate:
    """A page, a file or an answer of the API that was made for somebody is kept by no cache.

    It may hold what that reader alone may see, whatever the address: every page has the
    reader's name, a list the private rows among the public ones. So has a part of a page.
    A view that says itself what may be kept is left alone where it lets nobody else keep it.
    """

    def __init__(self, answer: Callable[[HttpRequest], HttpResponse]) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.answer(request)
        if "private" in response.get("Cache-Control", ""):
            return response
        if _is_of_somebody(request):
            response["Cache-Control"] = "private, no-store"
        return response


def _is_of_somebody(request: HttpRequest) -> bool:
    """Whether the view asked who reads it, by session or by token, and was told.

    Who was not asked for is not looked up now: the answer cannot depend on them.
    """
    user = request.user
    if isinstance(user, SimpleLazyObject) and not hasattr(request, "_cached_user"):
        return False
    return user.is_authenticated
