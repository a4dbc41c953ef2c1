"""Every published row as a run on a server of one's own."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchruns.comparison.fairness.results import contexts_of
from benchruns.engines import FAMILIES
from benchruns.models import Result
from benchruns.reproduction.reproduce import (
    ReproductionError,
    published_data_bytes,
    published_ratio,
    refusal,
    reproduce,
)
from benchruns.results.row import data_size
from benchruns.runs.plan import plan_of
from benchruns.sentences.differences import why_of
from tests import published_rows
from tests.factories import ResultFactory
from tests.published_rows import (
    family_of,
    of_campaign,
    pgbench_row,
    repeated,
    told,
)

pytestmark = pytest.mark.django_db  # for the rows alone

MB, GB = 2**20, 2**30
NOTHING_DIVIDED = "The workload always has 100 rows: nothing was divided."


@pytest.fixture(scope="module")
def rows(django_db_setup, django_db_blocker) -> list[Result]:
    return published_rows.read(django_db_blocker)


def stated(rows) -> list[Result]:
    """Those that print their load: of SQL Server the paper prints the peak alone."""
    return [row for row in rows if row.workload != "tpcc"]


# Every row --------------------------------------------------------------------------


def test_128_rows_run_as_they_are_printed(rows):
    found = stated(rows)

    assert (len(rows), len(found)) == (143, 128)
    for row in found:
        reproduction = repeated(row)
        parameters = reproduction.parameters
        size = reproduction.workload.size(parameters)
        assert reproduction.workload.name == row.workload
        assert size.rows == row.rows
        assert size.hot_records in {row.hot_records, None}
        assert reproduction.expected_regime == row.regime
        if row.workload == "hot_row_update":
            continue
        assert reproduction.workload.threads(parameters) == row.threads
        assert parameters["duration_seconds"] == row.campaign.duration_seconds
        assert reproduction.differences == ()


def test_what_the_paper_of_the_hot_row_leaves_out_is_assumed_and_said(rows):
    row = of_campaign(rows, "alibaba-mysql-5.7-hot-row")

    reproduction = repeated(row)

    assert told(reproduction) == [
        ("assumed", "threads", None, 8),
        ("assumed", "duration_seconds", None, 60),
    ]
    assert why_of(reproduction.differences[0]) == (
        "The paper does not state it; 8 is assumed."
    )


def test_rows_run_on_servers_of_their_own_kind_alone(rows):
    for row in stated(rows):
        other = "postgresql" if family_of(row).name == "mysql" else "mysql"
        with pytest.raises(ReproductionError) as caught:
            reproduce(row, family=FAMILIES[other])
        assert caught.value.field == "endpoint"


@pytest.mark.parametrize(
    ("slug", "other", "message"),
    [
        (
            "alibaba-mysql-5.6-20min",
            "postgresql",
            "This row was measured on MySQL 5.6. Choose an endpoint of MySQL or "
            "MariaDB.",
        ),
        (
            "huawei-postgresql-12-general",
            "mysql",
            "This row was measured on PostgreSQL 12. Choose an endpoint of PostgreSQL.",
        ),
    ],
)
def test_the_right_kind_of_server_is_named(rows, slug, other, message):
    with pytest.raises(ReproductionError, match=message):
        reproduce(of_campaign(rows, slug), family=FAMILIES[other])


def test_a_load_that_its_engine_does_not_run_is_refused():
    row = ResultFactory(engine="sqlserver", workload="oltp_read_write")

    assert refusal(row) == "OLTP read/write does not run on SQL Server."


def test_a_row_that_no_paper_prints_is_not_reproduced():
    with pytest.raises(ReproductionError, match="Only vendor rows"):
        reproduce(Result(provenance="measured"), family=FAMILIES["mysql"])


# Samples of each kind ---------------------------------------------------------------


def test_the_20_minutes_of_mysql_5_6(rows):
    row = of_campaign(rows, "alibaba-mysql-5.6-20min", vcpus=16, regime="disk_io")

    parameters = repeated(row).parameters

    assert (parameters["tables"], parameters["table_size"]) == (16, 32_000_000)
    assert (parameters["threads"], parameters["duration_seconds"]) == (32, 1200)


def test_the_largest_of_pgbench_is_within_the_limits(rows):
    row = of_campaign(
        rows, "alibaba-postgresql-pgbench", scale=50_000, hot_records=5_000_000_000
    )

    parameters = repeated(row).parameters

    assert (parameters["clients"], parameters["jobs"]) == (240, None)
    assert parameters["duration_seconds"] == 120


def test_huaweis_legacy_has_64_tables_of_10_million_rows(rows):
    for slug, threads in (
        ("huawei-mysql-8.0-general", 200),
        ("huawei-postgresql-12-dedicated", 64),
    ):
        parameters = repeated(of_campaign(rows, slug)).parameters

        assert (parameters["tables"], parameters["table_size"]) == (64, 10_000_000)
        assert (parameters["threads"], parameters["duration_seconds"]) == (
            threads,
            3600,
        )


# Scaled down ------------------------------------------------------------------------


def test_scaled_down_every_row_keeps_all_but_its_data(rows):
    for row in stated(rows):
        whole, part = repeated(row), repeated(row, scale_down=100)

        changed = {
            name
            for name, value in part.parameters.items()
            if value != whole.parameters[name]
        }
        assert changed <= {"table_size", "scale", "hot_records"}
        assert part.expected_regime == row.regime
        listed = {each.name for each in part.differences if each.kind == "scaled"}
        assert listed == (changed or {"table_size"})


def test_scaling_down_divides_the_rows_of_each_table(rows):
    row = of_campaign(rows, "alibaba-mysql-8.0-60s", tables=128, table_size=800_000)

    reproduction = repeated(row, scale_down=1000)

    assert told(reproduction) == [("scaled", "table_size", 800_000, 800)]
    assert why_of(reproduction.differences[0]) == (
        "Divided by 1,000: data over buffer is no longer the vendor's, so the "
        "figure may come from another regime."
    )


def test_scaling_down_divides_hot_records_with_the_scale(rows):
    row = of_campaign(
        rows, "alibaba-postgresql-pgbench", scale=10_000, hot_records=500_000_000
    )

    reproduction = repeated(row, scale_down=3)

    assert told(reproduction) == [
        ("scaled", "scale", 10_000, 3_333),
        ("scaled", "hot_records", 500_000_000, 166_650_000),
    ]


def test_a_hot_row_is_not_divided_and_that_is_said(rows):
    row = of_campaign(rows, "alibaba-mysql-5.7-hot-row")

    for how in ({"scale_down": 10}, {"match_ratio": True}):
        reproduction = repeated(row, **how)

        assert reproduction.parameters == repeated(row).parameters
        assert told(reproduction)[2:] == [("scaled", "table_size", 100, 100)]
        assert why_of(reproduction.differences[-1]) == NOTHING_DIVIDED


def test_dividing_by_one_changes_nothing(rows):
    for row in stated(rows):
        assert repeated(row, scale_down=1).differences == repeated(row).differences


def test_a_divisor_above_the_data_is_refused(rows):
    for row in stated(rows):
        most = row.scale or row.table_size
        if row.workload == "hot_row_update":
            continue
        assert (
            repeated(row, scale_down=most)
            .workload.size(repeated(row, scale_down=most).parameters)
            .rows
            == row.rows // most
        )
        with pytest.raises(ReproductionError) as caught:
            repeated(row, scale_down=most + 1)
        assert caught.value.field == "scale_down"
        assert caught.value.message == (
            f"Give {most:,} at most: nothing would be left of the data."
        )


@pytest.mark.parametrize("divisor", [0, -1])
def test_a_divisor_counts_from_1(rows, divisor):
    with pytest.raises(ReproductionError, match="from 1 on"):
        repeated(stated(rows)[0], scale_down=divisor)


@given(divisor=st.integers(1, 1000))
def test_hot_records_stay_the_same_share_of_all(divisor):
    row = pgbench_row(scale=1000, hot_records=50_000_000)

    parameters = repeated(row, scale_down=divisor).parameters

    assert parameters["scale"] == max(1, round(1000 / divisor))
    assert parameters["hot_records"] == parameters["scale"] * 50_000


# The same ratio ---------------------------------------------------------------------


@pytest.mark.parametrize("buffer_bytes", [GB, 4 * GB])
def test_the_ratio_of_data_to_buffer_stays_as_published(rows, buffer_bytes):
    for row in stated(rows):
        if row.workload == "hot_row_update":
            continue
        reproduction = repeated(row, match_ratio=True, buffer_bytes=buffer_bytes)

        plan = plan_of(
            reproduction.workload,
            reproduction.parameters,
            family=family_of(row),
            server={"buffer_bytes": buffer_bytes},
        )
        assert plan.data_over_buffer == pytest.approx(published_ratio(row), rel=0.05)
        assert {each.kind for each in reproduction.differences} <= {"scaled"}


def planned(row, *, buffer_bytes, **how):
    """What it would create in the same ratio to a server's buffer."""
    found = repeated(row, match_ratio=True, buffer_bytes=buffer_bytes, **how)
    return plan_of(
        found.workload,
        found.parameters,
        family=family_of(row),
        server={"buffer_bytes": buffer_bytes},
    )


