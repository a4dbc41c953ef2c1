"""Settings as everybody sees them have known names, and values of known shapes."""

from pathlib import Path

import pytest

from benchruns.parsers.settings import recognised as settings
from benchruns.parsers.settings.private import is_fact, is_private
from benchruns.parsers.settings.recognised import NAMES, public_settings, without_names
from benchruns.parsers.settings.server_settings import read_settings
from tests.benchruns.report_cases.case import SAMPLES


@pytest.mark.parametrize(
    ("name", "value", "shown"),
    [
        ("max_connections", "300", "300"),
        ("innodb_buffer_pool_size", "6G", "6G"),
        ("checkpoint_timeout", "5min", "5min"),
        ("innodb_flush_method", "O_DIRECT", "O_DIRECT"),
        ("sql_mode", "STRICT_TRANS_TABLES,NO_ZERO_DATE", "STRICT_TRANS_TABLES,NO_ZERO_DATE"),
        ("default_transaction_isolation", "read committed", "read committed"),
        ("synchronous_standby_names", "", ""),
        ("synchronous_standby_names", "ann, bob", "*"),
        ("synchronous_standby_names", "ANY 2 (ann, bob, cid)", "ANY 2 (*)"),
        ("sql_mode", "STRICT_TRANS_TABLES,S3cret", None),
        ("innodb_flush_method", "S3cret", None),
        ("zzz_custom", "1", None),
        ("version_comment", "S3cret", None),
        ("hostname", "db", None),
        ("mysqlx_password", "1", None),
    ],
)  # fmt: skip
def test_a_setting_is_shown_by_its_name_and_the_shape_of_its_value(name, value, shown):
    assert public_settings({name: value}).get(name) == shown


@pytest.mark.parametrize("path", ["mariadb-10.11-batch.txt", "postgresql-15.csv"])
def test_nearly_all_that_a_server_lists_is_shown(path):
    listed = read_settings((SAMPLES / "settings" / path).read_text()).settings

    shown = public_settings(listed)

    assert len(shown) > 0.9 * len(listed)
    assert "innodb_buffer_pool_size" in shown or "shared_buffers" in shown


def test_no_setting_that_names_a_place_or_a_secret_is_known():
    assert [name for name in NAMES if is_private(name, "") or is_fact(name)] == []


def test_the_names_of_settings_are_in_order():
    lines = Path(settings.__file__).with_suffix(".txt").read_text().split()

    assert lines == sorted(set(lines))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("recovery_model", "SIMPLE"),
        ("delayed_durability", "ALLOWED"),
        ("page_verify", "CHECKSUM"),
        ("innodb_doublewrite", "DETECT_ONLY"),
        ("character_set_server", "gbk"),
        ("anything_else", "of this server"),
    ],
)
def test_what_a_run_reads_is_kept_as_the_server_said_it(name, value):
    assert without_names({name: value}) == {name: value}


def test_but_for_what_may_tell_whose_it_is():
    read = {
        "synchronous_standby_names": "FIRST 1 (db-7.corp.internal)",
        "shared_preload_libraries": "acme_audit",
        "version_comment": "Acme build 7",
    }

    assert without_names(read) == {"synchronous_standby_names": "FIRST 1 (*)"}
