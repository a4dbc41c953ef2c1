"""Pasted and uploaded settings of servers."""

import psycopg
import pymysql
import pytest

from benchruns.engines.setting_values import is_same
from benchruns.parsers import recognition
from benchruns.parsers.errors import ReportError
from benchruns.parsers.settings import server_settings, shown_units
from benchruns.parsers.settings.private import is_private
from benchruns.parsers.settings.server_settings import read_settings
from benchruns.parsers.stored.text import read_to_keep
from benchruns.parsers.tool_report import Kind
from tests.benchruns.parsers.reading_cases import assert_read_as_told
from tests.benchruns.report_cases.settings import CASES
from tests.servers.programs import mysql_engine
from workers.engines.mysql.probe import MySQLProbe
from workers.engines.postgresql.probe import PostgreSQLProbe

SAMPLES = {case.path.rpartition("/")[2]: case.text for case in CASES}


def settings_of(name: str) -> dict[str, str]:
    return dict(read_settings(SAMPLES[name]).settings)


def codes(report) -> set[str]:
    return {finding.code for finding in report.findings}


@pytest.mark.parametrize("case", CASES, ids=str)
def test_each_text_is_read_as_told(case):
    assert_read_as_told(case, recognition.read)


def test_settings_are_no_report():
    report = read_settings(SAMPLES["postgresql-15.csv"])

    assert report.kind == Kind.SETTINGS
    assert report.figures.as_dict().keys() == {
        name for name, value in report.figures.as_dict().items() if value is None
    }


def test_all_forms_of_one_postgresql_say_the_same():
    whole = settings_of("postgresql-15.csv")

    for name in ("postgresql-15-pg-settings.txt", "postgresql-15-expanded.txt"):
        assert settings_of(name).items() <= whole.items()
    assert settings_of("postgresql-15-without-header.txt") == whole
    shown = settings_of("postgresql-15-show-all-unaligned.txt")
    differing = {name for name in whole if whole[name] != shown[name]}
    # of a connection: SHOW gives what its socket has, pg_settings what it counts in
    assert differing <= {"tcp_keepalives_idle", "tcp_keepalives_interval"}


def test_all_forms_of_one_mariadb_say_the_same():
    whole = settings_of("mariadb-10.11-batch.txt")

    for name in ("mariadb-10.11-table.txt", "mariadb-10.11-vertical.txt"):
        some = settings_of(name)
        assert some["ft_boolean_syntax"] == '+ -><()~*:""&|'
        assert some.items() <= whole.items()


def test_values_that_the_server_leaves_empty_are_kept():
    assert settings_of("mariadb-10.11-batch.txt")["init_connect"] == ""


@pytest.mark.parametrize("name", SAMPLES)
def test_secrets_and_places_are_left_out_and_counted(name):
    report = read_settings(SAMPLES[name])

    told = repr(report)
    assert not any(
        place in told for place in ("do-not-keep", "db-host-17", "/srv/", "10.0.4.")
    )
    hides = any(
        word in SAMPLES[name].lower()
        for word in ("hostname", "listen_addresses", "/var")
    )
    assert ("settings_left_out" in codes(report)) is hides


def test_what_comparisons_judge_is_no_secret():
    kept = settings_of("mariadb-10.11-batch.txt") | settings_of("postgresql-15.csv")

    for name in (
        "innodb_buffer_pool_size",
        "character_set_server",
        "key_buffer_size",
        "innodb_open_files",
        "log_bin",
        "version_comment",
        "synchronous_standby_names",
        "wal_level",
    ):
        assert name in kept
    assert not {"version", "server_version", "server_id", "port"} & kept.keys()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("primary_conninfo", "host=a password=b"),
        ("wsrep_sst_auth", "user:word"),
        ("ssl_key", "key.pem"),
        ("anything", "/etc/mysql/secret"),
        ("anything", "C:\\data"),
        ("anything", "https://user:word@example.org"),
        ("anything", "backup@example.org"),
        ("innodb_encryption_key", "x"),
        ("report_password", "word"),
        ("a_password", "word"),
        ("validate_password.dictionary_file", "words.txt"),
        ("sha256_password_private_key_path", "key.pem"),
        ("init_connect", "set @pw='hunter2hunter2'"),
        ("init_slave", "x"),
        ("mandatory_roles", "'admin'@'db1.example'"),
        ("clone_valid_donor_list", "db1:3306"),
        ("group_replication_group_seeds", "db1:33061,db2:33061"),
        ("s3_host_name", "store"),
        ("shop.tenant", "Miller & Sons"),
        ("shop.key", "a8f5f167f44f4964e6c998dee827110c"),
    ],
)
def test_what_is_private(name, value):
    assert is_private(name, value)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("auto_explain.log_min_duration", "250ms"),
        ("pg_stat_statements.track", "top"),
        ("validate_password.policy", "MEDIUM"),
        ("pg_stat_statements.max", "5000"),
        ("sql_mode", "STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION"),
        ("ft_boolean_syntax", '+ -><()~*:""&|'),
    ],
)
def test_how_an_extension_is_set_is_not_private(name, value):
    assert not is_private(name, value)


