"""sysbench's reports of every generation, as uploaded."""

import csv
import re

import pytest

from benchruns.figures.metrics import FIGURE_NAMES
from benchruns.parsers.errors import (
    AbortedError,
    CheckpointError,
    NoEventsError,
    ReportError,
)
from benchruns.parsers.sysbench import scan
from benchruns.parsers.sysbench.report import read, recognises
from benchruns.parsers.tool_report import Kind
from benchruns.sentences.catalogue import worded
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


def text_of(name: str) -> str:
    return (SAMPLES / "sysbench" / f"{name}.txt").read_text()


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


def test_the_samples_of_the_warm_up_are_left_out():
    samples = read(text_of("1.1-warm-up")).samples

    assert [sample.second for sample in samples] == [1, 2, 3]
    assert samples[0].tps == 1201.1


def test_the_short_interval_lines_of_0_4_know_no_errors():
    samples = read(text_of("0.4-later-branch")).samples

    assert [sample.tps for sample in samples] == [1111.51, 1121.9, 1120]
    assert {sample.percentile for sample in samples} == {99}
    assert {sample.errors_per_s for sample in samples} == {None}
    assert samples[0].reads_per_s == 15561.14


def test_rows_in_the_output_take_the_percentile_of_the_final_block():
    samples = read(text_of("1.0-csv")).samples

    assert [(s.latency_ms, s.percentile) for s in samples] == [
        (2.91, 95),
        (3.07, 95),
        (3.43, 95),
    ]


def test_rows_alone_do_not_guess_the_percentile():
    samples = read(text_of("1.0-json-alone")).samples

    assert [(s.second, s.latency_ms, s.percentile) for s in samples] == [
        (1, 2.91, None),
        (2, 2.97, None),
        (3, 2.86, None),
    ]


def test_a_percentile_turned_off_leaves_rows_without_latency():
    rows = "1,2,9.00,180.00,126.00,36.00,18.00,0.00,0.00,0.00\n"

    report = read(rows + rows.replace("1,2,", "2,0,"))

    assert report.samples[0].latency_ms is None
    assert [finding.code for finding in report.findings] == ["no_percentile"]


def test_rows_of_the_same_second_are_checkpoints():
    text = text_of("1.0-csv-alone").replace("2,2,", "1,2,", 1)

    with pytest.raises(CheckpointError):
        read(text)


def test_a_row_over_no_transactions_is_no_result():
    with pytest.raises(NoEventsError):
        read("1,0,0.00,1.00,1.00,0.00,0.00,0.00,0.00,0.00\n")


@pytest.mark.parametrize(
    "row",
    [
        "2,0,67781.00,1355620.00,0.00,0.00,1355620.00,0.00,0.00,0.00",  # a dry run
        "2,0,441878.00,13.77,0.00,13.77,0.00,0.00,0.00,0.00",  # bulk_insert
    ],
)
def test_a_row_over_events_that_did_no_work_is_no_result(row):
    with pytest.raises(NoEventsError):
        read(f"{row}\n")


@pytest.mark.parametrize("name", ["1.0-dry-run", "1.0-bulk-insert"])
def test_events_that_did_no_work_are_refused_at_the_line_of_their_rate(name):
    with pytest.raises(NoEventsError) as caught:
        read(text_of(name))

    assert caught.value.line.startswith("transactions: ")


def test_a_forced_stop_is_told_apart_from_a_broken_text():
    with pytest.raises(AbortedError) as caught:
        read(text_of("1.0-forced-shutdown"))

    assert caught.value.line.startswith("FATAL: The --max-time limit has expired")


def test_a_run_that_crashed_before_another_is_not_mixed_with_it():
    text = text_of("1.0-interrupted") + text_of("1.0-read-write")

    with pytest.raises(ReportError, match="more than one") as caught:
        read(text)

    assert caught.value.line == "Threads started!"


def test_interval_lines_of_two_runs_without_their_heads_are_not_mixed():
    lines = text_of("1.0-read-write").splitlines(keepends=True)
    text = "".join(lines[12:14] + lines[12:])

    with pytest.raises(ReportError, match="more than one") as caught:
        read(text)

    assert caught.value.line == lines[12].strip()


