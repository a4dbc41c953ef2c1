"""The hold on a submission while its owner changes it.

Whose it is and its state stand in the WHERE clause of one UPDATE, which holds the row
until the transaction ends: nobody submits or reviews it meanwhile.
"""

from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser
from django.utils import timezone
from django.utils.translation import gettext as _

from benchruns.models import Submission, SubmittedFile
from benchruns.vocabulary import SubmissionState

State = SubmissionState

EDITABLE = (State.DRAFT, State.CHANGES_REQUESTED)


class NotEditable(Exception):
    """The submission cannot be changed so, or not now; the text says why."""


def held(submission_id: UUID, by: AbstractBaseUser) -> Submission:
    """The submission, held until the end of the transaction."""
    own = Submission.objects.filter(
        pk=submission_id, owner_id=by.pk, state__in=EDITABLE
    )
    is_held = own.update(changed_at=timezone.now())
    submission = (
        Submission.objects.visible_to(by).select_related("owner").get(pk=submission_id)
    )
    if is_held:
        return submission
    if submission.owner_id != by.pk:
        raise NotEditable(_("Only its owner may change a submission."))
    raise NotEditable(
        _("It is %(state)s, and cannot be changed now.")
        % {"state": State(submission.state).label}
    )


def replaced_by(owner: AbstractBaseUser, replaces: UUID | None) -> Submission | None:
    if replaces is None:
        return None
    found = Submission.objects.filter(
        pk=replaces, owner_id=owner.pk, state=State.ACCEPTED
    ).first()
    if found is None:
        raise NotEditable(_("Only an accepted submission of your own can be replaced."))
    return found


def standing_file(submission: Submission, file_id: UUID) -> SubmittedFile:
    standing = submission.files.filter(removed_at__isnull=True).defer("content")
    file = standing.filter(pk=file_id).first()
    if file is None:
        raise NotEditable(_("This submission has no such file."))
    return file
