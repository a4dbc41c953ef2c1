"""Files of pgbench beside its report: whose they are, and what was logged of all."""

import pytest

from benchruns.models import Result
from benchruns.sentences.catalogue import worded
from benchruns.sentences.checks.table import worded_check
from benchruns.submissions.drafts import changes as drafts
from benchruns.submissions.report import submission_report
from tests.factories import UserFactory
from tests.submission_files import sample

pytestmark = pytest.mark.django_db

SAMPLED = ("pgbench/15-log-sampled.txt", "pgbench/15-log-sampled.log")


@pytest.fixture
def owner():
    return UserFactory()


@pytest.mark.parametrize(
    ("options", "p50"),
    [
        ("--sampling-rate=0.002", 0.05),
        ("--sampling-rate 0.002", 0.05),
        ("--sampling-rate=0.01", None),  # of so many the log holds too few
        ("", 0.05),
    ],
)
def test_the_command_tells_the_share_that_was_logged(owner, options, p50):
    draft = drafts.begin(owner, [sample(path) for path in SAMPLED])

    command = f"pgbench -S -c 2 -T 5 -l {options} bench"
    drafts.state(
        draft.pk,
        by=owner,
        statement={"workload": "pgbench_read_only", "command": command},
    )

    assert Result.objects.get().latency_p50_ms == p50


def test_the_command_of_one_file_tells_its_own_share(owner):
    draft = drafts.begin(owner, [sample(path) for path in SAMPLED])
    drafts.state(draft.pk, by=owner, statement={"workload": "pgbench_read_only"})
    file = draft.files.get(name="15-log-sampled.txt")

    drafts.state_file(
        draft.pk,
        by=owner,
        file_id=file.pk,
        statement={"command": "pgbench -l --sampling-rate=0.01 bench"},
    )

    report = submission_report(draft.pk, user=owner)
    (log,) = (each for each in report.files if each.file.name.endswith(".log"))
    assert "not the share that was logged" in worded(log.findings[0]).message


def test_what_its_owner_should_do_is_told_by_the_check_and_not_in_public(owner):
    draft = drafts.begin(owner, [sample("pgbench/15-log-threads.txt")])

    made = drafts.add_files(
        draft.pk, by=owner, files=[sample("pgbench/15-log-failures.log")]
    )

    check = next(check for check in made.checks if check["code"] == "readable")
    assert "Upload each run with its own files" in worded_check(check).remedy
    for file in submission_report(made.pk, user=owner).files:
        assert not any("Upload" in worded(each).remedy for each in file.findings)