def test_how_passwords_are_treated_is_no_place():
    settings = {
        "password_history": "0",
        "password_reuse_interval": "0",
        "password_require_current": "OFF",
        "default_password_lifetime": "0",
        "disconnect_on_expired_password": "ON",
        "generated_random_password_length": "20",
        "validate_password_length": "8",
        "validate_password.policy": "MEDIUM",
        "caching_sha2_password_digest_rounds": "5000",
        "innodb_buffer_pool_size": "805306368",
        "max_connections": "300",
    }
    text = "\n".join(
        ["Variable_name\tValue", *(f"{n}\t{v}" for n, v in settings.items())]
    )

    kept = read_to_keep(text)

    assert dict(kept.report.settings) == settings
    assert (kept.text, kept.secrets) == (text, 0)


def test_a_configuration_file_is_told_from_what_is_in_force():
    report = read_settings(SAMPLES["postgresql-17.conf"])

    assert "configuration_file" in codes(report)
    assert report.settings == {
        "max_connections": "200",
        "shared_buffers": "128MB",
        "work_mem": "4MB",
        "effective_cache_size": "12GB",
        "checkpoint_timeout": "5min",
        "max_wal_size": "1GB",
        "synchronous_commit": "off",
        "log_line_prefix": "%m [%p] it's %u",
    }
    option_file = settings_of("mysql-8.0-my.cnf")
    assert is_same(option_file["innodb_buffer_pool_size"], "4294967296")
    assert option_file["innodb_flush_log_at_trx_commit"] == "2"


@pytest.mark.parametrize(
    ("setting", "unit", "shown"),
    [
        ("16384", "8kB", "128MB"),
        ("16385", "8kB", "131080kB"),
        ("1024", "MB", "1GB"),
        ("300", "s", "5min"),
        ("90", "s", "90s"),
        ("86400000", "ms", "1d"),
        ("0", "8kB", "0"),
        ("-1", "8kB", "-1"),
        ("0.5", "ms", "0.5"),
        ("on", "", "on"),
    ],
)
def test_units_are_joined_as_the_server_shows_them(setting, unit, shown):
    assert shown_units.joined(setting, unit) == shown


@pytest.mark.parametrize(
    "text",
    ["", "a = b\nc = d", "Variable_name\tValue\n", "name,setting\nfoo,1", "|||\n|||"],
)
def test_a_text_without_known_settings_is_refused(text):
    with pytest.raises(ReportError, match="no settings"):
        read_settings(text)


def test_endless_lines_are_refused():
    line = "innodb_io_capacity = 1\n"

    with pytest.raises(ReportError, match="more than 20,000 lines"):
        read_settings(line * (server_settings.MOST_LINES + 1))


@pytest.mark.engine
def test_settings_of_a_live_mariadb_are_those_that_its_probe_stores(mariadb_target):
    target = mariadb_target
    probe = MySQLProbe(target, timeout_seconds=10)
    measured = probe.facts().settings
    probe.close()
    with pymysql.connect(
        host=target.host,
        port=target.port,
        user=target.username,
        password=target.password,
    ) as connection:
        cursor = connection.cursor()
        cursor.execute("SHOW GLOBAL VARIABLES")
        rows = "".join(f"{name}\t{value}\n" for name, value in cursor.fetchall())

    report = read_settings(f"Variable_name\tValue\n{rows}")

    assert measured.items() <= report.settings.items()
    assert report.stated["engine"] == mysql_engine()


@pytest.mark.engine
def test_settings_of_a_live_postgresql_are_those_that_its_probe_stores(postgres_target):
    target = postgres_target
    probe = PostgreSQLProbe(target, timeout_seconds=10)
    measured = probe.facts().settings
    probe.close()
    with psycopg.connect(
        host=target.host,
        port=target.port,
        user=target.username,
        password=target.password,
        dbname=target.database,
    ) as connection:
        rows = connection.execute("SELECT name, setting, unit FROM pg_settings")
        lines = "".join(f"{name}|{value}|{unit or ''}\n" for name, value, unit in rows)

    report = read_settings(f"name|setting|unit\n{lines}")

    assert measured.items() <= report.settings.items()
    assert report.stated["engine"] == "postgresql"
