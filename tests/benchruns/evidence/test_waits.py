"""Shares of the sessions' time, from looks at them and from what a server counted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchruns.evidence import waits
from benchruns.evidence.waits import HotRow, Wait


def shares(counts, *, looks=10, sessions=10, seconds=5.0, **timed_ms):
    return waits.shares(
        counts, looks=looks, sessions=sessions, timed_ms=timed_ms, seconds=seconds
    )


def test_what_no_session_did_is_the_clients_turn():
    assert shares({"working": 30, "row_lock": 50}) == {
        "working": 0.3,
        "row_lock": 0.5,
        "client": 0.2,
    }


def test_time_that_a_server_counted_was_among_what_seemed_to_work():
    assert shares({"working": 90}, row_lock=30_000) == {
        "working": 0.3,
        "row_lock": 0.6,
        "client": 0.1,
    }


def test_few_looks_make_no_shares():
    assert shares({"working": 3}, looks=3) == {}


def test_without_a_look_there_is_what_the_server_counted():
    assert shares({}, looks=0, row_lock=30_000) == {"row_lock": 0.6}


@given(
    st.dictionaries(st.sampled_from(Wait), st.integers(0, 1000)),
    st.dictionaries(st.sampled_from(Wait), st.floats(0, 1e9)),
)
def test_a_share_is_never_below_none_or_above_all(counts, timed_ms):
    found = waits.shares(
        counts, looks=100, sessions=10, timed_ms=timed_ms, seconds=10.0
    )

    assert all(share > 0 for share in found.values())
    assert found.get(Wait.CLIENT, 0) <= 1


@pytest.mark.parametrize(
    ("found", "named"),
    [
        ({"row_lock": 0.61, "log": 0.2, "working": 0.19}, "row_lock"),
        ({"row_lock": 0.19, "working": 0.81}, ""),
        ({"client": 0.7, "log": 0.25, "working": 0.05}, "log"),
        ({"working": 1.0}, ""),
        ({}, ""),
    ],
)
def test_the_longest_wait_is_named_where_it_takes_much(found, named):
    assert waits.longest(found) == named


def test_a_row_is_named_that_stood_out_in_half_of_the_looks():
    one, other = (HotRow(table="sbtest1", key=key) for key in ("100", "7"))
    table = HotRow(table="sbtest1", key="")

    assert waits.hot_row({one: 3, other: 1, table: 9}) == one
    assert (
        waits.hot_row({one: 2, other: 2, HotRow(table="sbtest1", key="8"): 1}) == table
    )
    assert waits.hot_row({table: 5}) == table
    assert waits.hot_row({}) is None
