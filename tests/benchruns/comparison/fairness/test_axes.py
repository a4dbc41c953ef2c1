"""Which figures may share an axis, and why others may not."""

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchruns.comparison.fairness import (
    Context,
    QpsCounting,
    Statements,
    comparable,
    known_between,
    refusals,
)
from benchruns.comparison.fairness.axes import OBJECTIONS, Why
from benchruns.sentences.fairness.axes import SENTENCES, reason_of

MIX = Statements(reads=14, writes=4, other=2)
SYSBENCH = Context(
    id="a",
    provider="Alibaba Cloud",
    engine="mysql",
    engine_version="8.0",
    workload="oltp_read_write",
    statements=MIX,
    qps_counting=QpsCounting.ALL,
    variant="",
    tool="sysbench",
    tool_version="1.0.20",
    percentile=95,
    figures=frozenset({"tps", "qps", "latency_p95_ms", "latency_ms"}),
)
SIBLING = replace(SYSBENCH, id="b")
TPCC = replace(
    SYSBENCH,
    engine="postgresql",
    workload="tpcc",
    statements=None,
    qps_counting=None,
    tpcc_profile="spec",
    tool="benchbook",
    figures=frozenset({"tps", "tpm", "nopm"}),
)


def refused(one, other):
    return {each.figure for each in refusals([one, other], baseline=one.id)}


OWN_SCRIPT = replace(
    SYSBENCH, workload="custom_sysbench", statements=None, script="3f" * 32
)


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(replace(SYSBENCH, id="b", provenance="published"), id="published"),
        pytest.param(replace(OWN_SCRIPT, id="b", script="4e" * 32), id="other text"),
        pytest.param(replace(OWN_SCRIPT, id="b", script=None), id="unknown text"),
    ],
)
def test_an_own_script_shares_no_axis_with_anything_else(other):
    for one, two in ((OWN_SCRIPT, other), (other, OWN_SCRIPT)):
        found = refusals([one, two], baseline=one.id)

        assert {each.figure for each in found} == SYSBENCH.figures
        assert {each.reason.code for each in found} == {Why.OTHER_SCRIPT}


def test_runs_of_the_same_own_script_share_every_axis():
    assert refused(OWN_SCRIPT, replace(OWN_SCRIPT, id="b")) == set()


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, set()),
        ({"workload": "oltp_legacy"}, set()),
        (
            {"workload": "oltp_read_only", "statements": replace(MIX, writes=0)},
            {"tps", "qps", "latency_p95_ms", "latency_ms"},
        ),
        (
            {"workload": "of_a_tool", "statements": None},
            {"tps", "qps", "latency_p95_ms", "latency_ms"},
        ),
        (
            {
                "variant": "no_transactions",
                "statements": replace(MIX, other=0),
                "qps_counting": QpsCounting.NONE_SENT,
            },
            {"tps", "qps", "latency_p95_ms", "latency_ms"},
        ),
        ({"qps_counting": QpsCounting.WITHOUT_BEGIN_AND_END}, {"qps"}),
        ({"qps_counting": None}, {"qps"}),
        (
            {"variant": "rate_limited", "rate": 500},
            {"tps", "qps", "latency_p95_ms", "latency_ms"},
        ),
        ({"percentile": 99}, {"latency_ms"}),
        ({"percentile": None}, {"latency_ms"}),
        ({"figures": frozenset({"nopm"}), "statements": None}, set()),
    ],
)
def test_a_figure_that_measures_something_else_is_refused(changes, expected):
    other = replace(SIBLING, **changes)

    assert refused(SYSBENCH, other) == refused(other, SYSBENCH) == expected


