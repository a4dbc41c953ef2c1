"""Prices for staff: list, enter, import, export, delete."""

from collections.abc import Iterator
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from benchruns.catalogue.csv_table import MOST_BYTES, MOST_LINES, TableError
from benchruns.catalogue.pricing import lines as price_lines
from benchruns.catalogue.pricing import prices
from benchruns.catalogue.pricing.price_import import (
    ImportPlan,
    PlanChanged,
    import_prices,
    plan_import,
)
from benchruns.models import InstanceClass, Price
from benchruns.names.class_words import read_class_word
from portal.forms.prices import PriceFileForm, PriceForm
from portal.pages.answers.csv import Line, csv_answer
from portal.pages.classes.price_rows import price_row
from portal.pages.staff import staff_only
from portal.web.requests import UserRequest

PAGE_SIZE = 50
MOST_SHOWN = 100  # faults, and lines of a preview
LONGEST_TEXT = 100
STATES = ("current", "stale", "superseded")


@staff_only
@require_GET
def price_list(request: UserRequest) -> HttpResponse:
    """``format=csv`` gives all prices of the filter, as the import takes them."""
    found = _filtered(request.GET)
    if request.GET.get("format") == "csv":
        return csv_answer("prices.csv", _lines(found))
    page = Paginator(found, PAGE_SIZE).get_page(request.GET.get("page"))
    query = request.GET.copy()
    query.pop("page", None)
    return render(
        request,
        "prices/list.html",
        {
            "page": page,
            "rows": [price_row(price) for price in page],
            "currencies": Price.objects.order_by("currency")
            .values_list("currency", flat=True)
            .distinct(),
            "chosen": request.GET,
            "query": query.urlencode(),
            "is_filtered": any(query.values()),
        },
    )


def _filtered(query: QueryDict) -> QuerySet[Price]:
    """A word that names nothing filters everything out."""
    found = (
        prices.marked()
        .select_related("instance_class__provider", "entered_by")
        .order_by(
            "instance_class__provider",
            "instance_class__engine",
            "instance_class__vcpus",
            "instance_class__memory_gb",
            "instance_class__code",
            "currency",
            "region",
            "term",
            "-priced_on",
        )
    )
    if text := query.get("q", "").strip()[:LONGEST_TEXT]:
        found = found.filter(instance_class__code__icontains=text)
    if currency := query.get("currency"):
        found = found.filter(currency=currency)
    if state := query.get("state"):
        found = _in_state(found, state)
    return found


def _in_state(found: QuerySet[Price], state: str) -> QuerySet[Price]:
    if state == "stale":
        return found.filter(Q(is_current=True), priced_on__lt=prices.last_fresh_day())
    if state in STATES:
        return found.filter(Q(is_current=state == "current"))
    return found.none()


def _lines(found: QuerySet[Price]) -> Iterator[Line]:
    yield price_lines.COLUMNS
    for price in found.iterator(chunk_size=1000):
        yield price_lines.price_cells(price)


@staff_only
@require_http_methods(["GET", "POST"])
def price_new(request: UserRequest) -> HttpResponse:
    """``class`` of the address (provider/engine/code) chooses a class beforehand."""
    chosen = _class_of(request.GET.get("class", ""))
    given = request.POST if request.method == "POST" else None
    form = PriceForm(given, initial={"instance_class": chosen})
    price = form.saved(user=request.user) if form.is_bound else None
    if price is None:
        return render(request, "prices/new.html", {"form": form})
    sold = price.instance_class
    messages.success(request, _("Entered for %(code)s.") % {"code": sold.code})
    return redirect("portal:class-detail", sold.provider_id, sold.engine, sold.code)


def _class_of(word: str) -> InstanceClass | None:
    key = read_class_word(word)
    if key is None:
        return None
    return InstanceClass.objects.filter(
        provider=key.provider, engine=key.engine, code=key.code
    ).first()


@staff_only
@require_http_methods(["GET", "POST"])
def price_delete(request: UserRequest, id: UUID) -> HttpResponse:
    found = prices.marked().select_related("instance_class__provider", "entered_by")
    price = get_object_or_404(found, pk=id)
    if request.method == "POST":
        price.delete()
        messages.success(request, _("The price has been deleted."))
        return redirect("portal:prices")
    return render(request, "prices/delete.html", {"row": price_row(price)})


@staff_only
@require_http_methods(["GET", "POST"])
def price_import(request: UserRequest) -> HttpResponse:
    """A file is looked at first; its text comes back with the plan that was agreed to."""
    if "agreed" in request.POST:
        return _import_agreed(request)
    if request.method == "GET":
        return _import_page(request, PriceFileForm())
    form = PriceFileForm(request.POST, request.FILES)
    if form.is_valid():
        return _preview(request, form.content)
    return _import_page(request, form)


def _preview(request: UserRequest, content: bytes) -> HttpResponse:
    try:
        plan = plan_import(content)
    except TableError as error:
        return _faults(request, error)
    return _plan_page(request, content, plan)


def _import_agreed(request: UserRequest) -> HttpResponse:
    # A browser sends every line of a text field with a Windows line end.
    content = request.POST.get("text", "").replace("\r\n", "\n").encode()
    try:
        done = import_prices(content, user=request.user, agreed=request.POST["agreed"])
    except TableError as error:
        return _faults(request, error)
    except PlanChanged as changed:
        return _plan_page(request, content, changed.plan, is_another=True)
    messages.success(
        request,
        _("Imported: %(added)d new, %(changed)d changed, %(same)d unchanged.")
        % {
            "added": len(done.added),
            "changed": len(done.changed),
            "same": done.unchanged,
        },
    )
    return redirect("portal:prices")


def _plan_page(
    request: UserRequest, content: bytes, plan: ImportPlan, *, is_another: bool = False
) -> HttpResponse:
    return render(
        request,
        "prices/preview.html",
        {
            "plan": plan,
            "added": plan.added[:MOST_SHOWN],
            "changed": plan.changed[:MOST_SHOWN],
            "text": content.decode("utf-8-sig").replace("\r\n", "\n"),
            "is_another": is_another,
        },
    )


def _faults(request: UserRequest, error: TableError) -> HttpResponse:
    return _import_page(request, PriceFileForm(), error)


def _import_page(
    request: UserRequest, form: PriceFileForm, error: TableError | None = None
) -> HttpResponse:
    return render(
        request,
        "prices/import.html",
        {
            "form": form,
            "fault_count": len(error.faults) if error else 0,
            "faults": error.faults[:MOST_SHOWN] if error else (),
            "columns": price_lines.COLUMNS,
            "most_bytes": MOST_BYTES,
            "most_lines": MOST_LINES,
        },
    )
