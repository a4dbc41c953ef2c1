"""What columns are called in short: each by a name that no other has."""

from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from benchruns.comparison.entries import Entry
from portal.pages.comparisons.names import listed, names_of
from tests.factories import ResultFactory

NAMES = st.lists(
    st.sampled_from(["x", "x #1", "x #2", "x #1 #1", ""]) | st.text(max_size=4),
    max_size=12,
)


@given(NAMES)
@example(["x", "x", "x #1"])
@example(["x #2", "x", "x", "x #1", "x #1"])
def test_no_two_columns_have_one_name(own_names):
    names = names_of([entry(name) for name in own_names])

    assert len(set(names)) == len(names)


def test_a_name_that_no_other_has_stays_as_it_is():
    names = names_of([entry(name) for name in ("x", "x", "x #1", "y")])

    assert names == ["x #2", "x #3", "x #1", "y"]


def entry(own_name):
    return Entry(
        key="a",
        title="rds.mysql.m1.medium",
        subtitle="",
        engine="mysql",
        engine_version="8.0",
        provider="",
        class_key=None,
        vcpus=2,
        memory_gb=8,
        specification={},
        own_name=own_name,
    )


def test_names_that_hold_commas_are_not_joined_by_commas():
    assert listed(["m1.medium", "c1.xlarge"]) == "m1.medium, c1.xlarge"
    assert listed(["m1, cached", "m1"]) == "m1, cached · m1"


@pytest.mark.django_db
def test_columns_of_one_size_are_told_apart_by_what_differs_between_them(client):
    """Two runs of one server beside a vendor's row of another."""
    own = [
        ResultFactory(
            measured=True, visibility="public", vcpus=2, memory_gb=23.5, threads=threads
        )
        for threads in (2, 4)
    ]
    vendor = ResultFactory(instance_class__code="rds.mysql.c2.xlarge", memory_gb=64)
    asked = {"result": [str(each.pk) for each in (*own, vendor)]}

    page = client.get("/compare/", asked)
    comparison = page.context["comparison"]

    assert "1 vendor result, 2 measured results" in page.content.decode()
    assert names_of(comparison.entries) == [
        "2 vCPU, 23.5 GB, 2 threads",
        "2 vCPU, 23.5 GB, 4 threads",
        "c2.xlarge",
    ]


def test_what_servers_without_a_class_share_stands_in_none_of_their_names():
    titles = [f"MySQL 8.0, {load}, 3.2 M rows" for load in ("1 thread", "2 threads")]
    entries = [replace(entry(""), title=title) for title in titles]

    assert names_of(entries) == ["1 thread", "2 threads"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("loads", "told"),
    [
        (
            [("oltp_read_write", "cached"), ("oltp_legacy", None)],
            "OLTP read/write (cached), Legacy OLTP (regime unknown);",
        ),
        (
            [("oltp_read_write", "cached"), ("oltp_read_write", None)],
            "OLTP read/write (cached, regime unknown);",
        ),
        (
            [("oltp_read_write", "cached"), ("oltp_legacy", "disk_io")],
            "OLTP read/write (cached), Legacy OLTP (disk I/O);",
        ),
        (
            [("oltp_read_write", "cached"), ("oltp_legacy", "cached")],
            "OLTP read/write, Legacy OLTP, cached;",
        ),
        (
            [("oltp_read_write", None), ("oltp_legacy", None)],
            "OLTP read/write, Legacy OLTP;",
        ),
    ],
)
def test_no_row_is_called_by_the_regime_of_another(client, loads, told):
    rows = [ResultFactory(workload=name, regime=regime) for name, regime in loads]

    page = client.get("/compare/", {"result": [str(each.pk) for each in rows]})

    assert page.context["sentence"].startswith(told)