def test_fewer_tables_are_made_up_for_by_larger_ones(rows):
    row = of_campaign(rows, "alibaba-mysql-8.0-60s", regime="disk_io", tables=128)

    plan = planned(row, buffer_bytes=GB, overrides={"tables": 2})

    assert plan.size.tables == 2
    assert plan.data_over_buffer == pytest.approx(published_ratio(row), rel=0.01)


def test_tables_end_where_the_server_would_take_another_extent_for_them(rows):
    """128 tables of 16,534 rows hold the ratio, and MariaDB reports 2.38 in place of 1.92."""
    row = of_campaign(rows, "alibaba-mysql-8.0-60s", regime="disk_io", memory_gb=16)
    buffer_bytes = 256 * MB

    plan = planned(row, buffer_bytes=buffer_bytes)

    assert published_ratio(row) == pytest.approx(1.91, rel=0.01)
    assert plan.size.tables == 128
    assert plan.data_over_buffer == pytest.approx(published_ratio(row), rel=0.03)
    reported = plan.reported_bytes / buffer_bytes
    assert reported == pytest.approx(published_ratio(row), rel=0.03)


def test_tables_hold_the_ratio_where_an_extent_less_would_miss_it_by_far(rows):
    row = of_campaign(rows, "alibaba-mysql-8.0-60s", regime="disk_io", memory_gb=16)

    plan = planned(row, buffer_bytes=64 * MB)

    assert plan.data_over_buffer == pytest.approx(published_ratio(row), rel=0.01)
    assert plan.is_more_reported


