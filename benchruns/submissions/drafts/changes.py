"""Changing a submission while it is its owner's to change: files and statement.

Every change is one transaction that begins with a conditional UPDATE of the submission
(whose it is and its state in the WHERE clause), writes a step of its history and ends
in deriving. All raise Submission.DoesNotExist for who may not know of it, and
NotEditable, whose text is for the user.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from benchruns.models import Submission
from benchruns.parsers.errors import ReportError
from benchruns.parsers.stored import report as stored_report
from benchruns.parsers.tool_report import Kind
from benchruns.submissions.drafts.hold import (
    EDITABLE,
    NotEditable,
    held,
    replaced_by,
    standing_file,
)
from benchruns.submissions.drafts.steps import record, record_changes
from benchruns.submissions.files.removed_secrets import secrets_in
from benchruns.submissions.files.storage import (
    MOST_FILES,
    add,
    description_of,
    take_back_settings,
)
from benchruns.submissions.statement import clean, server_facts
from benchruns.submissions.statement.fields import FIELDS, Group
from benchruns.submissions.statement.statement import StatementError, concealed, merged
from benchruns.submissions.understanding.derive import derive
from benchruns.vocabulary import SubmissionState, SubmissionStep

if TYPE_CHECKING:
    from benchruns.submissions.intake import ReadFile

__all__ = [
    "EDITABLE",
    "MOST_DRAFTS",
    "MOST_FILES",
    "NotEditable",
    "StatementError",
    "add_files",
    "begin",
    "delete",
    "remove_file",
    "state",
    "state_file",
]

State, Step = SubmissionState, SubmissionStep

MOST_DRAFTS = 100  # of one user
LONGEST_CREDIT = 80


@transaction.atomic
def begin(
    owner: AbstractBaseUser,
    files: Sequence["ReadFile"],
    *,
    replaces: UUID | None = None,
) -> Submission:
    """A new draft with these files; ``replaces`` is an accepted one of the same owner.

    What that one states of class, server and client stands in the new one: it is a newer
    test of the same. Its day and load are the new one's own.
    """
    drafts = Submission.objects.filter(owner_id=owner.pk, state=State.DRAFT)
    if drafts.count() >= MOST_DRAFTS:
        raise NotEditable(
            _("You have %(most)d drafts, and may not keep more: submit or delete one.")
            % {"most": MOST_DRAFTS}
        )
    older = replaced_by(owner, replaces)
    submission = Submission.objects.create(
        owner_id=owner.pk,
        replaces=older,
        statement=_of_the_same(older.statement) if older else {},
        credit=older.credit if older else "",
    )
    names = [file.name for file in files]
    record(submission, Step.CREATED, by=owner, details={"files": names})
    add(submission, files, by=owner)
    derive(submission)
    return submission


@transaction.atomic
def add_files(
    submission_id: UUID, *, by: AbstractBaseUser, files: Sequence["ReadFile"]
) -> Submission:
    submission = held(submission_id, by)
    add(submission, files, by=by)
    derive(submission)
    return submission


@transaction.atomic
def remove_file(
    submission_id: UUID, *, by: AbstractBaseUser, file_id: UUID
) -> Submission:
    """Take a file out; one that was submitted before stays for the history."""
    submission = held(submission_id, by)
    file = standing_file(submission, file_id)
    record(
        submission,
        Step.FILE_REMOVED,
        by=by,
        text=file.name,
        details=description_of(file),
    )
    if submission.version:
        file.removed_at = timezone.now()
        file.save(update_fields=["removed_at"])
        submission.results.filter(submitted_file=file).delete()
    else:
        file.delete()
    report = stored_report.from_json(file.report)
    if report.kind == Kind.SETTINGS:
        take_back_settings(submission, report)
    derive(submission)
    return submission


def state(
    submission_id: UUID,
    *,
    by: AbstractBaseUser,
    statement: Mapping[str, object] | None = None,
    settings_text: str | None = None,
    credit: str | None = None,
) -> Submission:
    """State what is given; a field that is not given stays, a blank one goes.

    An empty ``settings_text`` takes the settings away. StatementError names each field
    that cannot be used, ``settings_text`` and ``credit`` among them. Secrets are
    removed; ``blanking.secrets_in`` counts them.
    """
    # outside of the transaction: a long text takes a second, while others are to write
    settings, errors = _pasted(settings_text)
    secrets = secrets_in(statement, settings_text, credit)
    with transaction.atomic():
        submission = held(submission_id, by)
        before = _stated(submission)
        if statement is not None:
            try:
                submission.statement = merged(submission.statement, statement)
            except StatementError as error:
                errors |= error.errors
        if settings is not None:
            submission.parameter_settings = settings
        if credit is not None:
            try:
                submission.credit = str(concealed(clean.text(LONGEST_CREDIT), credit))
            except clean.BadValue as error:
                errors["credit"] = str(error)
        if errors:
            raise StatementError(errors)
        submission.save(update_fields=["statement", "parameter_settings", "credit"])
        record_changes(submission, before, _stated(submission), by=by, secrets=secrets)
        derive(submission)
    return submission


def _pasted(text: str | None) -> tuple[dict[str, str] | None, dict[str, str]]:
    """The settings, None where none are given, and what is wrong with them by field."""
    if text is None:
        return None, {}
    try:
        return server_facts.pasted(text), {}
    except ReportError as error:
        return None, {"settings_text": f"{error.message} {error.line}".strip()}


@transaction.atomic
def state_file(
    submission_id: UUID,
    *,
    by: AbstractBaseUser,
    file_id: UUID,
    statement: Mapping[str, object],
) -> Submission:
    """State what differs for one file; as ``state`` does for all."""
    submission = held(submission_id, by)
    file = standing_file(submission, file_id)
    before = file.statement
    file.statement = merged(before, statement, of_file=True)
    file.save(update_fields=["statement"])
    secrets = secrets_in(statement)
    record_changes(
        submission, before, file.statement, by=by, secrets=secrets, file=file
    )
    derive(submission)
    return submission


@transaction.atomic
def delete(submission_id: UUID, *, by: AbstractBaseUser) -> None:
    """Delete a draft that was never submitted, with all that belongs to it."""
    submission = held(submission_id, by)
    if submission.version or submission.state != State.DRAFT:
        raise NotEditable(_("It was submitted before: withdraw it instead."))
    submission.delete()


def _of_the_same(statement: Mapping[str, Any]) -> dict[str, Any]:
    """What one test states that holds for a newer one."""
    return {
        name: value
        for name, value in statement.items()
        if name in FIELDS and FIELDS[name].group != Group.LOAD
    }


def _stated(submission: Submission) -> dict[str, Any]:
    return {
        **submission.statement,
        "settings": submission.parameter_settings,
        "credit": submission.credit,
    }
