"""Results that files and statement of a submission make."""

from importlib import import_module

import pytest

from benchruns.figures.metrics import Figures, Interval
from benchruns.findings import Worded
from benchruns.models import Histogram, Result
from benchruns.parsers.stored import report as stored_report
from benchruns.parsers.tool_report import Format, ReportRow, ToolReport
from benchruns.sentences.doubts import doubts_of
from benchruns.submissions.drafts import changes as drafts
from benchruns.submissions.report import submission_report
from tests.factories import InstanceClassFactory, ProviderFactory, UserFactory
from tests.submission_factories import SubmissionFactory
from tests.submission_files import SETTINGS, STATEMENT, sample, sysbench_text, uploaded

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner():
    return UserFactory()


@pytest.fixture
def small():
    provider = ProviderFactory(slug="alibaba-cloud", name="Alibaba Cloud")
    return InstanceClassFactory(
        provider=provider,
        engine="mysql",
        code="rds.mysql.t1.small",
        vcpus=1,
        memory_gb=1,
        family="general-purpose",
        max_connections=300,
        iops=600,
    )


def test_a_report_and_a_statement_make_a_draft_result(owner, small):
    draft = drafts.begin(owner, [uploaded(sysbench_text())])
    drafts.state(draft.pk, by=owner, statement=STATEMENT, settings_text=SETTINGS)

    result = Result.objects.get()

    assert (result.status, result.visibility) == ("draft", "private")
    assert (result.provenance, result.owner, result.submitted_row) == (
        "submitted",
        owner,
        0,
    )
    assert (result.engine, result.engine_version) == ("mysql", "8.0")
    assert result.engine_version_full == "8.0.36"
    assert (result.provider_id, result.instance_class) == ("alibaba-cloud", small)
    assert (result.vcpus, result.memory_gb, result.iops) == (1, 1, 600)
    assert (result.workload, result.variant, result.regime) == (
        "oltp_read_write",
        "",
        "cached",
    )
    assert (result.threads, result.tables, result.table_size) == (8, 32, 25000)
    assert (result.tps, result.qps, result.latency_p95_ms) == (100, 2000, 160)
    assert result.parameters == {
        "duration_seconds": 60,
        "warmup_seconds": 0,
        "percentile": 95,
    }
    assert result.client == {
        "instance": "ecs.c6.2xlarge",
        "vcpus": 8,
        "memory_gb": 16,
        "os": "Debian 12",
        "region": "cn-hangzhou",
        "zone": "h",
    }
    assert result.buffer_bytes == 768 * 2**20
    assert result.parameter_settings["sync_binlog"] == "1"
    assert "version" not in result.parameter_settings
    assert result.measured_at.isoformat() == "2026-01-31T12:00:00+00:00"
    assert (result.tool, result.tool_version) == ("sysbench", "1.0.20")
    assert result.replication == "semi_sync"
    assert result.findings == []


def test_what_is_missing_makes_no_result_and_stating_it_does(owner):
    draft = drafts.begin(owner, [uploaded(sysbench_text())])
    assert not Result.objects.exists()

    drafts.state(draft.pk, by=owner, statement={"engine": "mysql"})
    assert Result.objects.get().engine_version == ""

    drafts.state(draft.pk, by=owner, statement={"engine": ""})
    assert not Result.objects.exists()


def test_results_are_changed_in_place(owner):
    draft = drafts.begin(owner, [uploaded(sysbench_text())])
    drafts.state(draft.pk, by=owner, statement={"engine": "mysql"})
    key = Result.objects.get().pk

    drafts.state(draft.pk, by=owner, statement={"engine": "mariadb", "tables": 4})

    result = Result.objects.get()
    assert (result.pk, result.engine, result.tables) == (key, "mariadb", 4)


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


