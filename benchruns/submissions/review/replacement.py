"""A submission that takes the place of an older one of the same owner."""

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext as _

from benchruns.errors import NotAllowed
from benchruns.models import Submission
from benchruns.submissions.review import publication
from benchruns.submissions.review.move import move, record
from benchruns.vocabulary import SubmissionState, SubmissionStep


def forget_if_gone(submission: Submission) -> None:
    """What is not accepted any more cannot be replaced: then it stands by itself."""
    if submission.replaces_id is None:
        return
    accepted = Submission.objects.filter(
        pk=submission.replaces_id,
        owner_id=submission.owner_id,
        state=SubmissionState.ACCEPTED,
    )
    if accepted.exists():
        return
    Submission.objects.filter(pk=submission.pk).update(replaces=None)
    submission.replaces = None


def supersede(submission: Submission, *, by: AbstractBaseUser) -> None:
    """Move what an accepted submission replaces; NotAllowed where that stands no more."""
    old = submission.replaces
    if old is None:
        return
    if old.owner_id != submission.owner_id:
        raise NotAllowed(_("It replaces a submission of another owner."))
    try:
        superseded = move(
            old,
            out_of=[SubmissionState.ACCEPTED],
            changes={"state": SubmissionState.SUPERSEDED},
        )
    except NotAllowed as refused:
        raise NotAllowed(
            _(
                "What it replaces is not accepted any more. %(why)s Ask for changes: "
                "when its owner submits it again, it stands by itself."
            )
            % {"why": refused}
        ) from refused
    publication.supersede(superseded)
    record(
        superseded,
        SubmissionStep.SUPERSEDED,
        by=by,
        details={"by": str(submission.pk)},
    )
