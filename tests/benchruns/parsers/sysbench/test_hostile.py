"""sysbench's readers on damaged and hostile texts: an error of their own, or figures."""

import math
import re
from contextlib import suppress
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchruns.parsers.errors import ReportError
from benchruns.parsers.sysbench.output import parse
from benchruns.parsers.sysbench.report import read, recognises
from benchruns.sentences.catalogue import worded
from tests.benchruns.report_cases.sysbench import CASES
from tests.growth import is_in_proportion

TEXTS = {case.path: case.text for case in CASES}
WHOLE = [case for case in CASES if not case.refused]
HOSTILE = (
    "\0",
    "9" * 400,
    "1" * 15,
    "1e999",
    "-1",
    "nan",
    "inf",
    "٣٤",
    "²",
    "0",
    "0.00",
    "\u2028",
    "\r",
    "(",
    "<script>",
)


@st.composite
def damaged(draw) -> str:
    """A report that was cut, patched, or had lines taken out, doubled or swapped."""
    text = TEXTS[draw(st.sampled_from(sorted(TEXTS)))]
    at = draw(st.integers(0, len(text)))
    lines = text.splitlines(keepends=True)
    one, two = (draw(st.integers(0, len(lines) - 1)) for _ in range(2))
    patch = draw(st.sampled_from(HOSTILE) | st.text(max_size=20))
    how = draw(
        st.sampled_from(["cut", "head", "patch", "digit", "drop", "double", "swap"])
    )
    if how == "cut":
        return text[:at]
    if how == "head":
        return text[at:]
    if how == "patch":
        return text[:at] + patch + text[at + draw(st.integers(0, 40)) :]
    if how == "digit":
        return replace_number(text, draw(st.integers(0, 200)), patch)
    if how == "drop":
        del lines[one]
    elif how == "double":
        lines.insert(two, lines[one])
    else:
        lines[one], lines[two] = lines[two], lines[one]
    return "".join(lines)


def replace_number(text: str, number: int, patch: str) -> str:
    """The text with its n-th number replaced."""
    numbers = list(re.finditer(r"\d+", text))
    found = numbers[number % len(numbers)]
    return text[: found.start()] + patch + text[found.end() :]


def check(text: str) -> None:
    recognises(text)
    with suppress(ReportError):
        parse(text)
    with suppress(ReportError):
        report = read(text)
        numbers = [
            *report.figures.as_dict().values(),
            *report.printed.values(),
            *(value for sample in report.samples for value in sample_values(sample)),
        ]
        assert all(math.isfinite(n) for n in numbers if isinstance(n, int | float))
        for finding in report.findings:
            assert "has no sentence" not in worded(finding).message


def sample_values(sample) -> list[float | None]:
    return [sample.second, sample.threads, sample.tps, sample.qps, sample.latency_ms]


@given(damaged())
def test_a_damaged_report_gives_finite_figures_or_a_report_error(text):
    check(text)


@given(st.text())
def test_any_text_gives_a_report_error(text):
    check(text)


@given(
    st.lists(
        st.sampled_from([line for text in TEXTS.values() for line in text.splitlines()])
        | st.text(max_size=30),
        max_size=60,
    )
)
def test_shuffled_lines_of_all_generations_give_a_report_error_or_figures(lines):
    check("\n".join(lines))


@pytest.mark.parametrize("case", WHOLE, ids=str)
def test_a_report_cut_off_anywhere_is_refused(case):
    text = case.text.partition("\nDEBUG: Verbose")[0].rstrip()  # what follows is more

    for at in range(0, len(text) - 1, max(1, len(text) // 150)):
        with pytest.raises(ReportError):
            read(text[:at])
    for at in range(max(0, len(text) - 60), len(text)):
        with pytest.raises(ReportError):
            read(text[:at])


@pytest.mark.parametrize(
    ("head", "repeated", "tail"),
    [
        ("[ 1s ] thds: ", " ", ""),
        ("[", " ", "1s ]"),
        ("", " ", "sysbench"),
        ("1 |", " ", "x"),
        ('{"time":', " ", ""),
        ("", '{"time": 1', ""),
        ("1,1,", "9", ""),
        ("SQL statistics:\ntransactions: 1", " ", "(1.00"),
        ("", "a", ""),
        ("", "\n", ""),
        ("", "FATAL: ", ""),
        ("approx.", " ", "95 percentile:"),
    ],
    ids=repr,
)
def test_long_lines_take_no_longer_than_their_length(head, repeated, tail):
    def recognise_and_refuse(size: int) -> None:
        text = head + repeated * (size // len(repeated)) + tail
        recognises(text)
        with pytest.raises(ReportError):
            read(text)

    assert is_in_proportion(recognise_and_refuse, 200_000)


def test_an_overlong_second_is_no_interval():
    line = (
        "[ 9999999999s ] thds: 1 tps: 1.00 qps: 1.00 (r/w/o: 1.00/0.00/0.00)"
        " lat (ms,95%): 1.00 err/s: 0.00 reconn/s: 0.00\n"
    )
    report = partial(read, line + TEXTS["sysbench/1.0-read-write.txt"])

    assert [sample.second for sample in report().samples] == [1, 2, 3]
