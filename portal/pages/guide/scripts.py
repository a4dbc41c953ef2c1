"""The scripts of Benchbook's own, as files: commands to repeat a run fetch them."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from benchruns.workloads import sysbench_lua
from portal.web.errors import Missing
from portal.web.saved_files import name_file

PLAIN = "text/plain; charset=utf-8"
LONGEST = 40  # letters of a name that is none


@require_safe
def script(_request: HttpRequest, name: str) -> HttpResponse:
    """The text, shown; saved under its own name, by which its load is told to the tool."""
    if name not in sysbench_lua.NAMES:
        text = _("There is no script “%(name)s”: there are %(known)s.")
        known = ", ".join(sorted(sysbench_lua.NAMES))
        raise Missing(text % {"name": name[:LONGEST], "known": known})
    answer = HttpResponse(sysbench_lua.text_of(name), content_type=PLAIN)
    name_file(answer, name, is_shown=True)
    return answer