def test_a_file_may_state_what_differs_for_it(owner):
    files = [uploaded(sysbench_text(tps=tps), name=f"{tps}.txt") for tps in (90, 100)]
    draft = drafts.begin(owner, files)
    drafts.state(draft.pk, by=owner, statement={"engine": "mysql", "regime": "cached"})
    file = draft.files.get(name="90.txt")

    drafts.state_file(
        draft.pk, by=owner, file_id=file.pk, statement={"regime": "disk_io"}
    )

    regimes = dict(Result.objects.values_list("tps", "regime"))
    assert regimes == {90: "disk_io", 100: "cached"}


def test_a_contradiction_is_a_finding_and_the_output_wins(owner, small):
    draft = drafts.begin(owner, [uploaded(sysbench_text(threads=8))])
    drafts.state(
        draft.pk,
        by=owner,
        statement={
            **STATEMENT,
            "threads": 16,
            "memory_gb": 2,
            "command": "sysbench oltp_read_write --table_size=800000 --time=600 run",
        },
    )

    result = Result.objects.get()

    codes = {finding["code"]: finding for finding in result.findings}
    assert result.threads == 8
    assert result.table_size == 800_000
    assert set(codes) == {
        "threads",
        "memory_gb",
        "table_size",
        "duration_seconds",
        "regime_label",
    }
    assert codes["threads"]["values"] == {
        "output": 8,
        "statement": 16,
        "taken": "output",
    }
    assert codes["memory_gb"]["values"] == {
        "statement": 2.0,
        "catalogue": 1.0,
        "taken": "statement",
    }


def test_a_proposed_class_has_the_sizes_that_are_stated(owner):
    draft = drafts.begin(owner, [uploaded(sysbench_text())])
    drafts.state(
        draft.pk,
        by=owner,
        statement={
            "provider": "New Cloud",
            "instance_class": "db.large",
            "engine": "mysql",
            "vcpus": 4,
            "memory_gb": 16,
        },
    )

    result = Result.objects.get()
    assert (result.provider, result.instance_class) == (None, None)
    assert (result.vcpus, result.memory_gb) == (4, 16)


def test_a_time_that_was_only_measured_is_no_parameter(owner):
    draft = drafts.begin(owner, [uploaded(sysbench_text())])
    drafts.state(draft.pk, by=owner, statement={"engine": "mysql"})

    result = Result.objects.get()
    assert "duration_seconds" not in result.parameters
    assert result.duration_s == 60.0001


def test_a_server_on_the_client_s_own_machine_is_a_doubt(owner):
    draft = drafts.begin(owner, [uploaded(sysbench_text())])
    near, far = (
        f"sysbench oltp_read_write --mysql-host={host} --threads=8 run"
        for host in ("127.0.0.1", "10.0.0.1")
    )

    drafts.state(draft.pk, by=owner, statement={"engine": "mysql", "command": near})
    shared = Result.objects.get()
    drafts.state(draft.pk, by=owner, statement={"engine": "mysql", "command": far})
    apart = Result.objects.get()

    assert [each["code"] for each in shared.findings] == ["loopback"]
    assert (shared.doubt, apart.doubt) == ("figure", "")
    assert doubts_of(shared.findings) == [
        "client and server shared a machine, or had a tunnel"
    ]


def test_the_legacy_script_is_told_by_the_command(owner):
    draft = drafts.begin(owner, [uploaded(sysbench_text())])
    command = "sysbench --test=oltp_legacy/oltp.lua --num-threads=8 run"

    drafts.state(draft.pk, by=owner, statement={"engine": "mysql", "command": command})

    result = Result.objects.get()
    assert (result.workload, result.findings) == ("oltp_legacy", [])


def test_rows_of_a_report_template_make_a_result_each(owner):
    file = _template_file(
        ReportRow(
            number=1,
            place="row 7",
            figures=Figures(reads=840_000.0, writes=240_000.0, duration_s=600.0),
            stated={"engine": "mysql", "workload": "oltp_read_write", "threads": 8},
        ),
        ReportRow(
            number=2,
            place="row 8",
            figures=Figures(tpm=12_000.0),
            stated={
                "engine": "sqlserver",
                "workload": "tpcc",
                "engine_version": "2022",
            },
        ),
        ReportRow(number=3, place="row 9", figures=Figures(tps=1.0), stated={}),
    )

    drafts.begin(owner, [file])

    first, second = Result.objects.order_by("submitted_row")
    assert (first.tps, first.qps) == (100, 2000)
    assert first.derived["tps"] == "reads / 14 / 600 s"
    assert (second.engine, second.engine_version, second.tpm) == (
        "sqlserver",
        "2022",
        12_000,
    )


