"""The fairness rules on more than two: each is held against every other."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchruns.comparison.fairness import NOT_STATED, equal, find
from benchruns.sentences.catalogue import worded
from tests.benchruns.comparison.fairness.contexts import INNODB, MEASURED, anything

BASE, B, C = (replace(MEASURED, id=key, label=key.upper()) for key in "abc")


def findings(*contexts, intended=frozenset()):
    found = map(worded, find(contexts, baseline=contexts[0].id, intended=intended))
    return {finding.code: finding for finding in found}


def test_two_that_differ_are_told_though_nothing_is_known_of_the_baseline():
    unknown = replace(BASE, client_instance=None, client_vcpus=None)
    small = replace(B, client_instance=None, client_vcpus=2)
    large = replace(C, client_instance=None, client_vcpus=32)

    found = findings(unknown, small, large)

    finding = found["client_machine"]
    assert (finding.severity, finding.results) == ("caution", ("b", "c"))
    assert "2 vCPU" in finding.message
    assert "32 vCPU" in finding.message
    assert "client machine (A)" in found[NOT_STATED].message
    assert "client_machine" not in equal([unknown, small, large], "a")


def test_two_of_another_engine_than_the_baseline_are_held_against_each_other():
    older, newer = (
        replace(each, engine="postgresql", engine_version=version, settings={})
        for each, version in ((B, "12"), (C, "15"))
    )

    finding = findings(BASE, older, replace(newer, engine_version_full=""))[
        "engine_version"
    ]

    assert finding.results == ("b", "c")


def test_the_worst_pair_decides_how_grave_it_is():
    """Four times as long as the baseline is a note, sixteen times a caution."""
    brief, long = replace(B, duration_s=150), replace(C, duration_s=2400)

    assert findings(BASE, brief)["duration"].severity == "note"
    assert findings(BASE, long)["duration"].severity == "note"
    finding = findings(BASE, brief, long)["duration"]
    assert finding.severity == "caution"
    assert finding.values == {"a": 600, "b": 150, "c": 2400}


def test_what_is_alike_on_both_sides_of_the_baseline_may_still_differ():
    less, more = replace(B, duration_s=580), replace(C, duration_s=620)

    assert "duration" in equal([BASE, less], "a")
    assert "duration" in equal([BASE, more], "a")
    assert "duration" not in equal([BASE, less, more], "a")
    assert findings(BASE, less, more)["duration"].results == ("b", "c")


def test_who_is_as_the_baseline_is_not_named_beside_it():
    finding = findings(BASE, B, replace(C, threads=64))["threads"]

    assert finding.results == ("a", "c")


@pytest.mark.parametrize("key", ["sync_binlog", "transaction_isolation"])
def test_settings_are_not_the_same_where_another_rule_says_that_they_differ(key):
    other = replace(B, settings={**INNODB, key: "0"})

    assert "settings" not in equal([BASE, other], "a")
    assert "settings" not in findings(BASE, other)
    assert "settings" in equal([BASE, B], "a")


def test_settings_are_not_the_same_where_another_rule_does_not_know():
    settings = {name: text for name, text in INNODB.items() if name != "sync_binlog"}
    other = replace(B, settings=settings)

    assert "settings" not in equal([BASE, other], "a")
    assert "settings" in findings(BASE, other)[NOT_STATED].values


@given(st.lists(anything, min_size=3, max_size=3))
def test_no_baseline_hides_or_changes_what_differs(every):
    every = [replace(each, id=str(place)) for place, each in enumerate(every)]

    told = [find(every, baseline=str(place)) for place in range(3)]

    codes = [{(each.code, each.severity) for each in found} for found in told]
    assert codes[0] == codes[1] == codes[2]
    assert equal(every, "0") == equal(every, "1") == equal(every, "2")
    for one in every:
        for other in every:
            if one is not other:
                pair = {f.code for f in find([one, other], baseline=one.id)}
                assert pair <= {code for code, _severity in codes[0]}
