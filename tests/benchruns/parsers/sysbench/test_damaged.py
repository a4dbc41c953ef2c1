"""sysbench's reports that were stopped, mixed, changed or cut."""

import re

import pytest

from benchruns.parsers.errors import AbortedError, NoEventsError, ReportError
from benchruns.parsers.sysbench import scan
from benchruns.parsers.sysbench.report import read
from tests.benchruns.parsers.sysbench.texts import text_of
from tests.benchruns.report_cases.case import SAMPLES


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