@pytest.mark.parametrize(
    "sample", ["1.0-read-write", "1.0-json-alone", "1.0-csv-alone"]
)
def test_line_ends_of_windows_change_nothing(sample):
    text = text_of(sample)

    assert read(text.replace("\n", "\r\n")) == read(text)


def test_a_prepare_that_failed_before_the_run_is_among_the_warnings():
    text = text_of("1.0-failed-prepare")

    (warned,) = (f for f in read(text).findings if f.code == "tool_warning")

    assert warned.values == {"warnings": text.count("FATAL:")}
    with pytest.raises(AbortedError):
        read(text.replace("Threads started!\n", ""))


@pytest.mark.parametrize("width", [70, 72, 79, 80, 81, 100, 120])
@pytest.mark.parametrize("name", ["1.0-read-write", "0.5-read-write", "1.1-read-write"])
def test_interval_lines_that_a_terminal_wrapped_are_joined(name, width):
    text = text_of(name)
    wrapped = re.sub(f"(.{{{width}}})", r"\1\n", text)

    found = read(wrapped)

    assert wrapped != text
    assert found.samples == read(text).samples
    assert found.findings == read(text).findings


def test_interval_lines_that_are_not_whole_are_counted():
    lines = text_of("1.0-read-write").splitlines()
    cut = "\n".join(line[:80] for line in lines)

    (unread,) = (f for f in read(cut).findings if f.code == "samples_unread")

    assert unread.values == {"lines": 3}
    assert "3 interval lines could not be read" in worded(unread).message


def test_remarks_between_the_objects_of_json_are_read():
    text = text_of("1.0-json")
    remark = text.replace("  },\n", "  },\nFATAL: mysql_stmt_execute failed\n", 1)

    with pytest.raises(AbortedError) as caught:
        read(remark)

    assert caught.value.line == "FATAL: mysql_stmt_execute failed"


def test_an_object_of_json_that_is_spoilt_is_told():
    text = text_of("1.0-json").replace('"writes": ', '"writes": x', 1)

    with pytest.raises(ReportError, match="JSON object") as caught:
        read(text)

    assert caught.value.line.startswith('{ "time": ')


def test_a_histogram_longer_than_the_tools_is_refused():
    lines = "".join(f"{n} | 1\n" for n in range(scan.MOST_BUCKETS + 1))

    with pytest.raises(ReportError, match="more than one report") as caught:
        read(lines + text_of("1.0-read-write"))

    assert caught.value.line == "10000 | 1"


@pytest.mark.parametrize(
    "line",
    [
        "FATAL: mysql_drv_query() returned error 1213 (Deadlock found)",
        "sysbench: FATAL unable to connect",
        "(thread 3) FATAL: mysql_drv_query() returned error 1213",
        "[thread 3] FATAL: PQexec() failed: 7 terminating connection",
        "2026-01-05 12:00:00 FATAL: `thread_run' function failed",
        "(last message repeated 3 times) FATAL: error 2013",
    ],
)
def test_a_fatal_line_ends_a_report_whatever_stands_before_the_word(line):
    text = text_of("1.0-read-write").replace("SQL stat", f"  {line}\nSQL stat")

    with pytest.raises(AbortedError) as caught:
        read(text)
    assert caught.value.line == line


@pytest.mark.parametrize(
    "line",
    [
        "WARNING: the server said FATAL: too many connections, trying again",
        "ALERT: attempting to reconnect after FATAL: 57P01",
        "a run is not FATALLY wrong",
    ],
)
def test_a_milder_line_that_quotes_the_word_does_not(line):
    text = text_of("1.0-read-write")

    told = read(text.replace("SQL stat", f"{line}\nSQL stat"))
    assert told.figures == read(text).figures


def test_a_histogram_with_lines_missing_is_refused():
    text = (SAMPLES / "sysbench/1.0-histogram.txt").read_text()
    rows = re.findall(r"^ +[\d.]+ \|.*\n", text, re.MULTILINE)

    with pytest.raises(ReportError, match="The histogram holds"):
        read(text.replace("".join(rows[: len(rows) // 3]), ""))
