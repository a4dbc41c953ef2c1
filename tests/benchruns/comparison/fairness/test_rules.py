"""The fairness rules on contexts: what differs, what is equal, what nobody knows."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchruns.comparison.fairness import (
    NOT_STATED,
    RULES,
    Context,
    QpsCounting,
    Statements,
    equal,
    find,
    names_of,
)
from benchruns.sentences.catalogue import worded
from benchruns.sentences.fairness.table import CONDITIONS
from benchruns.units import GB
from benchruns.vocabulary import Severity

INNODB = {
    "max_connections": "500",
    "innodb_buffer_pool_size": str(12 * GB),
    "innodb_flush_log_at_trx_commit": "1",
    "sync_binlog": "1",
    "innodb_doublewrite": "ON",
    "log_bin": "ON",
    "transaction_isolation": "REPEATABLE-READ",
}
MEASURED = Context(
    id="a",
    label="A",
    provenance="measured",
    provider="Self-managed",
    is_managed=False,
    engine="mysql",
    engine_version="8.0",
    engine_version_full="8.0.36",
    instance_class="four",
    family="dedicated",
    vcpus=4,
    memory_gb=16,
    settings=INNODB,
    workload="oltp_read_write",
    statements=Statements(reads=14, writes=4, other=2),
    qps_counting=QpsCounting.ALL,
    variant="",
    regime="cached",
    tool="sysbench",
    tool_version="1.0.20",
    prepared_statements=True,
    data_bytes=4 * GB,
    buffer_bytes=12 * GB,
    tables=10,
    table_size=1_000_000,
    duration_s=600,
    warmup_s=60,
    threads=16,
    percentile=95,
    client_instance="c6.4xlarge",
    client_vcpus=16,
    client_memory_gb=32,
    client_os="Debian 12",
    same_host=False,
    round_trip_ms=0.2,
    region="Hangzhou",
    zone="I",
    network="VPC",
    storage="local SSD",
)
OTHER = replace(MEASURED, id="b", label="B")
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
TPCC = replace(MEASURED, workload="tpcc", statements=None, qps_counting=None)
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


def findings(*contexts, intended=frozenset()):
    found = find(contexts, baseline=contexts[0].id, intended=intended)
    found = [worded(finding) for finding in found]
    assert len({finding.code for finding in found}) == len(found)
    return {finding.code: finding for finding in found}


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


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        (
            {"workload": "oltp_legacy"},
            "Even with the same statements in the same numbers, two scripts pick tables "
            "and rows in their own way. Legacy OLTP keeps a transaction in one table and "
            "sends its statements as text.",
        ),
        (
            {"workload": "custom_sysbench"},
            "Even with the same statements in the same numbers, two scripts pick tables "
            "and rows in their own way.",
        ),
        (
            {"workload": "tpcc", "statements": None},
            "Each sends other statements, so a figure of one says nothing of the other "
            "load.",
        ),
    ],
)
def test_why_workloads_differ_speaks_of_those_two_alone(changes, why):
    found = findings(MEASURED, replace(OTHER, **changes))

    assert worded(found["workload"]).why == why


def test_many_values_are_counted_and_not_all_written():
    others = [
        replace(MEASURED, id=f"t{count}", label=f"T{count}", threads=count)
        for count in range(1, 12)
    ]

    finding = findings(MEASURED, *others)["threads"]

    assert len(finding.values) == 12
    assert finding.message.endswith("9 other values.")


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


def test_what_is_not_stated_is_one_note_that_names_all():
    bare = replace(OTHER, regime=None, storage=None, threads=None)
    barer = replace(bare, id="c", label="C", warmup_s=None)

    found = findings(MEASURED, bare, barer)

    assert set(found) == {NOT_STATED}
    finding = found[NOT_STATED]
    assert finding.severity == "note"
    assert dict.fromkeys(["regime", "storage", "threads", "warmup"]) == finding.values
    assert "regime, storage, threads (B and C); warm-up (C)" in finding.message
    assert finding.results == ("b", "c")


def test_two_unknowns_are_not_equal():
    assert equal([Context(id="a"), Context(id="b")], "a") == []
    assert findings(Context(id="a"), Context(id="b")).keys() == {NOT_STATED}


def test_a_baseline_alone_is_equal_to_nothing():
    assert equal([MEASURED], "a") == []
    assert find([MEASURED], baseline="a") == []


def test_data_in_memory_on_one_side_only_is_told_whatever_its_size():
    small = replace(OTHER, memory_gb=4, buffer_bytes=3 * GB)

    finding = findings(MEASURED, small)["data_size"]

    assert finding.severity == "caution"
    assert "4 GB, 0.33 × the buffer (A)" in finding.message
    assert "4 GB, 1.33 × the buffer (B)" in finding.message


def test_the_same_data_many_times_the_buffer_of_one_is_told():
    larger = replace(MEASURED, data_bytes=60 * GB, buffer_bytes=50 * GB)
    smaller = replace(OTHER, data_bytes=60 * GB, buffer_bytes=2 * GB)
    half = replace(OTHER, data_bytes=60 * GB, buffer_bytes=25 * GB)

    assert findings(larger, smaller)["data_size"].severity == "caution"
    assert "data_size" not in findings(larger, half)


def test_data_that_grew_with_the_buffer_are_a_note():
    larger = replace(OTHER, data_bytes=8 * GB, buffer_bytes=24 * GB, memory_gb=32)

    assert findings(MEASURED, larger)["data_size"].severity == "note"


def test_a_larger_class_may_have_more_threads():
    larger = replace(OTHER, vcpus=8, threads=32)

    assert findings(MEASURED, larger)["threads"].severity == "note"


@pytest.mark.parametrize(
    ("one", "other", "severity"),
    [
        (0.047, 0.06, None),
        (0.047, 0.105, Severity.NOTE),
        (0.047, 0.3, Severity.CAUTION),
        (0.9, 1.2, None),
    ],
)
def test_ways_that_differ_by_less_than_zones_do_are_noted_and_not_called_equal(
    one, other, severity
):
    pair = replace(MEASURED, round_trip_ms=one), replace(OTHER, round_trip_ms=other)

    found = {each.code: each.severity for each in find(pair, baseline="a")}

    assert found.get("round_trip") == severity
    assert ("round_trip" in equal(pair, "a")) is (severity is None)


def test_a_zone_is_only_compared_inside_a_region():
    elsewhere = replace(OTHER, region="Beijing", zone="I")

    assert "zone" not in findings(MEASURED, elsewhere)
    assert "zone" not in equal([MEASURED, elsewhere], "a")


def test_regions_of_two_providers_cannot_be_the_same():
    abroad = replace(OTHER, region="cn-north-4", provider="Huawei Cloud")

    assert findings(MEASURED, abroad)["region"].severity == "note"


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ({}, {"client_instance": "c3.2xlarge"}, "caution"),
        ({}, {"client_os": "CentOS 7"}, "note"),
        ({"client_instance": None}, {"client_memory_gb": 64}, "caution"),
        ({"client_instance": None}, {"client_memory_gb": 32.1}, None),
        # the type alone on one side and the size alone on the other say nothing
        (
            {"client_vcpus": None, "client_memory_gb": None},
            {"client_instance": None},
            NOT_STATED,
        ),
    ],
)
def test_clients_are_compared_by_what_both_state(one, other, expected):
    found = findings(replace(MEASURED, **one), replace(OTHER, **other))

    if expected is None:
        assert found == {}
    elif expected == NOT_STATED:
        assert "client_machine" in found[NOT_STATED].values
    else:
        assert found["client_machine"].severity == expected


def test_a_tool_that_changed_its_meaning_is_a_caution():
    one = replace(TPCC, tool="HammerDB", tool_version="4.2", tpcc_profile="x")
    found = findings(one, replace(one, id="b", tool_version="4.5"))

    assert found["tool_version"].severity == "caution"


def test_names_tell_results_apart_by_what_differs():
    one = replace(MEASURED, label="four", regime="cached")
    contexts = [
        one,
        replace(one, id="b", regime="disk_io"),
        replace(one, id="c", regime="disk_io", engine_version="5.7"),
        replace(one, id="d", regime="disk_io", engine_version="5.7"),
    ]

    assert names_of(contexts) == {
        "a": "four, MySQL 8.0, cached",
        "b": "four, MySQL 8.0, disk I/O",
        "c": "four, MySQL 5.7 #1",
        "d": "four, MySQL 5.7 #2",
    }


def test_names_tell_tests_of_one_load_apart_by_their_duration():
    one = replace(MEASURED, label="four", duration_s=60)

    assert names_of([one, replace(one, id="b", duration_s=1200)]) == {
        "a": "four, 60 s",
        "b": "four, 20 min",
    }


# Of any two contexts ----------------------------------------------------------------


def _or_unknown(*values):
    return st.sampled_from([None, *values])


anything = st.builds(
    Context,
    id=st.just("a"),
    provider=_or_unknown("Self-managed", "Huawei Cloud"),
    is_managed=_or_unknown(True, False),
    engine=_or_unknown("mysql", "mariadb", "postgresql", "sqlserver"),
    engine_version=_or_unknown("8.0", "15"),
    instance_class=_or_unknown("four"),
    edition=_or_unknown("Enterprise Edition", "High-availability Edition"),
    vcpus=_or_unknown(4, 8),
    memory_gb=_or_unknown(16.0, 15.6, 32.0),
    settings=st.sampled_from(
        [{}, INNODB, {"sync_binlog": "0"}, {"fsync": "on", "work_mem": "4MB"}]
    ),
    workload=_or_unknown("oltp_read_write", "oltp_legacy", "tpcc", "hot_row_update"),
    statements=_or_unknown(Statements(reads=14, writes=4, other=2)),
    variant=_or_unknown("", "rate_limited"),
    rate=_or_unknown(100),
    regime=_or_unknown("cached", "disk_io"),
    tool=_or_unknown("sysbench", "HammerDB"),
    tool_version=_or_unknown("0.5", "1.0.20"),
    data_bytes=_or_unknown(GB, 30 * GB),
    threads=_or_unknown(8, 16),
    duration_s=_or_unknown(60, 62, 600),
    warmup_s=_or_unknown(0, 60),
    client_instance=_or_unknown("small", "large"),
    client_vcpus=_or_unknown(8, 16),
    client_memory_gb=_or_unknown(16, 32),
    client_os=_or_unknown("Debian", "CentOS"),
    same_host=_or_unknown(True, False),
    round_trip_ms=_or_unknown(0.2, 0.25, 0.9),
    region=_or_unknown("Hangzhou", "Beijing"),
    zone=_or_unknown("I", "B"),
)


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
