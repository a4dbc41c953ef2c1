"""What is past its time deleted for good, a batch a transaction, each noted."""

from collections.abc import Callable
from typing import Any

from django.db import transaction

from benchruns.audit import trigger
from benchruns.audit.record import record
from benchruns.models import (
    AuditEntry,
    Counter,
    Output,
    PartSecond,
    Run,
    Sample,
    Submission,
)
from benchruns.retention.rules import SUBJECTS, before, days_of
from benchruns.runs.lifecycle.moves import record_event
from benchruns.runs.summaries import storage
from benchruns.vocabulary import AuditAction, RetentionKind

BATCH = 200  # runs, drafts or entries of one transaction


def remove(kind: RetentionKind, *, batch: int = BATCH) -> int:
    """The number of rows that are gone; 0 where the kind stays for ever.

    What ends in the middle has deleted whole batches, and goes on when it is called again.
    """
    days = days_of(kind)
    if not days:
        return 0
    end, gone = before(days), 0
    while True:
        with transaction.atomic():
            rows = SUBJECTS[kind](end).select_for_update(of=("self",))
            subjects = list(rows[:batch])
            if not subjects:
                return gone
            count = _REMOVALS[kind](subjects, days)
            record(
                AuditAction.RECORDS_REMOVED,
                by=None,
                name=str(kind.label),
                kind=kind.value,
                days=days,
                subjects=len(subjects),
                rows=count,
            )
        gone += count


REMOVED = ("samples_removed", "output_removed")  # the events that tell a run of it
NO_ATTEMPT = 0  # such an event lies at no second of what was measured


def _samples(runs: list[Run], days: int) -> int:
    storage.forget([run.pk for run in runs])
    samples, _of = Sample.objects.filter(run__in=runs).delete()
    counters, _of = Counter.objects.filter(run__in=runs).delete()
    parts, _of = PartSecond.objects.filter(part__run__in=runs).delete()
    for run in runs:
        record_event(run.pk, attempt=NO_ATTEMPT, code="samples_removed", days=days)
    return samples + counters + parts


def _output(runs: list[Run], days: int) -> int:
    outputs, _of = Output.objects.filter(attempt__run__in=runs).delete()
    for run in runs:
        record_event(run.pk, attempt=NO_ATTEMPT, code="output_removed", days=days)
    return outputs


def _drafts(drafts: list[Submission], _days: int) -> int:
    """As their owners delete them; counted are drafts and their files alone."""
    rows = 0
    for draft in drafts:
        rows += 1 + draft.files.count()
        draft.delete()
    return rows


def _entries(entries: list[AuditEntry], _days: int) -> int:
    with trigger.lifted():
        return AuditEntry.objects.filter(pk__in=[each.pk for each in entries]).retire()


_REMOVALS: dict[RetentionKind, Callable[[list[Any], int], int]] = {
    RetentionKind.SAMPLES: _samples,
    RetentionKind.OUTPUT: _output,
    RetentionKind.DRAFTS: _drafts,
    RetentionKind.AUDIT: _entries,
}
