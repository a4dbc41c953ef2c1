"""What the settings of a MySQL or MariaDB server say."""

import re

from django.utils.translation import gettext as _

from benchruns.engines.server_settings import (
    Replication,
    ServerSettings,
    Settings,
)
from benchruns.engines.setting_values import is_same

OFF = "OFF"
SEMI_SYNC = "rpl_semi_sync_master_enabled"
ENTERPRISE = "enterprise edition"  # of ApsaraDB RDS for MySQL: three nodes, synchronous


def _is_durable(stated: Settings, settings: Settings) -> bool:
    is_logged = is_same(stated["innodb_flush_log_at_trx_commit"], "1")
    is_synced = is_same(stated["sync_binlog"], "1")
    return is_logged and (is_synced or not has_binary_log(settings))


def has_binary_log(settings: Settings) -> bool:
    """False only where it is stated to be off: sync_binlog means nothing there."""
    return not is_same(settings.get("log_bin", ""), OFF)


def _meant(stated: Settings) -> Settings:
    meant = dict(stated)
    if not has_binary_log(meant):
        meant["sync_binlog"] = _("no binary log")
    return meant


def _replication(edition: str, settings: Settings) -> Replication | None:
    if edition.casefold() == ENTERPRISE:
        return Replication.SYNCHRONOUS
    semi_sync = settings.get(SEMI_SYNC)
    if semi_sync is None:
        return None
    if is_same(semi_sync, "ON"):
        return Replication.SEMI_SYNCHRONOUS
    return Replication.UNAWAITED


SETTINGS = ServerSettings(
    is_durable=_is_durable,
    replication=_replication,
    meant=_meant,
    unlisted={SEMI_SYNC: OFF},  # a plugin brings it
    version="version",
    buffer="innodb_buffer_pool_size",
    durability=("innodb_flush_log_at_trx_commit", "sync_binlog", "innodb_doublewrite"),
    core=("innodb_flush_log_at_trx_commit", "sync_binlog"),
    awaited=(SEMI_SYNC,),
    own=re.compile(r"version$|innodb_"),
    usual=frozenset(
        {
            "join_buffer_size",
            "max_allowed_packet",
            "performance_schema",
            "sort_buffer_size",
            "sync_binlog",
            "table_open_cache",
            "version_comment",
        }
    ),
    usual_beginnings=("innodb_", "binlog_", "query_cache_"),
    pasted_as="mysql-variables",
)
