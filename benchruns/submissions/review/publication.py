"""What becomes of a submission's results: public or withheld, withdrawn, superseded.

They are of no series and no campaign: no regression rule watches them, and data checks
hold none of them against another. What is found anew is which are the same run.
"""

from django.utils import timezone

from benchruns.engines import RESTRICTED
from benchruns.models import InstanceClass, Result, Submission
from benchruns.submissions.checks import public_duplicates, vendor_consent
from benchruns.submissions.review import proposed_classes
from benchruns.submissions.understanding.understood import understand
from benchruns.vocabulary import ResultStatus, Visibility


def publish(
    submission: Submission, *, is_private: bool, known_as: InstanceClass | None = None
) -> int:
    """Show the results to everybody, with their classes in the catalogue; how many.

    Lists have them among the newest: for everybody they are new now. Where the report
    ``is_private`` all of them count, and stay private: a public one would have its
    evidence in a report that nobody may open. The class that the catalogue lacks is the
    one that it is ``known_as`` there.
    """
    drafts = Result.objects.filter(submission=submission, status=ResultStatus.DRAFT)
    proposed_classes.enter(submission, drafts, known_as=known_as)
    count = drafts.update(
        status=ResultStatus.CURRENT,
        visibility=Visibility.PRIVATE if is_private else Visibility.PUBLIC,
        created_at=timezone.now(),
    )
    public_duplicates.refresh_later(submission)
    return count


def withheld_in(submission: Submission) -> int:
    """How many drafts have a licence that asks for a consent which nobody states."""
    drafts = Result.objects.filter(submission=submission, status=ResultStatus.DRAFT)
    if not drafts.filter(engine__in=RESTRICTED).exists():
        return 0
    return len(vendor_consent.withheld(understand(submission).runs))


def withdraw(submission: Submission) -> int:
    """Public ones stay at their address and say so; drafts never were public."""
    count = submission.results.update(status=ResultStatus.WITHDRAWN)
    public_duplicates.refresh_later(submission)
    return count


def supersede(submission: Submission) -> int:
    current = submission.results.filter(status=ResultStatus.CURRENT)
    count = current.update(status=ResultStatus.SUPERSEDED)
    public_duplicates.refresh_later(submission)
    return count
