"""Campaigns of other papers, as one of the staff entered them for another to review."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower

from benchruns.models.base import PublicModel, one_of
from benchruns.models.catalogue.rows import Campaign
from benchruns.vocabulary import DraftState


class CampaignDraft(PublicModel):
    """What a campaign and its results will be once a second person has reviewed it.

    ``source_slug`` names the paper, ``report`` is the filled-in report template as a
    ``ToolReport`` (JSON). ``version`` counts the changes: a decision names the one that
    was looked at. Nothing of a draft is in a list, a chart or a maximum, nor of one
    that was published and withdrawn, with its ``reason``.
    """

    slug = models.SlugField(max_length=100, allow_unicode=True)
    title = models.CharField(max_length=200)
    source_slug = models.SlugField(max_length=80, allow_unicode=True)
    source_title = models.CharField(max_length=200)
    source_text = models.CharField(max_length=300)
    source_section = models.CharField(max_length=120, blank=True)
    language = models.CharField(max_length=5)
    published_on = models.DateField(null=True)
    stated_on = models.DateField()
    notes = models.TextField(blank=True)
    file_name = models.CharField(max_length=200)
    report = models.JSONField()
    version = models.PositiveIntegerField(default=1)
    state = models.CharField(
        max_length=10, choices=DraftState, default=DraftState.WAITING
    )
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="campaign_drafts"
    )
    entered_at = models.DateTimeField(auto_now_add=True)
    reviewed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    reviewed_at = models.DateTimeField(null=True)
    review = models.TextField(blank=True)
    withdrawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    withdrawn_at = models.DateTimeField(null=True)
    reason = models.TextField(blank=True)
    campaign = models.OneToOneField(
        Campaign, models.PROTECT, null=True, related_name="draft"
    )

    class Meta:
        ordering = ["-entered_at", "-id"]
        constraints = [
            models.UniqueConstraint(
                Lower("slug"),
                condition=Q(state__in=[DraftState.WAITING, DraftState.RETURNED]),
                name="one_open_draft_of_a_campaign",
            ),
            one_of("state", DraftState, name="campaign_draft_state_is_known"),
            models.CheckConstraint(
                condition=Q(reviewed_by__isnull=True) | ~Q(reviewed_by=F("entered_by")),
                name="campaign_reviewed_by_another",
            ),
            models.CheckConstraint(
                condition=~Q(state=DraftState.ACCEPTED)
                | Q(campaign__isnull=False, reviewed_by__isnull=False),
                name="accepted_campaign_was_reviewed",
            ),
            models.CheckConstraint(
                condition=~Q(state=DraftState.WITHDRAWN)
                | Q(campaign__isnull=True)
                | Q(withdrawn_by__isnull=False) & ~Q(reason=""),
                name="published_campaign_withdrawn_with_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return self.title
