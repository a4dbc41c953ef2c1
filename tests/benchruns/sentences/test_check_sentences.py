"""What is said of checks by their code, outcome and values."""

import json

import pytest

from benchruns.sentences.checks.table import SENTENCES, as_answered, worded_check
from tests.benchruns.submissions.checks.check_cases import CASES


def test_every_check_is_among_the_cases():
    assert {(case.code, case.outcome) for case in CASES} == set(SENTENCES)


@pytest.mark.parametrize("case", CASES, ids=range(len(CASES)))
def test_a_check_is_said_from_its_values_alone(case):
    stored = json.loads(json.dumps(case.stored, sort_keys=True))

    said = worded_check(stored)

    assert (said.message, said.remedy, said.why) == (case.message, case.remedy, "")
    assert as_answered(said) == case.answered


def test_the_order_of_codes_does_not_rest_on_the_database():
    stored = {
        "code": "contradictions",
        "severity": "caution",
        "values": {"a": 1, "b": 1, "codes": ["b", "a"]},
    }

    assert worded_check(stored).message == "The results have findings: b, a."


def test_a_check_of_another_release_says_what_it_can():
    stored = {"code": "of_tomorrow", "severity": "note", "values": {}}

    assert "of tomorrow" in worded_check(stored).message
