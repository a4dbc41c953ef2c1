"""The door for what browsers and programs send: refused while it comes, if too large.

Limits are those of ``benchruns.submissions.intake.limits``. A body without a declared length is no
body to Django, so the length that is declared is the most that is ever read.
"""

from http import HTTPStatus

from django.conf import settings
from django.core.exceptions import (
    RequestDataTooBig,
    TooManyFieldsSent,
    TooManyFilesSent,
)
from django.core.files.uploadhandler import FileUploadHandler
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _

from benchruns.submissions.intake import limits
from portal.web import problems
from portal.web.requests import here

SUBMISSIONS = ("/submissions/", f"{problems.API_PREFIX}v1/submissions/")
# What Django refuses by its own settings, and our handler by its limits.
TOO_MUCH = (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent)


def most_bytes(request: HttpRequest) -> int:
    """How long the body of a request may be."""
    if request.path_info.startswith(SUBMISSIONS):
        return limits.MOST_REQUEST_BYTES
    return limits.MOST_FORM_BYTES


def declared_bytes(request: HttpRequest) -> int:
    """The length that the request says its body has; 0 where it says nothing usable."""
    try:
        return int(request.META.get("CONTENT_LENGTH") or 0)
    except ValueError:
        return 0  # Django reads no body then


def refuse_length(request: HttpRequest) -> HttpResponse | None:
    """413 for a body that declares more than is read, before any of it is."""
    most = most_bytes(request)
    if declared_bytes(request) <= most:
        return None
    message = _("A request may hold %(most)d MB; this one announces %(given)s MB.")
    given = f"{-(-declared_bytes(request) // limits.MIB):,}"  # whole, however large
    words = message % {"most": most // limits.MIB, "given": given}
    return too_large(request, words)


def too_large(request: HttpRequest, message: str) -> HttpResponse:
    """413 as the caller reads it: problem+json for programs, a page for people."""
    status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    if request.path_info.startswith(problems.API_PREFIX):
        return problems.answer(status, message)
    # A page looks into its form for where to lead back: nothing more is read for that.
    request.POST = QueryDict()
    context = {"message": message, "back": here(request)}
    return render(request, "413.html", context, status=status)


def reason(error: Exception) -> str:
    """The sentence for one of TOO_MUCH."""
    if isinstance(error, UploadTooLarge):
        return str(error)
    if isinstance(error, TooManyFilesSent):
        message = _("A request may hold %(most)d files; pack them as a zip file.")
        return message % {"most": settings.DATA_UPLOAD_MAX_NUMBER_FILES}
    return _("This form holds more than is read; send less at once.")


class UploadTooLarge(RequestDataTooBig):
    """One file of a request is larger than is read; the text says what to do."""


class LimitedUploadHandler(FileUploadHandler):
    """First of the handlers: counts each file as it comes, and stops the request."""

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        if start + len(raw_data) > limits.MOST_UPLOAD_BYTES:
            self._close()
            message = _("A file may hold %(most)d MB; pack it with zip or gzip.")
            raise UploadTooLarge(
                message % {"most": limits.MOST_UPLOAD_BYTES // limits.MIB}
            )
        return raw_data

    def _close(self) -> None:
        """Removes what has come of the file: Django leaves that to chance."""
        for handler in self.request.upload_handlers if self.request else ():
            if (file := getattr(handler, "file", None)) is not None:
                file.close()

    def file_complete(self, file_size: int) -> None:
        """Nothing is kept here: the next handler has the file."""
