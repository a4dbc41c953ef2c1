"""What staff have entered: providers, classes, and the last changes with who made them."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.core.paginator import Paginator
from django.db.models import Count, Q, QuerySet
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from benchruns.catalogue.entry import columns
from benchruns.catalogue.entry.column import by_name, text_of
from benchruns.catalogue.entry.entries import stored_values
from benchruns.models import CampaignDraft, CatalogueChange, InstanceClass, Provider
from benchruns.vocabulary import DraftState
from portal.pages.answers.csv import Line, csv_answer
from portal.pages.staff import staff_only
from portal.web.address_words import page_of
from portal.web.requests import UserRequest

PAGE_SIZE = 50
CHANGES_SHOWN = DRAFTS_SHOWN = 20
LONGEST_TEXT = 100
WAITING = DraftState.WAITING
NAMED_BY = ("slug", "code")  # what is set once, when a row is entered


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """``values`` are label, before and after; of a new row there is no before."""

    at: datetime
    actor: str
    kind: str
    key: str
    is_new: bool
    values: list[tuple[str, str, str]]


@staff_only
@require_safe
def desk(request: UserRequest) -> HttpResponse:
    """``format=csv`` gives the providers that an import takes."""
    if request.GET.get("format") == "csv":
        return csv_answer("providers.csv", _provider_lines())
    found = Provider.objects.select_related("entered_by").annotate(
        class_count=Count("classes"),
        paper_count=Count("classes", filter=Q(classes__source__isnull=False)),
    )
    changes = CatalogueChange.objects.select_related("actor")[:CHANGES_SHOWN]
    return render(
        request,
        "catalogue/desk.html",
        {
            "providers": found,
            "changes": [_change(row) for row in changes],
            "class_count": _entered().count(),
            "drafts": _drafts()[:DRAFTS_SHOWN],
            "left_out": Provider.objects.count() - _importable_providers().count(),
            "waiting_count": CampaignDraft.objects.filter(state=WAITING).count(),
        },
    )


@staff_only
@require_safe
def entered_classes(request: UserRequest) -> HttpResponse:
    """Those that no paper states; ``format=csv`` gives those that an import takes."""
    found = _entered()
    if text := request.GET.get("q", "").strip()[:LONGEST_TEXT]:
        found = found.filter(
            Q(code__icontains=text) | Q(provider__slug__icontains=text)
        )
    if request.GET.get("format") == "csv":
        return csv_answer("classes.csv", _class_lines(_with_source(found)))
    page = page_of(request, Paginator(found, PAGE_SIZE))
    left_out = found.count() - _with_source(found).count()
    context = {"page": page, "text": text, "left_out": left_out}
    return render(request, "catalogue/classes.html", context)


def _drafts() -> QuerySet[CampaignDraft]:
    """Those that wait for a review first, then the newest."""
    found = CampaignDraft.objects.select_related("entered_by", "reviewed_by")
    found = found.defer("report")
    waiting = found.annotate(is_waiting=Q(state=WAITING))
    return waiting.order_by("-is_waiting", "-entered_at", "-id")


def _entered() -> QuerySet[InstanceClass]:
    return (
        InstanceClass.objects.filter(source__isnull=True)
        .select_related("provider", "entered_by")
        .order_by("provider", "engine", "vcpus", "memory_gb", "code")
    )


def _with_source(found: QuerySet[InstanceClass]) -> QuerySet[InstanceClass]:
    """What a report brought has no source of staff's, which an import asks for."""
    return found.exclude(source_text="").exclude(stated_on=None)


def _importable_providers() -> QuerySet[Provider]:
    """Neither those that a report brought, nor those of the papers, which stay."""
    entered = Provider.objects.exclude(source_text="").exclude(stated_on=None)
    of_papers = InstanceClass.objects.filter(source__isnull=False).values("provider")
    return entered.exclude(pk__in=of_papers)


def _class_lines(found: QuerySet[InstanceClass]) -> Iterator[Line]:
    yield [column.name for column in columns.CLASS]
    for sold in found.iterator(chunk_size=1000):
        yield _cells(stored_values(sold, columns.CLASS))


def _provider_lines() -> Iterator[Line]:
    yield [column.name for column in columns.PROVIDER]
    for provider in _importable_providers():
        yield _cells(stored_values(provider, columns.PROVIDER))


def _cells(values: dict[str, object]) -> Line:
    return [text_of(value) for value in values.values()]


def _change(row: CatalogueChange) -> Change:
    return Change(
        at=row.at,
        actor=row.actor.get_username() if row.actor else "",
        kind=row.get_kind_display(),
        key=row.key,
        is_new=not row.values.keys().isdisjoint(NAMED_BY),
        values=[
            (
                _label_of(name),
                _text_of(name, before),
                _text_of(name, after),
            )
            for name, (before, after) in row.values.items()
            if after not in (None, "", []) or before not in (None, "", [])
        ],
    )


def _label_of(name: str) -> str:
    known = by_name((*columns.PROVIDER, *columns.CLASS))
    if name in known:
        return str(known[name].label)
    return {"state": _("State"), "reason": _("Reason")}.get(name, name)


def _text_of(name: str, value: object) -> str:
    """A campaign's state as its page has it, anything else as it was entered."""
    if name == "state" and value in DraftState.values:
        return str(DraftState(value).label)
    return text_of(value)
