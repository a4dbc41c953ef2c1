"""No text of an upload reaches a database or a page that could not hold it."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchruns.parsers import recognition
from benchruns.parsers.errors import ReportError
from benchruns.parsers.text import json_text
from benchruns.parsers.text.safe_text import cleaned, in_one_line
from benchruns.parsers.tool_report import KINDS, Kind
from tests.benchruns.parsers.reading_cases import is_safe, unsafe_texts
from tests.benchruns.report_cases.case import SAMPLES, all_cases
from tests.examples import few_or
from tests.hostile_json import with_escapes

TEXT_CASES = [case for case in all_cases() if KINDS[case.format] != Kind.TEMPLATE]
JSON = [c.text for c in TEXT_CASES if '"' in c.text[:200] and not c.refused]
HOSTILE = "\x00\x08\x0b\x0c\x1b\x7f\x80\x9f\ud800\udfff"


def assert_safe(text: str) -> None:
    try:
        told = unsafe_texts(recognition.read(text))
    except ReportError as error:
        told = [each for each in (error.message, error.line) if not is_safe(each)]
    assert told == []


def test_control_characters_and_halves_of_pairs_are_replaced_one_by_one():
    assert cleaned(f"a{HOSTILE}b") == "a" + "\ufffd" * len(HOSTILE) + "b"
    assert cleaned("a\x00b\n") == "a\ufffdb\n"


@pytest.mark.parametrize("text", ["", "a\tb\r\nc", "größer \u2028 \U0001f600 \xa0"])
def test_other_texts_stay_as_they_are(text):
    assert cleaned(text) == text


def test_one_line_has_blanks_for_tabs_and_line_ends():
    assert in_one_line("a\tb\r\nc\0") == "a b  c\ufffd"


def test_an_error_quotes_nothing_that_is_not_safe():
    error = ReportError(f"“{HOSTILE}”\n is no number.", f"line\t{HOSTILE}" * 100)

    assert is_safe(error.message)
    assert is_safe(str(error))
    assert is_safe(error.line)
    assert len(error.line) == 500


@pytest.mark.parametrize("case", TEXT_CASES, ids=lambda case: case.path)
def test_no_reader_lets_an_unsafe_text_out(case):
    assert_safe(case.text)


@settings(max_examples=few_or(150, few=50), deadline=None)
@given(with_escapes(st.sampled_from(JSON).map(str.encode)))
def test_no_escape_anywhere_in_json_lets_an_unsafe_text_out(content):
    assert_safe(content.decode())


def test_escapes_of_json_are_cleaned_wherever_they_stand():
    text = r'{"a\u0000": ["\ud800x", {"b": ["\b\f\u001b"]}], "c": "\ud83d\ude00\n"}'

    assert json_text.load(text) == {
        "a\ufffd": ["\ufffdx", {"b": ["\ufffd\ufffd\ufffd"]}],
        "c": "\U0001f600\n",
    }
    assert json_text.load(r'"\ud800"') == "\ufffd"


def test_keys_that_are_the_same_once_cleaned_are_given_twice():
    with pytest.raises(ReportError, match="given twice") as error:
        json_text.load(r'{"\ud800": 1, "\u0000": 2}')

    assert error.value.line == "\ufffd"


BENCHBASE = json.loads((SAMPLES / "benchbase/newer-postgresql-tpcc.json").read_text())
HAMMERDB = json.loads((SAMPLES / "hammerdb/6.0-postgresql.json").read_text())


@pytest.mark.parametrize("value", ["\ud800", "\0", "15.1\ud800\0x", "\x1b[0m"])
@pytest.mark.parametrize(
    ("document", "path"),
    [
        (BENCHBASE, ["Goodput (requests/second)"]),
        (BENCHBASE, ["Final State"]),
        (BENCHBASE, ["DBMS Type"]),
        (BENCHBASE, ["DBMS Version"]),
        (BENCHBASE, ["Benchmark Type"]),
        (BENCHBASE, ["isolation"]),
        (BENCHBASE, ["terminals"]),
        (HAMMERDB, ["job", "database_display"]),
        (HAMMERDB, ["job", "release"]),
        (HAMMERDB, ["disclaimer", "audited"]),
        (HAMMERDB, ["result", "nopm"]),
        (HAMMERDB, ["system", "cpumodel"]),
        (HAMMERDB, ["response_times", "rows", 0, "name"]),
    ],
)
def test_no_value_of_a_json_report_lets_an_unsafe_text_out(document, path, value):
    changed = json.loads(json.dumps(document))
    holder = changed
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = value

    assert_safe(json.dumps(changed))


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        ("pgbench/15-read-write.txt", "\\set aid", "\\set\taid"),
        ("pgbench/15-select-only.txt", "<builtin", "<\tbuiltin"),
        ("sysbench/1.0-warnings.txt", "WARNING: ", "WARNING:\t"),
        ("settings/mariadb-10.11-vertical.txt", "innodb_f", "innodb\t_f"),
    ],
)
def test_tabs_within_words_are_blanks_outside(path, old, new):
    text = (SAMPLES / path).read_text()
    assert old in text

    assert unsafe_texts(recognition.read(text.replace(old, new))) == []
