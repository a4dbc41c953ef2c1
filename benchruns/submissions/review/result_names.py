"""What a submission is called where there is room for a few words."""

from collections.abc import Iterable, Sequence

from django.db.models import Prefetch
from django.utils.translation import gettext as _

from benchruns.models import Result, Submission, SubmittedFile
from benchruns.workloads.labels import workload_label

MOST_LOADS = 2  # named in a title
# What a title needs of a result, for ``only``.
NEEDED = (
    *("submission", "submitted_file", "submitted_row"),
    *("workload", "engine", "engine_version", "instance_class__code"),
)


def title_of(submission: Submission) -> str:
    """ "OLTP read/write on MySQL 8.0, mysql.n2.large.1", by its results in their order.

    That is by file and place in it, as pages list them. Without a result the day, and
    before it was accepted its first file. Two queries, none after ``for_titles``.
    """
    files = sorted(
        submission.files.all(), key=lambda file: (file.added_at, file.name, file.pk)
    )
    results = _in_order(submission.results.all(), files)
    if not results:
        return _without_results(submission, files)
    server = _("%(loads)s on %(engine)s") % {
        "loads": _loads(results),
        "engine": results[0].engine_title,
    }
    place = _place(submission, results)
    return f"{server}, {place}" if place else server


def for_titles(path: str = "") -> "tuple[Prefetch[str], Prefetch[str]]":
    """What a title needs of the submissions behind ``path`` ("event__submission__")."""
    results = Result.objects.only(*NEEDED).select_related("instance_class")
    return Prefetch(f"{path}results", results), files_for_titles(path)


def files_for_titles(path: str = "") -> "Prefetch[str]":
    files = SubmittedFile.objects.only("submission", "name", "removed_at", "added_at")
    return Prefetch(f"{path}files", files)


def _in_order(
    results: Iterable[Result], files: Sequence[SubmittedFile]
) -> list[Result]:
    places: dict[object, int] = {file.pk: n for n, file in enumerate(files)}
    return sorted(
        results,
        key=lambda result: (
            places.get(result.submitted_file_id, len(places)),
            result.submitted_row or 0,
        ),
    )


def day_of(submission: Submission) -> str:
    """ "Report of 2026-11-20": for those who may not know what is in it."""
    return _("Report of %(day)s") % {"day": f"{submission.created_at:%Y-%m-%d}"}


def _without_results(submission: Submission, files: Iterable[SubmittedFile]) -> str:
    title = day_of(submission)
    if submission.accepted_at is not None:  # everybody may read it
        return title
    name = next((file.name for file in files if file.removed_at is None), "")
    return f"{title}, {name}" if name else title


def _loads(results: Iterable[Result]) -> str:
    names = list(dict.fromkeys(workload_label(each.workload) for each in results))
    return ", ".join(names[:MOST_LOADS]) + (" …" if len(names) > MOST_LOADS else "")


def _place(submission: Submission, results: Sequence[Result]) -> str:
    for result in results:
        if result.instance_class:
            return result.instance_class.code
    return str(submission.statement.get("instance_class", ""))
