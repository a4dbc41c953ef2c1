"""Files to download: what was uploaded, and the empty report template."""

import zlib
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from benchruns.models import SubmittedFile
from benchruns.parsers.tool_report import Format
from benchruns.submissions.files.raw_files import raw_file
from benchruns.submissions.intake import charset_of
from benchruns.submissions.template import writer
from portal.web.saved_files import name_file

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@require_safe
def raw(request: HttpRequest, id: UUID, file_id: UUID) -> HttpResponse:
    """The file as it is kept, for who may see its submission."""
    try:
        file = raw_file(id, file_id, user=request.user)
    except SubmittedFile.DoesNotExist as error:
        raise Http404(_("No such file.")) from error
    content = zlib.decompress(file.content)
    is_xlsx = file.format == Format.TEMPLATE_XLSX
    kind = XLSX if is_xlsx else f"text/plain; charset={charset_of(content)}"
    return _download(content, name=file.name, kind=kind)


@require_safe
def template(_request: HttpRequest, kind: str) -> HttpResponse:
    """The report template, ``xlsx`` or ``csv``."""
    match kind:
        case "xlsx":
            return _download(writer.xlsx(), name="benchbook-report.xlsx", kind=XLSX)
        case "csv":
            text = writer.csv_text().encode()
            return _download(text, name="benchbook-report.csv", kind="text/csv")
        case _:
            raise Http404


def _download(content: bytes, *, name: str, kind: str) -> HttpResponse:
    """Never shown in place: what was uploaded is no page of ours."""
    answer = HttpResponse(content, content_type=kind)
    name_file(answer, name)
    answer["X-Content-Type-Options"] = "nosniff"
    answer["Content-Security-Policy"] = "sandbox; default-src 'none'"
    return answer
