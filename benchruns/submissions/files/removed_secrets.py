"""Secrets that were removed from what was uploaded and stated: how many, and where.

Of a statement the history keeps the count: what was kept does not tell it, since a
settings table may lack the blanked line, and an owner may have typed the stars.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.db.models.fields.json import KT, KeyTransform

from benchruns.models import Submission, SubmissionEvent, SubmittedFile
from benchruns.parsers.secrets.guard import blank_secrets
from benchruns.vocabulary import SubmissionStep

COMMAND, SETTINGS, CREDIT = "command", "settings", "credit"  # as steps name them
SECRETS = "secrets"  # the key of their count

Counts = dict[str, int]


class Where(NamedTuple):
    """Something stood in a file, in a field of it (see ``COMMAND``), or of all."""

    field: str
    file: str


def secrets_in(
    statement: Mapping[str, object] | None = None,
    settings_text: str | None = None,
    credit: str | None = None,
) -> Counts:
    """What will be removed of what is about to be stated, by the field.

    Pure. ``drafts.state`` and ``drafts.state_file`` keep the texts without it.
    """
    texts = {**(statement or {}), CREDIT: credit, SETTINGS: settings_text}
    found = {
        name: blank_secrets(text).count
        for name, text in texts.items()
        if isinstance(text, str)
    }
    return {name: count for name, count in found.items() if count}


def removed(submission: Submission, files: Sequence[SubmittedFile]) -> dict[Where, int]:
    """By where it stood, of what still stands; one query.

    A command that was sent again is counted once: by the most that one sending held.
    """
    found = {Where("", file.name): int(file.report.get(SECRETS, 0)) for file in files}
    standing = {str(file.pk): file for file in files}
    whole = {
        **submission.statement,
        SETTINGS: submission.parameter_settings,
        CREDIT: submission.credit,
    }
    steps = SubmissionEvent.objects.filter(
        details__has_key=SECRETS, submission=submission, step=SubmissionStep.STATED
    )
    # of their details no more than this: they hold all that was stated
    told = steps.values_list(KT("details__file"), KeyTransform(SECRETS, "details"))
    for file_id, secrets in told:
        of_file = standing.get(file_id or "")
        stands = of_file.statement if of_file else whole
        if of_file is None and file_id is not None:
            continue  # it was removed
        for name, count in secrets.items():
            if stands.get(name):
                place = Where(name, of_file.name if of_file else "")
                found[place] = max(found.get(place, 0), int(count))
    return {place: count for place, count in found.items() if count}
