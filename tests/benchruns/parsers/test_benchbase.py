"""BenchBase's summaries."""

import json

import pytest

from benchruns.parsers import benchbase, recognition
from benchruns.parsers.errors import AbortedError, ReportError
from tests.benchruns.parsers.reading_cases import assert_read_as_told
from tests.benchruns.report_cases.benchbase import CASES

WHOLE = json.loads(CASES[0].text)


def read_with(**changes):
    return benchbase.read(json.dumps({**WHOLE, **changes}))


def codes(report) -> set[str]:
    return {finding.code for finding in report.findings}


@pytest.mark.parametrize("case", CASES, ids=str)
def test_each_text_is_read_as_told(case):
    assert_read_as_told(case, recognition.read)


def test_tps_are_the_goodput_and_no_new_orders_follow():
    report = benchbase.read(CASES[0].text)

    assert (report.workload, report.variant) == ("tpcc", "other_mix")
    assert report.figures.tps == WHOLE["Goodput (requests/second)"]
    assert report.figures.nopm is None
    assert report.derived == {}


def test_another_benchmark_has_no_workload():
    report = read_with(**{"Benchmark Type": "ycsb"})

    assert (report.workload, report.variant) == (None, "")
    assert "profile" not in report.stated
    assert codes(report) == {"workload_unknown"}


@pytest.mark.parametrize("state", ["ERROR", "MEASURE", "DONE", None, 3])
def test_any_other_final_state_is_no_result(state):
    with pytest.raises(AbortedError) as error:
        read_with(**{"Final State": state})

    assert error.value.line == f"Final State: {state}"


def test_a_time_that_was_not_measured_is_unknown():
    latencies = {**WHOLE["Latency Distribution"]}
    latencies["95th Percentile Latency (microseconds)"] = -1
    del latencies["Median Latency (microseconds)"]

    figures = read_with(**{"Latency Distribution": latencies}).figures

    assert figures.latency_p95_ms is None
    assert figures.latency_p50_ms is None
    assert figures.latency_p99_ms == 1.517


@pytest.mark.parametrize(
    ("scale", "stated"),
    [("10", 10), (11, 11), ("12.0", 12), ("0.5", None), ("0", None)],
)
def test_only_a_whole_scale_is_stated(scale, stated):
    assert read_with(scalefactor=scale).stated.get("scale") == stated


@pytest.mark.parametrize("moment", [0, 10**30, 4_102_444_800_001])
def test_a_day_that_cannot_be_is_not_stated(moment):
    report = read_with(
        **{
            "Start timestamp (milliseconds)": moment,
            "Current Timestamp (milliseconds)": moment,
        }
    )

    assert "tested_on" not in report.stated


def test_other_json_is_no_summary():
    with pytest.raises(ReportError, match="no summary of BenchBase"):
        benchbase.read('{"Benchmark Type": "tpcc"}')
