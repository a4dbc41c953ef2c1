"""When a run that repeats a published row was another test than the row."""

import pytest

from benchruns.models import Campaign, Result
from benchruns.reproduction.other_test import unlike
from benchruns.reproduction.ratios import main_pair, pairs
from benchruns.sentences.reproduction import notes_of, verdict
from tests.factories import SHORT

MINUTE = {"duration_seconds": 60}
PAPER = {
    "engine": "mysql",
    "workload": "oltp_read_write",
    "tables": 128,
    "table_size": 25_000,
    "threads": 64,
    "tps": 6_740,
    "memory_gb": 16,
}


def published(**facts) -> Result:
    return Result(campaign=Campaign(**MINUTE), **(PAPER | facts))


def measured(**facts) -> Result:
    here = {**PAPER, "tps": 81.5, "duration_s": 60, "parameters": MINUTE}
    return Result(**(here | facts))


def names(here: Result) -> list[str]:
    return [each.name for each in unlike(published(), here)]


@pytest.mark.parametrize(
    ("facts", "found"),
    [
        ({}, []),
        ({"table_size": 250}, ["rows"]),
        ({"table_size": 25_500}, []),  # a crumb is no other test
        ({"duration_s": 15}, []),
        ({"duration_s": 14}, ["duration"]),
        ({"duration_s": 3_600}, ["duration"]),
        ({"threads": 16}, []),
        ({"threads": 8}, ["threads"]),
        ({"buffer_bytes": 12 * 2**30, "data_bytes": 800_000_000}, []),
        ({"buffer_bytes": 128 * 2**20, "data_bytes": 800_000_000}, ["buffer"]),
        ({"table_size": 250, "threads": 2, "duration_s": 4}, None),
    ],
)
def test_scaled_data_and_a_much_shorter_or_smaller_load_are_another_test(facts, found):
    wanted = ["rows", "duration", "threads"] if found is None else found

    assert names(measured(**facts)) == wanted


@pytest.mark.parametrize(
    ("theirs", "ours", "buffer_mib", "found"),
    [
        ("cached", "cached", 1024, []),
        ("cached", "cached", 512, ["buffer"]),  # it cannot have been
        ("cached", "mixed", 1024, ["buffer"]),
        ("disk_io", "cached", 1024, ["buffer"]),
        (None, "cached", 1024, ["buffer"]),
    ],
)
def test_how_much_room_a_buffer_has_left_is_no_other_test(
    theirs, ours, buffer_mib, found
):
    here = measured(
        regime=ours, buffer_bytes=buffer_mib * 2**20, data_bytes=800_000_000
    )

    unlikes = unlike(published(regime=theirs), here)

    assert [each.name for each in unlikes] == found


def test_of_scaled_data_its_share_of_the_buffer_is_not_told_as_well():
    here = measured(table_size=250, data_bytes=8_000_000, buffer_bytes=128 * 2**20)

    assert names(here) == ["rows"]


def test_what_the_paper_does_not_state_is_no_other_test():
    row = published(threads=None, tables=None, table_size=None)
    row.campaign = None

    assert unlike(row, measured(threads=1, duration_s=1)) == []


def test_a_scale_and_hot_records_are_sizes_too():
    row = published(workload="pgbench_read_only", tables=None, table_size=None)
    row.scale, row.hot_records = 1_000, 50_000_000
    here = measured(workload="pgbench_read_only", tables=None, table_size=None)
    here.scale, here.hot_records = 10, 500_000

    assert [each.name for each in unlike(row, here)] == ["scale"]


def test_the_headline_says_why_in_place_of_a_ratio():
    here = measured(table_size=250, duration_s=3)

    assert verdict(published(), here) == (
        "another test than the vendor's 6,740 TPS: 32,000 rows instead of 3,200,000, "
        "3 s instead of 60 s"
    )
    assert main_pair(published(), here) is None


def test_the_headline_of_the_same_test_is_its_ratio():
    assert (
        verdict(published(), measured(tps=6_713)) == "99.6 % of the vendor's 6,740 TPS"
    )


