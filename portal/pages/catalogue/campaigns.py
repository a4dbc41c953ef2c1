"""Campaigns of other papers: entered, looked at, decided on by another."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import (
    require_POST,
    require_safe,
)

from benchruns.catalogue.entry.columns import CAMPAIGN
from benchruns.engines import version_slug
from benchruns.errors import FieldErrors, NotAllowed
from benchruns.figures.metrics import METRICS, SPEEDS, TOTALS
from benchruns.models import CampaignDraft
from benchruns.submissions.campaigns import decisions, drafts
from benchruns.submissions.campaigns.drafts import PaperError
from benchruns.submissions.campaigns.rows import Paper
from benchruns.submissions.campaigns.withdrawal import (
    may_withdraw_published,
    withdraw,
)
from benchruns.submissions.understanding.understood import Run
from benchruns.vocabulary import DraftState, Regime
from portal.forms.catalogue.campaign import CampaignForm
from portal.pages.staff import staff_only
from portal.web.requests import UserRequest, page_with_form

MOST_FAULTS = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperLine:
    """A row of the paper as everybody will read it.

    ``figures`` are label, value and unit of each; the unit of a speed says enough.
    """

    run: Run
    figures: list[tuple[str, float, str]]

    def _value(self, name: str) -> Any:
        return self.run.value(name)

    @property
    def size(self) -> dict[str, Any]:
        names = ("instance_class", "workload", "threads", "tables", "table_size")
        return {name: self._value(name) for name in names}

    @property
    def regime(self) -> str:
        """As its label has it; empty where the paper tells none."""
        word = self._value("regime")
        return str(Regime(word).label) if word else ""


@staff_only
@page_with_form
def campaign_new(request: UserRequest) -> HttpResponse:
    return _entry(
        request,
        None,
        lambda values, name, content: drafts.enter(
            values, name, content, user=request.user
        ),
    )


@staff_only
@page_with_form
def campaign_change(request: UserRequest, id: UUID) -> HttpResponse:
    draft = get_object_or_404(CampaignDraft, pk=id)
    return _entry(
        request,
        draft,
        lambda values, name, content: drafts.change(
            draft.pk, values, name, content, user=request.user
        ),
    )


def _entry(
    request: UserRequest,
    draft: CampaignDraft | None,
    store: Callable[[dict[str, Any], str, bytes], Paper],
) -> HttpResponse:
    stored = {c.name: getattr(draft, c.name) for c in CAMPAIGN} if draft else None
    form = CampaignForm(
        request.POST or None,
        request.FILES or None,
        stored=stored,
        has_rows=draft is not None,
    )
    faults: list[tuple[str, str]] = []
    if form.is_valid():
        try:
            kept = store(form.values, *form.sent).draft
        except PaperError as error:
            faults = error.faults
        except FieldErrors as refusal:
            form.refuse_all(refusal)
        except NotAllowed as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("It waits for the review of another."))
            return redirect("portal:campaign-draft", kept.pk)
    return render(
        request,
        "catalogue/campaign_form.html",
        {
            "form": form,
            "draft": draft,
            "faults": faults[:MOST_FAULTS],
            "fault_count": len(faults),
        },
    )


@staff_only
@require_safe
def campaign_draft(request: UserRequest, id: UUID) -> HttpResponse:
    """What everybody will see, before anybody does."""
    found = CampaignDraft.objects.select_related(
        "entered_by", "reviewed_by", "withdrawn_by", "campaign"
    )
    draft = get_object_or_404(found, pk=id)
    paper = Paper(draft)
    is_open = draft.state in drafts.OPEN
    return render(
        request,
        "catalogue/campaign_draft.html",
        {
            "draft": draft,
            "lines": [_line(run) for run in paper.runs],
            "campaign": paper.campaign if paper.rows and not paper.faults else None,
            "public_url": _public_url(draft),
            "faults": paper.faults if is_open else (),
            "is_own": is_open and draft.entered_by_id == request.user.pk,
            "may_decide": decisions.may_decide(draft, request.user),
            "may_withdraw": may_withdraw_published(draft, request.user),
            "longest": decisions.LONGEST_REVIEW,
        },
    )


def _public_url(draft: CampaignDraft) -> str:
    """Where its rows stand once they are published; empty before."""
    campaign = draft.campaign
    if campaign is None:
        return ""
    version = version_slug(campaign.engine_version)
    page = reverse("portal:engine-version", args=[campaign.engine, version])
    return f"{page}?campaign={campaign.slug}"


def _line(run: Run) -> PaperLine:
    return PaperLine(
        run=run,
        figures=[
            ("" if name in SPEEDS else str(metric.label), value, metric.unit)
            for name, metric in (METRICS | TOTALS).items()
            if (value := getattr(run.figures, name)) is not None
        ],
    )


@staff_only
@require_POST
def campaign_decide(request: UserRequest, id: UUID) -> HttpResponse:
    """``decision`` is accept, give_back or withdrawn; ``text`` says why."""
    draft = get_object_or_404(CampaignDraft, pk=id)
    decision = request.POST.get("decision", "")
    said = request.POST.get("text", "").replace("\0", "").strip()
    text = said[: decisions.LONGEST_REVIEW]
    given = request.POST.get("version", "")
    version = (
        int(given) if given.isascii() and given.isdecimal() and len(given) < 10 else 0
    )
    if decision == "give_back" and not text:
        messages.error(request, _("Say what is to be changed."))
        return redirect("portal:campaign-draft", id)
    try:
        if decision == "accept":
            decisions.accept(draft.pk, version=version, user=request.user, text=text)
            messages.success(request, _("Public now."))
        elif decision == "give_back":
            decisions.give_back(draft.pk, version=version, user=request.user, text=text)
            messages.success(request, _("Given back."))
        elif decision == DraftState.WITHDRAWN:
            withdraw(draft.pk, user=request.user, reason=text)
            messages.success(request, _("Withdrawn."))
    except NotAllowed as refusal:
        messages.error(request, str(refusal))
    return redirect("portal:campaign-draft", id)
