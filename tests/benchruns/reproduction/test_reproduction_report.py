"""A published row beside a measured one."""

import pytest

from benchruns.models import Result
from benchruns.reproduction.conditions import Condition, conditions
from benchruns.reproduction.ratios import Pair, pairs
from benchruns.sentences.reproduction import notes_of, verdict
from tests import published_rows
from tests.published_rows import of_campaign

pytestmark = pytest.mark.django_db  # for the rows alone

GB = 2**30


@pytest.fixture(scope="module")
def rows(django_db_setup, django_db_blocker) -> list[Result]:
    return published_rows.read(django_db_blocker)


@pytest.fixture
def sysbench_row(rows) -> Result:
    """MySQL 8.0, 16 vCPU and 64 GB, 128 tables of 800,000 rows."""
    return of_campaign(rows, "alibaba-mysql-8.0-60s", vcpus=16, regime="disk_io")


def measured(**facts) -> Result:
    """Not stored, as a run on MariaDB leaves one."""
    plain = {
        "provenance": "measured",
        "engine": "mariadb",
        "engine_version": "10.11",
        "workload": "oltp_read_write",
        "tool": "sysbench",
        "tool_version": "1.0.20",
        "threads": 64,
        "parameters": {"duration_seconds": 60},
    }
    return Result(**(plain | facts))


def states(published, here) -> dict[str, str]:
    return {each.name: each.state for each in conditions(published, here)}


def values(published, here) -> dict[str, tuple]:
    return {
        each.name: (each.published, each.here) for each in conditions(published, here)
    }


# Figures ----------------------------------------------------------------------------


def test_the_rates_of_a_sysbench_row_stand_beside_those_measured(sysbench_row):
    here = measured(tps=5_000, qps=100_000, reads_per_s=70_000, writes_per_s=20_000)

    found = pairs(sysbench_row, here)

    assert [(pair.figure, pair.measured) for pair in found] == [
        ("tps", 5_000),
        ("qps", 100_000),
        ("reads_per_s", 70_000),
        ("writes_per_s", 20_000),
    ]
    assert [pair.ratio for pair in found] == pytest.approx([0.9162] * 4, rel=1e-3)


def test_pgbench_counts_statements_as_its_paper_does(rows):
    row = of_campaign(
        rows,
        "alibaba-postgresql-pgbench",
        workload="pgbench_read_write",
        scale=1000,
        hot_records=50_000_000,
    )

    seconds = {"parameters": {"duration_seconds": row.campaign.duration_seconds}}
    here = {"threads": row.threads, "tps": 2_452, "qps": 5 * 2_452, **seconds}
    found = pairs(row, measured(tool="pgbench", **here))

    assert [(pair.figure, pair.published) for pair in found] == [
        ("tps", 4_904),
        ("qps", 24_520),
    ]
    assert [pair.ratio for pair in found] == [0.5, 0.5]


def test_a_hot_row_is_compared_by_its_transactions_alone(rows):
    row = of_campaign(rows, "alibaba-mysql-5.7-hot-row", tps=31_000)

    found = pairs(row, measured(tps=3_100, qps=9_300, writes_per_s=3_100))

    assert [(pair.figure, pair.ratio) for pair in found] == [("tps", 0.1)]


def test_every_row_that_can_be_repeated_has_a_figure_to_compare(rows):
    for row in rows:
        if row.workload != "tpcc":
            assert pairs(row, measured())[0].figure == "tps"
            assert pairs(row, measured())[0].ratio is None


def test_nothing_is_divided_by_nothing():
    assert Pair(figure="tps", published=0, measured=1).ratio is None


@pytest.mark.parametrize("variant", ["spec", "waits", "spec_waits", "rate_limited"])
def test_another_load_than_the_published_one_has_no_ratio(rows, variant):
    row = next(row for row in rows if row.workload == "tpcc")
    here = measured(tpm=row.tpm, tps=row.tps, variant=variant)

    found = pairs(row, here)

    assert [pair.measured for pair in found if pair.measured] == [row.tpm, row.tps]
    assert {pair.ratio for pair in found} == {None}
    [note] = notes_of(found)
    assert note.startswith("There is no ratio, because the loads differ")
    assert str(here.get_variant_display()) in note
    assert verdict(row, here) == ""


