"""Submissions as lines of a list: what each is about, and its best figure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext as _

from benchruns.metrics import METRICS
from benchruns.models import Result, Submission, SubmittedFile
from benchruns.workload_labels import workload_label

SPEEDS = ("tps", "nopm", "tpm", "qps")  # the first that is known stands in a line


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
    results = Result.objects.only(
        *("submission", "workload", "engine", "engine_version", "instance_class"),
        *("instance_class__code", *SPEEDS),
    ).select_related("instance_class")
    files = SubmittedFile.objects.filter(removed_at=None).only(
        *("submission", "name", "tool", "added_at")
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
        title=title_of(submission, results, files),
        results=len(results),
        best=_best(results),
        tools=", ".join(sorted({file.tool for file in files} - {""})),
        at=accepted_at or submission.changed_at,
    )


def title_of(
    submission: Submission,
    results: Sequence[Result],
    files: Sequence[SubmittedFile] = (),
) -> str:
    """ "OLTP read/write on MySQL 8.0, rds.mysql.c2.xlarge".

    Without a result the day and the first of the ``files``.
    """
    if not results:
        title = _("Report of %(day)s") % {"day": f"{submission.created_at:%Y-%m-%d}"}
        return f"{title}, {files[0].name}" if files else title
    names = list(dict.fromkeys(workload_label(each.workload) for each in results))
    loads = ", ".join(names[:2]) + (" …" if len(names) > 2 else "")
    server = _("%(loads)s on %(engine)s") % {
        "loads": loads,
        "engine": results[0].engine_title,
    }
    place = _place(submission, results)
    return f"{server}, {place}" if place else server


def _place(submission: Submission, results: Sequence[Result]) -> str:
    for result in results:
        if result.instance_class:
            return result.instance_class.code
    return str(submission.statement.get("instance_class", ""))


def _best(results: Sequence[Result]) -> str:
    for name in SPEEDS:
        known = [v for each in results if (v := getattr(each, name)) is not None]
        if known:
            return f"{max(known):,.0f} {METRICS[name].unit}"
    return ""
