"""What the sessions of an account do now on MySQL and MariaDB.

An account sees its own sessions without any privilege. Row locks are not among the
states: InnoDB counts their time for the whole server.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from benchruns.evidence.waits import LONGEST_KEY, HotRow, Wait

OF_SESSIONS = """
    SELECT LOWER(COALESCE(state, '')), COUNT(*) FROM information_schema.processlist
    WHERE user = SUBSTRING_INDEX(USER(), '@', 1) AND id <> CONNECTION_ID()
    AND command IN ('Query', 'Execute', 'Prepare')
    GROUP BY 1
"""
# Beginnings of states, the longer first where two begin alike.
_STATES = (
    ("waiting for semi-sync", Wait.REPLICATION),
    ("waiting for handler commit", Wait.LOG),
    ("waiting for prior transaction to commit", Wait.LOG),
    ("waiting for", Wait.LOCK),
    ("user lock", Wait.LOCK),
    ("commit", Wait.LOG),
    ("writing to binlog", Wait.LOG),
    ("flushing", Wait.LOG),
)

# The record that most sessions wait for: an index and its values. MySQL shows locks to
# who may read performance_schema, MariaDB to who has PROCESS.
_OF_ROW_ON_MARIADB = """
    SELECT l.lock_table, l.lock_index, l.lock_data
    FROM information_schema.innodb_lock_waits w
    JOIN information_schema.innodb_locks l ON l.lock_id = w.requested_lock_id
    GROUP BY 1, 2, 3 ORDER BY COUNT(*) DESC LIMIT 1
"""
_OF_ROW_ON_MYSQL = """
    SELECT object_name, index_name, lock_data FROM performance_schema.data_locks
    WHERE lock_type = 'RECORD' AND lock_status = 'WAITING'
    GROUP BY 1, 2, 3 ORDER BY COUNT(*) DESC LIMIT 1
"""


def of_row(*, is_mariadb: bool) -> str:
    return _OF_ROW_ON_MARIADB if is_mariadb else _OF_ROW_ON_MYSQL


def row(rows: Sequence[tuple[object, ...]], tables: Collection[str]) -> HotRow | None:
    """The one of a load's own tables; without its key where it is not the primary one."""
    if not rows:
        return None
    place, index, values = (str(value) for value in rows[0])
    table = place.rsplit(".", 1)[-1].strip("`")
    if table not in tables:
        return None
    return HotRow(table=table, key=values[:LONGEST_KEY] if index == "PRIMARY" else "")


def read(rows: Iterable[tuple[object, ...]]) -> Mapping[str, int]:
    found: Counter[str] = Counter()
    for state, count in rows:
        found[_wait_of(str(state))] += int(str(count))
    return found


def _wait_of(state: str) -> Wait:
    for beginning, wait in _STATES:
        if state.startswith(beginning):
            return wait
    return Wait.WORKING
