"""sysbench's interval lines and rows, whole and wrapped."""

import re

import pytest

from benchruns.parsers.errors import CheckpointError, NoEventsError
from benchruns.parsers.sysbench.report import read
from benchruns.sentences.catalogue import worded
from tests.benchruns.parsers.sysbench.texts import text_of


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