def test_the_same_variant_has_a_ratio():
    both = {"tps": 100.0, "variant": "rate_limited"}

    [pair] = pairs(Result(**both), measured(**both))

    assert (pair.ratio, pair.note) == (1.0, "")


@pytest.mark.parametrize(
    ("figures", "here", "words"),
    [
        ({"tps": 6_740}, {"tps": 6_713}, "99.6 % of the vendor's 6,740 TPS"),
        ({"tps": 6_740}, {"tps": 6_740}, "100 % of the vendor's 6,740 TPS"),
        ({"tps": 6_740}, {"tps": 10.4}, "0.154 % of the vendor's 6,740 TPS"),
        ({"tps": 573_651}, {"tps": 10.4}, "0.00181 % of the vendor's 573,651 TPS"),
        ({"tps": 185}, {"tps": 2_283}, "12.3 times the vendor's 185 TPS"),
        ({"tps": 185}, {"tps": 228_345}, "1,234 times the vendor's 185 TPS"),
        ({"qps": 100}, {"qps": 50, "tps": 3}, "50.0 % of the vendor's 100 QPS"),
        (
            {"tps": 100, "qps": 1},
            {"tps": 50, "qps": 1},
            "50.0 % of the vendor's 100 TPS",
        ),
        ({"tps": 100}, {}, ""),
        ({"reads_per_s": 100}, {"reads_per_s": 50}, ""),
    ],
    ids=str,
)
def test_one_ratio_is_the_verdict(figures, here, words):
    assert verdict(Result(**figures), measured(**here)) == words


# Conditions -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("published", "here", "state"),
    [
        (64, 64, "same"),
        (64.0, 64, "same"),
        (100, 104, "same"),
        (104, 100, "same"),
        (100, 106, "differs"),
        (0, 0, "same"),
        (0, 1, "differs"),
        ("VPC", "vpc", "same"),
        ("VPC", "internet", "differs"),
        ("ON", "1", "same"),
        ("1", "ON", "same"),
        ("OFF", "0", "same"),
        ("ON", "0", "differs"),
        ("1", "1000", "differs"),
        (None, 1, "unknown"),
        (1, None, "unknown"),
    ],
)
def test_a_condition_is_the_same_or_differs_or_is_not_known(published, here, state):
    condition = Condition(name="x", label="X", published=published, here=here)

    assert condition.state == state
    assert condition.as_dict() == {
        "name": "x",
        "label": "X",
        "published": published,
        "here": here,
        "state": state,
    }


def test_the_conditions_of_a_sysbench_row_are_told(sysbench_row):
    here = measured(
        regime="cached",
        data_bytes=10 * GB,
        buffer_bytes=20 * GB,
        vcpus=16,
        memory_gb=32,
        client={"instance": "", "vcpus": 8, "memory_gb": 16.0, "os": "Debian 12"},
        region="China (Hangzhou)",
        network="VPC",
        parameter_settings={
            "sync_binlog": "1",
            "innodb_flush_log_at_trx_commit": "2",
            "performance_schema": "ON",
            "log_bin": "ON",
        },
    )

    found = values(sysbench_row, here)

    assert found["regime"] == ("disk_io", "cached")
    assert found["data_over_buffer"] == (0.477, 0.5)
    assert found["client.instance"] == ("ecs.g6.8xlarge", None)
    assert found["client.vcpus"] == (None, 8)
    assert found["client.os"] == ("CentOS 7.4 64-bit", "Debian 12")
    assert found["settings.rpl_semi_sync_master_enabled"] == ("ON", "OFF")
    assert states(sysbench_row, here) == {
        "regime": "differs",
        "data_over_buffer": "same",
        "data_bytes": "differs",
        "vcpus": "same",
        "memory_gb": "differs",
        "iops": "unknown",
        "engine": "differs",
        "engine_version": "differs",
        "settings.sync_binlog": "same",
        "settings.innodb_flush_log_at_trx_commit": "differs",
        "settings.rpl_semi_sync_master_enabled": "differs",
        "settings.performance_schema": "same",
        "threads": "same",
        "duration_s": "same",
        "tool": "same",
        "tool_version": "same",
        "client.instance": "unknown",
        "client.vcpus": "unknown",
        "client.memory_gb": "unknown",
        "client.os": "differs",
        "storage": "unknown",
        "edition": "unknown",
        "network": "same",
        "region": "same",
        "zone": "unknown",
    }


