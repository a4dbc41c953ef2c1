"""The fairness rules on contexts: each finds its difference, of any two contexts."""

from dataclasses import replace

import pytest
from hypothesis import given

from benchruns.comparison.fairness import (
    NOT_STATED,
    RULES,
    QpsCounting,
    Statements,
    equal,
    find,
)
from benchruns.sentences.fairness.table import CONDITIONS
from benchruns.units import GB
from tests.benchruns.comparison.fairness.contexts import (
    INNODB,
    MEASURED,
    OTHER,
    TPCC,
    anything,
    findings,
)

# What a context of each code's own needs to differ from MEASURED.
DIFFERENT = {
    "statement_mix": {"statements": Statements(reads=14, writes=0, other=2)},
    "variant": {"variant": "rate_limited", "rate": 500},
    "qps_counting": {"qps_counting": QpsCounting.WITHOUT_BEGIN_AND_END},
    "same_host": {"same_host": True},
    "regime": {"regime": "disk_io"},
    "data_size": {"data_bytes": 40 * GB},
    "size": {"vcpus": 8},
    "durability": {"settings": {**INNODB, "sync_binlog": "0"}},
    "replication": {"settings": {**INNODB, "rpl_semi_sync_source_enabled": "ON"}},
    "settings": {"settings": {**INNODB, "innodb_buffer_pool_size": "4G"}},
    "isolation": {"settings": {**INNODB, "transaction_isolation": "READ-COMMITTED"}},
    "client_machine": {"client_vcpus": 8},
    "storage": {"storage": "EVS"},
    "engine": {"engine": "postgresql"},
    "engine_version": {"engine_version": "5.7", "engine_version_full": "5.7.44"},
    "provider": {"provider": "Huawei Cloud"},
    "class_family": {"family": "general-purpose"},
    "workload": {"workload": "oltp_legacy"},
    "tool": {"tool": "pgbench"},
    "tool_version": {"tool_version": "1.0.18"},
    "prepared_statements": {"prepared_statements": False},
    "threads": {"threads": 64},
    "duration": {"duration_s": 60},
    "warmup": {"warmup_s": 0},
    "table_size": {"tables": 100},
    "region": {"region": "Beijing"},
    "zone": {"zone": "B"},
    "network": {"network": "classic network"},
    "round_trip": {"round_trip_ms": 0.7},
}
CAUTIONS = {
    *("same_host", "regime", "data_size", "size", "durability", "replication"),
    *("settings", "isolation", "client_machine", "storage", "engine"),
    *("engine_version", "class_family", "tool", "prepared_statements", "threads"),
    *("duration", "warmup", "region", "zone", "network", "round_trip"),
}

PGBENCH = replace(MEASURED, workload="pgbench_read_only", tool="pgbench")
SUBMITTED = replace(MEASURED, client_region="Hangzhou", client_zone="I")
OF_OTHER_LOADS = {
    # Of submitted results: theirs alone state where the client stood.
    "client_place": (SUBMITTED, replace(SUBMITTED, client_zone="B")),
    "tpcc_profile": (
        replace(TPCC, tpcc_profile="spec"),
        replace(TPCC, tpcc_profile="hammerdb"),
    ),
    "scale": (replace(TPCC, scale=10), replace(TPCC, scale=100)),
    "hot_records": (
        replace(PGBENCH, hot_records=1_000_000),
        replace(PGBENCH, hot_records=2_000_000),
    ),
}


def test_every_rule_has_its_words():
    assert set(CONDITIONS) == set(RULES)
    assert all(each.label for each in CONDITIONS.values())


def test_every_rule_has_a_case_here():
    assert {*DIFFERENT, *OF_OTHER_LOADS} == set(RULES)


def test_equal_conditions_make_no_finding_and_are_all_named():
    assert findings(MEASURED, OTHER) == {}
    assert set(equal([MEASURED, OTHER], "a")) == set(DIFFERENT)


@pytest.mark.parametrize("code", DIFFERENT)
def test_a_difference_is_found_with_both_values_why_and_remedy(code):
    other = replace(OTHER, **DIFFERENT[code])

    finding = findings(MEASURED, other)[code]

    assert finding.results == ("a", "b")
    assert set(finding.values) == {"a", "b"}
    assert finding.values["a"] != finding.values["b"]
    assert finding.message.count("(A)") == finding.message.count("(B)") == 1
    assert finding.why
    assert finding.remedy
    assert (finding.severity == "caution") == (code in CAUTIONS)
    assert code not in equal([MEASURED, other], "a")


@pytest.mark.parametrize("code", OF_OTHER_LOADS)
def test_what_only_one_load_has_is_compared_there_alone(code):
    one, other = OF_OTHER_LOADS[code]

    assert code in findings(one, replace(other, id="b"))
    assert code in equal([one, replace(one, id="b")], "a")
    assert code not in equal([MEASURED, OTHER], "a")


def test_what_is_compared_on_purpose_is_a_note():
    larger = replace(OTHER, vcpus=8, memory_gb=32, storage="EVS")

    found = findings(MEASURED, larger, intended=frozenset({"size"}))

    assert found["size"].severity == "note"
    assert found["size"].why == "This is what is compared."
    assert found["storage"].severity == "caution"
    assert findings(MEASURED, larger)["size"].severity == "caution"


def test_a_purpose_does_not_make_a_figure_comparable():
    other = replace(OTHER, **DIFFERENT["statement_mix"])

    found = findings(MEASURED, other, intended=frozenset({"statement_mix"}))

    assert found["statement_mix"].severity == "refused"


def test_one_finding_stands_for_all_results_that_differ():
    b, c = (replace(MEASURED, id=key, label=key.upper(), threads=64) for key in "bc")
    d = replace(MEASURED, id="d", label="D")

    finding = findings(MEASURED, b, c, d)["threads"]

    assert finding.results == ("a", "b", "c")
    assert finding.values == {"a": 16, "b": 64, "c": 64}
    assert "16 threads (A) against 64 threads (B and C)" in finding.message


def test_the_gravest_comes_first_and_what_is_not_stated_last():
    other = replace(
        OTHER,
        **{**DIFFERENT["qps_counting"], **DIFFERENT["provider"], "regime": None},
        storage="EVS",
    )

    found = find([other, MEASURED], baseline="b")

    assert [finding.severity for finding in found] == [
        *("refused", "caution", "note", "note")
    ]
    assert found[-1].code == NOT_STATED


@given(anything, anything)
def test_it_does_not_matter_which_is_the_baseline(one, two):
    pair = [one, replace(two, id="b")]

    ours, theirs = (find(pair, baseline=key) for key in "ab")

    assert {(f.code, f.severity) for f in ours} == {
        (f.code, f.severity) for f in theirs
    }
    assert equal(pair, "a") == equal(pair, "b")


@given(anything, anything)
def test_a_condition_is_equal_different_or_unknown_and_never_two_of_them(one, two):
    pair = [one, replace(two, id="b")]

    found = {finding.code: finding for finding in find(pair, baseline="a")}
    same = set(equal(pair, "a"))
    unknown = set(found.pop(NOT_STATED).values) if NOT_STATED in found else set()

    assert not same & found.keys()
    assert not same & unknown
    assert not unknown & found.keys()


@given(anything)
def test_what_is_unknown_of_one_is_never_equal(one):
    names = ("provider", "regime", "threads", "storage", "network", "region", "tool")
    pair = [one, replace(one, id="b")]

    same = set(equal(pair, "a"))

    assert not {name for name in names if getattr(one, name) is None} & same
