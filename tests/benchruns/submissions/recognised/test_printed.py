"""What a tool printed, as everybody sees it: numbers by known names."""

import pytest

from benchruns.parsers import printed_names, recognition
from benchruns.submissions.recognised.printed import public_printed
from tests.benchruns.report_cases.case import all_cases

CASES = [case for case in all_cases() if not case.refused and case.path.endswith("txt")]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.path)
def test_every_printed_number_of_a_genuine_output_is_shown(case):
    printed = recognition.read(case.text).printed

    shown = public_printed(printed)

    numbers = {name for name, value in printed.items() if not isinstance(value, str)}
    assert numbers == {n for n, value in shown.items() if not isinstance(value, str)}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("statement_1", "INSERT INTO s3cret VALUES ('S3cret')"),
        ("script_1_name", "s3cret.sql"),
        ("transaction_type", "/home/ann/s3cret.sql"),
        ("s3cret_count", 1),
        ("new_order_s3cret", 2.5),
        ("tps_", 1),
        ("benchmark", "S3cret"),
    ],
)
def test_neither_a_text_nor_a_name_that_is_not_known_is_shown(name, value):
    assert public_printed({name: value}) == {}


def test_a_long_name_is_not_looked_at():
    assert not printed_names.is_known_name("tps_" * 5000 + "tps")