@pytest.mark.parametrize(
    ("tool", "workload", "variant"),
    [
        ("go-tpc", "tpcc", "other_mix"),
        ("BenchBase", "tpcc", "other_mix"),
        ("benchbase", "oltp_read_write", ""),
        ("hammerdb", "tpcc", ""),
    ],
)
def test_a_typed_row_of_another_tool_s_mix_is_that_variant(
    owner, tool, workload, variant
):
    row = ReportRow(
        number=1,
        place="row 7",
        figures=Figures(tps=50.0),
        stated={"engine": "mysql", "workload": workload, "tool": tool},
    )

    drafts.begin(owner, [_template_file(row)])

    assert Result.objects.get().variant == variant


def test_a_row_whose_figures_contradict_each_other_says_so(owner):
    wrong = Figures(tps=100.0, latency_p95_ms=9.0, latency_max_ms=2.0)
    stated = {
        "engine": "mysql",
        "workload": "oltp_read_write",
        "threads": 8,
        "duration_seconds": 60,
    }
    rows = [
        ReportRow(number=n, place=f"row {6 + n}", figures=figures, stated=stated)
        for n, figures in enumerate((wrong, Figures(tps=100.0)), start=1)
    ]

    drafts.begin(owner, [_template_file(*rows)])

    first, second = Result.objects.order_by("submitted_row")
    (finding,) = first.findings
    assert finding["code"] == "contradicts_itself"
    assert finding["values"] == {
        "latency_p95_ms": 9,
        "latency_max_ms": 2,
        "low": "latency_p95_ms",
        "high": "latency_max_ms",
    }
    assert second.findings == []


def _template_file(*rows):
    report = ToolReport(
        format=Format.TEMPLATE_CSV,
        tool="benchbook",
        tool_version=None,
        parser_version="1",
        rows=rows,
    )
    file = uploaded(sysbench_text())
    return type(file)(
        name="report.csv",
        archive="",
        content=b"...",
        size_bytes=3,
        sha256="0" * 64,
        report=report,
        secrets=0,
    )


def test_a_typed_qps_of_pgbench_gives_no_tps(owner):
    row = ReportRow(
        number=1,
        place="row 7",
        figures=Figures(qps=500.0),
        stated={"engine": "postgresql", "workload": "pgbench_read_write", "scale": 10},
    )

    drafts.begin(owner, [_template_file(row)])

    result = Result.objects.get()
    assert (result.qps, result.tps, result.total_records) == (500, None, 1_000_000)


@pytest.mark.parametrize(
    "tool", ["sysbench", "pgbench", "hammerdb", "benchbase", "gotpc"]
)
def test_whatever_is_read_makes_a_result_or_says_what_is_missing(owner, tool):
    cases = import_module(f"tests.benchruns.report_cases.{tool}").CASES
    texts = {case.path: case.file.read_text() for case in cases if not case.refused}
    files = {f.sha256: f for name, t in texts.items() if (f := uploaded(t, name=name))}

    draft = drafts.begin(owner, list(files.values()))

    report = submission_report(draft.pk, user=owner)
    for file in report.files:
        for run in file.runs:
            assert (run.result is None) == bool(run.missing), file.file.name
    drafts.state(draft.pk, by=owner, statement={"engine": "mysql", "workload": "tpcc"})
    runs = [r for f in submission_report(draft.pk, user=owner).files for r in f.runs]
    made = [run.result for run in runs if run.result]
    assert Result.objects.count() == len(made) > 0
    assert {n for run in runs for n in run.missing} <= {"figures"}


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
