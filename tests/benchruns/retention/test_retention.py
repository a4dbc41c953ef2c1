"""What goes after its days, what never goes, and what is said of it."""

from datetime import timedelta
from unittest.mock import patch

import pytest
from django.core.management import call_command
from django.utils import timezone

from benchruns.models import (
    AuditEntry,
    Counter,
    Output,
    Result,
    Run,
    RunSummary,
    Sample,
    Submission,
    SubmittedFile,
)
from benchruns.retention import removal
from benchruns.retention.rules import preview
from benchruns.runs.summaries import storage
from benchruns.runs.summaries.kinds import Kind as Kinds
from benchruns.vocabulary import AuditAction
from benchruns.vocabulary import RetentionKind as Kind
from tests import factories as make
from tests.benchruns.submissions.review.under_review import accepted, promise
from tests.sentences import of_events
from tests.submission_factories import SubmissionFactory, SubmittedFileFactory

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

DAYS = 30


@pytest.fixture(autouse=True)
def rules(settings):
    settings.RETENTION_DAYS = dict.fromkeys(Kind.values, DAYS)


def ago(days):
    return timezone.now() - timedelta(days=days)


def measured(*, ended, **values):
    """A run with a result, two samples, a second of counters and raw output."""
    run = make.RunFactory(succeeded=True, **values)
    Run.objects.filter(pk=run.pk).update(finished_at=ended)
    for second in (1, 2):
        make.SampleFactory(run=run, second=second)
    Counter.objects.create(run=run, attempt=1, second=1, values={"cpu": 12.5})
    make.OutputFactory(attempt=run.attempts.get())
    return run


def rows(run):
    outputs = Output.objects.filter(attempt__run=run).count()
    return run.samples.count(), run.counters.count(), outputs


def draft(*, changed, **values):
    submission = SubmissionFactory(**values)
    SubmittedFileFactory(submission=submission)
    Submission.objects.filter(pk=submission.pk).update(changed_at=changed)
    return submission


def noted(days, **values):
    values = {"action": AuditAction.RUN_CANCELLED} | values
    with patch("django.utils.timezone.now", return_value=ago(days)):
        return AuditEntry.objects.create(**values)


def remove_all():
    for kind in Kind:
        removal.remove(kind)


def test_samples_and_output_of_a_private_run_go_after_their_days():
    old, new = measured(ended=ago(31)), measured(ended=ago(29))
    figures = Result.objects.values().get(run=old)

    remove_all()

    assert rows(old) == (0, 0, 0)
    assert rows(new) == (2, 1, 1)
    assert Result.objects.values().get(run=old) == figures


def test_the_run_says_what_was_removed_and_by_which_rule():
    run = measured(ended=ago(31))

    remove_all()

    told = of_events(run)
    assert any("Samples and counters were removed" in each for each in told)
    assert any("raw output was removed: it stays for 30 days" in each for each in told)


def test_what_stands_behind_a_public_run_or_result_stays():
    public = measured(ended=ago(400), visibility="public")
    shown = measured(ended=ago(400))
    Result.objects.filter(run=shown).update(visibility="public")

    remove_all()

    assert rows(public) == rows(shown) == (2, 1, 1)


def test_what_a_run_measures_now_stays():
    run = make.RunFactory(running=True, created_at=ago(400))
    make.SampleFactory(run=run)

    remove_all()

    assert run.samples.count() == 1


def test_drafts_go_that_nobody_changed_and_nothing_that_was_handed_in():
    old, new = draft(changed=ago(31)), draft(changed=ago(29))
    handed_in = draft(changed=ago(400), submitted=True)
    taken_back = draft(changed=ago(400), version=1, submitted_at=ago(400))

    remove_all()

    left = Submission.objects.values_list("pk", flat=True)
    assert set(left) == {new.pk, handed_in.pk, taken_back.pk}
    assert not SubmittedFile.objects.filter(submission=old.pk).exists()


def test_entries_of_the_audit_log_go_and_those_on_codes_stay():
    old, new = noted(31), noted(29)

    removal.remove(Kind.AUDIT)

    left = set(AuditEntry.objects.values_list("pk", flat=True))
    assert new.pk in left
    assert old.pk not in left


def test_entries_on_codes_of_rewards_stay():
    promise(gift="a mug", terms="On renewal.", valid_days=30)
    reward = accepted().reward
    kept = [
        noted(400, reward=reward),
        noted(400, action=AuditAction.POLICY_CHANGED),
        noted(400, action=AuditAction.CODE_REFUSED),
    ]

    removal.remove(Kind.AUDIT)

    left = AuditEntry.objects.filter(pk__in=[each.pk for each in kept])
    assert left.count() == 3


def test_the_preview_counts_what_a_removal_deletes_and_deletes_nothing():
    measured(ended=ago(31))
    draft(changed=ago(31))
    noted(31)

    before = {past.kind: past.rows for past in preview()}

    assert before == {Kind.SAMPLES: 3, Kind.OUTPUT: 1, Kind.DRAFTS: 2, Kind.AUDIT: 1}
    assert all(past.bytes > 0 for past in preview())
    assert (Sample.objects.count(), Output.objects.count()) == (2, 1)
    assert {kind: removal.remove(kind) for kind in Kind} == before
    assert {past.rows for past in preview()} == {0}


def test_without_a_rule_everything_stays(settings):
    settings.RETENTION_DAYS = dict.fromkeys(Kind.values, 0)
    run = measured(ended=ago(4000))

    remove_all()

    assert rows(run) == (2, 1, 1)
    assert {past.rows for past in preview()} == {0}


def test_each_batch_is_noted():
    for _each in range(3):
        measured(ended=ago(31))

    assert removal.remove(Kind.OUTPUT, batch=2) == 3

    entries = AuditEntry.objects.filter(action=AuditAction.RECORDS_REMOVED)
    told = [(each.details["kind"], each.details["rows"]) for each in entries]
    assert sorted(told) == [("output", 1), ("output", 2)]
    assert entries[0].details["days"] == DAYS


def test_the_command_deletes_when_it_is_told_to_alone(capsys):
    run = measured(ended=ago(31))

    call_command("retain")

    assert rows(run) == (2, 1, 1)
    told = capsys.readouterr().out
    assert "Samples of private runs: older than 30 days are 3 rows" in told
    assert "Nothing was deleted" in told

    call_command("retain", "--delete")

    assert rows(run) == (0, 0, 0)
    assert "deleted: 3 rows" in capsys.readouterr().out
    entry = AuditEntry.objects.filter(action=AuditAction.RECORDS_REMOVED).first()
    assert entry.door == "command"


def test_what_is_kept_of_a_long_run_goes_with_its_samples():
    run = measured(ended=ago(31))
    table = storage.content_of(Run.objects.get(pk=run.pk), Kinds.TABLE)

    remove_all()

    assert table["samples"]
    assert not RunSummary.objects.exists()
    assert not storage.content_of(Run.objects.get(pk=run.pk), Kinds.TABLE)["samples"]
