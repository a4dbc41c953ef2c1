"""A CSV file of staff: looked at first, then stored as it was agreed to."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from benchruns.catalogue.csv_table import MOST_BYTES, MOST_LINES, TableError
from benchruns.catalogue.entry.column import Column
from benchruns.catalogue.table_plan import PlanChanged, TablePlan
from portal.forms.prices import PriceFileForm
from portal.web.requests import UserRequest

MOST_SHOWN = 100  # faults, and lines of a preview


class Stores(Protocol):
    def __call__(self, content: bytes, *, user: User, agreed: str) -> TablePlan:
        """TableError; PlanChanged unless the plan is the one that was agreed to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableImport:
    """What pages of an import differ in.

    ``home`` and ``list`` are the routes of where it belongs and of what it changes,
    ``address`` is its own page. The templates are of the list of rules and of the table
    of lines; ``kind`` and ``columns`` are for these.
    """

    title: str | Promise
    home: str
    home_label: str | Promise
    list: str
    list_label: str | Promise
    all_label: str | Promise
    changed_since: str | Promise
    address: str
    names: Sequence[str]
    rules_template: str
    lines_template: str
    plan: Callable[[bytes], TablePlan]
    store: Stores
    kind: str = ""
    columns: Sequence[Column] = ()


def import_pages(request: UserRequest, table: TableImport) -> HttpResponse:
    """The text of a file comes back with the plan that was agreed to."""
    if "agreed" in request.POST:
        return _store_agreed(request, table)
    if request.method != "POST":
        return _file_page(request, table, PriceFileForm())
    form = PriceFileForm(request.POST, request.FILES)
    if not form.is_valid():
        return _file_page(request, table, form)
    content = form.content
    try:
        plan = table.plan(content)
    except TableError as error:
        return _file_page(request, table, PriceFileForm(), error)
    return _plan_page(request, table, content, plan)


def _store_agreed(request: UserRequest, table: TableImport) -> HttpResponse:
    # A browser sends every line of a text field with a Windows line end.
    content = request.POST.get("text", "").replace("\r\n", "\n").encode()
    try:
        done = table.store(content, user=request.user, agreed=request.POST["agreed"])
    except TableError as error:
        return _file_page(request, table, PriceFileForm(), error)
    except PlanChanged as changed:
        return _plan_page(request, table, content, changed.plan, is_another=True)
    messages.success(
        request,
        _("Imported: %(added)d new, %(changed)d changed, %(same)d unchanged.")
        % done.counts,
    )
    return redirect(table.list)


def _plan_page(
    request: UserRequest,
    table: TableImport,
    content: bytes,
    plan: TablePlan,
    *,
    is_another: bool = False,
) -> HttpResponse:
    return render(
        request,
        "imports/preview.html",
        {
            "import": table,
            "plan": plan,
            "added": plan.added[:MOST_SHOWN],
            "changed": plan.changed[:MOST_SHOWN],
            "text": content.decode("utf-8-sig").replace("\r\n", "\n"),
            "is_another": is_another,
        },
    )


def _file_page(
    request: UserRequest,
    table: TableImport,
    form: PriceFileForm,
    error: TableError | None = None,
) -> HttpResponse:
    return render(
        request,
        "imports/file.html",
        {
            "import": table,
            "form": form,
            "fault_count": len(error.faults) if error else 0,
            "faults": error.faults[:MOST_SHOWN] if error else (),
            "most_bytes": MOST_BYTES,
            "most_lines": MOST_LINES,
        },
    )
