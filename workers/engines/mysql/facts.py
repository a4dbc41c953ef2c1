"""What MySQL and MariaDB say of themselves, as facts."""

import re
from collections.abc import Mapping

from benchruns.engines import engine_of
from benchruns.engines.mysql import FAMILY
from benchruns.evidence.server_bounds import whole
from benchruns.figures.release_lines import server_version
from workers.engines.probe import ServerFacts

DURABILITY = ("sync_binlog", "innodb_flush_log_at_trx_commit", "innodb_doublewrite")
SETTINGS = (
    *DURABILITY,
    "binlog_cache_size",
    "binlog_format",
    "binlog_row_image",
    "character_set_server",
    "innodb_adaptive_hash_index",
    "innodb_buffer_pool_instances",
    "innodb_buffer_pool_size",
    "innodb_flush_method",
    "innodb_flush_neighbors",
    "innodb_io_capacity",
    "innodb_io_capacity_max",
    "innodb_log_buffer_size",
    "innodb_log_file_size",
    "innodb_log_files_in_group",
    "innodb_page_size",
    "innodb_read_io_threads",
    "innodb_redo_log_capacity",
    "innodb_thread_concurrency",
    "innodb_write_io_threads",
    "join_buffer_size",
    "log_bin",
    "max_connections",
    "max_heap_table_size",
    "max_prepared_stmt_count",
    "partial_revokes",
    "performance_schema",
    "query_cache_size",
    "query_cache_type",
    "read_buffer_size",
    "read_rnd_buffer_size",
    "rpl_semi_sync_master_enabled",
    "rpl_semi_sync_source_enabled",
    "slow_query_log",
    "sort_buffer_size",
    "table_open_cache",
    "thread_cache_size",
    "thread_handling",
    "tmp_table_size",
    "transaction_isolation",
    "tx_isolation",
    "version_comment",
)

OF_VERSION = "SELECT VERSION()"
OF_SETTINGS = "SHOW GLOBAL VARIABLES WHERE variable_name IN %s"
OF_TLS = "SHOW SESSION STATUS WHERE variable_name IN ('Ssl_version', 'Ssl_cipher')"

_NUMBERS = re.compile(r"(\d+)\.(\d+)(?:\.\d+)?")


def facts(
    *,
    version: str,
    settings: Mapping[str, str],
    tls_in_use: str | None,
    free_disk_bytes: int | None,
) -> ServerFacts:
    told = {"version": version, "version_comment": settings.get("version_comment", "")}
    numbers = _NUMBERS.match(version)
    return ServerFacts(
        engine=engine_of(FAMILY, told).name,
        version=server_version(version if numbers is None else numbers[0]),
        release=FAMILY.versions.line(version),
        buffer_bytes=whole(settings.get("innodb_buffer_pool_size")),
        max_connections=whole(settings.get("max_connections")),
        durability={name: settings[name] for name in DURABILITY if name in settings},
        tls_in_use=tls_in_use,
        free_disk_bytes=free_disk_bytes,
        settings=settings,
    )
