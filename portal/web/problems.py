"""Errors as ``application/problem+json`` (RFC 9457), whatever went wrong."""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.http import Http404, HttpRequest, JsonResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

from benchruns.limits.door import LimitReached
from benchruns.runs.lifecycle import unpublished

MEDIA_TYPE = "application/problem+json"
API_PREFIX = "/api/"


class Conflict(exceptions.APIException):
    """The row is in a state that the request does not fit."""

    status_code = HTTPStatus.CONFLICT


class TooMuch(exceptions.APIException):
    """A limit of the caller's is reached; ``wait`` is in seconds."""

    status_code = HTTPStatus.TOO_MANY_REQUESTS

    def __init__(self, refusal: LimitReached) -> None:
        super().__init__(str(refusal))
        self.wait = refusal.wait_seconds


class TooLarge(exceptions.APIException):
    status_code = HTTPStatus.REQUEST_ENTITY_TOO_LARGE


class Unprocessable(exceptions.ValidationError):
    """Well-formed, and cannot be done; names the field as ValidationError does."""

    status_code = HTTPStatus.UNPROCESSABLE_ENTITY


class KeyReused(exceptions.APIException):
    """An Idempotency-Key came back with another request."""

    status_code = HTTPStatus.UNPROCESSABLE_ENTITY


def problem(
    status: int, detail: str, errors: list[dict[str, Any]] | None = None
) -> dict[str, Any]:
    """``field`` of an error is a dotted path, null where it is about the whole."""
    return {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": int(status),
        "detail": detail,
        "errors": errors or [],
    }


class Gone(exceptions.APIException):
    """Everybody saw it, and its owner took it back."""

    status_code = HTTPStatus.GONE


# Addresses that stay when their owner unpublishes what was there, with the name of the id
# in each.
_STAYING: Mapping[str, tuple[str, Callable[[UUID], datetime | None]]] = {
    "portal:run-detail": ("id", unpublished.run_since),
    "portal:result-detail": ("id", unpublished.result_since),
    "run-detail": ("pk", unpublished.run_since),
    "result-detail": ("pk", unpublished.result_since),
}


def gone_since(request: HttpRequest) -> datetime | None:
    """When what was at the address was taken back; None where nothing was."""
    match = request.resolver_match
    known = _STAYING.get(match.view_name) if match else None
    if match is None or known is None:
        return None
    name, when = known
    return when(match.kwargs[name])


def gone_sentence(at: datetime) -> str:
    return _("Its owner unpublished this on %(day)s.") % {
        "day": timezone.localtime(at).date().isoformat()
    }


def handle(exc: Exception, context: dict[str, Any]) -> Response | None:
    """REST framework's exception handler; unexpected ones go on to ``server_error``."""
    error = _as_api_exception(exc)
    if error is None:
        return None
    if isinstance(error, exceptions.NotFound):
        since = gone_since(context["request"])
        error = error if since is None else Gone(gone_sentence(since))
    set_rollback()
    headers = {}
    if auth_header := getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = auth_header
    if wait := getattr(error, "wait", None):
        headers["Retry-After"] = str(wait)
    return Response(
        _describe(error),
        status=error.status_code,
        headers=headers,
        content_type=MEDIA_TYPE,
    )


def _as_api_exception(exc: Exception) -> exceptions.APIException | None:
    if isinstance(exc, exceptions.APIException):
        return exc
    # a row that somebody else deleted between two looks is not there
    if isinstance(exc, Http404 | ObjectDoesNotExist):
        return exceptions.NotFound(_("There is nothing at this address."))
    if isinstance(exc, LimitReached):
        return Conflict(str(exc)) if exc.until is None else TooMuch(exc)
    if isinstance(exc, PermissionDenied):
        return exceptions.PermissionDenied()
    return None


def _describe(error: exceptions.APIException) -> dict[str, Any]:
    if isinstance(error, exceptions.ValidationError):
        errors = [
            {"field": field or None, "message": message}
            for field, message in _flatten(error.detail)
        ]
        return problem(
            error.status_code, _("The request holds what cannot be used."), errors
        )
    told = str(error.detail)
    if isinstance(error, exceptions.ParseError):  # a fault of the body as a whole
        return problem(error.status_code, told, [{"field": None, "message": told}])
    return problem(error.status_code, told)


def _flatten(detail: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Field and message of each error in REST framework's nested detail."""
    if isinstance(detail, dict):
        for name, inner in detail.items():
            is_whole = name == "non_field_errors"
            yield from _flatten(
                inner, path if is_whole else f"{path}.{name}".strip(".")
            )
    elif isinstance(detail, list):
        for index, inner in enumerate(detail):
            is_nested = isinstance(inner, dict | list)
            yield from _flatten(
                inner, f"{path}.{index}".strip(".") if is_nested else path
            )
    else:
        yield path, str(detail)


def answer(status: HTTPStatus, detail: str) -> JsonResponse:
    """What went wrong outside REST framework's views."""
    return JsonResponse(problem(status, detail), status=status, content_type=MEDIA_TYPE)


def not_found(request: HttpRequest, exception: Exception) -> JsonResponse:
    return answer(HTTPStatus.NOT_FOUND, _("There is nothing at this address."))


def bad_request(request: HttpRequest, exception: Exception) -> JsonResponse:
    return answer(HTTPStatus.BAD_REQUEST, _("The request cannot be understood."))


def server_error(request: HttpRequest) -> JsonResponse:
    return answer(
        HTTPStatus.INTERNAL_SERVER_ERROR,
        _("The server failed on this request; it has been logged."),
    )
