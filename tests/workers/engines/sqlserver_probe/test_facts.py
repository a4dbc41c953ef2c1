"""The probe of SQL Server: what the server is, its rights and its counters."""

import pytest

from benchruns.sentences.failures.table import of_failure
from tests.tds_server import TdsServer
from tests.workers.engines import sqlserver_answers as says
from tests.workers.engines.sqlserver_answers import answers
from tests.workers.engines.sqlserver_probe.probing import failure_of, probing

GB = 2**30


def facts_of(**changes):
    with TdsServer(answers(**changes)) as server, probing(server) as probe:
        return probe.facts()


def test_the_facts_of_a_server():
    facts = facts_of()

    assert (facts.engine, facts.release) == ("sqlserver", "2008 R2")
    assert facts.version == "10.50.6000.34"
    assert facts.edition == "Enterprise Edition (64-bit)"
    assert facts.buffer_bytes == 1_500 * 2**20
    assert facts.max_connections == 32_767
    assert facts.free_disk_bytes == 10**11
    assert facts.as_json()["tls_in_use"] is None
    assert facts.durability == {"recovery_model": "FULL"}
    assert facts.settings["read_committed_snapshot"] == "ON"
    assert facts.settings["allow_snapshot_isolation"] == "OFF"
    assert facts.settings["max degree of parallelism"] == "1"
    assert facts.missing_for_counters == ()


def test_without_view_server_state_the_rest_is_told():
    facts = facts_of(
        rights=says.rights(sees=0),
        memory=says.NO_STATE,
        encryption=says.NO_STATE,
        disk=says.NO_STATE,
    )

    assert facts.missing_for_counters == ("VIEW SERVER STATE",)
    assert "tls_in_use" not in facts.as_json()
    assert facts.buffer_bytes == 2 * GB  # max server memory
    assert facts.free_disk_bytes is None


def test_memory_without_any_limit_is_not_known():
    unlimited = says.settings(**{"max server memory (MB)": "2147483647"})

    assert facts_of(settings=unlimited, memory=says.NO_STATE).buffer_bytes is None


@pytest.mark.parametrize(
    ("version", "edition", "engine_edition", "release", "gigabytes"),
    [
        ("10.50.6000.34", "Standard Edition (64-bit)", 2, "2008 R2", 64),
        ("11.0.7001.0", "Web Edition (64-bit)", 2, "2012", 64),
        ("16.0.4105.2", "Standard Edition (64-bit)", 2, "2022", 128),
        ("17.0.1000.7", "Standard Developer Edition (64-bit)", 3, "2025", 256),
        ("12.0.6024.0", "Express Edition (64-bit)", 4, "2014", 1),
        ("16.0.1000.6", "Express Edition (64-bit)", 4, "2022", 1410 / 1024),
        ("15.0.2000.5", "Developer Edition (64-bit)", 3, "2019", 900),
    ],
)
def test_editions_limit_the_buffer(
    version, edition, engine_edition, release, gigabytes
):
    facts = facts_of(
        product=says.product(version, edition, engine_edition),
        settings=says.settings(**{"max server memory (MB)": "2147483647"}),
        memory=says.value("bigint", 900 * GB),
    )

    assert facts.release == release
    assert facts.buffer_bytes == gigabytes * GB


@pytest.mark.parametrize(
    ("product", "name"),
    [
        (says.product("12.0.2000.8", "SQL Azure", 5), "Azure SQL Database"),
        (says.product("12.0.2000.8", "SQL Azure", 8), "Azure SQL Managed Instance"),
        (says.product(banner="Babelfish for PostgreSQL with ..."), "Babelfish"),
    ],
)
def test_what_only_speaks_like_sql_server_is_refused(product, name):
    failure = failure_of(lambda: facts_of(product=product))

    assert failure.code == "engine_unsupported"
    assert name in of_failure(failure)


def test_why_a_managed_instance_is_refused_is_told():
    product = says.product("12.0.2000.8", "SQL Azure", 8)

    assert "SET SINGLE_USER" in failure_of(lambda: facts_of(product=product)).detail


@pytest.mark.parametrize(
    ("rights", "missing"),
    [
        (says.rights(creates=1), ()),
        (says.rights(creates=0, from_master=1), ()),
        (says.rights(creates=0), ("CREATE ANY DATABASE",)),
    ],
)
def test_a_database_of_its_own_is_needed_either_way(rights, missing):
    with TdsServer(answers(rights=rights)) as server, probing(server) as probe:
        for own_space in (True, False):
            assert probe.missing_privileges(own_space=own_space) == missing
        assert not [
            text for text in server.texts("batch") if "CREATE DATABASE [" in text
        ]


def test_counters_have_the_names_that_engines_share():
    with TdsServer(answers()) as server, probing(server) as probe:
        counters = probe.counters()

    assert counters.totals == {
        "buffer_requests": 5_000,
        "buffer_misses": 40,
        "data_reads": 40,
        "data_read_bytes": 40 * 8192,
        "data_written_bytes": 10 * 8192,
        "commits": 900,
        "batch_requests": 1_200,
        "page_wait_ms": 70,
        "log_wait_ms": 80,
    }
    assert counters.levels == {"page_life_expectancy_s": 300}
    assert counters.since == {"started": 800_000_000}


def test_counters_that_may_not_be_seen_are_not_asked_for():
    with (
        TdsServer(answers(rights=says.rights(sees=0))) as server,
        probing(server) as probe,
    ):
        assert probe.counters().totals == {}
        assert not [text for text in server.texts("batch") if "Page lookups" in text]
