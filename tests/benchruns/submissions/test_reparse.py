"""Kept files are read again when a parser has improved."""

import zlib

import pytest
from django.core.management import CommandError, call_command

from benchruns.models import Notice, Result, SubmissionEvent, SubmittedFile
from benchruns.submissions.drafts import changes as drafts
from benchruns.submissions.review.notices import words
from benchruns.submissions.understanding.reparse import outdated, reparse
from tests.factories import NOON, UserFactory
from tests.submission_factories import ReviewerFactory
from tests.submission_files import sysbench_text, uploaded

pytestmark = pytest.mark.django_db


@pytest.fixture
def accepted():
    """Read by an older parser, which took half of the transactions for all."""
    owner = UserFactory()
    draft = drafts.begin(owner, [uploaded("# password=S3cret\n" + sysbench_text())])
    drafts.state(draft.pk, by=owner, statement={"engine": "mysql"})
    Result.objects.update(tps=50.0, status="current", visibility="public")
    type(draft).objects.update(
        state="accepted", version=1, submitted_at=NOON, accepted_at=NOON,
        grade="accepted", reviewer=ReviewerFactory(),
    )  # fmt: skip
    file = SubmittedFile.objects.get()
    figures = {**file.report["figures"], "tps": 50.0}
    older(report={**file.report, "figures": figures})
    draft.refresh_from_db()
    return draft


def older(**columns):
    SubmittedFile.objects.update(parser_version="0", **columns)


def test_a_file_of_an_older_parser_is_read_again(accepted):
    call_command("reparse")

    file, result = SubmittedFile.objects.get(), Result.objects.get()
    assert file.report["figures"]["tps"] == result.tps == 100
    assert file.parser_version != "0"
    assert file.report["secrets"] == 1
    assert (result.status, result.visibility) == ("current", "public")
    event = SubmissionEvent.objects.get(step="reparsed")
    assert event.actor is None
    assert event.details["files"][0]["changed"] == ["figures"]
    assert event.details["results"] == {
        str(result.pk): {"tps": {"before": 50, "after": 100}}
    }
    assert not outdated().exists()


def test_its_owner_is_told_of_figures_that_changed(accepted):
    call_command("reparse")

    notice = Notice.objects.get()
    assert notice.user == accepted.owner
    assert "figures have changed" in words(notice)


def test_of_what_is_under_review_checks_and_score_alone_are_counted_again(accepted):
    """A score of an older rubric, which took whatever there was for accepted."""
    old = {"total": 39, "of": 100, "grade": "accepted", "lines": []}
    type(accepted).objects.update(state="submitted", rating=old, checks=[])

    call_command("reparse", "--dry-run", "--all")
    accepted.refresh_from_db()
    assert (accepted.rating, accepted.checks) == (old, [])
    call_command("reparse")
    accepted.refresh_from_db()
    assert (accepted.rating, accepted.checks) == (old, [])

    call_command("reparse", "--all")

    accepted.refresh_from_db()
    assert accepted.rating["grade"] == ""
    assert "duration" in [each["code"] for each in accepted.checks]
    assert Result.objects.get().tps == 50
    assert not SubmissionEvent.objects.filter(step="reparsed").exists()


def test_what_is_under_review_waits_until_somebody_has_decided(accepted):
    type(accepted).objects.update(state="submitted")

    call_command("reparse")

    assert Result.objects.get().tps == 50
    assert not outdated().exists()


def test_what_is_of_today_is_left_alone(accepted, capsys):
    call_command("reparse")
    call_command("reparse")

    assert SubmissionEvent.objects.filter(step="reparsed").count() == 1
    assert "0 files read again, 0 refused." in capsys.readouterr().out


def test_a_dry_run_writes_nothing(accepted, capsys):
    call_command("reparse", dry_run=True)

    assert SubmittedFile.objects.get().parser_version == "0"
    assert Result.objects.get().tps == 50
    assert not SubmissionEvent.objects.filter(step="reparsed").exists()
    assert "changed: figures" in capsys.readouterr().out


def test_a_file_that_is_refused_keeps_what_it_had(accepted, capsys):
    older(content=zlib.compress(b"sysbench 1.0.20\n"))

    with pytest.raises(CommandError) as raised:
        call_command("reparse")

    assert raised.value.returncode == 1
    assert "refused" in capsys.readouterr().out
    assert SubmittedFile.objects.get().parser_version == "0"
    assert Result.objects.get().tps == 50
    assert not SubmissionEvent.objects.filter(step="reparsed").exists()


def test_all_files_may_be_read_again(accepted):
    call_command("reparse")

    (done,) = reparse(every=True)

    assert (done.files[0].changed, done.results) == ((), {})


def test_what_changed_nothing_is_not_called_changed(accepted):
    def changed_at():
        return type(accepted).objects.get().changed_at

    before = changed_at()
    call_command("reparse")
    after = changed_at()
    list(reparse(every=True))

    assert before < after == changed_at()


def test_a_result_that_no_reviewer_saw_is_not_made(accepted):
    Result.objects.all().delete()

    call_command("reparse")

    assert not Result.objects.exists()


def test_a_removed_file_is_not_read_again(accepted):
    SubmittedFile.objects.update(removed_at=NOON)

    assert not outdated().exists()
