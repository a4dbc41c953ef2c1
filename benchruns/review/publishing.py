"""What becomes of a submission's results: public, withdrawn, superseded.

They are of no series and no campaign: no regression rule watches them, and data checks
hold none of them against another. So nothing has to be found anew.
"""

from django.utils import timezone

from benchruns.models import Result, Submission
from benchruns.review import proposed_classes
from benchruns.vocabulary import ResultStatus, Visibility


def publish(submission: Submission) -> int:
    """Show the results to everybody, with their classes in the catalogue; how many.

    Lists have them among the newest: for everybody they are new now.
    """
    drafts = Result.objects.filter(submission=submission, status=ResultStatus.DRAFT)
    proposed_classes.enter(submission, drafts)
    return drafts.update(
        status=ResultStatus.CURRENT,
        visibility=Visibility.PUBLIC,
        created_at=timezone.now(),
    )


def withdraw(submission: Submission) -> int:
    """Public ones stay at their address and say so; drafts never were public."""
    return submission.results.update(status=ResultStatus.WITHDRAWN)


def supersede(submission: Submission) -> int:
    return submission.results.filter(status=ResultStatus.CURRENT).update(
        status=ResultStatus.SUPERSEDED
    )
