"""SQL Server."""

from pathlib import Path

from django.utils.translation import gettext_lazy as _

from benchruns.engines import support
from benchruns.engines.engine import Account, Engine, Fact, Family, Storage, Versions
from benchruns.engines.server_settings import ServerSettings, Settings
from benchruns.engines.setting_values import is_same
from benchruns.engines.sqlserver import versions
from benchruns.engines.sqlserver.errors import ERRORS


def _is_durable(stated: Settings, _settings: Settings) -> bool | None:
    """Versions before 2014 have no such option: all their commits are durable."""
    if not stated:
        return None
    return not is_same(stated.get("delayed_durability", ""), "FORCED")


FAMILY = Family(
    name="sqlserver",
    errors=ERRORS,
    settings=ServerSettings(
        is_durable=_is_durable, durability=("delayed_durability", "recovery_model")
    ),
    versions=Versions(line=versions.line, full=versions.full),
    account=Account(
        statements="""\
USE master;
CREATE LOGIN bench WITH PASSWORD = '…';
GRANT CREATE ANY DATABASE TO bench;
GRANT VIEW SERVER STATE TO bench;""",
        note=_(
            "SQL Server knows no name pattern: the login may create any database, and "
            "drops its own alone. Name master as the endpoint's database. VIEW SERVER "
            "STATE is for the counters: without it runs work, but TPM and where the data "
            "was read from are not known."
        ),
    ),
    drivers={"benchbook-tpcc": ("sqlserver",)},
    # between those that were measured on MariaDB and PostgreSQL: an estimate
    storage={"warehouses": Storage(row_bytes=185)},
    assumed_buffer_share=0.75,
    encrypts_login_alone=True,
    limited_to_tls_1_0=_("SQL Server 2008 R2 and 2012 without their last updates"),
    is_published_by_counter=True,
    hammerdb_since=(4, 5),
    facts=(
        Fact(label=_("Edition"), name="edition", is_setting=False),
        Fact(
            label=_("Max server memory"),
            name="max server memory (MB)",
            unlimited="2147483647",  # as installed
            with_unit=_("%(number)s MB"),
        ),
        Fact(
            label=_("Max degree of parallelism"),
            name="max degree of parallelism",
            unlimited="0",
        ),
        Fact(label=_("Read committed snapshot"), name="read_committed_snapshot"),
        Fact(label=_("Snapshot isolation"), name="allow_snapshot_isolation"),
    ),
    note=_(
        "Recovery model and isolation are those of databases that a run creates: SQL "
        "Server takes them from model."
    ),
)

SQLSERVER = Engine(
    name="sqlserver",
    label="SQL Server",
    family=FAMILY,
    default_port=1433,
    drivers={"hammerdb": ("mssqls",)},
    called=frozenset({"sql server", "mssql", "mssqlserver", "mssqls"}),
    publishing_restricted=_(
        "SQL Server's licence terms forbid showing benchmark results to others without "
        "Microsoft's prior written approval."
    ),
    support=support.read(Path(__file__).parent),
)
