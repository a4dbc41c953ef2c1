"""Steps in the history of a submission that its owner changes."""

import json
from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import AbstractBaseUser

from benchruns.limits import door
from benchruns.models import Submission, SubmissionEvent, SubmittedFile
from benchruns.submissions.files.removed_secrets import SECRETS
from benchruns.vocabulary import Limit, SubmissionStep


def record_changes(
    submission: Submission,
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    *,
    by: AbstractBaseUser,
    secrets: Mapping[str, int],
    file: SubmittedFile | None = None,
) -> None:
    """One step that tells what changed, and none where nothing did.

    ``secrets`` counts those that were taken out of what was sent: that is told, too. What a
    step holds counts as uploaded: LimitReached where that is too much.
    """
    changed = {
        name: {"before": before.get(name), "after": after.get(name)}
        for name in {**before, **after}
        if before.get(name) != after.get(name)
    }
    if changed or secrets:
        details = {
            "changed": changed,
            **({SECRETS: secrets} if secrets else {}),
            **({"file": str(file.pk)} if file else {}),
        }
        text = file.name if file else ""
        door.spend(by, Limit.UPLOAD_MB, amount=len(json.dumps(changed)))
        record(submission, SubmissionStep.STATED, by=by, text=text, details=details)


def record(
    submission: Submission,
    step: SubmissionStep,
    *,
    by: AbstractBaseUser,
    text: str = "",
    details: Mapping[str, Any] | None = None,
) -> None:
    SubmissionEvent.objects.create(
        submission=submission,
        step=step,
        actor_id=by.pk,
        version=submission.version,
        text=text,
        details=dict(details or {}),
    )
