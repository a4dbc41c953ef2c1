"""The list of runs."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from benchruns.engines import ENGINE_CHOICES
from benchruns.models import Endpoint, Run
from benchruns.vocabulary import RunState
from benchruns.workloads import WORKLOADS
from portal.pages.runs.rows import rows_of
from portal.queries import runs as run_queries
from portal.web.address_words import (
    faults_of_filters,
    no_endpoint,
    page_of,
    status_of_list,
)
from portal.web.permissions import Viewer

PAGE_SIZE = 50
ENDPOINT = "endpoint"
TYPED = ("name", "tag")


@require_safe
def runs(request: HttpRequest) -> HttpResponse:
    """One's own and public runs, newest first, filtered by the address."""
    filters = _filters(request.GET, request.user)
    problems = _problems(request.GET, filters)
    listed = run_queries.listed(request.user)
    found = listed.none() if problems else _filtered(listed, request)
    page = page_of(request, Paginator(found, PAGE_SIZE))
    query = request.GET.copy()
    query.pop("page", None)
    rows = rows_of(page, viewer=request.user)
    return render(
        request,
        "runs/list.html",
        {
            "page": page,
            "runs": rows,
            "deletable": [row for row in rows if row.is_deletable],
            "filters": filters,
            "problems": problems,
            "name": request.GET.get("name", ""),
            "tag": request.GET.get("tag", ""),
            "query": query.urlencode(),
            "is_filtered": any(query.values()),
        },
        status=status_of_list(request, problems),
    )


def _problems(query: QueryDict, filters: Sequence[dict[str, Any]]) -> list[str]:
    choices = {
        each["name"]: [word for word, _label in each["choices"]]
        for each in filters
        if each["name"] != ENDPOINT  # staff may name anybody's
    }
    known = (*choices, ENDPOINT, *TYPED, "page")
    problems = list(faults_of_filters(query, known=known, choices=choices))
    if (word := query.get(ENDPOINT)) and _uuid(word) is None:
        problems.append(no_endpoint(word))
    return problems


def _filtered(found: QuerySet[Run], request: HttpRequest) -> QuerySet[Run]:
    query = request.GET
    if state := query.get("state"):
        found = found.filter(state=state)
    if engine := query.get("engine"):
        found = found.filter(endpoint__engine=engine)
    if workload := query.get("workload"):
        found = found.filter(workload=workload)
    if text := query.get("name", "").strip():
        found = run_queries.named(found, request.user, _storable(text))
    if tag := query.get("tag", "").strip():
        found = run_queries.tagged(found, request.user, _storable(tag))
    if endpoint := _uuid(query.get("endpoint")):
        # An endpoint's id tells whose a public run is: its owner and staff know that.
        found = found.filter(
            endpoint__in=Endpoint.objects.visible_to(request.user), endpoint_id=endpoint
        )
    return found


def _storable(text: str) -> str:
    """No database stores this character, and some refuse to look for it."""
    return text.replace("\0", "")


def _filters(query: QueryDict, viewer: Viewer) -> list[dict[str, Any]]:
    """The selects of the list with what is chosen in them."""
    workloads = [(name, str(each.label)) for name, each in WORKLOADS.items()]
    return [
        {
            "name": name,
            "label": label,
            "choices": choices,
            "chosen": query.get(name, ""),
        }
        for name, label, choices in (
            ("state", _("State"), RunState.choices),
            ("engine", _("Engine"), ENGINE_CHOICES),
            ("workload", _("Workload"), workloads),
            ("endpoint", _("Endpoint"), _endpoints(viewer)),
        )
        if choices
    ]


def _endpoints(viewer: Viewer) -> list[tuple[str, str]]:
    """One's own, by name."""
    if not viewer.is_authenticated:
        return []
    own = Endpoint.objects.registered().filter(owner_id=viewer.pk).order_by("name")
    return [(str(pk), name) for pk, name in own.values_list("pk", "name")]


def _uuid(text: str | None) -> UUID | None:
    try:
        return UUID(text or "")
    except ValueError:
        return None
