"""What tools say on their standard error: whose it is, and how often they complain."""

import pytest

from benchruns.parsers import messages, recognition
from benchruns.parsers.errors import ReportError
from benchruns.parsers.tool_report import Format, Kind
from tests.benchruns.parsers.reading_cases import assert_read_as_told
from tests.benchruns.report_cases.messages import CASES
from tests.benchruns.report_cases.sysbench import CASES as SYSBENCH

TEXTS = {case.tool_version.split()[0]: case.text for case in CASES}
FOUND = {
    "sysbench": {"tool_warning": {"warnings": 1}},
    "pgbench": {"tool_errors": {"errors": 6}, "broken_off": {"lines": 4}},
    "go-tpc": {"tool_errors": {"errors": 2}},
}


@pytest.mark.parametrize("case", CASES, ids=str)
def test_each_text_is_read_as_told(case):
    assert_read_as_told(case, recognition.read)


@pytest.mark.parametrize("tool", TEXTS)
def test_messages_are_told_by_their_tool_and_counted(tool):
    report = recognition.read(TEXTS[tool])

    assert (report.format, report.kind) == (Format.TOOL_MESSAGES, Kind.COMPANION)
    assert report.tool == tool
    assert {each.code: each.values for each in report.findings} == FOUND[tool]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("starting vacuum...end.\n", {}),
        ("maxprocs: Leaving GOMAXPROCS=2: CPU quota undefined\n", {}),
        (
            "FATAL: PQexec() failed: 7 deadlock detected\nFATAL: failed query was: A\n  B\n",
            {"broken_off": {"lines": 2}},
        ),
        ("Got signal [interrupt] to exit.\n", {"broken_off": {"lines": 1}}),
    ],
)
def test_what_they_say_of_the_run_is_found(text, found):
    report = recognition.read(text)

    assert {each.code: each.values for each in report.findings} == found


@pytest.mark.parametrize(
    "text",
    [
        "Dear reader,\nWARNING: this is a letter.",
        "WARNING: this is a letter.\nDear\nreader\nof\nmany\nlines",
        "warning: nothing\n",
    ],
)
def test_a_text_that_is_not_mostly_messages_is_refused(text):
    with pytest.raises(ReportError, match="none of the formats"):
        recognition.read(text)


def test_what_stands_at_the_end_of_a_long_text_counts_too():
    error = "pgbench: error: client 3 script 0 aborted in command 4"
    text = "\n".join([error] * 100_001 + ["pgbench: error: Run was aborted", ""])

    found = {f.code: f.values for f in messages.read(text).findings}

    assert found["tool_errors"] == {"errors": 100_002}
    assert found["broken_off"] == {"lines": 100_002}


def test_messages_of_another_tool_are_not_joined():
    report = recognition.read(next(c.text for c in SYSBENCH if not c.refused))

    with pytest.raises(ReportError, match="another tool"):
        messages.joined(report, [recognition.read(TEXTS["pgbench"])])
