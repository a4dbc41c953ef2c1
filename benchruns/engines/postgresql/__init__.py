"""PostgreSQL."""

from pathlib import Path

from django.utils.translation import gettext_lazy as _

from benchruns.engines import support
from benchruns.engines.engine import Account, Engine, Family, Sample, Storage, Versions
from benchruns.engines.postgresql.errors import ERRORS
from benchruns.engines.postgresql.settings import SETTINGS
from benchruns.engines.version_numbers import full_number, major_minor

_FIRST_OF_ONE_NUMBER = 10  # before it a release line had two


def _line(version: str) -> str:
    """``15`` of 15.6, ``9.6`` of 9.6.24."""
    major, minor = major_minor(version) or ("", None)
    if minor is None or int(major) >= _FIRST_OF_ONE_NUMBER:
        return major
    return f"{major}.{minor}"


FAMILY = Family(
    name="postgresql",
    errors=ERRORS,
    settings=SETTINGS,
    versions=Versions(line=_line, full=full_number),
    account=Account(
        statements="""\
CREATE ROLE bench LOGIN PASSWORD '…';
CREATE DATABASE bench OWNER bench;""",
        note=_(
            "Runs create and drop schemas called benchbook_… in this database, and no "
            "database: its owner may, and so may an account with CREATE on it."
        ),
    ),
    drivers={
        "sysbench": ("pgsql",),
        "pgbench": ("postgresql",),
        "benchbook-tpcc": ("postgresql",),
        "go-tpc": ("postgres", "postgresql"),
    },
    storage={
        # sbtest with its secondary index: 1 x 2,000,000 to 1,000 x 500 rows on
        # PostgreSQL 15 come within 10 % of it
        "sbtest": Storage(row_bytes=254, table_bytes=65_536),
        # an account with its share of the primary key
        "accounts": Storage(row_bytes=157),
        "warehouses": Storage(row_bytes=207),  # 10 warehouses on PostgreSQL 15
    },
    assumed_buffer_share=0.25,
    reads_through_os_cache=True,
    counts_late=True,
    grant_for_disks="pg_read_all_settings",
    has_database_as_workspace=False,
)

POSTGRESQL = Engine(
    name="postgresql",
    label="PostgreSQL",
    family=FAMILY,
    default_port=5432,
    drivers={"hammerdb": ("pg",)},
    called=frozenset({"postgres", "pg"}),
    support=support.read(Path(__file__).parent),
    sample=Sample(
        command="docker run --rm -p 5432:5432 \\\n"
        "  -e POSTGRES_USER=bench -e POSTGRES_PASSWORD=bench postgres:17",
        address="postgresql://bench:bench@HOST:5432/bench",
    ),
)
