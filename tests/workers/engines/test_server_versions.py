"""What servers tell of their version: kept if it is one, whatever else they say."""

import pytest

from workers.engines.mysql import facts as facts_mysql
from workers.engines.postgresql import facts as facts_postgresql

MYSQL = {"settings": {}, "tls_in_use": None, "free_disk_bytes": None}
POSTGRESQL = {
    "settings": dict.fromkeys((*facts_postgresql.DURABILITY, "max_connections"), "1"),
    "buffer_bytes": 1,
    "tls_in_use": None,
    "free_disk_bytes": None,
}


def shortly(version):
    return ascii(version)[:20]


def facts_of(version):
    return [
        facts_mysql.facts(version=version, **MYSQL),
        facts_postgresql.facts(version=version, **POSTGRESQL),
    ]


def test_a_version_is_kept_with_its_release_line():
    assert [(f.version, f.release) for f in facts_of("9.6.24")] == [
        ("9.6.24", "9.6"),
        ("9.6.24", "9.6"),
    ]


@pytest.mark.parametrize(
    "version",
    ["", "n/a", "custom/build", "..", "\u202e", "<b>", "x" * 100_000],
    ids=shortly,
)
def test_what_is_no_version_is_none(version):
    for facts in facts_of(version):
        assert (facts.version, facts.release) == ("", "")


@pytest.mark.parametrize(
    "version", ["8" * 100_000, "8.0\u202e.1", "8.0<b>", "٨.٠"], ids=shortly
)
def test_nothing_is_kept_that_no_column_holds_or_that_misleads(version):
    for facts in facts_of(version):
        assert len(facts.version) <= 80
        assert len(facts.release) <= 40
        assert (facts.version + facts.release).isascii()