def test_what_the_baseline_lacks_is_held_against_the_first_that_has_it():
    bare = replace(TPCC, id="bare")
    pgbench = replace(SYSBENCH, id="c", qps_counting=QpsCounting.WITHOUT_BEGIN_AND_END)
    derived = replace(SYSBENCH, id="d", derived={"qps": "tps × 20"})
    every = [pgbench, bare, SYSBENCH, derived]

    found = {each.figure: each.results for each in refusals(every, baseline="bare")}
    alike = {each.figure: each.results for each in comparable(every, baseline="bare")}

    assert found["tps"] == ("c", "a", "d")
    assert found["qps"] == ("a", "d")
    assert alike == {}
    every = [SYSBENCH, bare, pgbench, derived]
    found = {each.figure: each.results for each in refusals(every, baseline="bare")}
    alike = {each.figure: each.results for each in comparable(every, baseline="bare")}
    assert found["qps"] == ("c",)
    assert alike == {"qps": ("d",)}


contexts = st.builds(
    Context,
    id=st.just("a"),
    engine=st.sampled_from(["mysql", "postgresql", "sqlserver"]),
    engine_version=st.sampled_from(["8.0", "15"]),
    workload=st.sampled_from(["oltp_read_write", "oltp_legacy", "tpcc"]),
    statements=st.sampled_from([None, MIX, replace(MIX, writes=0)]),
    qps_counting=st.sampled_from([None, *QpsCounting]),
    tpcc_profile=st.sampled_from([None, "spec"]),
    tool=st.sampled_from([None, "sysbench", "HammerDB"]),
    tool_version=st.sampled_from(["1", "2"]),
    rate=st.sampled_from([None, None, 100, 200]),
    percentile=st.sampled_from([None, 95]),
    figures=st.sampled_from([None, frozenset({"tps", "tpm"}), frozenset({"qps"})]),
)


@given(st.lists(contexts, min_size=3, max_size=5))
def test_what_shares_an_axis_is_comparable_whichever_two_are_taken(every):
    every = [replace(each, id=str(place)) for place, each in enumerate(every)]

    for figure in OBJECTIONS:
        barred = {
            key
            for each in refusals(every, baseline="1")
            if each.figure == figure
            for key in each.results
        }
        left = [each for each in every if each.has(figure) and each.id not in barred]
        for one, other in combinations(left, 2):
            assert figure not in refused(one, other)


def test_latencies_at_one_offered_rate_are_comparable_and_rates_are_not():
    limited = {"variant": "rate_limited", "rate": 500}
    one, same = replace(SYSBENCH, **limited), replace(SIBLING, **limited)

    assert refused(one, same) == {"tps", "qps"}
    assert "latency_p95_ms" in refused(one, replace(same, rate=700))


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, set()),
        ({"tpcc_profile": "hammerdb"}, {"tpm", "nopm"}),
        ({"tpcc_profile": None}, {"tpm", "nopm"}),
        ({"engine": "mysql"}, {"tpm"}),
        ({"engine": "sqlserver"}, {"tps", "tpm"}),
        ({"tool_version": "2"}, set()),
    ],
)
def test_new_orders_need_one_profile_and_tpm_one_engine(changes, expected):
    assert refused(TPCC, replace(TPCC, id="b", **changes)) == expected


def test_without_a_profile_only_one_tool_in_one_version_will_do():
    hammer = replace(TPCC, tpcc_profile=None, tool="HammerDB", tool_version="2.19")
    known = replace(hammer, tpcc_profile="hammerdb")

    assert refused(hammer, replace(hammer, id="b")) == set()
    later = {"id": "b", "tool_version": "4.5"}
    assert refused(hammer, replace(hammer, **later)) == {"tpm", "nopm"}
    # its counters have changed their meaning between versions
    assert refused(known, replace(known, **later)) == {"tpm", "nopm"}


@pytest.mark.parametrize("variant", ["spec", "waits", "spec_waits", "other_mix"])
def test_another_profile_mix_or_wait_shares_no_axis(variant):
    one = replace(TPCC, figures=TPCC.figures | {"latency_p95_ms", "errors_per_s"})

    assert refused(one, replace(one, id="b", variant=variant)) == one.figures


