"""Vendors' rows that are repeated, and reports that are handed in."""

import json

import pytest

from benchruns.models import Run, Submission
from tests.factories import EndpointFactory, ResultFactory
from tests.portal.api.submitting import WHOLE
from tests.submission_files import SETTINGS, sysbench_text


@pytest.fixture
def report(tmp_path):
    path = tmp_path / "run.txt"
    path.write_text(sysbench_text(tps=100))
    return path


def test_a_published_row_is_repeated(benchbook, user):
    EndpointFactory(owner=user, name="shop", checked=True)
    row = ResultFactory(tables=4, table_size=25_000, threads=8)
    small = ("--scale-down", "100", "-p", "duration_seconds=10")

    answer = benchbook("reproduce", "shop", row.pk, *small, "--json")

    assert answer.exit_code == 0, answer.output
    run = Run.objects.get()
    assert json.loads(answer.stdout)["id"] == str(run.pk)
    assert (run.reproduces_id, run.parameters["duration_seconds"]) == (row.pk, 10)


def test_a_report_is_kept_as_a_draft_that_says_what_is_missing(
    benchbook, report, tmp_path
):
    settings = tmp_path / "variables.txt"
    settings.write_text(SETTINGS)
    stated = ("-s", "engine=mysql", "-s", "client_vcpus=8", "--settings", settings)

    answer = benchbook("submit", report, *stated, "--hand-in")

    assert answer.exit_code == 2, answer.output
    assert "missing: " in answer.stdout
    assert "kept as a draft" in answer.stderr
    kept = Submission.objects.get()
    assert kept.state == "draft"
    assert kept.statement["client_vcpus"] == 8


def test_a_report_that_lacks_nothing_is_handed_in(benchbook, report, tmp_path):
    settings = tmp_path / "variables.txt"
    settings.write_text(SETTINGS)
    stated = [w for key, value in WHOLE.items() for w in ("-s", f"{key}={value}")]

    answer = benchbook("submit", report, *stated, "--settings", settings, "--hand-in")

    assert answer.exit_code == 0, answer.output
    assert Submission.objects.get().state == "submitted"
    assert "submitted" in answer.stdout


def test_a_file_that_is_not_there_is_told(benchbook, tmp_path):
    answer = benchbook("submit", tmp_path / "none.txt")

    assert answer.exit_code == 2
    assert "none.txt cannot be read" in answer.stderr


def test_what_is_no_report_is_refused_with_its_line(benchbook, tmp_path):
    path = tmp_path / "run.txt"
    path.write_text("nothing of a tool")

    answer = benchbook("submit", path)

    assert answer.exit_code == 2
    assert "files.0: " in answer.stderr
