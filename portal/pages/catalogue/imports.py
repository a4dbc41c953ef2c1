"""Files of providers or classes."""

from functools import partial

from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy

from benchruns.catalogue.entry import columns
from benchruns.catalogue.entry.files import import_entries, plan_entries
from benchruns.vocabulary import CatalogueKind
from portal.pages.imports import TableImport, import_pages
from portal.pages.staff import staff_only
from portal.web.requests import UserRequest, page_with_form

KINDS = {
    "providers": CatalogueKind.PROVIDER,
    "classes": CatalogueKind.INSTANCE_CLASS,
}
LISTS = {"providers": "portal:catalogue", "classes": "portal:catalogue-classes"}
TITLES = {
    "providers": gettext_lazy("Import providers"),
    "classes": gettext_lazy("Import classes"),
}
ALL = {
    "providers": gettext_lazy("The entered providers as a CSV file of this form"),
    "classes": gettext_lazy("The entered classes as a CSV file of this form"),
}


@staff_only
@page_with_form
def import_file(request: UserRequest, kind: str) -> HttpResponse:
    if kind not in KINDS:
        raise Http404
    of = columns.OF_KIND[KINDS[kind]]
    table = TableImport(
        title=TITLES[kind],
        home="portal:catalogue",
        home_label=gettext_lazy("Catalogue"),
        list=LISTS[kind],
        list_label=gettext_lazy("To the list"),
        all_label=ALL[kind],
        changed_since=gettext_lazy(
            "The catalogue has changed since you looked: this is what the file would do "
            "now."
        ),
        address=reverse("portal:catalogue-import", args=[kind]),
        names=[column.name for column in of],
        rules_template="catalogue/_rules.html",
        lines_template="catalogue/_lines.html",
        plan=partial(plan_entries, KINDS[kind]),
        store=partial(import_entries, KINDS[kind]),
        kind=kind,
        columns=of,
    )
    return import_pages(request, table)
