"""Server parameters side by side, and what commits wait for and survive."""

import pytest

from benchruns.comparison.fairness import Context, State, find, parameter_diff
from benchruns.comparison.fairness.commits import Replication, is_durable, replication
from benchruns.engines.setting_values import comparable, is_same, shown
from benchruns.sentences.catalogue import worded
from benchruns.units import GB

# The papers' own case: statements took twice as long on the managed side.
SELF_MANAGED = {
    "join_buffer_size": "128M",
    "read_rnd_buffer_size": "128M",
    "tmp_table_size": "128M",
}
MANAGED = {
    "join_buffer_size": "1M",
    "read_rnd_buffer_size": "1M",
    "tmp_table_size": "256K",
}


def mysql(key, settings, **facts):
    return Context(id=key, label=key, engine="mysql", settings=settings, **facts)


def finding(one, other):
    found = find([one, other], baseline=one.id)
    return next((worded(each) for each in found if each.code == "settings"), None)


def test_the_papers_own_case_is_found_with_the_side_that_must_change():
    found = finding(
        mysql("self", SELF_MANAGED, is_managed=False),
        mysql("service", MANAGED, is_managed=True),
    )

    assert found.severity == "caution"
    assert found.values == {
        "self": (
            "join_buffer_size = 128 MB, read_rnd_buffer_size = 128 MB, "
            "tmp_table_size = 128 MB"
        ),
        "service": (
            "join_buffer_size = 1 MB, read_rnd_buffer_size = 1 MB, "
            "tmp_table_size = 256 KB"
        ),
    }
    assert "Set the self-managed side to the values of the service" in found.remedy


def test_the_same_values_written_otherwise_are_no_difference():
    written = {
        "join_buffer_size": "134217728",
        "read_rnd_buffer_size": "131072kB",
        "tmp_table_size": "128MB",
    }
    lines = parameter_diff([mysql("a", SELF_MANAGED), mysql("b", written)])

    assert [line.state for line in lines] == [State.SAME] * 3
    assert finding(mysql("a", SELF_MANAGED), mysql("b", written)) is None


def test_buffers_and_durability_come_before_load_and_the_rest():
    lines = parameter_diff(
        [
            mysql(
                "a",
                {
                    "zzz": "1",
                    "innodb_io_capacity": "2000",
                    "join_buffer_size": "256K",
                    "rpl_semi_sync_master_enabled": "ON",
                    "sync_binlog": "1",
                    "innodb_buffer_pool_size": str(GB),
                },
            ),
            mysql("b", {"zzz": "2", "innodb_buffer_pool_size": "2G"}),
        ]
    )

    assert [(line.name, line.group.value, line.state.value) for line in lines] == [
        ("innodb_buffer_pool_size", "buffers", "differs"),
        ("sync_binlog", "durability", "unknown"),
        ("rpl_semi_sync_master_enabled", "replication", "unknown"),
        ("join_buffer_size", "session_buffers", "unknown"),
        ("innodb_io_capacity", "load", "unknown"),
        ("zzz", "other", "differs"),
    ]
    assert dict(lines[0].values) == {"a": "1 GB", "b": "2 GB"}
    assert dict(lines[1].values) == {"a": "1", "b": None}
    assert [line.matters for line in lines] == [True] * 5 + [False]


def test_one_known_difference_is_enough_and_one_unknown_makes_no_agreement():
    alike, other, unstated = (
        mysql("a", {"sync_binlog": "1"}),
        mysql("b", {"sync_binlog": "0"}),
        mysql("c", {}),
    )

    states = [
        parameter_diff(contexts)[0].state
        for contexts in ([alike, other, unstated], [alike, alike, unstated], [alike])
    ]

    assert states == [State.DIFFERS, State.UNKNOWN, State.UNKNOWN]


def test_a_parameter_keeps_one_name_over_versions():
    lines = parameter_diff(
        [
            mysql(
                "a",
                {"tx_isolation": "READ-COMMITTED", "rpl_semi_sync_source_enabled": "1"},
            ),
            mysql(
                "b",
                {
                    "transaction_isolation": "READ-COMMITTED",
                    "rpl_semi_sync_master_enabled": "ON",
                },
            ),
        ]
    )

    assert {line.name: line.state for line in lines} == {
        "transaction_isolation": State.SAME,
        "rpl_semi_sync_master_enabled": State.SAME,
    }


def test_a_buffer_that_is_the_same_share_of_memory_follows_the_size():
    whole = {"max_connections": "500"}
    small = mysql("a", {**whole, "innodb_buffer_pool_size": "12G"}, memory_gb=16)
    large = mysql("b", {**whole, "innodb_buffer_pool_size": "24G"}, memory_gb=32)
    starved = mysql("c", {**whole, "innodb_buffer_pool_size": "8G"}, memory_gb=32)

    assert finding(small, large) is None
    assert finding(large, starved).severity == "caution"


def test_a_parameter_that_moves_little_is_a_note():
    assert (
        finding(
            mysql("a", {"max_connections": "500"}),
            mysql("b", {"max_connections": "900"}),
        ).severity
        == "note"
    )


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("128M", "134217728", True),
        ("128MB", "131072kB", True),
        ("128 MiB", "0.125G", True),
        ("ON", "1", True),
        ("off", "FALSE", True),
        ("REPEATABLE-READ", "repeatable read", True),
        ("128M", "127M", False),
        ("nan", "nan", True),
        ("", "0", False),
    ],
)
def test_values_are_read_alike_however_they_are_written(one, other, same):
    assert is_same(one, other) is same


