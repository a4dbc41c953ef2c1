"""Reports that were accepted before duplicates were marked get the marks of new ones."""

from datetime import timedelta

import pytest

from benchruns.models import Result, Submission
from benchruns.submissions.checks import public_duplicates
from tests.benchruns.migrations.moving import upgrade_rows
from tests.factories import NOON, ResultFactory
from tests.submission_factories import SubmittedResultFactory

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
STEP = "0085_marks_of_duplicates"


def accepted(minute, **facts):
    row = SubmittedResultFactory(**{"latency_avg_ms": 20.0} | facts)
    Submission.objects.filter(pk=row.submission_id).update(
        accepted_at=NOON + timedelta(minutes=minute)
    )
    return row


def stored():
    rows = Result.objects.order_by("pk").values_list("pk", "findings", "doubt")
    return {pk: (findings, doubt) for pk, findings, doubt in rows}


def codes_of(row):
    row.refresh_from_db()
    return [(each["code"], each["severity"]) for each in row.findings]


def test_both_are_marked_as_on_acceptance_and_once():
    later, first = accepted(2), accepted(1)
    accepted(3, tps=101.0)
    ResultFactory(tps=55.0, qps=1100.0, threads=8)
    accepted(4, tps=55.0, qps=1100.0)
    before = stored()
    for each in Submission.objects.all():
        public_duplicates.refresh(each.pk)
    wanted = stored()
    for pk, (findings, doubt) in before.items():
        Result.objects.filter(pk=pk).update(findings=findings, doubt=doubt)

    upgrade_rows(STEP)

    assert wanted != before
    assert stored() == wanted
    assert ("duplicate_figures", "note") in codes_of(first)
    assert ("duplicate_figures", "caution") in codes_of(later)
    upgrade_rows(STEP)
    assert stored() == wanted


def test_drafts_and_damaged_rows_are_left():
    first, damaged = accepted(1), accepted(2)
    draft = SubmittedResultFactory(draft=True, latency_avg_ms=20.0)
    Result.objects.filter(pk=damaged.pk).update(findings="x")

    upgrade_rows(STEP)

    assert codes_of(draft) == []
    damaged.refresh_from_db()
    assert damaged.findings == "x"
    assert ("duplicate_figures", "note") in codes_of(first)
