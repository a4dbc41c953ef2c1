"""Who did what, from where, when: to filter, to turn over, to save as a file."""

import json
from collections.abc import Iterator
from http import HTTPStatus

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from benchruns.models import AuditEntry
from portal.pages.answers.csv import Line, csv_answer
from portal.pages.audit.filter import AuditFilter
from portal.pages.staff import staff_only
from portal.web.requests import UserRequest

PAGE_SIZE = 50
COLUMNS = (
    "at",
    "actor",
    "action",
    "subject_kind",
    "subject_id",
    "subject",
    "door",
    "address",
    "request",
    "details",
)


@staff_only
@never_cache
@require_GET
def audit_log(request: UserRequest) -> HttpResponse:
    """``format=csv`` gives all entries of the filter."""
    asked = AuditFilter(request.GET)
    found = asked.entries()
    status = HTTPStatus.OK if asked.is_valid() else HTTPStatus.BAD_REQUEST
    if request.GET.get("format") == "csv" and status == HTTPStatus.OK:
        return csv_answer("audit.csv", _lines(found))
    query = request.GET.copy()
    query.pop("page", None)
    page = Paginator(found, PAGE_SIZE).get_page(request.GET.get("page"))
    context = {
        "form": asked,
        "page": page,
        "entries": [(entry, _words(entry)) for entry in page],
        "query": query.urlencode(),
        "is_filtered": any(query.values()),
    }
    return render(request, "audit/log.html", context, status=status)


def _words(entry: AuditEntry) -> list[tuple[str, str]]:
    """Details by name, their values without the signs of JSON."""
    return [(name, _plain(value)) for name, value in entry.details.items()]


def _plain(value: object) -> str:
    if isinstance(value, dict):
        return "; ".join(f"{name} {_plain(each)}" for name, each in value.items())
    if isinstance(value, list):
        return ", ".join(_plain(each) or "–" for each in value)
    return value if isinstance(value, str) else _json(value)


def _lines(found: QuerySet[AuditEntry]) -> Iterator[Line]:
    yield COLUMNS
    for entry in found.iterator(chunk_size=1000):
        yield (
            entry.at.isoformat(),
            entry.actor_name,
            entry.action,
            entry.subject_kind,
            entry.subject_id,
            entry.subject_name,
            entry.door,
            entry.address,
            entry.request,
            _json(entry.details),
        )


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
