"""Public results of uploads that are one run twice: each says so, and the first alone counts.

The caution that a reviewer was told of ends with the review. What is public bears it as its
own: the later result in doubt, so that no need rests on the same run twice.
"""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any
from uuid import UUID

from django.db import transaction

from benchruns.findings import Finding, doubt_of
from benchruns.models import Result, Submission
from benchruns.submissions.checks.duplicates import (
    FIGURES,
    MOST_NAMED,
    as_fast_as,
    is_same,
)
from benchruns.vocabulary import Provenance, ResultStatus, Severity, Visibility


def refresh_later(submission: Submission) -> None:
    """Once what became of its results is committed: of two at once the later sees both."""
    transaction.on_commit(partial(refresh, submission.pk), robust=True)


@transaction.atomic
def refresh(submission_id: UUID) -> None:
    """Mark its results anew, and the public ones with the same figures.

    Results that are not public, or not any more, bear no mark and give none. Rows are locked
    in the order of their keys, whichever of two submissions is looked at first.
    """
    ours = list(Result.objects.filter(submission=submission_id))
    public = {each.pk: each for each in _public_like(ours)}
    uploaded = Result.objects.filter(
        pk__in=[*public, *(each.pk for each in ours)], provenance=Provenance.SUBMITTED
    )
    changed = []
    for row in uploaded.order_by("pk").select_for_update(no_key=True):
        own = public.get(row.pk)
        same = [each for each in public.values() if own and is_same(own, each)]
        findings = _without_mark(row.findings)
        if own and same:
            findings.append(_mark(own, same).as_dict())
        if findings != row.findings:
            row.findings, row.doubt = findings, doubt_of(findings)
            changed.append(row)
    Result.objects.bulk_update(changed, ["findings", "doubt"])


def _public_like(ours: Sequence[Result]) -> Sequence[Result]:
    """Public results whose run may be that of one of ours, ours among them."""
    wanted = as_fast_as(ours)
    if not wanted:
        return []
    return list(
        Result.objects.filter(wanted, workload__in={each.workload for each in ours})
        .filter(status=ResultStatus.CURRENT, visibility=Visibility.PUBLIC)
        .select_related("submission", "submitted_file")
        .order_by("pk")
    )


def _without_mark(stored: Iterable[Any]) -> list[Any]:  # JSON, damaged as well
    return [
        each
        for each in stored
        if not isinstance(each, dict) or each.get("code") != FIGURES
    ]


def _mark(row: Result, same: Sequence[Result]) -> Finding:
    """A caution on what was public before; on the first of all a note."""
    is_first = all(_place(row) < _place(each) for each in same)
    return Finding(
        code=FIGURES,
        severity=Severity.NOTE if is_first else Severity.CAUTION,
        results=tuple(str(each.pk) for each in same[:MOST_NAMED]),
        values={"results": len(same), "is_draft": False, "is_first": is_first},
    )


def _place(row: Result) -> tuple[bool, Any, Any, int, UUID]:  # times, where known
    """What no upload brought came first, then what was accepted first."""
    submission, file = row.submission, row.submitted_file
    if submission is None or file is None:
        return False, None, None, 0, row.pk
    accepted_at = submission.accepted_at or submission.created_at
    return True, accepted_at, file.added_at, row.submitted_row or 0, row.pk
