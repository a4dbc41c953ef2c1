"""The history of a submission: its steps as one may see them, and what versions change.

Owner and reviewers see each other's user names, as people who talk to each other do.
Reviewers do not see the steps of editing: ``differences`` tells what came of them. The
public sees what was published when: no names, no words.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models.fields.json import KT

from benchruns.models import Submission, SubmissionEvent
from benchruns.models.submissions import is_reviewer
from benchruns.submissions.review.versions import (
    Difference,
    UnknownVersion,
    differences,
    versions,
)
from benchruns.vocabulary import SubmissionStep

__all__ = [
    "Difference",
    "Entry",
    "Side",
    "UnknownVersion",
    "differences",
    "timeline",
    "versions",
]

Viewer = AbstractBaseUser | AnonymousUser
Step = SubmissionStep

PUBLIC_STEPS = (Step.SUBMITTED, Step.ACCEPTED, Step.WITHDRAWN, Step.SUPERSEDED)
STEPS_OF_EDITING = (Step.CREATED, Step.FILE_ADDED, Step.FILE_REMOVED, Step.STATED)


class Side(StrEnum):
    """Who did a step."""

    OWNER = "owner"
    REVIEWER = "reviewer"
    PROGRAM = "program"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One step as a viewer may see it.

    ``who`` is a user name; empty for the public, and where a program did it. ``text``
    is a comment, a reason or a file's name. ``grade`` is that of an acceptance, and
    ``superseded_by`` the id of the submission that took its place.
    """

    step: SubmissionStep
    label: str
    at: datetime
    version: int
    side: Side
    who: str = ""
    is_own: bool = False
    text: str = ""
    grade: str = ""
    superseded_by: str = ""


def timeline(submission: Submission, *, viewer: Viewer) -> list[Entry]:
    """The steps, oldest first, for one who may see the submission."""
    # without the rest of their details: of each change they hold all that was stated
    steps = submission.events.select_related("actor").defer("details")
    events = steps.order_by("at", "id").annotate(
        given_grade=KT("details__grade"), replaced_by=KT("details__by")
    )
    shown = _steps_for(viewer, submission)
    if shown is None:
        return [_public(event) for event in events.filter(step__in=PUBLIC_STEPS)]
    return [
        _entry(event, viewer, submission) for event in events.filter(step__in=shown)
    ]


def _steps_for(
    viewer: Viewer, submission: Submission
) -> Collection[SubmissionStep] | None:
    """What its owner and its reviewers see; None for the public."""
    if submission.owner_id == viewer.pk:
        return list(Step)
    if is_reviewer(viewer) or getattr(viewer, "is_staff", False):
        return [step for step in Step if step not in STEPS_OF_EDITING]
    return None


def _public(event: SubmissionEvent) -> Entry:
    return Entry(
        step=Step(event.step),
        label=event.get_step_display(),
        at=event.at,
        version=event.version,
        side=_side(event, event.submission),
        grade=event.given_grade or "",  # type: ignore[attr-defined]  # annotated
        superseded_by=event.replaced_by or "",  # type: ignore[attr-defined]
    )


def _entry(event: SubmissionEvent, viewer: Viewer, submission: Submission) -> Entry:
    return Entry(
        step=Step(event.step),
        label=event.get_step_display(),
        at=event.at,
        version=event.version,
        side=_side(event, submission),
        who=event.actor.get_username() if event.actor else "",
        is_own=event.actor_id is not None and event.actor_id == viewer.pk,
        text=event.text,
        grade=event.given_grade or "",  # type: ignore[attr-defined]  # annotated
        superseded_by=event.replaced_by or "",  # type: ignore[attr-defined]
    )


def _side(event: SubmissionEvent, submission: Submission) -> Side:
    if event.actor_id is None:
        return Side.PROGRAM
    return Side.OWNER if event.actor_id == submission.owner_id else Side.REVIEWER