def test_a_ratio_of_figures_in_doubt_has_no_decimals():
    here = measured(tps=6_713)
    here.doubt = "figure"

    assert verdict(published(), here) == "100 % of the vendor's 6,740 TPS"

    here.tps = 10.4
    assert verdict(published(), here) == "0.154 % of the vendor's 6,740 TPS"


@pytest.mark.parametrize(
    ("here", "words"),
    [
        ({"tps": 6_713}, "100 % of the vendor's 6,740† TPS"),
        ({"tps": 67_130}, "9.96 times the vendor's 6,740† TPS"),
        (
            {"duration_s": 3},
            "another test than the vendor's 6,740† TPS: 3 s instead of 60 s",
        ),
    ],
    ids=["share", "times", "another test"],
)
def test_the_headline_marks_a_vendor_s_figure_in_doubt_and_says_why(here, words):
    row = published(doubt="figure", findings=[SHORT])

    assert verdict(row, measured(**here)) == (
        f"{words}; † the vendor's is in doubt: only 4 s measured"
    )


@pytest.mark.parametrize(
    ("theirs", "ours", "found"),
    [
        ("", "", ""),
        ("regime", "", "regime"),
        ("", "figure", "figure"),
        ("regime", "figure", "figure"),
    ],
)
def test_a_ratio_is_in_doubt_with_either_side(theirs, ours, found):
    pair = main_pair(published(doubt=theirs), measured(tps=6_713, doubt=ours))

    assert (pair.published_doubt, pair.measured_doubt) == (theirs, ours)
    assert pair.ratio_doubt == found


def test_where_there_is_no_ratio_none_is_in_doubt():
    (pair,) = pairs(published(doubt="figure"), measured(table_size=250))

    assert (pair.ratio, pair.ratio_doubt) == (None, "")


SERVER = {"engine": "mysql", "engine_version": "8.0", "vcpus": 1, "memory_gb": 16}
OTHER = {"engine": "mariadb", "engine_version": "10.11", "vcpus": 2, "memory_gb": 3.75}


def test_of_another_test_on_another_server_the_server_is_named_first():
    here = measured(table_size=250, **OTHER)
    why = (
        "MariaDB 10.11 instead of MySQL 8.0, 2 vCPU instead of 1, "
        "3.75 GB of memory instead of 16, 32,000 rows instead of 3,200,000"
    )

    row = published(**SERVER)

    assert verdict(row, here) == f"another test than the vendor's 6,740 TPS: {why}"
    (note,) = notes_of(pairs(row, here))
    assert note.startswith(f"Not the vendor's test: {why}.")


@pytest.mark.parametrize(
    ("server", "told"),
    [
        ({}, ""),
        ({"memory_gb": 15.6}, ""),  # what a server sees of the 16 it is sold with
        ({"vcpus": None, "engine_version": ""}, ""),
        ({"engine_version": "5.7"}, "MySQL 5.7 instead of MySQL 8.0: "),
        ({"engine": "mariadb", "engine_version": ""}, "MariaDB instead of MySQL 8.0: "),
        ({"vcpus": 4}, "4 vCPU instead of 1: "),
        ({"memory_gb": 23.5}, "23.5 GB of memory instead of 16: "),
    ],
    ids=str,
)
def test_the_ratio_of_the_same_test_names_another_server_first(server, told):
    here = measured(tps=6_713, **(SERVER | server))

    found = verdict(published(**SERVER), here)

    assert found == f"{told}99.6 % of the vendor's 6,740 TPS"
    assert main_pair(published(**SERVER), here).comparable


def test_the_details_of_another_test_have_the_sentence_in_place_of_a_ratio():
    here = measured(table_size=250, duration_s=3)

    found = pairs(published(), here)

    assert [(each.figure, each.measured, each.ratio) for each in found] == [
        ("tps", 81.5, None)
    ]
    assert not found[0].comparable
    assert notes_of(found) == [
        "Not the vendor's test: 32,000 rows instead of 3,200,000, 3 s instead of 60 s. "
        "No ratio is given: it would say nothing of the server."
    ]


def test_a_headline_without_a_figure_to_compare_is_empty():
    assert verdict(published(), measured(tps=None, duration_s=3)) == ""
