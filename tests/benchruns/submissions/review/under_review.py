"""Submissions with a result, brought where a test needs them by their own moves."""

from benchruns.models import RewardPolicy
from benchruns.submissions.review import moves
from tests.submission_factories import (
    ReviewerFactory,
    SubmissionFactory,
    SubmittedResultFactory,
)

STATED = {
    "provider": "Alibaba Cloud",
    "instance_class": "mysql.n2.large.1",
    "engine": "mysql",
    "engine_version": "8.0",
}


def draft(*, tps=100.0, **columns):
    """A draft that may be submitted: no check failed, and it has a result."""
    submission = SubmissionFactory(**{"statement": dict(STATED), **columns})
    SubmittedResultFactory(draft=True, submission=submission, tps=tps)
    return submission


def submitted(**columns):
    submission = draft(**columns)
    return moves.submit(submission.pk, by=submission.owner)


def accept(submission, *, by=None, grade="accepted", text=""):
    return moves.accept(
        submission.pk,
        by=by or ReviewerFactory(),
        grade=grade,
        version=submission.version,
        text=text,
    )


def accepted(grade="accepted", by=None, **columns):
    return accept(submitted(**columns), by=by, grade=grade)


def promise(grade="accepted", **columns):
    """Make the policy of a grade active."""
    RewardPolicy.objects.update_or_create(
        grade=grade, defaults={"is_active": True, "discount_percent": 10, **columns}
    )
