"""Rows of Benchbook's own report template make a result each."""

import pytest

from benchruns.figures.metrics import Figures
from benchruns.models import Result
from benchruns.parsers.tool_report import Format, ReportRow, ToolReport
from benchruns.submissions.drafts import changes as drafts
from tests.factories import UserFactory
from tests.submission_files import sysbench_text, uploaded

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner():
    return UserFactory()


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
