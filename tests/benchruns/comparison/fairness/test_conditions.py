"""What the fairness rules say of values, sizes, places, clients and the unstated."""

from dataclasses import replace

import pytest

from benchruns.comparison.fairness import NOT_STATED, Context, equal, find, names_of
from benchruns.sentences.catalogue import worded
from benchruns.units import GB
from benchruns.vocabulary import Severity
from tests.benchruns.comparison.fairness.contexts import MEASURED, OTHER, TPCC, findings


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
        (0.0, 0.04, None),
        (0.01, 0.09, None),
        (0.01, 0.11, Severity.CAUTION),
        (0.02, 0.11, Severity.NOTE),
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


@pytest.mark.parametrize(
    ("here", "there", "is_same"),
    [(True, True, True), (True, False, False), (None, None, False)],
)
def test_a_server_beside_its_client_has_no_way_that_could_be_shorter(
    here, there, is_same
):
    pair = (
        replace(MEASURED, round_trip_ms=0.02, same_host=here),
        replace(OTHER, round_trip_ms=0.4, same_host=there),
    )

    found = {each.code for each in find(pair, baseline="a")}

    assert ("round_trip" not in found) is is_same
    assert ("round_trip" in equal(pair, "a")) is is_same


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
