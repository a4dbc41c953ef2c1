"""The rules: what of each kind is past its time, and how much of it there is.

Never past its time, whatever the settings say: figures and all else of a result, events,
what was uploaded and handed in, samples and output behind a public run or result, and entries
of the audit log on rewards.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import Exists, F, OuterRef, Q, QuerySet, Sum, TextField
from django.db.models.functions import Cast, Length
from django.utils import timezone

from benchruns.models import (
    Attempt,
    AuditEntry,
    Counter,
    Output,
    PartSecond,
    Result,
    Run,
    Sample,
    Submission,
    SubmittedFile,
)
from benchruns.vocabulary import (
    TERMINAL_STATES,
    AuditAction,
    RetentionKind,
    SubmissionState,
    Visibility,
)

# Of a row beside its texts: its columns, its head and its places in indexes.
SAMPLE_BYTES = 150
AUDIT_BYTES = 300
# They may name no code: one that was refused, what a grade earns.
OF_REWARDS = (AuditAction.POLICY_CHANGED, AuditAction.CODE_REFUSED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Expired:
    """What one rule would delete now. ``days`` is 0 where its kind stays for ever.

    ``subjects`` counts runs, drafts or entries, ``rows`` the rows that would go,
    ``bytes`` about what those take.
    """

    kind: RetentionKind
    days: int
    subjects: int = 0
    rows: int = 0
    bytes: int = 0


def days_of(kind: RetentionKind) -> int:
    return int(settings.RETENTION_DAYS[kind])


def preview() -> list[Expired]:
    """Of each kind, in the order of the vocabulary; nothing is changed."""
    return [_past(kind) for kind in RetentionKind]


def _past(kind: RetentionKind) -> Expired:
    days = days_of(kind)
    if not days:
        return Expired(kind=kind, days=0)
    subjects = SUBJECTS[kind](before(days))
    rows, taken = _MEASURES[kind](subjects)
    return Expired(
        kind=kind, days=days, subjects=subjects.count(), rows=rows, bytes=taken
    )


def before(days: int) -> datetime:
    """What is older is past its time."""
    return timezone.now() - timedelta(days=days)


def _private_runs(end: datetime) -> QuerySet[Run]:
    """Ended before, and neither they nor their results are public."""
    public = Result.objects.filter(run=OuterRef("pk"), visibility=Visibility.PUBLIC)
    return Run.objects.filter(
        ~Exists(public),
        visibility=Visibility.PRIVATE,
        state__in=TERMINAL_STATES,
        finished_at__lt=end,
    ).order_by("pk")


def _runs_with_samples(end: datetime) -> QuerySet[Run]:
    of_run = {"run": OuterRef("pk")}
    return _private_runs(end).filter(
        Q(Exists(Sample.objects.filter(**of_run)))
        | Q(Exists(Counter.objects.filter(**of_run)))
        | Q(Exists(PartSecond.objects.filter(part__run=OuterRef("pk"))))
    )


def _runs_with_output(end: datetime) -> QuerySet[Run]:
    outputs = Output.objects.filter(attempt__run=OuterRef("pk"))
    return _private_runs(end).filter(Exists(outputs))


def _drafts(end: datetime) -> QuerySet[Submission]:
    """Of test reports that were never handed in."""
    return Submission.objects.filter(
        state=SubmissionState.DRAFT, version=0, changed_at__lt=end
    ).order_by("pk")


def _entries(end: datetime) -> QuerySet[AuditEntry]:
    kept = Q(reward__isnull=False) | Q(action__in=OF_REWARDS)
    return AuditEntry.objects.filter(~kept, at__lt=end).order_by("pk")


SUBJECTS: dict[RetentionKind, Callable[[datetime], QuerySet[Any]]] = {
    RetentionKind.SAMPLES: _runs_with_samples,
    RetentionKind.OUTPUT: _runs_with_output,
    RetentionKind.DRAFTS: _drafts,
    RetentionKind.AUDIT: _entries,
}

Measure = tuple[int, int]  # rows, bytes


def _of_samples(runs: QuerySet[Run]) -> Measure:
    samples = Sample.objects.filter(run__in=runs.values("pk")).count()
    counters = Counter.objects.filter(run__in=runs.values("pk"))
    texts = _sum(counters.annotate(text=Cast("values", TextField())), "text")
    parts = PartSecond.objects.filter(part__run__in=runs.values("pk"))
    texts += _sum(parts.annotate(text=Cast("values", TextField())), "text")
    rows = samples + counters.count() + parts.count()
    return rows, rows * SAMPLE_BYTES + texts


def _of_output(runs: QuerySet[Run]) -> Measure:
    attempts = Attempt.objects.filter(run__in=runs.values("pk"))
    outputs = Output.objects.filter(attempt__in=attempts.values("pk"))
    return outputs.count(), _sum(outputs, "content")


def _of_drafts(drafts: QuerySet[Submission]) -> Measure:
    files = SubmittedFile.objects.filter(submission__in=drafts.values("pk"))
    return drafts.count() + files.count(), _sum(files, "content")


def _of_entries(entries: QuerySet[AuditEntry]) -> Measure:
    rows = entries.count()
    texts = entries.annotate(text=Cast("details", TextField()))
    return rows, rows * AUDIT_BYTES + _sum(texts, "text")


def _sum(rows: QuerySet[Any], column: str) -> int:
    return rows.order_by().aggregate(all=Sum(Length(F(column))))["all"] or 0


_MEASURES: dict[RetentionKind, Callable[[QuerySet[Any]], Measure]] = {
    RetentionKind.SAMPLES: _of_samples,
    RetentionKind.OUTPUT: _of_output,
    RetentionKind.DRAFTS: _of_drafts,
    RetentionKind.AUDIT: _of_entries,
}
