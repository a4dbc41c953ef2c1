"""Entering and changing a provider or a class."""

from collections.abc import Sequence
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from benchruns.catalogue.entry import columns
from benchruns.catalogue.entry.column import Column
from benchruns.catalogue.entry.entries import (
    change_class,
    change_provider,
    enter_class,
    enter_provider,
    stored_values,
)
from benchruns.errors import FieldError
from benchruns.models import InstanceClass, Provider
from portal.forms.catalogue.entry import EntryForm
from portal.pages.staff import staff_only
from portal.web.requests import UserRequest, page_with_form


@staff_only
@page_with_form
def provider_new(request: UserRequest) -> HttpResponse:
    form = EntryForm(columns.PROVIDER, request.POST or None)
    if form.is_valid():
        try:
            provider = enter_provider(form.cleaned_data, user=request.user)
        except FieldError as refusal:
            form.refuse(refusal)
        else:
            messages.success(request, _("%s has been entered.") % provider.name)
            return redirect("portal:catalogue")
    return render(request, "catalogue/provider.html", {"form": form})


@staff_only
@page_with_form
def provider_change(request: UserRequest, slug: str) -> HttpResponse:
    provider = get_object_or_404(Provider, pk=slug)
    of = _without(columns.PROVIDER, ("slug",))
    stored = stored_values(provider, of)
    form = EntryForm(of, request.POST or None, stored=stored)
    if form.is_valid():
        try:
            change_provider(slug, form.cleaned_data, user=request.user)
        except FieldError as refusal:
            form.refuse(refusal)
        else:
            messages.success(request, _("Saved."))
            return redirect("portal:catalogue")
    context = {"form": form, "provider": provider}
    return render(request, "catalogue/provider.html", context)


@staff_only
@page_with_form
def class_new(request: UserRequest) -> HttpResponse:
    """``provider`` of the address chooses one beforehand."""
    stored = {"provider": request.GET.get("provider", "")}
    form = EntryForm(columns.CLASS, request.POST or None, stored=stored)
    if form.is_valid():
        try:
            sold = enter_class(form.cleaned_data, user=request.user)
        except FieldError as refusal:
            form.refuse(refusal)
        else:
            messages.success(request, _("%s has been entered.") % sold.code)
            return _page_of(sold)
    return render(request, "catalogue/class.html", {"form": form})


@staff_only
@page_with_form
def class_change(request: UserRequest, id: UUID) -> HttpResponse:
    """Of a class that a paper states, what papers do not state."""
    found = InstanceClass.objects.select_related("provider", "source")
    sold = get_object_or_404(found, pk=id)
    of = _without(columns.CLASS, columns.CLASS_KEY)
    if sold.source is not None:
        of = [column for column in of if not column.of_paper]
    form = EntryForm(of, request.POST or None, stored=stored_values(sold, of))
    if form.is_valid():
        try:
            change_class(sold.pk, form.cleaned_data, user=request.user)
        except FieldError as refusal:
            form.refuse(refusal)
        else:
            messages.success(request, _("Saved."))
            return _page_of(sold)
    return render(request, "catalogue/class.html", {"form": form, "sold": sold})


def _without(of: Sequence[Column], names: Sequence[str]) -> list[Column]:
    return [column for column in of if column.name not in names]


def _page_of(sold: InstanceClass) -> HttpResponse:
    return redirect("portal:class-detail", sold.provider_id, sold.engine, sold.code)
