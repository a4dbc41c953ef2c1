"""The raw files of a submission, by who may read them."""

from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser

from benchruns.models import Submission, SubmittedFile
from benchruns.models.submissions import is_reviewer


def raw_file(
    submission_id: UUID, file_id: UUID, *, user: AbstractBaseUser | AnonymousUser
) -> SubmittedFile:
    """For who may see its submission; SubmittedFile.DoesNotExist for others.

    One that was taken out is no evidence of what was accepted: it stays for the history,
    which its owner and reviewers read.
    """
    visible = Submission.objects.visible_to(user).filter(pk=submission_id)
    file = (
        SubmittedFile.objects.filter(submission__in=visible)
        .select_related("submission")
        .get(pk=file_id)
    )
    is_inside = file.submission.owner_id == user.pk or is_reviewer(user)
    if file.removed_at is not None and not is_inside:
        raise SubmittedFile.DoesNotExist
    return file
