"""A server's settings as everybody may see them: known names with values of known shapes.

``recognised.txt`` has the names that MySQL 5.7 to 9, MariaDB 10 to 12 and PostgreSQL 10 to 18
give what changes how they work. Places, accounts and secrets are not among them.
"""

import re
from collections.abc import Mapping
from pathlib import Path

from benchruns.parsers.settings.groups import GROUP_OF
from benchruns.parsers.settings.shapes import NUMBER, SIZE, SWITCH, TIME

NAMES = frozenset(
    {*Path(__file__).with_name("recognised.txt").read_text().split(), *GROUP_OF}
)
_KNOWN_WORDS = """
add_drop_reorder after_commit after_sync all allow always ansi ansi_quotes any
archive aria async atomic auto backup basic binary blackhole brackets buffered c
cache cached changes col committed compact compressed conservative content crc32 csv
ddl debug default default_strategy delete deletes demand dirty disable disabled
disallow dynamic error error_for_division_by_zero escape explain fatal fdatasync
file fixed force forced forced_samples fsync fsync_writethrough full full_crc32
gamma hash heap hex high_not_precedence idempotent immediate in-place inherit innodb
innodb_quick inplace inserts instant interval io_uring iso iso_week json latest
latin1 linear local log logical logical_clock loose lz4 lzma lzo md5 mdy memory
minimal mixed mmap mod mod_commit mru myisam never no no-threads no_auto_create_user
no_auto_value_on_zero no_backslash_escapes no_chain no_dir_in_create
no_engine_substitution no_field_options no_key_options no_log no_table_options
no_unsigned_subtraction no_zero_date no_zero_in_date noblob nolock none normal
nosync notice nowait null nulls_equal nulls_ignored nulls_unequal o_direct
o_direct_no_fsync o_dsync off off_permissive offline old on on_permissive
one-thread-per-connection only only_full_group_by open_datasync open_sync optimistic
origin pad_char_to_full_length parallel partition paxos permissive pglz
pipes_as_concat pool-of-threads posix preferably preferably_for_queries preferred
purges quick read read-committed read-uncommitted read_only real_as_float redundant
regress release remote_apply remote_write repeatable repeatable-read replica
replicate required restrict rocksdb row safe safe_encoding safe_updates
scram-sha-256 serializable shared snappy snapshot some sort stat statement strict
strict_all_tables strict_crc32 strict_innodb strict_none strict_trans_tables string
sync system sysv table temptable time_round_fractional time_truncate_fractional
traditional transaction transaction_read_committed try uncommitted unix unloaded utc
utf8 utf8_is_utf8mb3 utf8mb3 utf8mb4 utf8mb4_0900_ai_ci utf8mb4_bin
utf8mb4_general_ci utf8mb4_unicode_ci warning windows worker write write_lock writes
writeset writeset_session zlib zstd
"""
_WORDS = frozenset(_KNOWN_WORDS.split())
_BETWEEN = re.compile(r"[,;\s]\s*")
_STANDBYS = "synchronous_standby_names"
# Of those that a run's probe asks for (``SETTINGS`` of each engine's facts): free texts.
_NAMING = frozenset({_STANDBYS, "shared_preload_libraries", "version_comment"})
_COUNTED = re.compile(r"\s*((?:(?:FIRST|ANY)\s+)?\d{1,9})\s*\(.*", re.IGNORECASE)
_LONGEST = 500


def public_settings(settings: Mapping[str, str]) -> dict[str, str]:
    """Those of a known name whose value is a number, a size, a time or known words."""
    return {
        name: shown
        for name, value in settings.items()
        if name in NAMES and (shown := _shown(name, str(value))) is not None
    }


def without_names(settings: Mapping[str, str]) -> dict[str, str]:
    """Those that a run's probe asks for, by their names, which are few: all of them as they
    are, but for what may tell whose the server is.
    """
    shown = {
        name: _shown(name, str(value)) if name in _NAMING else value
        for name, value in settings.items()
    }
    return {name: value for name, value in shown.items() if value is not None}


def _shown(name: str, value: str) -> str | None:
    if name == _STANDBYS and value.strip():
        # how many are waited for counts; their names tell whose they are
        counted = _COUNTED.fullmatch(value)
        return f"{counted[1]} (*)" if counted else "*"
    shapes = (NUMBER, SIZE, TIME, SWITCH)
    if any(shape.fullmatch(value) for shape in shapes):
        return value
    if len(value) <= _LONGEST and _WORDS.issuperset(_words(value)):
        return value
    return None


def _words(value: str) -> list[str]:
    return [word for word in _BETWEEN.split(value.casefold()) if word]
