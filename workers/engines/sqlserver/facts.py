"""What SQL Server says of itself, as facts."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from benchruns.evidence.server_bounds import whole
from benchruns.failures.failure import BenchbookError, failure
from benchruns.figures.release_lines import release_line, server_version
from benchruns.units import GB
from workers.engines.probe import ServerFacts

MB = 2**20
# SERVERPROPERTY('EngineEdition'). These have no databases to create and drop freely, or
# are no SQL Server; their version numbers are not a release's.
NOT_TESTED = {
    5: "Azure SQL Database",
    6: "Azure Synapse Analytics",
    8: "Azure SQL Managed Instance",
    11: "Azure Synapse serverless SQL pool",
    12: "SQL database in Microsoft Fabric",
}
EXPRESS = 4
# Why not, of those that are near enough to be tried.
REASONS = {
    8: gettext_noop(
        "It does not allow SET SINGLE_USER, without which Benchbook could not drop the "
        "databases that it creates."
    ),
}
UNLIMITED_MB = 2**31 - 1  # "max server memory (MB)" as installed

# Of sys.databases -> under the names of T-SQL's own options.
OPTIONS = {
    "recovery_model_desc": "recovery_model",
    "is_read_committed_snapshot_on": "read_committed_snapshot",
    "snapshot_isolation_state_desc": "allow_snapshot_isolation",
    "delayed_durability_desc": "delayed_durability",
    "page_verify_option_desc": "page_verify",
    "compatibility_level": "compatibility_level",
    "target_recovery_time_in_seconds": "target_recovery_time",
    "is_auto_update_stats_async_on": "auto_update_statistics_async",
    "is_parameterization_forced": "parameterization_forced",
    "is_accelerated_database_recovery_on": "accelerated_database_recovery",
    "is_query_store_on": "query_store",
    "is_encrypted": "encryption",
}
DURABILITY = ("recovery_model", "delayed_durability", "page_verify")
COUNTERS_NEED = "VIEW SERVER STATE"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """Rows of the statements in sql/sqlserver; None and empty where it may not tell.

    ``options`` are those of databases that are created from now on.
    """

    properties: Mapping[str, Any]
    settings: Mapping[str, str]
    options: Mapping[str, Any]
    sees_counters: bool
    target_bytes: int | None
    is_encrypted: bool | None
    free_disk_bytes: int | None


def facts(answers: Answers) -> ServerFacts:
    """BenchbookError for what speaks like SQL Server and is not."""
    product = answers.properties
    _refuse_others(product)
    version, edition = str(product["product_version"]), str(product["edition"])
    settings = {**answers.settings, **database_options(answers.options)}
    return ServerFacts(
        engine="sqlserver",
        version=server_version(version),
        release=release_line("sqlserver", version),
        edition=edition,
        buffer_bytes=buffer_bytes(
            configured_mb=whole(settings.get("max server memory (MB)")),
            target_bytes=answers.target_bytes,
            edition_bytes=edition_limit(
                edition, product["engine_edition"], _major(version)
            ),
        ),
        max_connections=whole(settings.get("user connections"))
        or product["most_connections"],
        durability={name: settings[name] for name in DURABILITY if name in settings},
        tls_in_use="TLS" if answers.is_encrypted else None,
        is_tls_known=answers.is_encrypted is not None,
        free_disk_bytes=answers.free_disk_bytes,
        settings=settings,
        missing_for_counters=() if answers.sees_counters else (COUNTERS_NEED,),
    )


def _refuse_others(product: Mapping[str, Any]) -> None:
    kind = product["engine_edition"]
    name = NOT_TESTED.get(kind)
    if "babelfish" in str(product["banner"]).lower():
        name = "Babelfish"
    if name is not None:
        reason = _(REASONS[kind]) if kind in REASONS else ""
        raise BenchbookError(failure("engine_unsupported", reason, engine=name))


def database_options(row: Mapping[str, Any]) -> dict[str, str]:
    """Those that this version has; ``ON`` and ``OFF`` for bits, as T-SQL sets them."""
    return {
        name: _in_words(column, row[column])
        for column, name in OPTIONS.items()
        if column in row
    }


def _in_words(column: str, value: object) -> str:
    if column.startswith("is_"):
        return "ON" if value else "OFF"
    return str(value)


def buffer_bytes(
    *, configured_mb: int | None, target_bytes: int | None, edition_bytes: int | None
) -> int | None:
    """What the buffer pool may take at most; None if nothing limits it that is known.

    Without VIEW SERVER STATE the machine's memory is not known, so that a server
    without "max server memory" tells nothing.
    """
    limits = [limit for limit in (target_bytes, edition_bytes) if limit]
    if configured_mb and configured_mb != UNLIMITED_MB:
        limits.append(configured_mb * MB)
    return min(limits, default=None)


def edition_limit(edition: str, engine_edition: int, major: int) -> int | None:
    """The buffer pool of an instance, as Microsoft's tables of editions limit it.

    From 2008 R2 (10.50) on; None for editions that take what the machine has.
    """
    if engine_edition == EXPRESS:
        return 1410 * MB if major >= 13 else 1 * GB
    if edition.startswith("Web"):
        return 64 * GB
    if edition.startswith(("Standard", "Business Intelligence")):
        return (64 if major < 12 else 128 if major < 17 else 256) * GB
    return None


def _major(version: str) -> int:
    return whole(version.partition(".")[0]) or 0
