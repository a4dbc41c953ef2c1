"""A PDF as an answer, or the words that it has to wait."""

from collections.abc import Callable

from django.http import HttpResponse
from django.utils.translation import gettext as _

from portal.pdf import pdf
from portal.web.saved_files import name_file

RETRY_SECONDS = 10


def pdf_answer(write: Callable[[], str], *, name: str) -> HttpResponse:
    """The document of the HTML that ``write`` gives, called ``name``.

    503 with words while too many others are being drawn: then nothing is written.
    """
    try:
        content = pdf.pdf_of(write)
    except pdf.Busy:
        text = _(
            "Other PDFs are being drawn. Try again in a few seconds, or print the page: "
            "it has the same content."
        )
        return HttpResponse(
            text,
            status=503,
            content_type="text/plain; charset=utf-8",
            headers={"Retry-After": str(RETRY_SECONDS)},
        )
    response = HttpResponse(content, content_type="application/pdf")
    name_file(response, name, is_shown=True)
    return response
