"""What the moves of a submission share: one conditional UPDATE, its event, its notices.

Who matches the WHERE clause (state, version, whose it is) has made the move, everybody
else has not. All of it is called within the transaction of a move.
"""

from collections.abc import Collection, Mapping
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.utils import timezone
from django.utils.translation import gettext as _

from benchruns.audit.record import record as note
from benchruns.errors import NotAllowed
from benchruns.models import Submission, SubmissionEvent
from benchruns.outbox.record import address_of, put
from benchruns.parsers.text.safe_text import TURNING
from benchruns.submissions.review import notices
from benchruns.submissions.review.refusals import WordsNotAllowed, moved_meanwhile
from benchruns.vocabulary import (
    AuditAction,
    SubmissionState,
    SubmissionStep,
    WebhookEvent,
)

LONGEST_TEXT = 5000
# Line breaks and tabs stay.
_CONTROLS = {
    **dict.fromkeys({*range(32), 127, *range(0xD800, 0xE000)} - {9, 10, 13}, " "),
    **dict.fromkeys(map(ord, TURNING), ""),
}


def move(
    seen: Submission,
    *,
    out_of: Collection[SubmissionState],
    changes: Mapping[str, Any],
    version: int | None = None,
) -> Submission:
    """The submission after the UPDATE; NotAllowed, with the reason, where none was made.

    ``seen`` is as it was read: its state is not trusted. With ``version`` only that
    version is moved. ``changes`` are columns.
    """
    rows = Submission.objects.filter(pk=seen.pk, state__in=out_of)
    if version is not None:
        rows = rows.filter(version=version)
    is_made = rows.update(**{"changed_at": timezone.now(), **changes})
    now = Submission.objects.select_related("owner").get(pk=seen.pk)
    if not is_made:
        raise NotAllowed(moved_meanwhile(now, version=version))
    return now


def record(
    submission: Submission,
    step: SubmissionStep,
    *,
    by: AbstractBaseUser,
    text: str = "",
    details: Mapping[str, Any] | None = None,
) -> SubmissionEvent:
    """Write one step of the history, and tell whom it concerns."""
    event = SubmissionEvent.objects.create(
        submission=submission,
        step=step,
        actor_id=by.pk,
        version=submission.version,
        text=text,
        details=dict(details or {}),
    )
    if step != SubmissionStep.COMMENTED:
        note(AuditAction.REPORT_MOVED, by=by, on=submission, step=str(step))
    notices.tell(event)
    _tell_webhooks(submission, step)
    return event


def _tell_webhooks(submission: Submission, step: SubmissionStep) -> None:
    """Those of its owner; what is said in words is on its page alone."""
    name = f"submission.{step}"
    if name not in WebhookEvent.values:
        return
    told = {
        "id": str(submission.pk),
        "state": submission.state,
        "version": submission.version,
        "grade": submission.grade or None,
        "address": address_of("submissions", submission),
    }
    put(submission.owner_id, name, {"submission": told})


def cleaned_text(text: str, *, missing: str = "") -> str:
    """What people will read, without control characters.

    WordsNotAllowed for one that is too long, or empty where ``missing`` says what to
    write.
    """
    found = text.replace("\r\n", "\n").translate(_CONTROLS).strip()
    if missing and not found:
        raise WordsNotAllowed(missing)
    if len(found) > LONGEST_TEXT:
        raise WordsNotAllowed(
            _("Write %(most)d characters at most; these are %(count)d.")
            % {"most": LONGEST_TEXT, "count": len(found)}
        )
    return found
