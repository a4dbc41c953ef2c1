"""Entering a campaign for review, and changing it."""

import io
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from benchruns.audit.record import record as note
from benchruns.errors import FieldErrors, NotAllowed
from benchruns.models import Campaign, CampaignDraft, CatalogueChange, Source
from benchruns.parsers.stored import report as stored_report
from benchruns.parsers.tool_report import Kind
from benchruns.submissions.campaigns.rows import Paper
from benchruns.submissions.intake.intake import Refused, read_upload
from benchruns.vocabulary import AuditAction, CatalogueKind, DraftState

Values = Mapping[str, Any]  # cleaned, by the names of the draft's columns
OPEN = (DraftState.WAITING, DraftState.RETURNED)


class NameTaken(FieldErrors):
    """There is a campaign of this short name, or one on its way."""


class PaperError(ValueError):
    """The file cannot be a campaign; ``faults`` are (cell or row, what to do)."""

    def __init__(self, faults: list[tuple[str, str]]) -> None:
        super().__init__("; ".join(f"{place}: {reason}" for place, reason in faults))
        self.faults = faults


def enter(values: Values, name: str, content: bytes, *, user: User) -> Paper:
    """Of a draft that waits; FieldErrors or PaperError where it cannot be published."""
    draft = CampaignDraft(**values, entered_by=user)
    paper = _fill(draft, name, content)
    with transaction.atomic():
        _store(draft, is_new=True)
        record(draft, None, user=user)
    return paper


def change(
    draft_id: UUID, values: Values, name: str, content: bytes, *, user: User
) -> Paper:
    """The same with other values, waiting again; NotAllowed for what is decided.

    Without ``content`` the rows stay. Only who entered it changes it: so whoever
    reviews it has had no hand in it. Its rows are read before anything is held.
    """
    draft = CampaignDraft.objects.get(pk=draft_id)
    _require_change(draft, user)
    for column, value in values.items():
        setattr(draft, column, value)
    paper = _fill(draft, name, content)
    with transaction.atomic():
        there = CampaignDraft.objects.select_for_update().only("version", "state")
        before = there.get(pk=draft_id)
        if (before.version, before.state) != (draft.version, draft.state):
            raise NotAllowed(_("It was changed since you looked: look at it again."))
        draft.state = DraftState.WAITING
        draft.version += 1
        _store(draft, is_new=False)
        record(draft, before.state, user=user)
    return paper


def _require_change(draft: CampaignDraft, user: User) -> None:
    if draft.entered_by_id != user.pk:
        raise NotAllowed(_("Only who entered a campaign changes it."))
    if draft.state not in OPEN:
        raise NotAllowed(_("This campaign waits no longer."))


def _store(draft: CampaignDraft, *, is_new: bool) -> None:
    """The constraint speaks for one of this name that somebody entered meanwhile."""
    try:
        with transaction.atomic():
            draft.save(force_insert=is_new)
    except IntegrityError as error:
        check_names(draft)
        raise NameTaken({"slug": _one_waits()}) from error
    # It may have waited for one that was published meanwhile.
    check_names(draft)


def record(draft: CampaignDraft, before: str | None, *, user: User) -> None:
    """Who moved it, from which state to which, and why it was withdrawn."""
    CatalogueChange.objects.create(
        actor=user,
        kind=CatalogueKind.CAMPAIGN,
        key=draft.slug,
        values={
            "state": [before, str(draft.state)],
            **({"reason": [None, draft.reason]} if draft.reason else {}),
        },
    )
    state = [before, str(draft.state)]
    note(AuditAction.CAMPAIGN_MOVED, by=user, on=draft, name=draft.slug, state=state)


def _fill(draft: CampaignDraft, name: str, content: bytes) -> Paper:
    """With the report of the file, if one is given; checked as a whole."""
    check_names(draft)
    if content:
        draft.report, draft.file_name = _report_of(name, content), name[:200]
    paper = Paper(draft)
    if paper.faults:
        raise PaperError(paper.faults)
    return paper


def _report_of(name: str, content: bytes) -> dict[str, Any]:
    try:
        files = read_upload(name, io.BytesIO(content))
    except Refused as refusal:
        raise PaperError(list(refusal.cells) or [(name, refusal.message)]) from refusal
    if len(files) != 1 or files[0].report.kind != Kind.TEMPLATE:
        reason = _("Send the report template alone, filled in with the paper's rows.")
        raise PaperError([(name, reason)])
    return stored_report.as_json(files[0].report)


def check_names(draft: CampaignDraft) -> None:
    """FieldErrors where the campaign is there, or its source is another paper."""
    errors = {}
    source = Source.objects.filter(pk=draft.source_slug).first()
    if source is not None and source.title != draft.source_title:
        errors["source_title"] = _(
            "The source %(slug)s is “%(title)s”: give this title, or another name."
        ) % {"slug": source.slug, "title": source.title}
    if taken := _taken(draft):
        raise NameTaken({"slug": taken, **errors})
    if errors:
        raise FieldErrors(errors)


def _taken(draft: CampaignDraft) -> str:
    """Why the short name cannot be had; empty where it can."""
    others = CampaignDraft.objects.filter(slug__iexact=draft.slug, state__in=OPEN)
    if others.exclude(pk=draft.pk).exists():
        return _one_waits()
    if Campaign.objects.filter(slug__iexact=draft.slug).exists():
        return _("There is a campaign of this name: take another one.")
    return ""


def _one_waits() -> str:
    return _("A campaign of this name waits for its review: change that one.")
