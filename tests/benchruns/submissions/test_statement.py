"""What users state: cleaned, merged, and told apart by where it is known from."""

import pytest

from benchruns.figures.release_lines import full_version, release_line
from benchruns.sentences.catalogue import worded
from benchruns.submissions.checks.contradictions import contradictions
from benchruns.submissions.statement import likeness, server_facts
from benchruns.submissions.statement.conditions import Origin, conditions
from benchruns.submissions.statement.statement import StatementError, cleaned, merged


def test_a_statement_is_kept_as_json():
    given = {
        "engine": "MySQL",
        "tested_on": "2026-01-31",
        "threads": " 1,024 ",
        "memory_gb": "7.5",
        "network": "  VPC \n internal ",
        "zone": "",
        "region": None,
    }

    assert cleaned(given) == {
        "engine": "mysql",
        "tested_on": "2026-01-31",
        "threads": 1024,
        "memory_gb": 7.5,
        "network": "VPC internal",
    }


def test_secrets_in_a_command_are_blanked():
    stated = cleaned({"command": "sysbench --mysql-password=S3cret --threads=8 run"})

    assert stated["command"] == "sysbench --mysql-password=*** --threads=8 run"


def test_no_text_that_is_stated_keeps_a_secret():
    stated = cleaned(
        {
            "storage": "password=S3cret",
            "region": "postgres://ann:S3cret@db7/shop",
            "command": "pgbench -h db7 -c 8 # PGPASSWORD=S3cret",
        }
    )

    assert stated["storage"] == "password=***"
    assert stated["region"] == "postgres://ann:***@db7/shop"
    assert stated["command"] == "pgbench -h db7 -c 8 # PGPASSWORD=***"


def test_what_stands_in_place_of_a_secret_counts_in_the_length():
    longest = ("pwd=x;" * 20)[:120]  # each of them is two characters longer blanked

    with pytest.raises(StatementError, match="Give 120 characters at most"):
        cleaned({"edition": longest})

    assert cleaned({"edition": "x" * 120}) == {"edition": "x" * 120}


def test_nothing_that_turns_a_text_round_stays_in_it():
    stated = cleaned({"region": "cn-\u202ehangzhou\u2066 \u200f", "zone": "\u202e"})

    assert stated == {"region": "cn-hangzhou"}


@pytest.mark.parametrize("value", [True, [], {}])
@pytest.mark.parametrize("name", ["threads", "memory_gb", "engine", "tested_on"])
def test_what_is_neither_text_nor_number_is_told_what_to_give(name, value):
    with pytest.raises(StatementError) as raised:
        cleaned({name: value})

    assert raised.value.errors[name] != "Give a text."


def test_a_comma_groups_thousands_and_never_begins_decimals():
    assert cleaned({"threads": "1,024"}) == {"threads": 1024}
    for name, value in (("threads", "1,5"), ("memory_gb", "1,5"), ("data_gb", "1,234")):
        with pytest.raises(StatementError) as raised:
            cleaned({name: value})
        assert set(raised.value.errors) == {name}


def test_each_field_that_cannot_be_used_is_named():
    with pytest.raises(StatementError) as raised:
        cleaned({"threads": "many", "tested_on": "2999-01-01", "colour": "red"})

    assert set(raised.value.errors) == {"threads", "tested_on", "colour"}


def test_not_all_fields_may_differ_between_files():
    assert cleaned({"threads": 8}, of_file=True) == {"threads": 8}
    with pytest.raises(StatementError, match="whole submission"):
        cleaned({"provider": "alibaba-cloud"}, of_file=True)


def test_what_is_not_given_stays_and_a_blank_goes():
    kept = {"engine": "mysql", "threads": 8, "region": "a"}

    assert merged(kept, {"threads": 16, "region": ""}) == {
        "engine": "mysql",
        "threads": 16,
    }


def test_the_output_wins_and_others_are_told():
    found = conditions(
        {
            Origin.OUTPUT: {"threads": 8},
            Origin.COMMAND: {"threads": 8, "tables": 4},
            Origin.STATEMENT: {"threads": 16, "tables": 4, "zone": "h"},
        }
    )

    assert (found["threads"].value, found["threads"].origin) == (8, "output")
    assert [k.value for k in found["threads"].contradicting] == [16]
    assert found["tables"].origin == Origin.COMMAND
    assert found["zone"].origin == Origin.STATEMENT
    (finding,) = contradictions(found)
    assert finding.code == "threads"
    said = worded(finding)
    assert said.message == (
        "Threads is stated in two ways: the tool's output: 8; the statement: 16."
    )
    # Everybody reads it: what its owner should do is told by a check.
    assert "comment" not in said.remedy


