"""Prepared data that stays on servers: the list, and dropping one of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from benchruns.errors import NotAllowed
from benchruns.models import DataSet, Endpoint, Run
from benchruns.models.counts import count_of
from benchruns.workloads.labels import workload_label
from portal.actions import data_sets as actions
from portal.queries import rows as queries
from portal.web.address_words import page_of
from portal.web.requests import UserRequest, page_with_form

PAGE_SIZE = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class DataSetRow:
    """``uses`` counts the runs that worked on it, the one that loaded it included."""

    data_set: DataSet
    workload: str
    uses: int

    @property
    def size(self) -> Mapping[str, Any]:
        size: Mapping[str, Any] = self.data_set.size
        return size

    @property
    def is_dropping(self) -> bool:
        return self.data_set.drop_requested_at is not None

    @property
    def is_elsewhere(self) -> bool:
        return bool(self.data_set.is_elsewhere)  # type: ignore[attr-defined]  # annotated

    @property
    def can_be_dropped(self) -> bool:
        return not self.is_dropping and not self.is_elsewhere

    @property
    def is_in_use(self) -> bool:
        return bool(self.data_set.is_in_use)  # type: ignore[attr-defined]  # annotated


@login_required
@require_safe
def data_sets(request: UserRequest) -> HttpResponse:
    """Those on one's own endpoints, for staff on all; newest first."""
    endpoint = _endpoint(request)
    found = _listed(request)
    if endpoint is not None:
        found = found.filter(endpoint=endpoint)
    page = page_of(request, Paginator(found, PAGE_SIZE))
    return render(
        request,
        "data_sets/list.html",
        {
            "page": page,
            "rows": [_row(each) for each in page],
            "endpoint": endpoint,
            "query": "" if endpoint is None else urlencode({"endpoint": endpoint.pk}),
        },
    )


@login_required
@page_with_form
def drop(request: UserRequest, id: UUID) -> HttpResponse:
    """Say what is lost, then have a worker drop it; 409 while something uses it."""
    data_set = get_object_or_404(_listed(request), pk=id)
    if request.method != "POST":
        return _drop_page(request, data_set)
    try:
        actions.drop(data_set, by=request.user)
    except NotAllowed as refusal:
        return _drop_page(request, data_set, refusal=str(refusal))
    messages.success(request, _("A worker drops it now; then it leaves this list."))
    return redirect("portal:data-sets")


def _drop_page(
    request: UserRequest, data_set: DataSet, *, refusal: str = ""
) -> HttpResponse:
    status = HTTPStatus.CONFLICT if refusal else HTTPStatus.OK
    context = {"row": _row(data_set), "refusal": refusal}
    return render(request, "data_sets/drop.html", context, status=status)


def _listed(request: UserRequest) -> QuerySet[DataSet]:
    return (
        queries.data_sets(request.user)
        .select_related("endpoint__owner", "server", "run")
        .annotate(uses=count_of(Run.objects.all(), "data_set"))
        .order_by("-created_at", "-id")
    )


def _row(data_set: DataSet) -> DataSetRow:
    return DataSetRow(
        data_set=data_set,
        workload=workload_label(data_set.workload),
        uses=data_set.uses,  # type: ignore[attr-defined]  # annotated
    )


def _endpoint(request: UserRequest) -> Endpoint | None:
    """The one that the address asks for, if it may be seen."""
    try:
        wanted = UUID(request.GET.get("endpoint", ""))
    except ValueError:
        return None
    return Endpoint.objects.visible_to(request.user).filter(pk=wanted).first()
