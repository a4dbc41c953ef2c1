"""What is said of results in a comparison by code, facts and values."""

import pytest

from benchruns.comparison.fairness.context import Context
from benchruns.findings import Finding, Stated
from benchruns.sentences.catalogue import worded, worded_once
from benchruns.sentences.fairness.table import CONDITIONS
from benchruns.sentences.findings.comparisons import SENTENCES

SAID = {
    "excluded": (
        {"is_by_owner": True, "reasons": ["disk full", "backup ran"]},
        "Left out by its owner as an outlier: disk full; backup ran",
    ),
    "claimed_regime": (
        {},
        "The regime of submitted results is as their submitters claim.",
    ),
    "regime_unknown": (
        {"names": ["four", "eight"]},
        "Where the data of four and eight was read from is not known.",
    ),
    "draft": ({}, "A submitted result is not accepted yet."),
    "withdrawn": ({}, "A result was withdrawn."),
    "superseded": (
        {},
        "A submitted result was superseded by a newer submission.",
    ),
    "same_configuration": (
        {"count": 3},
        "3 of these are repeats of one configuration.",
    ),
    "cache_cost_of_two_origins": (
        {"place": "four"},
        "No ratio of cached to disk I/O for four: its two figures "
        "come from different campaigns or servers.",
    ),
}


def test_every_code_has_a_case_here():
    assert set(SAID) == set(SENTENCES)


@pytest.mark.parametrize("code", SAID)
def test_facts_are_said_and_not_given_to_programs(code):
    facts, message = SAID[code]

    said = worded(Stated(code=code, severity="note", results=("a",), facts=facts))

    assert (said.message, said.values) == (message, {})
    assert said.why
    assert said.remedy


def test_what_several_say_alike_is_said_once_and_the_gravest_first():
    found = [
        Finding(
            code="claimed_regime", severity="note", results=("a",), values={"a": 1}
        ),
        Finding(code="draft", severity="caution", results=("b",)),
        Finding(code="claimed_regime", severity="note", results=("c", "a")),
    ]

    first, second = worded_once(found)

    assert (first.code, first.results) == ("draft", ("b",))
    assert (second.code, second.results) == ("claimed_regime", ("a", "c"))
    assert second.values == {"a": 1}


@pytest.mark.parametrize(
    ("one", "other", "is_told"),
    [("local SSD", "EVS", True), ("local SSD", "local disk", False), ("A", "B", False)],
)
def test_the_way_to_a_disk_is_the_reason_where_one_is_local_alone(one, other, is_told):
    contexts = [Context(id="a", storage=one), Context(id="b", storage=other)]

    said = CONDITIONS["storage"].why_for(contexts)

    assert ("network disks take several times as long" in said) is is_told


@pytest.mark.parametrize(
    ("name", "values", "reason"),
    [
        ("performance_schema", ("ON", "OFF"), "The performance schema takes CPU"),
        ("join_buffer_size", ("1M", "8M"), "Buffers of joins and temporary tables"),
    ],
)
def test_a_parameter_that_differs_is_told_by_its_own_reason(name, values, reason):
    contexts = [
        Context(id=str(place), engine="mysql", settings={name: value})
        for place, value in enumerate(values)
    ]

    said = CONDITIONS["settings"].why_for(contexts)

    assert reason in said
    assert ("join" in said) is (name == "join_buffer_size")
