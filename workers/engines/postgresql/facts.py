"""What PostgreSQL says of itself, as facts."""

from collections.abc import Mapping

from benchruns.evidence.server_bounds import whole
from benchruns.figures.release_lines import release_line, server_version
from workers.engines.probe import ServerFacts

DURABILITY = ("fsync", "synchronous_commit", "full_page_writes")
SETTINGS = (
    *DURABILITY,
    "autovacuum",
    "bgwriter_delay",
    "checkpoint_completion_target",
    "checkpoint_timeout",
    "data_checksums",
    "default_transaction_isolation",
    "effective_cache_size",
    "effective_io_concurrency",
    "huge_pages",
    "io_method",
    "jit",
    "maintenance_work_mem",
    "max_connections",
    "max_parallel_workers",
    "max_wal_size",
    "min_wal_size",
    "random_page_cost",
    "reserved_connections",
    "shared_buffers",
    "shared_preload_libraries",
    "superuser_reserved_connections",
    "synchronous_standby_names",
    "temp_buffers",
    "track_io_timing",
    "wal_buffers",
    "wal_compression",
    "wal_level",
    "wal_sync_method",
    "work_mem",
)

OF_VERSION = "SELECT current_setting('server_version')"
OF_SETTINGS = "SELECT name, current_setting(name) FROM pg_settings WHERE name = ANY(%s)"
OF_BUFFER = (
    "SELECT setting::bigint * current_setting('block_size')::bigint"
    " FROM pg_settings WHERE name = 'shared_buffers'"
)
OF_TLS = "SELECT version, cipher FROM pg_stat_ssl WHERE pid = pg_backend_pid() AND ssl"


def facts(
    *,
    version: str,
    settings: Mapping[str, str],
    buffer_bytes: int | None,
    tls_in_use: str | None,
    free_disk_bytes: int | None,
) -> ServerFacts:
    return ServerFacts(
        engine="postgresql",
        version=server_version(version.split(" ", 1)[0]),
        release=release_line("postgresql", version),
        buffer_bytes=buffer_bytes,
        max_connections=whole(settings["max_connections"]),
        durability={name: settings[name] for name in DURABILITY},
        tls_in_use=tls_in_use,
        free_disk_bytes=free_disk_bytes,
        settings=settings,
    )