@pytest.mark.parametrize(
    ("value", "is_size", "expected"),
    [
        ("134217728", True, "128 MB"),
        ("131072kB", False, "128 MB"),
        ("1610612736", True, "1.5 GB"),
        ("134217729", True, "134,217,729 B"),
        ("0", True, "0 B"),
        ("2000", False, "2000"),
        ("O_DIRECT", True, "O_DIRECT"),
    ],
)
def test_sizes_are_shown_exactly_in_readable_units(value, is_size, expected):
    assert shown(value, is_size=is_size) == expected


def test_a_number_stays_a_number():
    assert comparable("-1") == -1
    assert comparable("10s") == "10s"


# Commits ----------------------------------------------------------------------------

WHOLE = {"max_connections": "100"}


@pytest.mark.parametrize(
    ("engine", "edition", "settings", "expected"),
    [
        ("mysql", "Enterprise Edition", {}, Replication.SYNCHRONOUS),
        ("mysql", "High-availability Edition", {}, None),
        (
            "mysql",
            None,
            {"rpl_semi_sync_master_enabled": "ON"},
            Replication.SEMI_SYNCHRONOUS,
        ),
        (
            "mysql",
            None,
            {"rpl_semi_sync_source_enabled": "OFF"},
            Replication.UNAWAITED,
        ),
        # asked, and the plugin is not there
        ("mariadb", None, WHOLE, Replication.UNAWAITED),
        ("mysql", None, {"sync_binlog": "1"}, None),
        (
            "postgresql",
            None,
            {"synchronous_standby_names": "", "synchronous_commit": "on"},
            Replication.UNAWAITED,
        ),
        (
            "postgresql",
            None,
            {"synchronous_standby_names": "ANY 1 (a, b)", "synchronous_commit": "on"},
            Replication.SEMI_SYNCHRONOUS,
        ),
        (
            "postgresql",
            None,
            {"synchronous_standby_names": "2(a, b)", "synchronous_commit": "on"},
            Replication.SYNCHRONOUS,
        ),
        (
            "postgresql",
            None,
            {"synchronous_standby_names": "ANY ² (a)", "synchronous_commit": "on"},
            Replication.SEMI_SYNCHRONOUS,
        ),
        (
            "postgresql",
            None,
            {"synchronous_standby_names": "a", "synchronous_commit": "local"},
            Replication.UNAWAITED,
        ),
        ("postgresql", None, {"synchronous_commit": "on"}, None),
        ("sqlserver", "High-availability Edition", {}, None),
    ],
)
def test_replication_is_told_by_edition_and_settings(
    engine, edition, settings, expected
):
    context = Context(id="a", engine=engine, edition=edition, settings=settings)

    assert replication(context) == expected


@pytest.mark.parametrize(
    ("other", "differs"),
    [("High-availability", False), ("Enterprise Edition", True)],
)
def test_an_edition_may_be_called_so_without_the_word(other, differs):
    pair = [
        mysql("a", {}, edition="High-availability Edition"),
        mysql("b", {}, edition=other),
    ]

    codes = [each.code for each in find(pair, baseline="a")]

    assert ("replication" in codes) is differs


FLUSHED = {"innodb_flush_log_at_trx_commit": "1", "sync_binlog": "1"}


@pytest.mark.parametrize(
    ("engine", "settings", "expected"),
    [
        ("mysql", FLUSHED, True),
        ("mysql", {**FLUSHED, "sync_binlog": "0"}, False),
        ("mysql", {**FLUSHED, "innodb_flush_log_at_trx_commit": "2"}, False),
        # no binary log that could be lost
        ("mariadb", {**FLUSHED, **WHOLE, "sync_binlog": "0", "log_bin": "OFF"}, True),
        ("mysql", {"sync_binlog": "1"}, None),
        ("postgresql", {"fsync": "on", "synchronous_commit": "on"}, True),
        ("postgresql", {"fsync": "on", "synchronous_commit": "off"}, False),
        ("postgresql", {"fsync": "off", "synchronous_commit": "on"}, False),
        ("sqlserver", {}, None),
    ],
)
def test_a_commit_is_durable_or_not_in_any_engine(engine, settings, expected):
    assert is_durable(Context(id="a", engine=engine, settings=settings)) is expected


def test_durability_is_compared_over_engines_by_what_it_means():
    safe = mysql("a", FLUSHED)
    unsafe = Context(
        id="b",
        engine="postgresql",
        settings={"fsync": "off", "synchronous_commit": "on"},
    )

    found = {each.code: worded(each) for each in find([safe, unsafe], baseline="a")}

    assert found["durability"].severity == "caution"
    assert "fsync = off" in found["durability"].message


def test_who_states_one_setting_less_is_named_not_all():
    whole = mysql("whole", {**FLUSHED, "innodb_doublewrite": "ON"})
    less = mysql("less", FLUSHED)

    found = {each.code: worded(each) for each in find([whole, less], baseline="whole")}

    assert "durability (less)" in found["not_stated"].message


def test_only_the_durability_settings_that_differ_are_named():
    one = mysql("a", {**FLUSHED, "innodb_doublewrite": "ON"})
    other = mysql("b", {**FLUSHED, "innodb_doublewrite": "OFF"})

    found = {each.code: worded(each) for each in find([one, other], baseline="a")}

    assert found["durability"].values == {
        "a": "innodb_doublewrite = ON",
        "b": "innodb_doublewrite = OFF",
    }
