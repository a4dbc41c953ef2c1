"""What is wrong with a question whose answer a program asked for, as that program reads it."""

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from django.http import HttpResponse, JsonResponse
from django.utils.translation import gettext as _

from portal.web.problems import MEDIA_TYPE, problem

Fault = tuple[str, str]


def answer_faults(format: str, faults: Sequence[Fault]) -> HttpResponse:
    """400 with the parameter and the sentence of each fault.

    A program that asks for JSON gets what the API answers; one that asks for a file gets
    plain lines. ``format`` is never empty: without one a page tells its reader.
    """
    if format == "json":
        errors: list[dict[str, Any]] = [
            {"field": name or None, "message": text} for name, text in faults
        ]
        detail = _("The request holds what cannot be used.")
        return JsonResponse(
            problem(HTTPStatus.BAD_REQUEST, detail, errors),
            status=HTTPStatus.BAD_REQUEST,
            content_type=MEDIA_TYPE,
        )
    lines = [f"{name}: {text}" if name else text for name, text in faults]
    return HttpResponse(
        "".join(f"{line}\n" for line in lines),
        status=HTTPStatus.BAD_REQUEST,
        content_type="text/plain; charset=utf-8",
    )
