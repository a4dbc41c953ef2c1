"""What is said of checks by their code, outcome and values."""

import json

import pytest

from benchruns.comparison.fairness import NOT_STATED
from benchruns.findings import Stated, read
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


def test_what_is_not_stated_is_kept_as_codes_and_answered_in_words():
    facts = {"unknown": [{"conditions": ["storage", "warmup"], "names": None}]}
    found = Stated(
        code=NOT_STATED,
        severity="note",
        results=("a", "b"),
        values={"storage": None, "warmup": None},
        facts=facts,
    )
    stored = {
        "code": "fairness",
        "severity": "note",
        "values": {"finding": json.loads(json.dumps(found.as_dict()))},
    }

    answered = as_answered(read(stored))

    assert answered["message"] == (
        "Not stated, and so not compared: storage, warm-up (all)."
    )
    told = answered["values"]["finding"]
    assert set(told) == {
        *("code", "severity", "results", "values", "message", "why", "remedy")
    }
    assert told["message"] == answered["message"]
    assert told["values"] == found.values


@pytest.mark.parametrize("facts", [{}, [], None, {"unknown": [{}]}], ids=str)
def test_damaged_facts_are_shown_all_the_same(facts):
    found = {"code": NOT_STATED, "severity": "note", "values": {}, "facts": facts}
    check = {"code": "fairness", "severity": "note", "values": {"finding": found}}

    assert "not stated" in worded_check(check).message
