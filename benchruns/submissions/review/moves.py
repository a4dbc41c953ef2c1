"""Every move of a submission, each in one transaction with its event and its notices.

    draft -> submitted -> accepted -> superseded, when one that replaces it is accepted
             submitted -> changes_requested -> submitted
             submitted -> draft                taken back by its owner
             submitted -> rejected
    draft | submitted | changes_requested | accepted -> withdrawn

All raise NotAllowed, whose text is for the user, and Submission.DoesNotExist for who
may not know of the submission. A decision names the version that was looked at. The
conversation goes on after a decision; it ends when the submission is withdrawn or
superseded.
"""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from benchruns.audit.record import record as note
from benchruns.errors import NotAllowed
from benchruns.limits import door
from benchruns.models import Submission, SubmissionEvent
from benchruns.models.submissions import is_reviewer
from benchruns.row_locks import lock_user
from benchruns.submissions.review import proposed_classes, publication, snapshot
from benchruns.submissions.review import replacement as replacing
from benchruns.submissions.review.check_counts import check_counts
from benchruns.submissions.review.move import cleaned_text, move, record
from benchruns.submissions.review.refusals import (
    AgainstRating,
    Asks,
    ChecksFailed,
    NoGrade,
    Unasked,
    WordsNotAllowed,
    require_owner,
    require_rated,
    require_reviewer,
    require_sure,
    standing,
)
from benchruns.submissions.rewards import issue as issuing
from benchruns.submissions.rewards import revoke as revoking
from benchruns.vocabulary import (
    AuditAction,
    Grade,
    Limit,
    SubmissionState,
    SubmissionStep,
)

__all__ = [
    "AgainstRating",
    "Asks",
    "ChecksFailed",
    "NoGrade",
    "Unasked",
    "WordsNotAllowed",
    "accept",
    "comment",
    "reject",
    "request_changes",
    "submit",
    "take_back",
    "withdraw",
]

State, Step = SubmissionState, SubmissionStep

EDITABLE = (State.DRAFT, State.CHANGES_REQUESTED)
UNDECIDED = (*EDITABLE, State.SUBMITTED)
# A draft is its owner's alone, also one that was taken back.
TALKED_ABOUT = (
    *(State.SUBMITTED, State.CHANGES_REQUESTED),
    *(State.ACCEPTED, State.REJECTED),
)
# The same words again within it are one comment, sent by two clicks.
SAID_TWICE = timedelta(seconds=10)


@transaction.atomic
def submit(submission_id: UUID, *, by: AbstractBaseUser, text: str = "") -> Submission:
    """Hand it in for review: no check has failed, and there is a result.

    ``text`` is what its owner says to the reviewers. What it was to replace, and is not
    accepted any more, it does not replace.
    """
    seen = _seen(submission_id, by)
    words = cleaned_text(text)
    require_owner(by, seen)
    door.spend(by, Limit.COMMENTS)
    submission = move(
        seen,
        out_of=EDITABLE,
        changes={
            "state": State.SUBMITTED,
            "version": F("version") + 1,
            "submitted_at": timezone.now(),
            "decided_at": None,
        },
    )
    _require_complete(submission)  # after the UPDATE: nobody edits it any more
    replacing.forget_if_gone(submission)
    details = snapshot.of(submission)
    record(submission, Step.SUBMITTED, by=by, text=words, details=details)
    return submission


@transaction.atomic
def take_back(submission_id: UUID, *, by: AbstractBaseUser) -> Submission:
    """Make it a draft again, before somebody has decided."""
    seen = _seen(submission_id, by)
    require_owner(by, seen)
    submission = move(seen, out_of=[State.SUBMITTED], changes={"state": State.DRAFT})
    record(submission, Step.TAKEN_BACK, by=by)
    return submission


@transaction.atomic
def withdraw(submission_id: UUID, *, by: AbstractBaseUser, reason: str) -> Submission:
    """End it, with a reason: its owner at any time, others once it is accepted.

    Accepted results keep their address and say that they are withdrawn; a code that was
    not redeemed is revoked.
    """
    seen = _seen(submission_id, by)
    is_own = seen.owner_id == by.pk
    if not is_own and not getattr(by, "is_staff", False):
        require_reviewer(by, seen)
    text = cleaned_text(reason, missing=_("Give the reason for withdrawing."))
    submission = move(
        seen,
        out_of=[*UNDECIDED, State.ACCEPTED] if is_own else [State.ACCEPTED],
        changes={"state": State.WITHDRAWN},
    )
    publication.withdraw(submission)
    revoking.revoke_unredeemed(submission, by=by, reason=text)
    record(submission, Step.WITHDRAWN, by=by, text=text)
    return submission


@transaction.atomic
def request_changes(
    submission_id: UUID, *, by: AbstractBaseUser, text: str, version: int
) -> Submission:
    """Give it back to its owner, saying what to change."""
    return _decide(
        submission_id,
        by=by,
        version=version,
        step=Step.CHANGES_REQUESTED,
        text=cleaned_text(text, missing=_("Say what is to be changed.")),
        changes={"state": State.CHANGES_REQUESTED},
    )