def test_what_neither_states_is_left_out(rows):
    row = of_campaign(rows, "alibaba-mysql-5.7-hot-row")

    assert not {"regime", "region", "zone"} & states(row, measured()).keys()


@pytest.mark.parametrize(
    ("settings", "here", "state"),
    [
        ({"rpl_semi_sync_master_enabled": "ON"}, "ON", "same"),
        ({"rpl_semi_sync_source_enabled": "1"}, "1", "same"),
        ({"rpl_semi_sync_master_enabled": "OFF"}, "OFF", "differs"),
        ({"sync_binlog": "1"}, "OFF", "differs"),  # without the plugin
        ({}, None, "unknown"),
    ],
    ids=str,
)
def test_semi_synchronous_replication_has_two_names(
    sysbench_row, settings, here, state
):
    name = "settings.rpl_semi_sync_master_enabled"
    row = measured(parameter_settings=settings)

    assert values(sysbench_row, row)[name] == ("ON", here)
    assert states(sysbench_row, row)[name] == state


def test_a_binary_log_that_is_off_is_not_flushed_at_each_commit(sysbench_row):
    row = measured(parameter_settings={"sync_binlog": "1", "log_bin": "OFF"})

    assert values(sysbench_row, row)["settings.sync_binlog"] == ("1", "no binary log")
    assert states(sysbench_row, row)["settings.sync_binlog"] == "differs"


def test_pgbench_rows_tell_their_hot_records(rows):
    row = of_campaign(rows, "alibaba-postgresql-pgbench", hot_records=500_000_000)
    here = measured(tool="pgbench", tool_version="15.18", hot_records=100_000)

    found = values(row, here)

    assert found["hot_records"] == (500_000_000, 100_000)
    assert found["tool"] == ("pgbench", "pgbench")
    assert found["tool_version"] == ("11", "15.18")
    assert found["client.memory_gb"] == (256, None)


@pytest.mark.parametrize("bytes_a_row", [230, 254])
def test_as_many_rows_are_the_same_data_whatever_an_engine_takes_for_them(
    rows, bytes_a_row
):
    row = of_campaign(rows, "alibaba-mysql-8.0-60s", regime="disk_io", tables=128)
    data_bytes = row.rows * bytes_a_row
    room = row.memory_gb * GB * 0.75
    here = measured(data_bytes=data_bytes, buffer_bytes=round(room))

    found = states(row, here)

    assert (found["data_bytes"], found["data_over_buffer"]) == ("same", "same")


def test_a_hot_row_has_no_data_to_compare(rows):
    row = of_campaign(rows, "alibaba-mysql-5.7-hot-row")
    found = states(row, measured(data_bytes=32_768, buffer_bytes=GB))

    assert not {"data_bytes", "data_over_buffer"} & found.keys()
    assert (found["threads"], found["duration_s"]) == ("unknown", "unknown")


def test_before_a_run_has_ended_nothing_of_it_is_known(rows):
    for row in rows:
        assert set(states(row, Result()).values()) == {"unknown"}


def test_a_row_beside_itself_differs_in_nothing(rows):
    for row in rows:
        found = states(row, row)
        for name in ("data_bytes", "data_over_buffer", "duration_s"):
            found.pop(name, None)  # a run states these in another way
        assert "differs" not in found.values()
