"""Files of providers or classes: looked at first, then stored as they were agreed to."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from benchruns.catalogue.csv_table import MOST_BYTES, MOST_LINES, TableError
from benchruns.catalogue.entry import columns
from benchruns.catalogue.entry.files import import_entries, plan_entries
from benchruns.catalogue.entry.plan import EntryPlan, PlanChanged
from benchruns.vocabulary import CatalogueKind
from portal.forms.prices import PriceFileForm
from portal.pages.staff import staff_only
from portal.web.requests import UserRequest

KINDS = {
    "providers": CatalogueKind.PROVIDER,
    "classes": CatalogueKind.INSTANCE_CLASS,
}
LISTS = {"providers": "portal:catalogue", "classes": "portal:catalogue-classes"}
MOST_SHOWN = 100  # faults, and lines of a preview


@staff_only
@require_http_methods(["GET", "POST"])
def import_file(request: UserRequest, kind: str) -> HttpResponse:
    """A file is looked at first; its text comes back with the plan that was agreed to."""
    if kind not in KINDS:
        raise Http404
    if "agreed" in request.POST:
        return _import_agreed(request, kind)
    if request.method == "GET":
        return _import_page(request, kind, PriceFileForm())
    form = PriceFileForm(request.POST, request.FILES)
    if not form.is_valid():
        return _import_page(request, kind, form)
    content = form.content
    try:
        plan = plan_entries(KINDS[kind], content)
    except TableError as error:
        return _import_page(request, kind, PriceFileForm(), error)
    return _plan_page(request, kind, content, plan)


def _import_agreed(request: UserRequest, kind: str) -> HttpResponse:
    # A browser sends every line of a text field with a Windows line end.
    content = request.POST.get("text", "").replace("\r\n", "\n").encode()
    agreed = request.POST["agreed"]
    try:
        done = import_entries(KINDS[kind], content, user=request.user, agreed=agreed)
    except TableError as error:
        return _import_page(request, kind, PriceFileForm(), error)
    except PlanChanged as changed:
        return _plan_page(request, kind, content, changed.plan, is_another=True)
    messages.success(
        request,
        _("Imported: %(added)d new, %(changed)d changed, %(same)d unchanged.")
        % {
            "added": len(done.added),
            "changed": len(done.changed),
            "same": done.unchanged,
        },
    )
    return redirect(LISTS[kind])


def _plan_page(
    request: UserRequest,
    kind: str,
    content: bytes,
    plan: EntryPlan,
    *,
    is_another: bool = False,
) -> HttpResponse:
    return render(
        request,
        "catalogue/preview.html",
        {
            "kind": kind,
            "list": LISTS[kind],
            "plan": plan,
            "added": plan.added[:MOST_SHOWN],
            "changed": plan.changed[:MOST_SHOWN],
            "text": content.decode("utf-8-sig").replace("\r\n", "\n"),
            "is_another": is_another,
        },
    )


def _import_page(
    request: UserRequest,
    kind: str,
    form: PriceFileForm,
    error: TableError | None = None,
) -> HttpResponse:
    of = columns.OF_KIND[KINDS[kind]]
    return render(
        request,
        "catalogue/import.html",
        {
            "kind": kind,
            "list": LISTS[kind],
            "form": form,
            "fault_count": len(error.faults) if error else 0,
            "faults": error.faults[:MOST_SHOWN] if error else (),
            "columns": of,
            "names": [column.name for column in of],
            "most_bytes": MOST_BYTES,
            "most_lines": MOST_LINES,
        },
    )
