"""A document of a page as the answer to a request."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from portal.pdf import pdf
from portal.web.saved_files import name_file

RETRY_SECONDS = 10


def pdf_answer(
    template: str, context: Callable[[], Mapping[str, Any]], *, name: str
) -> HttpResponse:
    """The document, shown under its file's name; nothing is read where it must wait.

    503 with words while too many others are being drawn.
    """

    def written() -> str:
        return render_to_string(template, context())

    try:
        content = pdf.pdf_of(written)
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
    name_file(response, f"{name}.pdf", is_shown=True)
    return response
