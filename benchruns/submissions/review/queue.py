"""What waits for reviewers, and what one has decided."""

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Exists, F, OuterRef, QuerySet, Subquery

from benchruns.models import Result, Submission, SubmissionEvent, SubmittedFile
from benchruns.models.counts import count_of
from benchruns.models.submissions import is_reviewer
from benchruns.vocabulary import SubmissionState, SubmissionStep

Viewer = AbstractBaseUser | AnonymousUser

DECISIONS = (
    SubmissionStep.CHANGES_REQUESTED,
    SubmissionStep.ACCEPTED,
    SubmissionStep.REJECTED,
)


def waiting(reviewer: Viewer) -> QuerySet[Submission]:
    """What this reviewer may decide on, longest waiting first; none for others.

    Each with ``results_count`` and ``files_count``; ``check_counts`` counts its checks.
    """
    if not is_reviewer(reviewer):
        return Submission.objects.none()
    rows = Submission.objects.filter(state=SubmissionState.SUBMITTED)
    return _counted(rows.exclude(owner_id=reviewer.pk)).order_by("submitted_at", "id")


def decided(reviewer: Viewer) -> QuerySet[Submission]:
    """What this reviewer has decided on, as of ``own_decision_at``, newest first.

    Without what is a draft again: that is its owner's alone.
    """
    own = SubmissionEvent.objects.filter(
        submission=OuterRef("pk"), actor_id=reviewer.pk, step__in=DECISIONS
    ).order_by("-at", "-id")
    rows = Submission.objects.visible_to(reviewer).filter(Exists(own))
    rows = rows.annotate(own_decision_at=Subquery(own.values("at")[:1]))
    return _counted(rows).order_by(F("own_decision_at").desc(), "-id")


def _counted(rows: QuerySet[Submission]) -> QuerySet[Submission]:
    files = SubmittedFile.objects.filter(removed_at__isnull=True)
    return rows.select_related("owner", "reviewer").annotate(
        results_count=count_of(Result.objects.all(), "submission"),
        files_count=count_of(files, "submission"),
    )
