"""Texts that were uploaded before, and figures that stand elsewhere."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from benchruns.findings import Finding
from benchruns.models import Result, Submission, SubmittedFile
from benchruns.vocabulary import Severity

SPEEDS = ("tps", "qps", "nopm")
COMPARED = (*SPEEDS, "latency_avg_ms", "latency_p95_ms")
MOST_NAMED = 5

Viewer = AbstractBaseUser | AnonymousUser


@dataclass(frozen=True, slots=True, kw_only=True)
class Duplicates:
    """Findings by the id of the file, and by the id of the result."""

    texts: Mapping[UUID, Finding] = field(default_factory=dict)
    figures: Mapping[UUID, Finding] = field(default_factory=dict)


def find(
    submission: Submission,
    files: Sequence[SubmittedFile],
    results: Sequence[Result],
    *,
    user: Viewer,
) -> Duplicates:
    """What this user may know of: of others' private texts only that they are there.

    What the submission is to replace is no duplicate of it. Two queries.
    """
    return Duplicates(
        texts=_texts(submission, files, user),
        figures=_figures(submission, results, user),
    )


def _texts(
    submission: Submission, files: Sequence[SubmittedFile], user: Viewer
) -> dict[UUID, Finding]:
    own = [submission.pk, submission.replaces_id]
    visible = Submission.objects.visible_to(user).filter(pk=OuterRef("submission"))
    others = (
        SubmittedFile.objects.filter(sha256__in={file.sha256 for file in files})
        .exclude(submission__in=[pk for pk in own if pk is not None])
        .order_by("added_at", "pk")
        .values_list("sha256", "submission_id", Exists(visible))
    )
    found: dict[str, list[str]] = {}
    for sha256, submission_id, is_visible in others:
        named = found.setdefault(sha256, [])
        if is_visible and str(submission_id) not in named:
            named.append(str(submission_id))
    return {
        file.pk: _same_text(found[file.sha256])
        for file in files
        if file.sha256 in found
    }


def _same_text(submissions: Sequence[str]) -> Finding:
    return Finding(
        code="duplicate_text",
        severity=Severity.CAUTION,
        message=_("The same text was uploaded already."),
        values={"submissions": list(submissions[:MOST_NAMED])},
        why=_("One run counts once, whoever uploads it."),
        remedy=_(
            "Remove the file, or say in a comment what this submission adds. To correct "
            "an accepted submission, replace it."
        ),
    )


def _figures(
    submission: Submission, results: Sequence[Result], user: Viewer
) -> dict[UUID, Finding]:
    wanted = Q()
    for name in SPEEDS:
        values = {getattr(result, name) for result in results} - {None}
        if values:
            wanted |= Q(**{f"{name}__in": values})
    if not wanted:
        return {}
    rows = list(
        Result.objects.at_address(user)
        .filter(wanted, workload__in={result.workload for result in results})
        .exclude(submission_id=submission.replaces_id or submission.pk)
        .only("workload", "threads", "engine", "variant", *COMPARED)
        .order_by("pk")
    ) + list(results)
    index: dict[tuple[object, ...], list[Result]] = {}
    for row in {row.pk: row for row in rows}.values():
        for key in _keys(row):
            index.setdefault(key, []).append(row)
    found = {}
    for result in results:
        near = {row.pk: row for key in _keys(result) for row in index[key]}
        same = [row for row in near.values() if _is_same(result, row)]
        if same:
            found[result.pk] = _same_figures(same)
    return found


def _keys(row: Result) -> Iterator[tuple[object, ...]]:
    """Its load with each figure of speed: what may be the same run shares one."""
    load = (row.engine, row.workload, row.variant, row.threads)
    for name in SPEEDS:
        value = getattr(row, name)
        if value is not None:
            yield (*load, name, value)


def _is_same(one: Result, other: Result) -> bool:
    """All that both state is equal, to the last digit, and a speed is of it."""
    if one.pk == other.pk:
        return False
    known = [
        name
        for name in COMPARED
        if None not in (getattr(one, name), getattr(other, name))
    ]
    return any(name in SPEEDS for name in known) and all(
        getattr(one, name) == getattr(other, name) for name in known
    )


def _same_figures(rows: Sequence[Result]) -> Finding:
    return Finding(
        code="duplicate_figures",
        severity=Severity.CAUTION,
        message=_("The same figures stand in %(count)d other results.")
        % {"count": len(rows)}
        if len(rows) > 1
        else _("The same figures stand in another result."),
        results=tuple(str(row.pk) for row in rows[:MOST_NAMED]),
        values={"results": len(rows)},
        why=_("Two runs never agree to the last digit: this may be one run twice."),
        remedy=_("Remove one of them, or say in a comment why both are right."),
    )