def test_why_a_size_was_chosen_names_the_assumed_buffer(rows):
    row = of_campaign(rows, "alibaba-postgresql-pgbench", scale=1000)

    [first, *_] = repeated(row, match_ratio=True, buffer_bytes=GB).differences

    assert why_of(first) == (
        "Sized so that data over buffer stays as in the paper, with 25 % of "
        "the vendor's memory taken as its buffer."
    )


def test_the_ratio_is_that_of_the_data_to_the_assumed_buffer(rows):
    row = of_campaign(rows, "alibaba-mysql-8.0-60s", memory_gb=64, regime="disk_io")

    data_bytes = 128 * 800_000 * 240
    assert published_data_bytes(row) == data_bytes
    assert published_ratio(row) == pytest.approx(data_bytes / (48 * GB))


def test_a_row_has_one_size_in_files_comparisons_and_reproductions(rows):
    for row in rows:
        (shown, _is_estimate), (context,) = data_size(row), contexts_of([row])
        assert context.data_bytes == published_data_bytes(row) == shown


@pytest.mark.parametrize(
    ("how", "field", "words"),
    [
        ({}, "match_ratio", "check the endpoint first"),
        ({"buffer_bytes": 0}, "match_ratio", "check the endpoint first"),
        ({"buffer_bytes": GB, "scale_down": 2}, "match_ratio", "not both"),
        ({"buffer_bytes": 10**5}, "match_ratio", "too small to keep the ratio"),
        (
            {"buffer_bytes": 2**50},
            "match_ratio",
            "The ratio needs table_size = .* Give a value from 1 to 100,000,000",
        ),
    ],
)
def test_what_stands_against_the_same_ratio_is_told(rows, how, field, words):
    row = of_campaign(rows, "alibaba-mysql-8.0-60s", regime="cached", tables=128)

    with pytest.raises(ReproductionError, match=words) as caught:
        repeated(row, match_ratio=True, **how)

    assert caught.value.field == field


def test_steps_too_coarse_for_a_small_buffer_are_told(rows):
    row = of_campaign(rows, "alibaba-postgresql-pgbench", scale=1000)

    with pytest.raises(ReproductionError, match="too small to keep the ratio"):
        repeated(row, match_ratio=True, buffer_bytes=2**21)


def test_without_a_stated_memory_there_is_no_ratio(rows):
    row = pgbench_row(scale=10, hot_records=10)
    row.memory_gb = None

    with pytest.raises(
        ReproductionError, match=r"use “Scaled down by” \(scale_down\) instead"
    ):
        repeated(row, match_ratio=True, buffer_bytes=GB)


def test_a_row_of_an_unknown_size_has_no_ratio():
    row = pgbench_row(scale=10, hot_records=10)
    row.scale = row.total_records = None

    assert (published_data_bytes(row), published_ratio(row)) == (None, None)
