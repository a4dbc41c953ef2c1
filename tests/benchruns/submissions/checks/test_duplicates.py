"""Texts and figures that were here before."""

import pytest
from django.contrib.auth.models import AnonymousUser

from benchruns.models import Result, Submission
from benchruns.sentences.catalogue import worded
from benchruns.submissions.checks import duplicates
from benchruns.submissions.drafts import changes as drafts
from benchruns.submissions.report import submission_report
from benchruns.submissions.understanding.derive import derive
from tests.factories import NOON, ResultFactory, UserFactory
from tests.submission_factories import (
    ReviewerFactory,
    SubmissionFactory,
    SubmittedFileFactory,
)
from tests.submission_files import sysbench_text, uploaded

pytestmark = pytest.mark.django_db

ENGINE = {"engine": "mysql", "engine_version": "8.0"}


def begun(owner, text, **options):
    draft = drafts.begin(owner, [uploaded(text)], **options)
    return drafts.state(draft.pk, by=owner, statement=ENGINE)


def submitted(draft):
    Submission.objects.filter(pk=draft.pk).update(
        state="submitted", version=1, submitted_at=NOON
    )
    draft.refresh_from_db()
    return draft


def outcome(submission):
    return {c["code"]: c["severity"] for c in submission.checks}["duplicates"]


def codes(submission, user):
    report = submission_report(submission.pk, user=user)
    return (
        {f.code: f for file in report.files for f in file.findings},
        {f.code: f for result in report.results for f in result.findings},
    )


def test_a_text_of_ones_own_is_linked():
    owner = UserFactory()
    first = submitted(begun(owner, sysbench_text()))

    second = begun(owner, sysbench_text())

    of_files, of_results = codes(second, owner)
    assert of_files["duplicate_text"].values["submissions"] == [str(first.pk)]
    assert of_results["duplicate_figures"].results == (
        str(Result.objects.get(submission=first).pk),
    )
    assert of_files["duplicate_text"].severity == "caution"
    assert outcome(second) == "caution"
    assert codes(first, owner) == ({}, {})  # it came first


def test_of_anothers_text_nothing_is_told_but_that_it_is_there():
    first = submitted(begun(UserFactory(), sysbench_text()))
    owner = UserFactory()

    second = submitted(begun(owner, sysbench_text()))

    of_files, of_results = codes(second, owner)
    assert of_files["duplicate_text"].values["submissions"] == []
    assert "duplicate_figures" not in of_results
    of_files, of_results = codes(second, ReviewerFactory())
    assert of_files["duplicate_text"].values["submissions"] == [str(first.pk)]
    assert of_results["duplicate_figures"].results == (
        str(Result.objects.get(submission=first).pk),
    )


def test_drafts_of_others_are_left_out():
    begun(UserFactory(), sysbench_text())
    owner = UserFactory()

    made = submitted(begun(owner, sysbench_text()))

    for viewer in (owner, ReviewerFactory()):
        assert codes(made, viewer) == ({}, {})
    assert outcome(made) == "ok"


def test_another_draft_of_ones_own_is_linked_for_its_owner_alone():
    owner = UserFactory()
    first = begun(owner, sysbench_text())

    made = submitted(begun(owner, sysbench_text()))

    of_files, of_results = codes(made, owner)
    text, figures = of_files["duplicate_text"], of_results["duplicate_figures"]
    assert (text.severity, figures.severity) == ("note", "note")
    assert "draft of yours" in worded(text).message
    assert "draft of yours" in worded(figures).message
    assert text.values == {"submissions": [str(first.pk)], "is_draft": True}
    assert codes(made, ReviewerFactory()) == ({}, {})
    assert outcome(made) == "ok"


def test_what_was_uploaded_later_makes_no_duplicate_of_what_came_first():
    owner, other = UserFactory(), UserFactory()
    first = submitted(begun(owner, sysbench_text()))

    submitted(begun(other, sysbench_text()))

    derive(first)
    assert codes(first, ReviewerFactory()) == ({}, {})
    assert outcome(first) == "ok"


def test_what_was_uploaded_first_and_submitted_last_is_told_to_who_reviews():
    first = begun(UserFactory(), sysbench_text())
    second = submitted(begun(UserFactory(), sysbench_text()))

    submitted(first)

    report = submission_report(second.pk, user=ReviewerFactory())
    assert {c.code: c.severity for c in report.checks}["duplicates"] == "caution"


def test_what_is_public_came_first_though_it_was_uploaded_later():
    owner = UserFactory()
    old = begun(owner, sysbench_text())
    accepted = SubmissionFactory(accepted=True)
    SubmittedFileFactory(submission=accepted, text=sysbench_text())

    derive(old)

    assert codes(old, owner)[0]["duplicate_text"].severity == "caution"
    assert outcome(old) == "caution"


def test_a_text_of_an_accepted_submission_is_linked_for_all():
    text = sysbench_text()
    accepted = SubmissionFactory(accepted=True)
    SubmittedFileFactory(submission=accepted, text=text)
    owner = UserFactory()

    made = begun(owner, text)

    of_files, _of_results = codes(made, owner)
    assert of_files["duplicate_text"].values["submissions"] == [str(accepted.pk)]


def test_what_is_replaced_is_no_duplicate():
    owner = UserFactory()
    accepted = SubmissionFactory(owner=owner, accepted=True)
    SubmittedFileFactory(submission=accepted, text=sysbench_text())

    made = begun(owner, sysbench_text(), replaces=accepted.pk)

    assert "duplicate_text" not in codes(made, owner)[0]


def test_figures_of_a_published_row_are_linked():
    owner = UserFactory()
    figures = {"tps": 100.0, "qps": 2000.0, "latency_avg_ms": 80.0}
    of_load = {"engine": "mysql", "workload": "oltp_read_write"}
    row = ResultFactory(**of_load, threads=8, **figures)
    ResultFactory(**of_load, threads=16, **figures)
    ResultFactory(**of_load, threads=8, **{**figures, "qps": 2001.0})

    made = begun(owner, sysbench_text())

    finding = codes(made, owner)[1]["duplicate_figures"]
    assert finding.results == (str(row.pk),)


def test_one_run_twice_in_a_submission_is_found():
    owner = UserFactory()
    texts = [sysbench_text(), sysbench_text() + "\n"]
    draft = drafts.begin(
        owner, [uploaded(text, name=f"{n}.txt") for n, text in enumerate(texts)]
    )

    drafts.state(draft.pk, by=owner, statement=ENGINE)

    first, second = Result.objects.filter(submission=draft)
    found = duplicates.find(draft, [], [first, second], user=owner)
    assert found.figures[first.pk].results == (str(second.pk),)
    assert found.figures[second.pk].results == (str(first.pk),)


def test_nobody_is_told_of_what_they_may_not_see():
    owner = UserFactory()
    submitted(begun(UserFactory(), sysbench_text()))
    made = begun(owner, sysbench_text())
    results = list(Result.objects.filter(submission=made))

    found = duplicates.find(made, list(made.files.all()), results, user=AnonymousUser())

    assert not found.figures
    assert [f.values["submissions"] for f in found.texts.values()] == [[]]