def test_another_weight_is_another_mix_that_shares_no_axis():
    one = replace(TPCC, variant="other_mix", tpcc_mix="10:20:1:1:1")
    other = replace(one, id="b", tpcc_mix="20:10:1:1:1")

    assert refused(one, other) == one.figures
    assert refused(one, replace(one, id="b")) == set()


def test_one_rate_is_one_reason_however_the_variant_is_stated():
    limited = [
        replace(TPCC, id=key, variant=variant, rate=100)
        for key, variant in (("b", "rate_limited"), ("c", None))
    ]

    found = [e for e in refusals([TPCC, *limited], baseline="a") if e.figure == "nopm"]

    assert [each.results for each in found] == [("b", "c")]


def test_what_papers_count_as_tps_of_sql_server_is_held_against_theirs_alone():
    paper = replace(TPCC, engine="sqlserver", tool="HammerDB", tool_version="2.19")

    assert refused(paper, replace(paper, id="b")) == set()
    assert "tps" in refused(paper, replace(paper, id="b", tool="benchbook-tpcc"))


def test_results_that_are_refused_for_one_reason_stand_together():
    b, c = (replace(SIBLING, id=key, qps_counting=None) for key in "bc")

    found = refusals([SYSBENCH, b, c], baseline="a")

    assert [(each.figure, each.results) for each in found] == [("qps", ("b", "c"))]
    assert reason_of(found[0].reason)


def test_what_only_seems_different_is_said_to_be_comparable():
    legacy = replace(SIBLING, provider="Huawei Cloud", workload="oltp_legacy")

    found = {each.figure: each for each in comparable([SYSBENCH, legacy], baseline="a")}

    assert "18 statements" in reason_of(found["qps"].reason)
    assert "14 reads and 4 writes" in reason_of(found["tps"].reason)
    assert found["qps"].results == ("b",)


def test_nothing_is_said_of_what_is_plainly_one_measure_or_refused():
    refused_one = replace(SIBLING, provider="x", qps_counting=None, figures={"qps"})

    assert comparable([SYSBENCH, SIBLING], baseline="a") == []
    assert comparable([SYSBENCH, refused_one], baseline="a") == []


@pytest.mark.parametrize(
    "changes",
    [
        {"workload": "oltp_read_only", "statements": replace(MIX, writes=0)},
        {"workload": "other", "statements": None},
        {"tool": "other", "qps_counting": None},
    ],
)
def test_statements_of_another_or_an_unknown_mix_are_not_called_alike(changes):
    other = replace(SIBLING, derived={"qps": "tps × 20"}, **changes)

    assert "qps" not in {e.figure for e in comparable([SYSBENCH, other], baseline="a")}


def test_a_derived_figure_is_comparable_and_says_how_it_was_computed():
    derived = replace(SIBLING, derived={"tps": "reads / 14 / 60 s"})

    (found,) = comparable([SYSBENCH, derived], baseline="a")

    assert found.figure == "tps"
    assert "reads / 14 / 60 s" in reason_of(found.reason)


def test_every_reason_has_its_sentence():
    assert set(SENTENCES) == set(Why)


# What data checks found on a pair ----------------------------------------------------

STORED = {
    "code": "larger_class_slower",
    "severity": "note",
    "message": "slower",
    "values": {"tps": 1},
    "why": "why",
    "remedy": "repeat",
}


def test_a_stored_finding_on_a_compared_pair_comes_once():
    findings = {
        "a": [{**STORED, "results": ["b"]}],
        "b": [{**STORED, "results": ["a"]}, {**STORED, "results": ["elsewhere"]}],
        "c": [{**STORED, "code": "qps_tps_ratio", "results": []}],
    }

    (found,) = known_between(findings, ["a", "b", "c"])

    assert found.code == "larger_class_slower"
    assert found.results == ("a", "b")
    assert found.message == "slower"


def test_a_stored_finding_about_a_row_that_is_not_compared_stays_out():
    assert known_between({"a": [{**STORED, "results": ["b"]}]}, ["a", "c"]) == []
