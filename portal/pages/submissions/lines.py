"""Submissions as lines of a list: what each is about, and its best figure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import product

from django.db.models import Prefetch, QuerySet

from benchruns.figures.metrics import LEADING_SPEEDS, METRICS
from benchruns.models import Result, Submission, SubmittedFile
from benchruns.sentences.doubts import doubts_text
from benchruns.submissions.review.result_names import NEEDED, title_of


@dataclass(frozen=True, slots=True)
class SubmissionLine:
    """``best`` is the best figure that is not in doubt; where all are, the best of them with
    what is in ``doubt``."""

    submission: Submission
    title: str
    results: int
    best: str
    doubt: str
    tools: str
    at: datetime


def with_results(submissions: QuerySet[Submission]) -> QuerySet[Submission]:
    """With what ``line_of`` needs, in two queries more."""
    results = Result.objects.only(
        *NEEDED, *LEADING_SPEEDS, "findings", "doubt"
    ).select_related("instance_class")
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
    best, doubt = _best(results)
    return SubmissionLine(
        submission=submission,
        title=title_of(submission),
        results=len(results),
        best=best,
        doubt=doubt,
        tools=", ".join(sorted({file.tool for file in files} - {""})),
        at=accepted_at or submission.changed_at,
    )


def _best(results: Sequence[Result]) -> tuple[str, str]:
    """The figure and what is in doubt of it; both empty where none is known."""
    sure = [each for each in results if not each.doubt]
    for of, name in product((sure, results), LEADING_SPEEDS):
        known = [(v, each) for each in of if (v := getattr(each, name)) is not None]
        if known:
            value, result = max(known, key=lambda pair: pair[0])
            text = f"{value:,.0f} {METRICS[name].unit}"
            return text, doubts_text(result) if result.doubt else ""
    return "", ""
