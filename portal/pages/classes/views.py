"""The catalogue of instance classes, and the page of each class."""

from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from benchruns.catalogue.catalogue import (
    Catalogue,
    all_matching,
    catalogue,
    facets_of,
)
from benchruns.catalogue.pricing.prices import current_of
from benchruns.models import InstanceClass
from benchruns.reports.class_ import class_report
from portal.pages.answers.csv import result_lines
from portal.pages.answers.tables import (
    FORMATS,
    answer_table,
    exports_of,
    no_format,
)
from portal.pages.classes.controls import (
    column_boxes,
    number_fields,
    sort_addresses,
    without_filters,
)
from portal.pages.classes.price_rows import price_row
from portal.pages.classes.selection import (
    View,
    address,
    clean_address,
    is_written_anew,
    read_view,
    understood,
    without_classes,
)
from portal.pages.classes.table import ClassTable
from portal.ticks import class_item
from portal.web.address_words import other_page
from portal.web.faults import answer_faults
from portal.web.page_cache.anonymous import kept_for_anonymous
from portal.wording.marks import sentence_of


@require_safe
@vary_on_headers("HX-Request")
@kept_for_anonymous
def class_list(request: HttpRequest) -> HttpResponse:
    """``format`` (csv, tsv, md or json) gives all the classes of the selection."""
    view = read_view(request.GET)
    table = ClassTable(view.columns, view.selection.price)
    if "format" in request.GET:
        return _file(request, view, table)
    part = request.headers.get("HX-Request") == "true"
    clean = f"{request.path}{clean_address(view)}"
    if is_written_anew(request.GET) and not part and not view.problems:
        return redirect(clean)
    found = catalogue(view.selection, user=request.user)
    told = filter(None, [other_page(str(view.selection.page), found.page)])
    none = without_classes(found.facets) if found.total else ()
    view = replace(view, problems=(*view.problems, *none, *told))
    response = render(
        request,
        "classes/_catalogue.html" if part else "classes/list.html",
        _context(request, view, table, found),
    )
    if part:
        response["HX-Push-Url"] = clean
    return response


def _file(request: HttpRequest, view: View, table: ClassTable) -> HttpResponse:
    """What the page would leave out with a sentence is an error of a file."""
    wanted, selection = request.GET["format"], view.selection
    problems = [*view.problems]
    if selection.chosen:
        problems += without_classes(facets_of(selection, user=request.user))
    if problems:
        problems += [] if wanted in FORMATS else [no_format(wanted)]
        return answer_faults(wanted, [("", text) for text in problems])
    rows = all_matching(selection, user=request.user)
    return answer_table(
        wanted, "classes", table.export_columns(), table.export_lines(rows)
    )


def _context(
    request: HttpRequest, view: View, table: ClassTable, found: Catalogue
) -> dict[str, object]:
    page, sorting = found.page, sort_addresses(view)
    after = address(view, page=page.number + 1) if page.has_next() else ""
    before = address(view, page=page.number - 1) if page.has_previous() else ""
    plain = understood(view, found.facets)
    return {
        "catalogue": found,
        "view": view,
        "selection": view.selection,
        "table": table,
        "rows": table.rows(found.rows),
        "by_class": sorting["class"],
        "heads": table.heads(sorting),
        "spans": table.spans(),
        "names_engine": view.selection.names_engine and "engine" not in view.columns,
        "fields": number_fields(view),
        "column_boxes": column_boxes(view),
        "exports": {name: address(plain, format=name) for name in FORMATS},
        "here": address(view),
        "without_filters": without_filters(view),
        "previous": before,
        "next": after,
    }


@require_safe
@kept_for_anonymous
def class_detail(
    request: HttpRequest, provider: str, engine: str, code: str
) -> HttpResponse:
    """``format`` (csv, tsv, md or json) gives the results that the page shows."""
    try:
        report = class_report(
            provider, engine, code, user=request.user, sentence=sentence_of
        )
    except InstanceClass.DoesNotExist as error:
        raise Http404(_("No such class.")) from error
    if wanted := request.GET.get("format"):
        names, *rows = result_lines(result.row for result in report.results)
        columns = [(str(name), str(name)) for name in names]
        return answer_table(wanted, code, columns, rows)
    return render(
        request,
        "classes/detail.html",
        {
            "report": report,
            "item": class_item(report.instance_class),
            "exports": exports_of(request.GET),
            "prices": [price_row(p) for p in current_of(report.instance_class)],
        },
    )