def test_a_more_exact_statement_is_no_contradiction():
    found = conditions(
        {
            Origin.SETTINGS: {"engine_version": "8.0.36-28"},
            Origin.STATEMENT: {"engine_version": "8.0"},
        }
    )
    other = conditions(
        {
            Origin.OUTPUT: {"duration_seconds": 60.02, "workload": "oltp_read_write"},
            Origin.STATEMENT: {"duration_seconds": 60, "workload": "oltp_legacy"},
        }
    )

    assert found["engine_version"].value == "8.0.36-28"
    assert contradictions(found) == contradictions(other) == []
    assert other["duration_seconds"].value == 60
    assert other["workload"].value == "oltp_legacy"


def test_an_edition_is_called_as_the_catalogue_calls_it():
    found = conditions(
        {
            Origin.STATEMENT: {"edition": "high-availability"},
            Origin.CATALOGUE: {"edition": "High-availability Edition"},
        }
    )

    assert found["edition"].value == "High-availability Edition"
    assert contradictions(found) == []


@pytest.mark.parametrize(
    ("name", "one", "other", "agree"),
    [
        ("engine_version", "8.0.36", "8.0", True),
        ("engine_version", "8.0", "8.4", False),
        ("engine_version", "PostgreSQL 15.3", "15", True),
        ("memory_gb", 16, 15.26, True),
        ("memory_gb", 16, 8, False),
        ("duration_seconds", 60, 66, True),
        ("duration_seconds", 60, 600, False),
        ("edition", "High-availability", "high availability", True),
        ("edition", "High-availability", "High-availability Edition", True),
        ("edition", "Enterprise", "High-availability Edition", False),
        ("edition", "Edition", "Enterprise Edition", False),
        ("region", "cn-hangzhou", "cn-beijing", False),
        ("threads", 8, 8.0, True),
        ("workload", "oltp_read_only", "oltp_legacy", False),
        ("workload", "tpcc", "oltp_legacy", False),
    ],
)
def test_when_two_statements_agree(name, one, other, agree):
    assert likeness.agree(name, one, other) is agree
    assert likeness.agree(name, other, one) is agree


@pytest.mark.parametrize(
    ("engine", "version", "line", "full"),
    [
        ("mysql", "8.0.36", "8.0", "8.0.36"),
        ("mysql", "8.0.36-0ubuntu0.22.04.1", "8.0", "8.0.36"),
        ("mysql", "8.0", "8.0", ""),
        ("mysql", "MySQL 5.7", "5.7", ""),
        ("mariadb", "5.5.5-10.6.12-MariaDB-log", "10.6", "10.6.12"),
        ("postgresql", "15.3 (Debian 15.3-1)", "15", "15.3"),
        ("postgresql", "9.6.24", "9.6", "9.6.24"),
        ("postgresql", "PostgreSQL 12", "12", ""),
        ("sqlserver", "2008 R2", "2008 R2", ""),
        ("sqlserver", "Microsoft SQL Server 2019 (RTM)", "2019",
         "Microsoft SQL Server 2019 (RTM)"),
        ("sqlserver", "10.50.6000.34", "2008 R2", "10.50.6000.34"),
        ("sqlserver", "10.0.5500.0", "2008", "10.0.5500.0"),
        ("sqlserver", "15.0.2000.5", "2019", "15.0.2000.5"),
        ("sqlserver", "16.0", "2022", "16.0"),
        ("mysql", "latest", "", ""),
        ("postgresql", "custom/build", "", ""),
        ("sqlserver", "n/a", "", "n/a"),
        ("mysql", "", "", ""),
    ],
)  # fmt: skip
def test_a_version_is_cut_to_its_release_line(engine, version, line, full):
    assert release_line(engine, version) == line
    assert full_version(engine, version) == full


def test_the_buffer_is_read_from_the_settings():
    read = server_facts.buffer_bytes

    assert read({"innodb_buffer_pool_size": "134217728"}) == 134_217_728
    assert read({"innodb_buffer_pool_size": "1G"}) == 2**30
    assert read({"shared_buffers": "128MB"}) == 128 * 2**20
    assert read({"shared_buffers": "16384"}) == 128 * 2**20
    assert read({"shared_buffers": "much"}) is None
    assert read({"innodb_buffer_pool_size": "9" * 30}) is None
    assert read({}) is None


def test_the_settings_tell_the_server():
    facts = server_facts.facts

    assert facts({"version": "10.11.6-MariaDB", "max_connections": "151"}) == {
        "engine": "mariadb",
        "engine_version": "10.11.6-MariaDB",
        "max_connections": 151,
    }
    assert facts({"server_version": "15.3"})["engine"] == "postgresql"
    assert facts({"innodb_flush_method": "O_DIRECT"}) == {"engine": "mysql"}
    assert facts({"unheard_of": "1"}) == {}
