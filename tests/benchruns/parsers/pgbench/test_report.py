"""Every figure of the samples is read; foreign, hostile and cut texts are refused."""

import math
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchruns.parsers.errors import NoEventsError, ReportError
from benchruns.parsers.pgbench.report import read, recognises
from benchruns.parsers.tool_report import Kind, ToolReport
from tests.benchruns.parsers.pgbench.texts import READ_WRITE, sample
from tests.benchruns.report_cases.case import SAMPLES
from tests.benchruns.report_cases.pgbench import CASES, REFUSED
from tests.growth import is_in_proportion

READABLE = [case for case in CASES if not case.refused]


@pytest.mark.parametrize("case", READABLE, ids=str)
def test_a_sample_is_read(case):
    report = read(case.text)

    figures = report.figures.as_dict()
    assert report.format == recognises(case.text) == case.format
    for name, value in case.expected.items():
        assert figures[name] == (value if value is None else pytest.approx(value)), name
    assert {name: report.printed.get(name) for name in case.printed} == case.printed
    assert {name: report.stated.get(name) for name in case.stated} == case.stated
    assert report.tool == "pgbench"


@pytest.mark.parametrize("case", REFUSED, ids=str)
def test_a_sample_is_refused_with_its_line(case):
    with pytest.raises(ReportError, match=case.refused) as caught:
        read(case.text)

    assert caught.value.line
    assert caught.value.line in case.text


@pytest.mark.parametrize("case", READABLE, ids=str)
def test_each_figure_is_printed_or_has_a_formula(case):
    report = read(case.text)

    printed = {"tps", "transactions", "latency_avg_ms"}
    if report.kind == Kind.COMPANION:
        printed = set()
    known = {
        name for name, value in report.figures.as_dict().items() if value is not None
    }
    assert known - printed == set(report.derived)


def test_every_file_of_the_tool_is_a_case():
    files = set((SAMPLES / "pgbench").iterdir())

    assert {case.file for case in CASES} == files


def test_nothing_that_ended_is_no_report():
    text = READ_WRITE.replace("processed: 7923", "processed: 0")

    with pytest.raises(NoEventsError):
        read(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n",
        "0 1 2 3 4 5\n6 7 8 9 10 11\n",
        "time,tps\n1,2\n",
        "1795159638 1 2 3\n",
        "1795159638 10 100 9999 50 40\n",  # the least above the longest
        "1795159638 10 100 1 9 11\n",  # squares that the sum rules out
        "0 1 3305 0 12345 645824\n",  # not a time of the clock
        "progress: 50 %\n",
        "sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)\n",
        "<html><body>transaction type: x</body></html>",
    ],
)
def test_a_foreign_text_is_refused(text):
    assert recognises(text) is None
    with pytest.raises(ReportError, match="nothing that pgbench writes"):
        read(text)


def test_a_log_with_a_broken_line_is_refused_with_the_line():
    text = sample("15-log-threads.log") + "0 51 12"

    with pytest.raises(ReportError) as caught:
        read(text)

    assert caught.value.line == "0 51 12"


def test_a_report_of_endless_statements_is_refused():
    line = "         0.001           0  SELECT 1;\n"

    with pytest.raises(ReportError, match="more numbers"):
        read(READ_WRITE + line * 20_000)


def finite(report: ToolReport) -> bool:
    numbers = [
        *report.figures.as_dict().values(),
        *report.printed.values(),
        *report.stated.values(),
        *(value for each in report.samples for value in (each.tps, each.latency_ms)),
    ]
    return all(math.isfinite(each) for each in numbers if isinstance(each, int | float))


JUNK = st.text(max_size=20) | st.sampled_from(
    ["nan", "-nan", "inf", "-1", "9" * 5000, "1e999", "٣٤", "²", "0", "\x00", "\n", " "]
)


@given(
    st.sampled_from([case.text for case in CASES]),
    st.lists(
        st.tuples(st.integers(0, 4000), st.integers(0, 60), JUNK),
        min_size=1,
        max_size=4,
    ),
)
def test_only_report_errors_leave_the_reader_for_damaged_samples(text, changes):
    for at, cut, junk in changes:
        text = text[:at] + junk + text[at + cut :]
    with suppress(ReportError):
        assert finite(read(text))


@given(
    st.lists(
        st.sampled_from(sorted({line for c in CASES for line in c.text.splitlines()}))
        | JUNK,
        max_size=40,
    )
)
def test_only_report_errors_leave_the_reader_for_mixed_lines(lines):
    with suppress(ReportError):
        assert finite(read("\n".join(lines)))


@pytest.mark.parametrize(
    "name", ["15-read-only.txt", "15-retries.txt", "9.5-rate-limit.txt"]
)
def test_a_report_that_is_cut_short_gives_no_other_figure(name):
    """Up to the line of the rate there is none; from there on it is the whole one's."""
    text = sample(name)
    whole = read(text).figures

    for at in range(text.index("number of clients"), len(text)):
        with suppress(ReportError):
            cut = read(text[:at]).figures
            assert cut.tps == whole.tps
            assert cut.qps in (whole.qps, None)


@pytest.mark.parametrize(
    "unit",
    [
        "client 1 ",
        "progress: 1.0 s, ",
        "0 1 3305 0 1795159641 645824 ",
        " ",
        "transaction type:\n",
        "SQL script 1: a\n",
        "tps = 1 (",
        "\n ",
    ],
)
def test_a_long_text_takes_no_quadratic_time(unit):
    def read_or_refuse(size: int) -> None:
        with suppress(ReportError):
            read(READ_WRITE + unit * (size // len(unit)))

    assert is_in_proportion(read_or_refuse, 300_000)
