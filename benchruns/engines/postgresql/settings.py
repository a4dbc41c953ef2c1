"""What the settings of a PostgreSQL server say."""

import re

from benchruns.engines.server_settings import (
    Replication,
    ServerSettings,
    Settings,
)
from benchruns.engines.setting_values import comparable, is_same

NOT_AWAITED = frozenset({0.0, "local"})  # synchronous_commit: no standby is waited for
PAGE_BYTES = 8192
_SEVERAL = re.compile(r"0*([2-9]|[1-9][0-9]+)")  # standbys that are waited for


def _is_durable(stated: Settings, _settings: Settings) -> bool:
    is_awaited = not is_same(stated["synchronous_commit"], "off")
    return is_same(stated["fsync"], "on") and is_awaited


def _replication(_edition: str, settings: Settings) -> Replication | None:
    standbys = settings.get("synchronous_standby_names")
    awaited = settings.get("synchronous_commit")
    if standbys is None or awaited is None:
        return None
    if not standbys.strip() or comparable(awaited) in NOT_AWAITED:
        return Replication.UNAWAITED
    words = standbys.replace("(", " ( ").split()
    count = words[words.index("(") - 1] if "(" in words[1:] else "1"
    if _SEVERAL.fullmatch(count):
        return Replication.SYNCHRONOUS
    return Replication.SEMI_SYNCHRONOUS


SETTINGS = ServerSettings(
    is_durable=_is_durable,
    replication=_replication,
    version="server_version",
    has_words_after_version=True,
    buffer="shared_buffers",
    page_bytes=PAGE_BYTES,
    durability=("fsync", "synchronous_commit", "full_page_writes"),
    core=("fsync", "synchronous_commit"),
    awaited=("synchronous_standby_names",),
    own=re.compile(r"server_version$|shared_buffers$"),
    usual=frozenset(
        {
            "autovacuum",
            "checkpoint_timeout",
            "effective_cache_size",
            "fsync",
            "full_page_writes",
            "maintenance_work_mem",
            "max_wal_size",
            "server_version",
            "shared_buffers",
            "synchronous_commit",
            "wal_buffers",
            "wal_level",
            "work_mem",
        }
    ),
    pasted_as="postgresql-settings",
    # of a bare number in postgresql.conf, for the settings that comparisons judge
    units={
        "bgwriter_delay": "ms",
        "checkpoint_timeout": "s",
        "effective_cache_size": "8kB",
        "maintenance_work_mem": "kB",
        "max_wal_size": "MB",
        "min_wal_size": "MB",
        "shared_buffers": "8kB",
        "temp_buffers": "8kB",
        "wal_buffers": "8kB",
        "work_mem": "kB",
    },
)
