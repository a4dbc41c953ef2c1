"""Who may change a submission, when, and what its history says."""

import pytest

from benchruns.models import Result, SubmissionEvent
from benchruns.submissions.drafts import changes as drafts
from benchruns.submissions.drafts.changes import NotEditable
from tests.factories import UserFactory
from tests.submission_factories import SubmissionFactory
from tests.submission_files import SETTINGS, sysbench_text, uploaded

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner():
    return UserFactory()


def test_every_change_is_a_step_of_the_history(owner):
    draft = drafts.begin(owner, [uploaded(sysbench_text())])
    drafts.state(draft.pk, by=owner, statement={"engine": "mysql"}, credit="DBA")
    drafts.state(draft.pk, by=owner, statement={"engine": "mysql"})
    drafts.remove_file(draft.pk, by=owner, file_id=draft.files.get().pk)

    steps = SubmissionEvent.objects.filter(submission=draft)
    assert [step.step for step in steps] == [
        "created",
        "file_added",
        "stated",
        "file_removed",
    ]
    assert steps[2].details["changed"] == {
        "engine": {"before": None, "after": "mysql"},
        "credit": {"before": "", "after": "DBA"},
    }


def test_only_its_owner_changes_it_and_only_while_it_is_a_draft(owner):
    draft = drafts.begin(owner, [uploaded(sysbench_text())])
    stranger, staff = UserFactory(), UserFactory(staff=True)

    with pytest.raises(type(draft).DoesNotExist):
        drafts.state(draft.pk, by=stranger, statement={})
    type(draft).objects.filter(pk=draft.pk).update(
        state="submitted", version=1, submitted_at=draft.created_at
    )
    for user in (owner, staff):
        with pytest.raises(NotEditable):
            drafts.state(draft.pk, by=user, statement={"engine": "mysql"})
    assert not Result.objects.exists()


def test_a_credit_is_no_longer_than_its_column_once_it_is_concealed(owner):
    draft = drafts.begin(owner, [uploaded(sysbench_text())])

    with pytest.raises(drafts.StatementError) as raised:
        drafts.state(draft.pk, by=owner, credit=("pwd=x;" * 20)[:80])

    assert "80 characters at most" in raised.value.errors["credit"]


def test_one_text_stands_once_in_a_submission(owner):
    draft = drafts.begin(owner, [uploaded(sysbench_text())])

    with pytest.raises(NotEditable, match="already"):
        drafts.add_files(draft.pk, by=owner, files=[uploaded(sysbench_text())])


def test_the_number_of_runs_is_limited(owner, monkeypatch):
    monkeypatch.setattr("benchruns.submissions.files.storage.MOST_RUNS", 2)
    draft = drafts.begin(owner, [uploaded(sysbench_text()), uploaded(SETTINGS)])

    with pytest.raises(NotEditable, match="may have 2 runs"):
        drafts.add_files(draft.pk, by=owner, files=[uploaded(sysbench_text(tps=7))])
    assert draft.files.count() == 2


def test_the_number_of_drafts_is_limited(owner, monkeypatch):
    monkeypatch.setattr(drafts, "MOST_DRAFTS", 2)
    SubmissionFactory.create_batch(2, owner=owner)

    with pytest.raises(NotEditable, match="2 drafts"):
        drafts.begin(owner, [uploaded(sysbench_text())])


def test_only_an_own_accepted_submission_is_replaced(owner):
    accepted = SubmissionFactory(owner=owner, accepted=True)
    other = SubmissionFactory(accepted=True)

    made = drafts.begin(owner, [uploaded(sysbench_text())], replaces=accepted.pk)

    assert made.replaces == accepted
    with pytest.raises(NotEditable):
        drafts.begin(owner, [uploaded("x" + sysbench_text())], replaces=other.pk)


def test_a_draft_is_deleted_with_all_that_is_its_own(owner):
    draft = drafts.begin(owner, [uploaded(sysbench_text())])
    drafts.state(draft.pk, by=owner, statement={"engine": "mysql"})

    drafts.delete(draft.pk, by=owner)

    assert not Result.objects.exists()
    assert not SubmissionEvent.objects.exists()
