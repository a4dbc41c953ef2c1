"""A second person's decision on a campaign: published, or given back with words."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID, uuid4

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from benchruns.errors import FieldErrors, NotAllowed
from benchruns.models import Campaign, CampaignDraft, Result, Source
from benchruns.results.datachecks import best_of_class
from benchruns.results.datachecks.results import refresh
from benchruns.submissions.campaigns.drafts import check_names, record
from benchruns.submissions.campaigns.rows import CLIENT_PLACE, Paper, PaperRow
from benchruns.vocabulary import DraftState, Provenance, Visibility

LONGEST_REVIEW = 2000


def accept(
    draft_id: UUID,
    *,
    version: int,
    user: User,
    text: str = "",
    paper: Paper | None = None,
) -> Campaign:
    """The campaign with its results, for everybody to see; NotAllowed.

    ``paper`` is the draft's where its rows are read already. They are read before
    anything is held: others need not wait for that.
    """
    paper = paper or Paper(CampaignDraft.objects.get(pk=draft_id))
    _require(paper.draft, version=version, user=user)
    if paper.faults:
        place, reason = paper.faults[0]
        raise NotAllowed(f"{place}: {reason}")
    stated = paper.campaign
    with transaction.atomic():
        draft = _locked(draft_id, version=version, user=user)
        try:
            check_names(draft)
        except FieldErrors as errors:
            raise NotAllowed(" ".join(errors.errors.values())) from errors
        campaign = _campaign(draft, stated)
        Result.objects.bulk_create(
            _result(draft, campaign, number, row)
            for number, row in enumerate(paper.rows, start=1)
        )
        _decide(draft, DraftState.ACCEPTED, user=user, text=text, campaign=campaign)
        refresh(Result.objects.of_papers())
        best_of_class.refresh_beside(Result.objects.filter(campaign=campaign))
    return campaign


@transaction.atomic
def give_back(draft_id: UUID, *, version: int, user: User, text: str) -> None:
    """With what is to be changed; NotAllowed."""
    draft = _locked(draft_id, version=version, user=user)
    _decide(draft, DraftState.RETURNED, user=user, text=text, campaign=None)


def may_decide(draft: CampaignDraft, user: User) -> bool:
    return (
        user.is_staff
        and draft.state == DraftState.WAITING
        and draft.entered_by_id != user.pk
    )


def _locked(draft_id: UUID, *, version: int, user: User) -> CampaignDraft:
    """The draft, held until the decision is stored; NotAllowed where there is none."""
    draft = CampaignDraft.objects.select_for_update().get(pk=draft_id)
    _require(draft, version=version, user=user)
    return draft


def _require(draft: CampaignDraft, *, version: int, user: User) -> None:
    if draft.state != DraftState.WAITING:
        raise NotAllowed(_("This campaign does not wait for a review."))
    if draft.entered_by_id == user.pk:
        raise NotAllowed(_("A second person reviews it: you have entered it."))
    if draft.version != version:
        raise NotAllowed(_("It was changed since you looked: look at it again."))


def _decide(
    draft: CampaignDraft,
    state: DraftState,
    *,
    user: User,
    text: str,
    campaign: Campaign | None,
) -> None:
    draft.state, draft.campaign = state, campaign
    draft.reviewed_by, draft.reviewed_at = user, timezone.now()
    draft.review = text
    draft.save()
    record(draft, DraftState.WAITING.value, user=user)


def _campaign(draft: CampaignDraft, stated: Mapping[str, Any]) -> Campaign:
    entered = {
        "source_text": draft.source_text,
        "stated_on": draft.stated_on,
        "entered_by": draft.entered_by,
        "entered_at": draft.entered_at,
    }
    source, _is_new = Source.objects.get_or_create(
        slug=draft.source_slug,
        defaults={
            "title": draft.source_title,
            "language": draft.language,
            "published_on": draft.published_on,
            **entered,
        },
    )
    return Campaign.objects.create(
        slug=draft.slug,
        title=draft.title,
        source=source,
        source_section=draft.source_section,
        published_on=draft.published_on,
        notes=draft.notes,
        **stated,
        **entered,
    )


def _result(
    draft: CampaignDraft, campaign: Campaign, number: int, row: PaperRow
) -> Result:
    """As the papers' own rows are: public, with the campaign's source."""
    values = {name: row.run.value(name) for name in CLIENT_PLACE}
    place = {name.removeprefix("client_"): v for name, v in values.items() if v}
    client = {**row.columns["client"], **place}
    return Result(
        id=uuid4(),
        **{**row.columns, "client": client, "measured_at": None},
        campaign=campaign,
        provenance=Provenance.PUBLISHED,
        visibility=Visibility.PUBLIC,
        published_key=f"{campaign.slug}/{number}",
        source_id=campaign.source_id,
        source_section=draft.source_section,
        row_note=row.run.place,
        published_on=draft.published_on,
    )
