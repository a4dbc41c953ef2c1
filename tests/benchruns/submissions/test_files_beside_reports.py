"""What files with settings, logs and histograms add, and what goes with a file."""

import pytest

from benchruns.figures.metrics import Figures, Interval
from benchruns.findings import Worded
from benchruns.models import Histogram, Result
from benchruns.parsers.stored import report as stored_report
from benchruns.parsers.tool_report import Format, ReportRow, ToolReport
from benchruns.submissions.drafts import changes as drafts
from tests.factories import UserFactory
from tests.submission_factories import SubmissionFactory
from tests.submission_files import SETTINGS, STATEMENT, sample, sysbench_text, uploaded

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner():
    return UserFactory()


def test_a_removed_file_takes_its_result_with_it(owner):
    files = [uploaded(sysbench_text(tps=tps), name=f"{tps}.txt") for tps in (90, 100)]
    draft = drafts.begin(owner, files)
    drafts.state(draft.pk, by=owner, statement={"engine": "mysql"})
    assert Result.objects.count() == 2

    file = draft.files.get(name="90.txt")
    drafts.remove_file(draft.pk, by=owner, file_id=file.pk)

    assert [result.tps for result in Result.objects.all()] == [100]
    assert not draft.files.filter(name="90.txt").exists()


def test_a_file_that_was_submitted_once_stays_for_the_history(owner):
    draft = SubmissionFactory(owner=owner)
    drafts.add_files(draft.pk, by=owner, files=[uploaded(sysbench_text())])
    drafts.state(draft.pk, by=owner, statement={"engine": "mysql"})
    type(draft).objects.filter(pk=draft.pk).update(
        version=1, state="changes_requested", submitted_at=draft.created_at
    )

    drafts.remove_file(draft.pk, by=owner, file_id=draft.files.get().pk)

    assert draft.files.get().removed_at is not None
    assert not Result.objects.exists()


def test_settings_of_a_file_are_those_of_the_submission_until_it_goes(owner):
    draft = drafts.begin(
        owner, [uploaded(SETTINGS, name="settings.tsv"), uploaded(sysbench_text())]
    )

    result = Result.objects.get()  # the settings tell the engine
    assert (result.engine, result.engine_version) == ("mysql", "8.0")

    file = draft.files.get(name="settings.tsv")
    drafts.remove_file(draft.pk, by=owner, file_id=file.pk)
    draft.refresh_from_db()
    assert draft.parameter_settings == {}
    assert not Result.objects.exists()


def test_companions_of_pgbench_add_to_their_report(owner):
    draft = drafts.begin(owner, [sample("pgbench/15-log-threads.txt")])
    assert Result.objects.get().latency_p99_ms is None
    logs = [sample(f"pgbench/15-log-threads.log{end}") for end in ("", ".1")]

    drafts.add_files(draft.pk, by=owner, files=logs)

    result = Result.objects.get()
    report = draft.files.get(name="15-log-threads.txt")
    assert result.latency_p99_ms > result.latency_p50_ms > 0
    assert result.derived["latency_p99_ms"] == "pgbench log"
    assert stored_report.from_json(report.report).samples
    assert _outcome(draft, "readable") == "ok"
    assert result.histogram.counts.events == result.transactions
    assert result.histogram.counts.curve()[99] == result.latency_p99_ms

    for file in draft.files.filter(name__contains=".log"):
        drafts.remove_file(draft.pk, by=owner, file_id=file.pk)
    report.refresh_from_db()
    assert Result.objects.get().latency_p99_ms is None
    assert "samples" not in report.report
    assert not Histogram.objects.exists()


def test_the_histogram_of_a_report_is_kept_with_its_result(owner):
    draft = drafts.begin(owner, [uploaded(sysbench_text(histogram=True))])
    drafts.state(draft.pk, by=owner, statement=STATEMENT)

    result = Result.objects.get()

    assert result.histogram.source == "sysbench"
    assert result.histogram.buckets == [[80_000, 3000], [160_000, 3000]]

    drafts.remove_file(draft.pk, by=owner, file_id=draft.files.get().pk)
    assert not Histogram.objects.exists()


def test_a_report_without_one_has_none(owner):
    drafts.begin(owner, [uploaded(sysbench_text())])

    assert not Histogram.objects.exists()


def test_a_companion_without_its_report_is_told(owner):
    draft = drafts.begin(owner, [sample("pgbench/15-log-threads.txt")])

    drafts.add_files(draft.pk, by=owner, files=[sample("pgbench/15-log-failures.log")])

    assert _outcome(draft, "readable") == "caution"
    assert Result.objects.get().latency_p99_ms is None


def _outcome(submission, code):
    submission.refresh_from_db()
    return next(c["severity"] for c in submission.checks if c["code"] == code)


def test_a_stored_report_comes_back_as_it_was():
    report = ToolReport(
        format=Format.SYSBENCH,
        tool="sysbench",
        tool_version="1.0.20",
        parser_version="1",
        figures=Figures(tps=1.5),
        derived={"tps": "x"},
        printed={"queries_read": 7},
        samples=(Interval(second=1, tps=2.0), Interval(second=2, latency_ms=1.0)),
        workload="oltp_read_only",
        stated={"threads": 4},
        histogram=((0.5, 3), (1.5, 4)),
        findings=(Worded(code="c", severity="note", message="m", results=("r",)),),
        rows=(ReportRow(number=1, place="row 1", figures=Figures(qps=3.0)),),
    )

    assert stored_report.from_json(stored_report.as_json(report)) == report
