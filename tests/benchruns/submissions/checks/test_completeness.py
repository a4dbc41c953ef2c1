"""What a submission lacks, how it is rated, and what its report shows to whom."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test.utils import CaptureQueriesContext

from benchruns.models import Result, Submission
from benchruns.submissions.drafts import changes as drafts
from benchruns.submissions.report import submission_report
from tests.benchruns.submissions.checks.checked import (
    check,
    outcome,
    published,
    submission,
)
from tests.factories import NOON, UserFactory
from tests.submission_factories import ReviewerFactory
from tests.submission_files import SETTINGS, STATEMENT, sysbench_text, uploaded

pytestmark = pytest.mark.django_db


def test_a_whole_submission_is_in_order(small):
    published(small, tps=101.0, qps=2020.0)

    found = {c["code"]: c["severity"] for c in submission(sysbench_text()).checks}

    assert found.pop("fairness") == "note"
    assert set(found) == {
        "complete",
        "readable",
        "contradictions",
        "duplicates",
        "class_provider",
        "region",
        "statement_mix",
        "in_flight",
        "regime",
        "duration",
        "samples",
        "steadiness",
        "plausible",
    }
    assert set(found.values()) == {"ok"}


def test_without_what_is_essential_it_cannot_be_submitted():
    bare = submission(sysbench_text(), statement={}, settings="")
    partly = submission(sysbench_text(), statement={"engine": "mysql"}, settings="")

    assert check(bare, "complete").values["missing"] == [
        "provider",
        "instance_class",
        "engine",
        "engine_version",
        "tested_on",
    ]
    assert outcome(partly, "complete") == "failed"
    assert "tested_on" in check(partly, "complete").values["missing"]
    assert not submission_report(partly.pk, user=partly.owner).can_be_submitted


def test_a_file_that_lacks_what_others_have_is_named():
    owner = UserFactory()
    texts = (sysbench_text(), sysbench_text(tps=90))
    draft = drafts.begin(
        owner, [uploaded(t, name=f"run-{n}.txt") for n, t in enumerate(texts)]
    )
    one = draft.files.get(name="run-0.txt")
    drafts.state_file(
        draft.pk, by=owner, file_id=one.pk, statement={"tested_on": "2026-01-31"}
    )
    draft.refresh_from_db()

    message = check(draft, "complete").message
    assert "Day of the test (run-1.txt)" in message
    assert "Engine," in message


def test_a_submission_without_a_report_has_nothing_to_review():
    made = submission(SETTINGS)

    assert outcome(made, "complete") == "failed"
    assert submission_report(made.pk, user=made.owner).results == []


def test_what_is_only_recommended_is_a_note(small):
    stated = {**STATEMENT, "zone": "", "network": ""}

    made = submission(sysbench_text(), statement=stated)

    assert outcome(made, "complete") == "note"
    assert check(made, "complete").values["missing"] == ["zone", "network"]
    assert submission_report(made.pk, user=made.owner).can_be_submitted


def test_secrets_in_files_are_told(small):
    made = submission("sysbench --mysql-password=S3cret run\n" + sysbench_text())

    report = submission_report(made.pk, user=made.owner)

    assert check(made, "secrets").values["count"] == 1
    assert report.files[0].secrets == 1


def test_repeats_and_evidence_make_the_rating(small):
    made = submission(*(sysbench_text(tps=100 + n) for n in range(5)))

    report = submission_report(made.pk, user=made.owner)

    assert report.rating.total == 100
    assert report.rating.grade == "excellent"


def test_the_report_shows_what_was_understood(small):
    row = published(small, tps=50.0, qps=1000.0)
    made = submission(sysbench_text(), statement={**STATEMENT, "threads": 16})

    report = submission_report(made.pk, user=made.owner)

    (file,) = report.files
    assert (file.workload, file.figures["tps"]) == ("oltp_read_write", 100)
    assert file.printed["queries_read"] == 84_000
    assert len(file.samples) == 60
    assert [f.code for f in file.findings] == ["threads"]
    conditions = {c.name: c for c in file.runs[0].conditions}
    assert conditions["threads"].origin == "output"
    assert conditions["vcpus"].origin == "catalogue"
    (shown,) = report.results
    assert shown.neighbours[0].result == row
    assert shown.neighbours[0].ratios["tps"] == 2
    assert report.is_owner
    assert report.is_editable
    assert not report.is_reviewer


def test_what_is_missing_stands_with_its_file():
    made = submission(sysbench_text(), statement={}, settings="")

    report = submission_report(made.pk, user=made.owner)

    assert report.files[0].missing == ["engine"]
    assert report.results == []


def test_checks_and_rating_are_not_for_the_public(small):
    made = submission(sysbench_text())
    reviewer = ReviewerFactory()

    with pytest.raises(Submission.DoesNotExist):
        submission_report(made.pk, user=AnonymousUser())
    with pytest.raises(Submission.DoesNotExist):
        submission_report(made.pk, user=reviewer)  # a draft is its owner's alone
    Submission.objects.filter(pk=made.pk).update(
        state="accepted", version=1, submitted_at=NOON, accepted_at=NOON,
        grade="accepted", reviewer=reviewer,
    )  # fmt: skip
    made.results.update(status="current", visibility="public")

    public = submission_report(made.pk, user=AnonymousUser())
    inside = submission_report(made.pk, user=reviewer)

    assert (public.checks, public.rating) == ([], None)
    assert inside.checks
    assert inside.is_reviewer
    assert not inside.is_editable


def test_the_number_of_queries_does_not_grow(small):
    for n in range(3):
        published(small, tps=100.0 + n)
    one = submission(sysbench_text())
    many = submission(*(sysbench_text(tps=200 + n) for n in range(6)))

    def queries(made):
        with CaptureQueriesContext(
            connection,
        ) as captured:
            submission_report(made.pk, user=made.owner)
        return len(captured)

    assert Result.objects.filter(submission=many).count() == 6
    assert queries(one) == queries(many)
