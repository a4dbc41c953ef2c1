"""MySQL, and what all that speak its protocol have in common."""

import re
from pathlib import Path

from django.utils.translation import gettext_lazy as _

from benchruns.engines import support
from benchruns.engines.engine import Account, Engine, Family, Storage, Versions
from benchruns.engines.mysql import table_size
from benchruns.engines.mysql.errors import ERRORS
from benchruns.engines.mysql.settings import SETTINGS
from benchruns.engines.version_numbers import full_number, major_minor

# MariaDB says 5.5.5-10.6.12-MariaDB to clients that expect a number below 10.
_REPLICATION_PREFIX = re.compile(r"^5\.5\.5-(?=\d{1,3}\.)", re.ASCII)


def _line(version: str) -> str:
    """``8.0`` of 8.0.36."""
    found = major_minor(_REPLICATION_PREFIX.sub("", version))
    return ".".join(filter(None, found)) if found else ""


def _full(version: str) -> str:
    """``8.0.36`` of 8.0.36-log."""
    return full_number(_REPLICATION_PREFIX.sub("", version))


FAMILY = Family(
    name="mysql",
    errors=ERRORS,
    settings=SETTINGS,
    versions=Versions(line=_line, full=_full),
    account=Account(
        statements="""\
CREATE USER 'bench'@'%' IDENTIFIED BY '…';
CREATE DATABASE bench;
GRANT ALL ON bench.* TO 'bench'@'%';
GRANT ALL ON `benchbook\\_%`.* TO 'bench'@'%';""",
        note=_(
            "Runs create and drop databases called benchbook_…: the last line allows these "
            "names alone."
        ),
    ),
    drivers={
        "sysbench": ("mysql",),
        "benchbook-tpcc": ("mysql",),
        "go-tpc": ("mysql",),
    },
    storage={
        # sbtest with its secondary index, on MariaDB 10.11
        "sbtest": Storage(
            row_bytes=table_size.ROW_BYTES,
            table_bytes=table_size.TABLE_BYTES,
            reported_bytes=table_size.sbtest_bytes,
        ),
        "warehouses": Storage(row_bytes=164),  # 10 warehouses on MariaDB 10.11
    },
    assumed_buffer_share=0.75,
    system_databases=frozenset(
        {"information_schema", "mysql", "ndbinfo", "performance_schema", "sys"}
    ),
    needing_ca_for_tls=frozenset({"sysbench"}),
)

MYSQL = Engine(
    name="mysql",
    label="MySQL",
    family=FAMILY,
    default_port=3306,
    drivers={"hammerdb": ("mysql",)},
    support=support.read(Path(__file__).parent),
)
