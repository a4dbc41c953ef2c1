"""Which published rows a result is held against first."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchruns.comparison.fairness.context import Context
from benchruns.comparison.fairness.other_tests import other_tests
from benchruns.comparison.nearest import nearest, nearest_published
from benchruns.models import Result
from tests import published_database
from tests.factories import ResultFactory

OWN = {
    "engine": "mysql",
    "engine_version": "8.0",
    "workload": "oltp_read_write",
    "regime": "cached",
    "vcpus": 4,
    "memory_gb": 16,
    "duration_s": 60,
    "threads": 64,
}
GB = 2**30


@pytest.fixture
def published(db):
    published_database.fill()


def context(id_, **changes):
    return Context(id=id_, **{**OWN, **changes})


def names(own, rows, *doubted):
    return [row.id for row in nearest(own, rows, doubted=set(doubted))]


def test_engine_version_and_regime_come_before_size():
    rows = [
        context("size", vcpus=32, memory_gb=128),
        context("regime", regime="disk_io"),
        context("version", engine_version="5.7"),
        context("engine", engine="mariadb"),
    ]

    assert [row.id for row in nearest(context("own"), rows[::-1], most=4)] == [
        "size", "regime", "version", "engine",
    ]  # fmt: skip


def test_a_row_that_is_another_test_than_a_nearer_one_is_left_out():
    own = context("own", data_bytes=None)
    rows = [
        context("near", vcpus=8, memory_gb=32, data_bytes=GB),
        context("other data", vcpus=16, memory_gb=64, data_bytes=90 * GB),
        context("same data", vcpus=32, memory_gb=128, data_bytes=GB),
    ]
    assert other_tests(rows[:2], frozenset())

    assert names(own, rows) == ["near", "same data"]


def test_the_closest_size_is_counted_in_doublings():
    rows = [context(str(n), vcpus=n, memory_gb=4 * n) for n in (32, 16, 2)]

    assert names(context("own", vcpus=6, memory_gb=24), rows) == ["16", "2", "32"]


def test_the_closest_release_line_of_the_engine_comes_first():
    rows = [context(v, engine_version=v) for v in ("5.6", "5.7", "8.0")]

    assert names(context("own", engine_version="8.4"), rows) == ["8.0", "5.7", "5.6"]


def test_a_row_of_another_test_is_taken_only_where_all_are():
    hour = context("hour", duration_s=3600)
    far = context("far", vcpus=64, memory_gb=256)

    assert names(context("own"), [hour, far]) == ["far"]
    assert names(context("own"), [hour]) == ["hour"]


def test_a_row_in_doubt_is_taken_only_where_its_engine_has_no_proven_one():
    rows = [
        context("closest"),
        context("proven", vcpus=64, regime="disk_io"),
        context("other engine", engine="mariadb"),
    ]

    assert names(context("own"), rows, "closest") == ["proven", "other engine"]
    assert names(context("own"), rows, "closest", "proven") == [
        "closest", "proven", "other engine",
    ]  # fmt: skip


def test_a_doubt_weighs_less_than_another_test():
    """A dagger says what is in doubt of it; a ratio to another test says nothing."""
    doubted = context("doubted")
    hour = context("proven, of an hour", duration_s=3600)

    assert names(context("own"), [hour, doubted], "doubted") == ["doubted"]


@pytest.mark.parametrize("missing", ["vcpus", "memory_gb", "engine_version", "threads"])
def test_what_is_not_known_is_farthest(missing):
    rows = [context("unknown", **{missing: None}), context("known")]

    assert names(context("own"), rows) == ["known", "unknown"]
    assert names(context("own", **{missing: None}), rows)


ROWS = st.lists(
    st.builds(
        context,
        st.uuids().map(str),
        engine=st.sampled_from(["mysql", "mariadb"]),
        engine_version=st.sampled_from(["5.7", "8.0", "8.4", "", None, "x"]),
        regime=st.sampled_from(["cached", "disk_io", None]),
        vcpus=st.sampled_from([None, 1, 2, 64]),
        duration_s=st.sampled_from([None, 1, 60, 3600]),
        data_bytes=st.sampled_from([None, GB, 64 * GB]),
    ),
    unique_by=lambda row: row.id,
)


@given(context_rows=ROWS, shuffled=st.randoms())
def test_the_order_of_the_rows_changes_nothing(context_rows, shuffled):
    own = context("own", data_bytes=GB)
    mixed = shuffled.sample(context_rows, len(context_rows))

    found = names(own, context_rows)

    assert found == names(own, mixed)
    assert len(found) <= 3
    others = {r.id for r in context_rows if other_tests([own, r], frozenset())}
    assert not others.intersection(found) or others.issuperset(found)


def test_rows_of_the_papers_are_found_for_a_measured_result(published):
    result = ResultFactory(
        measured=True,
        engine="mysql",
        engine_version="8.0",
        workload="oltp_read_write",
        regime="cached",
        vcpus=4,
        memory_gb=16,
        duration_s=60,
        threads=64,
    )

    ids = nearest_published(result)

    rows = list(Result.objects.filter(pk__in=ids))
    assert 1 <= len(rows) <= 3
    assert {(r.engine, r.engine_version, r.workload) for r in rows} == {
        ("mysql", "8.0", "oltp_read_write")
    }


def test_a_row_that_the_papers_are_in_doubt_of_is_no_nearest_row(db):
    doubted = ResultFactory(doubted=True)
    proven = ResultFactory()
    result = ResultFactory(measured=True)
    reproduction = ResultFactory(measured=True, reproduces=doubted)

    assert nearest_published(result) == [str(proven.pk)]
    assert nearest_published(reproduction) == [str(doubted.pk), str(proven.pk)]


def test_a_load_that_no_paper_has_finds_none(published):
    result = ResultFactory(measured=True, engine="mysql", workload="oltp_point_select")

    assert nearest_published(result) == []
