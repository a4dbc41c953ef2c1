"""The counters of PostgreSQL under the names that every engine shares."""

from typing import Final, LiteralString

from workers.engines.probe import ServerCounters

TOTALS = (
    "buffer_requests",
    "buffer_misses",
    "read_time_ms",
    "commits",
    "rollbacks",
)
SINCE = ("started", "reset")  # a database that was never reset tells no time
OF_DATABASE: Final[LiteralString] = (
    "SELECT blks_hit + blks_read, blks_read, blk_read_time, xact_commit, xact_rollback,"
    " extract(epoch FROM pg_postmaster_start_time()),"
    " coalesce(extract(epoch FROM stats_reset), 0)"
    " FROM pg_stat_database WHERE datname = current_database()"
)

HAS_IO: Final[LiteralString] = "SELECT to_regclass('pg_stat_io') IS NOT NULL"  # 16 on
IO_TOTALS = ("io_reads", "io_read_time_ms", "io_evictions")
OF_IO: Final[LiteralString] = (
    "SELECT coalesce(sum(reads), 0), coalesce(sum(read_time), 0),"
    " coalesce(sum(evictions), 0) FROM pg_stat_io"
    " WHERE backend_type = 'client backend' AND object = 'relation'"
)

OF_TABLES: Final[LiteralString] = (
    "SELECT coalesce(sum(heap_blks_hit + heap_blks_read"
    " + coalesce(idx_blks_hit, 0) + coalesce(idx_blks_read, 0)), 0),"
    " coalesce(sum(heap_blks_read + coalesce(idx_blks_read, 0)), 0)"
    " FROM pg_statio_user_tables"
    " WHERE schemaname = coalesce(%s, current_schema()) AND relname = ANY(%s)"
)

# Sessions report at most once a second, and once more when they end; from 15 on that
# is seen at once, before it went through a collector.
SHARED_SINCE = 150_000
LATE_SECONDS = 0.3
COLLECTED_LATE_SECONDS = 1.0


def late_seconds(server_version: int) -> float:
    """How long after a session's end its numbers may still be missing."""
    return LATE_SECONDS if server_version >= SHARED_SINCE else COLLECTED_LATE_SECONDS


def read_database(row: tuple[object, ...] | None) -> ServerCounters:
    """From the row of ``OF_DATABASE``."""
    totals, since = (row or ())[: len(TOTALS)], (row or ())[len(TOTALS) :]
    return ServerCounters(
        totals=read(TOTALS, totals).totals,
        since={
            name: float(str(value)) for name, value in zip(SINCE, since, strict=False)
        },
    )


def read(names: tuple[str, ...], row: tuple[object, ...] | None) -> ServerCounters:
    """Totals from the one row of another statement above."""
    values = zip(names, row or (), strict=False)
    return ServerCounters(
        totals={name: float(str(value)) for name, value in values if value is not None}
    )
