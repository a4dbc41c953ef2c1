"""What the page of a submitted result tells beside its figures."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser

from benchruns.models import Result, Submission, SubmittedFile
from benchruns.models.submissions import is_inside
from benchruns.results.submitted_samples import samples_of, thinned
from benchruns.runs.samples import Row
from benchruns.vocabulary import ResultStatus, SubmissionStep

MOST_POINTS = 600  # of one chart: more are means of several seconds
_STEPS = {
    ResultStatus.WITHDRAWN: SubmissionStep.WITHDRAWN,
    ResultStatus.SUPERSEDED: SubmissionStep.SUPERSEDED,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Samples:
    """Rows in the order of ``samples.COLUMNS``; each the mean of ``step`` seconds."""

    step: int
    rows: Sequence[Row]


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmittedReport:
    """``ended_at`` is when it was withdrawn or superseded, ``successor`` by what, where
    the reader may see that. ``is_inside`` is who may read the raw file, and its name."""

    submission: Submission
    file: SubmittedFile
    is_inside: bool
    ended_at: datetime | None
    successor: Submission | None
    samples: Samples | None


def submitted_report(
    result: Result, *, user: AbstractBaseUser | AnonymousUser
) -> SubmittedReport | None:
    """None of a result that was not submitted; a constant number of queries.

    The result must come with its submission and file.
    """
    submission, file = result.submission, result.submitted_file
    if submission is None or file is None:
        return None
    found = samples_of([result]).get(result.pk)
    step, rows = thinned(found, limit=MOST_POINTS) if found else (1, [])
    return SubmittedReport(
        submission=submission,
        file=file,
        is_inside=is_inside(submission, user),
        ended_at=_ended_at(submission, result.status),
        successor=successor_of(submission, user=user)
        if result.status == ResultStatus.SUPERSEDED
        else None,
        samples=Samples(step=step, rows=rows) if rows else None,
    )


def _ended_at(submission: Submission, status: str) -> datetime | None:
    step = _STEPS.get(ResultStatus(status))
    if step is None:
        return None
    steps = submission.events.filter(step=step).order_by("-at", "-pk")
    return steps.values_list("at", flat=True).first()


def successor_of(
    submission: Submission, *, user: AbstractBaseUser | AnonymousUser
) -> Submission | None:
    """What was accepted in its place; None for who may not see that."""
    accepted = Submission.objects.visible_to(user).filter(
        replaces=submission, accepted_at__isnull=False
    )
    return accepted.order_by("-accepted_at").first()
