"""Prices for staff: list, enter, import, export, delete."""

from collections.abc import Iterator
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from benchruns.audit.record import record
from benchruns.catalogue.pricing import lines as price_lines
from benchruns.catalogue.pricing import prices
from benchruns.catalogue.pricing.price_import import (
    import_prices,
    plan_import,
)
from benchruns.models import InstanceClass, Price
from benchruns.names.class_words import read_class_word
from benchruns.vocabulary import AuditAction
from portal.forms.prices import PriceForm
from portal.pages.answers.csv import Line, csv_answer
from portal.pages.classes.price_rows import price_row
from portal.pages.imports import TableImport, import_pages
from portal.pages.staff import staff_only
from portal.web.address_words import page_of
from portal.web.requests import UserRequest, page_with_form

PAGE_SIZE = 50
LONGEST_TEXT = 100
STATES = ("current", "stale", "superseded")


@staff_only
@require_safe
def price_list(request: UserRequest) -> HttpResponse:
    """``format=csv`` gives all prices of the filter, as the import takes them."""
    found = _filtered(request.GET)
    if request.GET.get("format") == "csv":
        return csv_answer("prices.csv", _lines(found))
    page = page_of(request, Paginator(found, PAGE_SIZE))
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
@page_with_form
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
@page_with_form
def price_delete(request: UserRequest, id: UUID) -> HttpResponse:
    found = prices.marked().select_related("instance_class__provider", "entered_by")
    price = get_object_or_404(found, pk=id)
    if request.method == "POST":
        with transaction.atomic():
            record(AuditAction.PRICE_DELETED, by=request.user, on=price)
            price.delete()
        messages.success(request, _("The price has been deleted."))
        return redirect("portal:prices")
    return render(request, "prices/delete.html", {"row": price_row(price)})


@staff_only
@page_with_form
def price_import(request: UserRequest) -> HttpResponse:
    table = TableImport(
        title=gettext_lazy("Import prices"),
        home="portal:prices",
        home_label=gettext_lazy("Prices"),
        list="portal:prices",
        list_label=gettext_lazy("To the prices"),
        all_label=gettext_lazy("All prices as such a file"),
        changed_since=gettext_lazy(
            "Prices have changed since you looked: this is what the file would do now."
        ),
        address=reverse("portal:price-import"),
        names=price_lines.COLUMNS,
        rules_template="prices/_rules.html",
        lines_template="prices/_lines.html",
        plan=plan_import,
        store=import_prices,
    )
    return import_pages(request, table)