@transaction.atomic
def reject(
    submission_id: UUID,
    *,
    by: AbstractBaseUser,
    text: str,
    version: int,
    is_sure: bool = True,
) -> Submission:
    """End it, saying why. Raises Unasked where who does it is to be asked first."""
    words = cleaned_text(text, missing=_("Say why it is rejected."))
    seen = _seen(submission_id, by)
    require_reviewer(by, seen)
    require_sure(seen, version=version, is_sure=is_sure)
    return _decide(
        submission_id,
        by=by,
        version=version,
        step=Step.REJECTED,
        text=words,
        changes={"state": State.REJECTED},
    )


@transaction.atomic
def accept(
    submission_id: UUID,
    *,
    by: AbstractBaseUser,
    grade: str,
    version: int,
    text: str = "",
    instance_class: str = "",
    asks: Asks = Asks.NOTHING,
) -> Submission:
    """Publish its results with a grade, supersede what it replaces, issue its code.

    A report with results that a licence withholds is not published: the step tells it.
    ``instance_class`` (provider/engine/code) is the class of the catalogue that the report
    calls by a name that is new there. Raises AgainstRating for what is to be asked first.
    """
    if grade not in Grade.values:
        raise NoGrade(
            _("Give a grade: %(grades)s.") % {"grades": ", ".join(Grade.values)}
        )
    now = timezone.now()
    seen = _seen(submission_id, by)
    require_reviewer(by, seen)
    require_rated(seen, version=version, asks=asks)
    withheld = publication.withheld_in(seen)
    match = proposed_classes.matched(seen, instance_class) if instance_class else None
    submission = _decide(
        submission_id,
        by=by,
        version=version,
        step=Step.ACCEPTED,
        text=cleaned_text(text),
        changes={
            "state": State.ACCEPTED,
            "grade": grade,
            "accepted_at": now,
            "decided_at": now,
        },
        details={
            "grade": grade,
            **({"withheld": withheld} if withheld else {}),
            **({"matched_as": instance_class} if match else {}),
        },
    )
    publication.publish(
        submission, is_private=withheld > 0, known_as=match.row if match else None
    )
    if match:
        note(
            AuditAction.CLASS_MATCHED,
            by=by,
            on=submission,
            stated=match.stated,
            matched_as=instance_class,
        )
    replacing.supersede(submission, by=by)
    issuing.issue(submission, by=by)
    return submission


@transaction.atomic
def comment(submission_id: UUID, *, by: AbstractBaseUser, text: str) -> SubmissionEvent:
    """Say something: its owner to the reviewers, a reviewer to its owner."""
    seen = _seen(submission_id, by)
    if seen.owner_id != by.pk:
        require_reviewer(by, seen)
    words = cleaned_text(text, missing=_("Write a comment."))
    lock_user(by.pk)  # of two at once the second sees the first
    if again := _just_said(seen, words, by=by):
        return again
    door.spend(by, Limit.COMMENTS)
    open_to_talk = Submission.objects.filter(pk=seen.pk, state__in=TALKED_ABOUT)
    if not open_to_talk.update(changed_at=timezone.now()):
        raise NotAllowed(_why_silent(seen))
    seen.refresh_from_db()
    return record(seen, Step.COMMENTED, by=by, text=words)


def _just_said(
    seen: Submission, words: str, *, by: AbstractBaseUser
) -> SubmissionEvent | None:
    """The same words of the same user, seconds ago and the last that happened: a button
    was pressed twice."""
    last = seen.events.order_by("-at", "-id").first()
    is_again = (
        last is not None
        and (last.step, last.actor_id, last.text) == (Step.COMMENTED, by.pk, words)
        and timezone.now() - last.at < SAID_TWICE
    )
    return last if is_again else None


def _seen(submission_id: UUID, by: AbstractBaseUser) -> Submission:
    """A reviewer may have looked at what is its owner's alone again: it is told why."""
    try:
        return Submission.objects.visible_to(by).get(pk=submission_id)
    except Submission.DoesNotExist:
        gone = Submission.objects.filter(pk=submission_id, version__gt=0).first()
        if gone is None or not is_reviewer(by):
            raise
        raise NotAllowed(standing(gone)) from None


def _decide(
    submission_id: UUID,
    *,
    by: AbstractBaseUser,
    version: int,
    step: SubmissionStep,
    text: str,
    changes: Mapping[str, Any],
    details: Mapping[str, Any] | None = None,
) -> Submission:
    seen = _seen(submission_id, by)
    require_reviewer(by, seen)
    submission = move(
        seen,
        out_of=[State.SUBMITTED],
        version=version,
        changes={"decided_at": timezone.now(), "reviewer_id": by.pk, **changes},
    )
    record(submission, step, by=by, text=text, details=details)
    return submission


def _require_complete(submission: Submission) -> None:
    if failed := check_counts(submission).failed:
        raise ChecksFailed(failed)
    if not submission.results.exists():
        raise NotAllowed(_("It has no result yet: add a tool's report."))


def _why_silent(submission: Submission) -> str:
    submission.refresh_from_db()
    if submission.state == State.DRAFT:
        return _("Nobody else sees a draft yet: comment once it is submitted.")
    return _("The conversation has ended. %(why)s") % {"why": standing(submission)}
