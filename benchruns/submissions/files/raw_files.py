"""The raw files of a submission: for its owner, reviewers and staff alone."""

from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser

from benchruns.models import Submission, SubmittedFile
from benchruns.models.submissions import is_inside, is_reviewer


def raw_file(
    submission_id: UUID, file_id: UUID, *, user: AbstractBaseUser | AnonymousUser
) -> SubmittedFile:
    """SubmittedFile.DoesNotExist for who may not read it.

    One that was taken out is no evidence of what was accepted: it stays for the history,
    which its owner and reviewers read.
    """
    visible = Submission.objects.visible_to(user).filter(pk=submission_id)
    file = (
        SubmittedFile.objects.filter(submission__in=visible)
        .select_related("submission")
        .get(pk=file_id)
    )
    is_own = file.submission.owner_id == user.pk
    if not is_inside(file.submission, user) or (
        file.removed_at is not None and not (is_own or is_reviewer(user))
    ):
        raise SubmittedFile.DoesNotExist
    return file
