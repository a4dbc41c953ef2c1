"""Which tool printed a text: told from the text alone, and safe for any text."""

import json
import math

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from benchruns.parsers import recognition
from benchruns.parsers.errors import ReportError
from benchruns.parsers.text import json_text
from benchruns.parsers.tool_report import FORMAT_LABELS, Format, ToolReport
from tests.benchruns.parsers.reading_cases import is_safe, unsafe_texts
from tests.benchruns.report_cases.case import all_cases
from tests.examples import few_or
from tests.growth import is_in_proportion

TEXT_CASES = [case for case in all_cases() if case.format != Format.TEMPLATE_XLSX]
TEXT_CASES = [case for case in TEXT_CASES if case.format != Format.TEMPLATE_CSV]
READ = [case for case in TEXT_CASES if not case.refused]
# One of each format, for what need not be tried with all of them.
SHORT = {case.format: case for case in reversed(READ)}


@pytest.mark.parametrize("case", TEXT_CASES, ids=lambda case: case.path)
def test_every_case_is_read_as_its_format_or_refused(case):
    if case.refused:
        with pytest.raises(ReportError):
            recognition.read(case.text)
    else:
        assert recognition.read(case.text).format == case.format


@pytest.mark.parametrize("case", SHORT.values(), ids=lambda case: case.format)
def test_byte_order_mark_line_ends_and_names_change_nothing(case):
    plain = recognition.read(case.text)

    windows = "\ufeff" + case.text.replace("\n", "\r\n")
    assert recognition.read(windows) == plain
    for name in ("sysbench.log", "hammerdb.txt", "../../pgbench", "\0"):
        assert recognition.read(case.text, name=name) == plain


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", ""),
        (" \n\t\r\n", ""),
        ("\ufeff", ""),
        ("\n  Dear reader,\nthis is a letter.", "Dear reader,"),
        ("<html><body>1 2 3</body></html>", "<html><body>1 2 3</body></html>"),
        ("time,value\n1,2\n", "time,value"),
        ('{"a": 1}', '{"a": 1}'),
        ("[]", "[]"),
        ("\0\0\0", "\ufffd\ufffd\ufffd"),
    ],
    ids=["empty", "blank", "mark", "letter", "html", "csv", "json", "list", "nul"],
)
def test_a_foreign_text_is_refused_with_the_formats_and_its_first_line(text, line):
    with pytest.raises(ReportError) as error:
        recognition.read(text)

    assert "HammerDB" in error.value.message
    assert "sysbench" in error.value.message
    assert error.value.line == line


def test_output_of_two_tools_is_refused_where_the_second_begins():
    first = SHORT[Format.HAMMERDB_LOG].text
    second = SHORT[Format.GO_TPC].text

    with pytest.raises(ReportError) as error:
        recognition.read(first + second)

    assert "of HammerDB and of go-tpc" in error.value.message
    assert error.value.line == second.splitlines()[1]  # the first one names no tool


def test_settings_beside_a_report_are_refused():
    report = SHORT[Format.GO_TPC].text
    settings_text = SHORT[Format.MYSQL_VARIABLES].text

    with pytest.raises(ReportError, match="of go-tpc and of server settings"):
        recognition.read(report + "Variable_name\tValue\n" + settings_text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[" * 200_000, "nested too deeply"),
        ('{"a":' * 100_000, "nested too deeply"),
        ('{"a": NaN}', "no JSON"),
        ('{"a": -Infinity}', "no JSON"),
        ('{"a": 1, "a": 2}', "given twice"),
        ('{"a": 1' + "0" * 5000 + "}", "too long"),
        ('{"a": 1e999}', "too long"),
        ('{"a": 1', "not whole JSON"),
        ('{"a": "' + "x" * 4_000_000 + '"}', "is not read"),
    ],
    ids=["list", "deep", "nan", "infinity", "twice", "long", "huge", "cut", "large"],
)
def test_hostile_json_is_refused(text, message):
    with pytest.raises(ReportError, match=message):
        json_text.load(text)


def test_recognising_takes_time_in_proportion():
    def recognise(size: int) -> None:
        with pytest.raises(ReportError):
            recognition.read("Vuser sysbench 1. [Summary] {" * size)

    assert is_in_proportion(recognise, 20_000)


def read_or_refused(text: str) -> ToolReport | ReportError:
    try:
        return recognition.read(text)
    except ReportError as error:
        return error


def assert_safe(text: str) -> None:
    """Only a ReportError leaves, and figures can be stored and shown."""
    report = read_or_refused(text)
    if isinstance(report, ReportError):
        assert is_safe(report.message + report.line)
        return
    assert isinstance(report, ToolReport)
    assert unsafe_texts(report) == []
    numbers = [
        value for value in report.figures.as_dict().values() if value is not None
    ]
    assert all(math.isfinite(value) for value in numbers)
    kept = [dict(part) for part in (report.printed, report.stated, report.settings)]
    json.dumps(kept, allow_nan=False, ensure_ascii=False).encode()


ANY = settings(
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    max_examples=few_or(150, few=50),
)
WORDS = st.sampled_from(
    [
        "nan",
        "inf",
        "-1",
        "1e999",
        "9" * 400,
        "٣",
        "\0",
        "\ud800",
        "\u2028",
        "|",
        '"',
        "{",
        "[",
        "\n",
        "\t",
        ",",
        "TEST RESULT :",
        "[Summary] ",
        "tpmC: 0.0",
        "Vuser 1:",
        "name = value",
        "Variable_name",
    ]
)


@ANY
@given(data=st.data(), case=st.sampled_from(READ))
def test_no_change_of_a_text_lets_another_error_out(data, case):
    text = case.text[:20_000]
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + 60)))
        new = data.draw(st.one_of(WORDS, st.text(max_size=12)))
        text = text[:start] + new + text[end:]

    assert_safe(text)


@ANY
@given(
    parts=st.lists(
        st.one_of(
            WORDS,
            st.text(max_size=30),
            st.sampled_from(
                [
                    line
                    for case in SHORT.values()
                    for line in case.text.splitlines()[:40]
                ]
            ),
        ),
        max_size=12,
    )
)
def test_no_mixture_of_lines_lets_another_error_out(parts):
    assert_safe("\n".join(parts))


@ANY
@given(data=st.data())
def test_no_value_of_a_json_report_lets_another_error_out(data):
    name = data.draw(
        st.sampled_from([Format.HAMMERDB_JSON, Format.BENCHBASE, Format.GO_TPC_JSON])
    )
    case = next(c for c in READ if c.format == name and c.file.suffix == ".json")
    document = json.loads(case.text)
    holder = document[0] if isinstance(document, list) else document
    for _ in range(data.draw(st.integers(0, 3))):
        inner = [value for value in holder.values() if isinstance(value, dict)]
        if inner:
            holder = data.draw(st.sampled_from(inner)) or holder
    value = data.draw(
        st.one_of(
            st.none(),
            st.booleans(),
            st.integers(),
            st.floats(),
            st.text(max_size=20),
            st.lists(st.integers(), max_size=3),
            st.dictionaries(st.text(max_size=5), st.integers(), max_size=2),
        )
    )
    holder[data.draw(st.sampled_from(sorted(holder)))] = value

    assert_safe(json.dumps(document))


def test_every_format_has_words_of_its_own():
    assert set(FORMAT_LABELS) == set(Format)
    assert len({str(label) for label in FORMAT_LABELS.values()}) == len(Format)
