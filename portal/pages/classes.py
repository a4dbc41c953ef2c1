"""The catalogue of instance classes, and the page of each class."""

from collections.abc import Iterable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET
from django.views.decorators.vary import vary_on_headers

from benchruns.class_catalogue import Selection, all_matching, catalogue
from benchruns.class_report import class_report
from benchruns.models import InstanceClass
from portal.pages.class_selection import address, read_selection, sort_addresses
from portal.pages.csv_answers import Line, csv_answer

COLUMNS = (
    "provider",
    "engine",
    "code",
    "family",
    "edition",
    "vcpus",
    "memory_gb",
    "storage_gb",
    "storage_type",
    "iops",
    "max_connections",
    "max_records",
    "cached",
    "disk_io",
    "legacy",
    "tpm",
    "pgbench_qps",
    "hot_row",
    "result_count",
)
UNITS = {
    "cached": "best_cached_tps",
    "disk_io": "best_disk_io_tps",
    "legacy": "best_legacy_oltp_tps",
    "tpm": "best_tpm",
    "pgbench_qps": "best_pgbench_read_only_qps",
    "hot_row": "best_hot_row_tps",
    "result_count": "results",
}


@require_GET
@vary_on_headers("HX-Request")
def class_list(request: HttpRequest) -> HttpResponse:
    """``format=csv`` gives all the classes of the selection."""
    selection, problems = read_selection(request.GET)
    if request.GET.get("format") == "csv":
        return csv_answer("classes.csv", _lines(selection, request))
    part = request.headers.get("HX-Request") == "true"
    clean = f"{request.path}{address(selection, **_page(selection))}".rstrip("?")
    if "" in request.GET.values() and not part and not problems:
        # A form sends its empty fields too; a shared address has none of them.
        return redirect(clean)
    found = catalogue(selection, user=request.user)
    page = found.page
    response = render(
        request,
        "classes/_catalogue.html" if part else "classes/list.html",
        {
            "catalogue": found,
            "selection": selection,
            "problems": problems,
            "columns": sort_addresses(selection),
            "csv": address(selection, format="csv"),
            "previous": address(selection, page=page.number - 1)
            if page.has_previous()
            else "",
            "next": address(selection, page=page.number + 1) if page.has_next() else "",
        },
    )
    if part:
        response["HX-Push-Url"] = clean
    return response


def _page(selection: Selection) -> dict[str, int]:
    return {"page": selection.page} if selection.page > 1 else {}


def _lines(selection: Selection, request: HttpRequest) -> Iterable[Line]:
    yield [UNITS.get(name, name) for name in COLUMNS]
    for row in all_matching(selection, user=request.user):
        yield [
            row.provider_id if name == "provider" else getattr(row, name)
            for name in COLUMNS
        ]


@require_GET
def class_detail(
    request: HttpRequest, provider: str, engine: str, code: str
) -> HttpResponse:
    try:
        report = class_report(provider, engine, code, user=request.user)
    except InstanceClass.DoesNotExist as error:
        raise Http404(_("No such class.")) from error
    return render(request, "classes/detail.html", {"report": report})
