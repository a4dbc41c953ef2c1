"""Submissions as lines of a list: what each is about, and its best figure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Prefetch, QuerySet

from benchruns.figures.metrics import LEADING_SPEEDS, METRICS
from benchruns.models import Result, Submission, SubmittedFile
from benchruns.submissions.review.result_names import NEEDED, title_of


@dataclass(frozen=True, slots=True)
class SubmissionLine:
    submission: Submission
    title: str
    results: int
    best: str
    tools: str
    at: datetime


def with_results(submissions: QuerySet[Submission]) -> QuerySet[Submission]:
    """With what ``line_of`` needs, in two queries more."""
    results = Result.objects.only(*NEEDED, *LEADING_SPEEDS).select_related(
        "instance_class"
    )
    files = SubmittedFile.objects.filter(removed_at=None).only(
        *("submission", "name", "tool", "added_at", "removed_at")
    )
    return submissions.defer("checks", "parameter_settings").prefetch_related(
        Prefetch("results", results), Prefetch("files", files)
    )


def lines_of(
    submissions: Iterable[Submission], *, is_public: bool = False
) -> list[SubmissionLine]:
    return [line_of(each, is_public=is_public) for each in submissions]


def line_of(submission: Submission, *, is_public: bool = False) -> SubmissionLine:
    results = list(submission.results.all())
    files = list(submission.files.all())
    accepted_at = submission.accepted_at if is_public else None
    return SubmissionLine(
        submission=submission,
        title=title_of(submission),
        results=len(results),
        best=_best(results),
        tools=", ".join(sorted({file.tool for file in files} - {""})),
        at=accepted_at or submission.changed_at,
    )


def _best(results: Sequence[Result]) -> str:
    for name in LEADING_SPEEDS:
        known = [v for each in results if (v := getattr(each, name)) is not None]
        if known:
            return f"{max(known):,.0f} {METRICS[name].unit}"
    return ""
