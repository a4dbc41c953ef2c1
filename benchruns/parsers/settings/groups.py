"""Server parameters that move a result, by what they decide."""

from collections.abc import Mapping

from django.db import models
from django.utils.translation import gettext_lazy


class Group(models.TextChoices):
    """What a parameter decides, in the order in which a reader should look."""

    BUFFERS = "buffers", gettext_lazy("buffers")
    DURABILITY = "durability", gettext_lazy("durability")
    REPLICATION = "replication", gettext_lazy("replication")
    SESSION_BUFFERS = "session_buffers", gettext_lazy("session buffers")
    LOAD = "load", gettext_lazy("load")
    OTHER = "other", gettext_lazy("other")


_NAMES: Mapping[Group, tuple[str, ...]] = {
    Group.BUFFERS: (
        "innodb_buffer_pool_size",
        "shared_buffers",
        "max server memory (MB)",
        "innodb_log_file_size",
        "innodb_log_files_in_group",
        "innodb_redo_log_capacity",
        "max_wal_size",
        "innodb_log_buffer_size",
        "wal_buffers",
        "query_cache_type",
        "query_cache_size",
    ),
    Group.DURABILITY: (
        "innodb_flush_log_at_trx_commit",
        "sync_binlog",
        "log_bin",
        "innodb_doublewrite",
        "fsync",
        "synchronous_commit",
        "full_page_writes",
        "wal_sync_method",
        "delayed_durability",
        "recovery_model",
        "page_verify",
    ),
    Group.REPLICATION: (
        "rpl_semi_sync_master_enabled",
        "synchronous_standby_names",
        "wal_level",
        "binlog_format",
        "binlog_row_image",
    ),
    Group.SESSION_BUFFERS: (
        "join_buffer_size",
        "sort_buffer_size",
        "read_buffer_size",
        "read_rnd_buffer_size",
        "tmp_table_size",
        "max_heap_table_size",
        "binlog_cache_size",
        "work_mem",
        "temp_buffers",
        "maintenance_work_mem",
    ),
    Group.LOAD: (
        "transaction_isolation",
        "default_transaction_isolation",
        "read_committed_snapshot",
        "allow_snapshot_isolation",
        "innodb_flush_method",
        "innodb_io_capacity",
        "innodb_io_capacity_max",
        "innodb_read_io_threads",
        "innodb_write_io_threads",
        "innodb_thread_concurrency",
        "innodb_adaptive_hash_index",
        "innodb_flush_neighbors",
        "thread_handling",
        "thread_cache_size",
        "table_open_cache",
        "max_connections",
        "max_prepared_stmt_count",
        "performance_schema",
        "checkpoint_timeout",
        "checkpoint_completion_target",
        "autovacuum",
        "effective_io_concurrency",
        "huge_pages",
        "io_method",
        "jit",
        "max degree of parallelism",
        "cost threshold for parallelism",
        "max worker threads",
        "user connections",
        "recovery interval (min)",
        "target_recovery_time",
        "query_store",
        "compatibility_level",
    ),
}
GROUP_OF = {name: group for group, names in _NAMES.items() for name in names}


def names_in(group: Group) -> tuple[str, ...]:
    """The parameters that are known to belong to it; every other one is in OTHER."""
    return _NAMES.get(group, ())
