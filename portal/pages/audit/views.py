"""Who did what, from where, when: to filter, to turn over, to save as a file."""

import json
import re
from collections.abc import Iterator
from datetime import UTC
from http import HTTPStatus

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpResponseBase
from django.shortcuts import render
from django.utils.dateparse import parse_datetime
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from benchruns.models import AuditEntry
from portal.pages.answers.csv import Line, streamed_csv
from portal.pages.audit.filter import AuditFilter
from portal.pages.staff import staff_only
from portal.web.address_words import page_of
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
    "token",
    "token_hint",
)
BATCH = 1000  # entries of a file that are held at a time
MOMENT = re.compile(r"(^|_)at$|^since$")  # names of details that are one


@staff_only
@never_cache
@require_safe
def audit_log(request: UserRequest) -> HttpResponseBase:
    """``format=csv`` gives all entries of the filter."""
    asked = AuditFilter(request.GET)
    found = asked.entries()
    status = HTTPStatus.OK if asked.is_valid() else HTTPStatus.BAD_REQUEST
    if request.GET.get("format") == "csv" and status == HTTPStatus.OK:
        return streamed_csv("audit.csv", _lines(found))
    query = request.GET.copy()
    query.pop("page", None)
    page = page_of(request, Paginator(found, PAGE_SIZE))
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
    return [(name, _plain(value, name)) for name, value in entry.details.items()]


def _plain(value: object, name: str = "") -> str:
    if isinstance(value, dict):
        return "; ".join(f"{key} {_plain(each, key)}" for key, each in value.items())
    if isinstance(value, list):
        return ", ".join(_plain(each) or "–" for each in value)
    if isinstance(value, str):
        return _moment(value) if MOMENT.search(name) else value
    return _json(value)


def _moment(written: str) -> str:
    """As pages print it; what is none stays as it was written."""
    try:
        at = parse_datetime(written)
        utc = at.astimezone(UTC) if at and at.tzinfo else None
    except (ValueError, OverflowError):  # 2026-02-31, or before the first year
        utc = None
    return f"{utc:%Y-%m-%d %H:%M:%S} UTC" if utc else written


def _lines(found: QuerySet[AuditEntry]) -> Iterator[Line]:
    yield COLUMNS
    for entry in _in_batches(found.order_by("-pk")):
        yield (
            entry.at,
            entry.actor_name,
            entry.action,
            entry.subject_kind,
            entry.subject_id,
            entry.subject_name,
            entry.door,
            entry.address,
            entry.request,
            _json(entry.details),
            entry.token_id,
            entry.token_hint,
        )


def _in_batches(found: QuerySet[AuditEntry]) -> Iterator[AuditEntry]:
    """The newest first: a query each, since a pooled connection holds no cursor."""
    batch = list(found[:BATCH])
    while batch:
        yield from batch
        batch = list(found.filter(pk__lt=batch[-1].pk)[:BATCH])


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
