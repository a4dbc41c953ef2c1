"""Taking a campaign back: a draft by who entered it, a published one by any of the staff."""

from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from benchruns.errors import NotAllowed
from benchruns.models import CampaignDraft, Result
from benchruns.results.datachecks import best_of_class
from benchruns.results.datachecks.results import refresh
from benchruns.submissions.campaigns.drafts import OPEN, record
from benchruns.submissions.review.move import cleaned_text
from benchruns.vocabulary import DraftState, ResultStatus


@transaction.atomic
def withdraw(draft_id: UUID, *, user: User, reason: str = "") -> CampaignDraft:
    """End it; a published one with a reason, which everybody reads.

    Its results keep their address and say so there; no list, chart or comparison of
    classes has them any more. NotAllowed for another's draft, and for what has ended;
    WordsNotAllowed without a reason where one is needed.
    """
    draft = CampaignDraft.objects.select_for_update().get(pk=draft_id)
    _require(draft, user)
    is_published = draft.state == DraftState.ACCEPTED
    missing = _("Give the reason for withdrawing.") if is_published else ""
    draft.reason = cleaned_text(reason, missing=missing)
    before, draft.state = draft.state, DraftState.WITHDRAWN
    draft.withdrawn_by, draft.withdrawn_at = user, timezone.now()
    draft.save(update_fields=["state", "reason", "withdrawn_by", "withdrawn_at"])
    if is_published:
        _withdraw_results(draft)
    record(draft, before, user=user)
    return draft


def may_withdraw_published(draft: CampaignDraft, user: User) -> bool:
    return user.is_staff and draft.state == DraftState.ACCEPTED


def _require(draft: CampaignDraft, user: User) -> None:
    if may_withdraw_published(draft, user):
        return
    if draft.state == DraftState.WITHDRAWN:
        raise NotAllowed(_("This campaign is withdrawn already."))
    if draft.state not in OPEN or draft.entered_by_id != user.pk:
        raise NotAllowed(
            _("Only who entered a campaign takes it back, while it waits.")
        )


def _withdraw_results(draft: CampaignDraft) -> None:
    """What was held against its rows is checked again without them."""
    rows = Result.objects.of_papers().filter(campaign=draft.campaign)
    rows.update(status=ResultStatus.WITHDRAWN)
    refresh(Result.objects.of_papers())
    best_of_class.refresh_beside(Result.objects.filter(campaign=draft.campaign))
