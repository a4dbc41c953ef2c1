"""sysbench's reports of every generation, as uploaded: figures, load and findings."""

import csv

import pytest

from benchruns.figures.metrics import FIGURE_NAMES
from benchruns.parsers.errors import ReportError
from benchruns.parsers.sysbench.report import read, recognises
from benchruns.parsers.tool_report import Kind
from tests.benchruns.parsers.sysbench.texts import text_of
from tests.benchruns.report_cases.case import SAMPLES
from tests.benchruns.report_cases.sysbench import CASES

READ = [case for case in CASES if not case.refused]
REFUSED = [case for case in CASES if case.refused]
with (SAMPLES / "expected.csv").open(newline="") as file:
    EXPECTED = list(csv.DictReader(file))
# What a paper's listing prints that is a figure by another name.
FIGURE_OF = {
    "queries_read": "reads",
    "queries_write": "writes",
    "queries_other": "other",
    "queries_total": "queries",
    "total_time_s": "duration_s",
}


def codes(name: str) -> list[str]:
    return [finding.code for finding in read(text_of(name)).findings]


@pytest.mark.parametrize("case", READ, ids=str)
def test_a_report_gives_the_figures_of_its_case(case):
    report = read(case.text)

    assert (report.format, report.kind, report.tool) == (
        case.format,
        Kind.REPORT,
        "sysbench",
    )
    for name, value in case.expected.items():
        assert getattr(report.figures, name) == pytest.approx(value), name
    assert {name: report.printed[name] for name in case.printed} == case.printed
    assert {name: report.stated[name] for name in case.stated} == case.stated


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_what_is_no_whole_report_of_one_run_is_refused_with_a_line(case):
    with pytest.raises(ReportError, match=case.refused) as caught:
        read(case.text)

    assert caught.value.line in case.text


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_format_is_told_from_the_text(case):
    assert recognises(case.text) == case.format


@pytest.mark.parametrize("text", ["", "a,b\n1,2\n", '[{"time": 1}]', "{}", "x\0y"])
def test_other_texts_are_not_recognised(text):
    assert recognises(text) is None


@pytest.mark.parametrize("name", sorted({row["sample"] for row in EXPECTED}))
def test_a_published_listing_gives_every_printed_figure(name):
    report = read((SAMPLES / name).read_text())
    rows = [row for row in EXPECTED if row["sample"] == name]

    for row in rows:
        value, metric = float(row["value"]), row["metric"]
        if row["scope"] == "interval":
            (sample,) = (
                s for s in report.samples if s.second == int(row["interval_s"])
            )
            if metric == "latency_p95_ms":
                assert (sample.latency_ms, sample.percentile) == (value, 95)
            else:
                assert getattr(sample, metric) == value, row
            continue
        assert report.printed[metric] == value, row
        figure = FIGURE_OF.get(metric, metric)
        if figure in FIGURE_NAMES:
            assert getattr(report.figures, figure) == value, row
    assert len(report.samples) == len({row["interval_s"] for row in rows} - {""})


@pytest.mark.parametrize("case", READ, ids=str)
def test_every_figure_is_printed_or_has_its_formula(case):
    report = read(case.text)

    known = {
        name for name, value in report.figures.as_dict().items() if value is not None
    }
    assert report.derived.keys() <= known
    values = {value for value in report.printed.values() if value is not None}
    for name in known - report.derived.keys():
        value = getattr(report.figures, name)
        in_seconds = round(value / 1000, 9)  # as old builds of 0.4 print latencies
        assert value in values or in_seconds in values, name


@pytest.mark.parametrize(
    ("name", "workload", "variant"),
    [
        ("0.4-milliseconds", None, ""),  # 0.4 has five writes a transaction
        ("0.4-later-branch", "oltp_legacy", ""),
        ("0.5-read-write", "oltp_legacy", ""),
        ("0.5-read-only-skip-trx", "oltp_read_only", "no_transactions"),
        ("1.0-read-write", "oltp_read_write", ""),
        ("1.0-histogram", "oltp_read_only", ""),
        ("1.0-write-only-percentile-off", "oltp_write_only", ""),
        ("1.0-read-only-skip-trx", "oltp_read_only", "no_transactions"),
        ("1.0-rate", "oltp_read_write", "rate_limited"),
        ("1.0-point-select", None, ""),
        ("1.0-errors", None, ""),
        ("1.1-warm-up", "oltp_read_write", ""),
        ("1.0-writes-without-rows", "oltp_read_write", ""),
        ("1.0-csv-alone", "oltp_read_write", ""),
        ("1.0-json-cumulative", "oltp_read_write", ""),
    ],
)
def test_the_workload_is_told_from_the_statements(name, workload, variant):
    report = read(text_of(name))

    assert (report.workload, report.variant) == (workload, variant)


def test_the_published_hot_row_is_known_by_its_statements():
    report = read((SAMPLES / "sysbench-0.5-hot-row-update.txt").read_text())

    assert report.workload == "hot_row_update"
    assert report.derived["duration_s"] == "transactions / TPS"


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("1.0-histogram", []),
        ("1.0-read-write", ["errors_ignored"]),
        ("1.0-write-only-percentile-off", ["errors_ignored", "no_percentile"]),
        ("1.0-rate", ["rate_limited"]),
        ("1.0-read-only-skip-trx", ["no_transactions"]),
        ("1.0-warnings", ["errors_ignored", "tool_warning"]),
        ("1.0-errors", ["errors_ignored", "statement_mix"]),
        ("1.0-writes-without-rows", ["errors_ignored", "writes_without_row"]),
        ("1.0-csv-cumulative", ["errors_ignored", "percentile_unnamed"]),
        ("1.0-point-select", ["statement_mix", "no_transactions"]),
    ],
)
def test_findings_say_what_to_know_before_comparing(name, found):
    assert codes(name) == found


def test_samples_that_begin_late_are_told():
    report = read((SAMPLES / "sysbench-1.0-oltp-read-write.txt").read_text())

    (finding,) = report.findings
    assert finding.code == "samples_partial"
    assert finding.values == {"first_s": 55, "last_s": 60, "duration_s": 60.0439}


def test_many_errors_are_a_caution_with_their_share():
    finding = read(text_of("1.0-errors")).findings[0]

    assert finding.severity == "caution"
    assert finding.values["share"] == pytest.approx(955 / 1520)


def test_the_rate_is_told_though_only_queue_lines_show_it():
    text = text_of("1.0-rate").replace("Target transaction rate", "Rate")

    report = read(text)

    assert report.variant == "rate_limited"
    assert "rate" not in report.stated
    assert [finding.code for finding in report.findings] == ["rate_limited"]
