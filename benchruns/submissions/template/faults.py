"""What is wrong with a filled-in report, by its cells."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from benchruns.parsers.errors import ReportError

MOST_LISTED = 10

Fault = tuple[str, str]  # the cell, "B7 (threads)" or "B7", and what to do about it


class TemplateError(ReportError):
    """The report cannot be used; ``cells`` holds every fault as (cell, message)."""

    def __init__(self, cells: Sequence[Fault]) -> None:
        super().__init__(_message(cells), line=cells[0][0])
        self.cells = tuple(cells)


def _message(cells: Sequence[Fault]) -> str:
    heading = ngettext(
        "%(count)d cell cannot be used.", "%(count)d cells cannot be used.", len(cells)
    )
    lines = [heading % {"count": len(cells)}]
    lines += [f"{cell}: {message}" for cell, message in cells[:MOST_LISTED]]
    if (more := len(cells) - MOST_LISTED) > 0:
        lines.append(_("And %(more)d more.") % {"more": more})
    return " ".join(lines)
