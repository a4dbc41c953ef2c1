"""What the sessions of an account do now on PostgreSQL.

An account sees its own sessions' waits without any privilege. Events as of
https://www.postgresql.org/docs/current/monitoring-stats.html#WAIT-EVENT-TABLE
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from benchruns.evidence.waits import LONGEST_KEY, Wait

OF_SESSIONS = """
    SELECT coalesce(wait_event_type, ''), coalesce(wait_event, ''), count(*)
    FROM pg_stat_activity
    WHERE usename = current_user AND datname = current_database()
    AND pid <> pg_backend_pid() AND state = 'active'
    GROUP BY 1, 2
"""
_ROW_LOCKS = ("transactionid", "tuple")
_TYPES = {
    "": Wait.WORKING,
    "Timeout": Wait.WORKING,  # as a commit's delay, or spinning
    "Lock": Wait.LOCK,
    "LWLock": Wait.INTERNAL,
    "BufferPin": Wait.INTERNAL,
    "Buffer": Wait.INTERNAL,
    "Client": Wait.CLIENT,
}


def read(rows: Iterable[tuple[str, str, int]]) -> Mapping[str, int]:
    found: Counter[str] = Counter()
    for kind, event, count in rows:
        found[_wait_of(kind, event)] += count
    del found[Wait.CLIENT]  # what is left of the sessions' time
    return found


def _wait_of(kind: str, event: str) -> Wait:
    if kind == "Lock" and event in _ROW_LOCKS:
        return Wait.ROW_LOCK
    if event.startswith(("WAL", "Wal")):
        return Wait.LOG
    if event == "SyncRep":
        return Wait.REPLICATION
    if kind == "IO":
        return _of_files(event)
    return _TYPES.get(kind, Wait.OTHER)


def _of_files(event: str) -> Wait:
    is_read = event.endswith(("Read", "Prefetch")) or event.startswith("Aio")
    return Wait.DATA_READ if is_read else Wait.DATA_WRITE


# The table where most sessions queue for one row, and its key.
OF_QUEUE = """
    SELECT c.relname, n.nspname, (
        SELECT a.attname FROM pg_index i JOIN pg_attribute a
        ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
        WHERE i.indrelid = c.oid AND i.indisprimary
    )
    FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
    JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE l.locktype = 'tuple' AND c.relname = ANY(%s) AND l.database =
        (SELECT oid FROM pg_database WHERE datname = current_database())
    GROUP BY c.oid, c.relname, n.nspname, l.page, l.tuple
    ORDER BY count(*) DESC LIMIT 1
"""
# An updated row is another one the moment it is committed: where the queue has moved on
# meanwhile, nothing is found. One look in seven found the row that 16 sessions updated
# as fast as they could.
ROW_TRIES = 10
OF_ROW = """
    SELECT t.{key}::text FROM pg_locks l
    JOIN {table} t ON t.ctid = format('(%%s,%%s)', l.page, l.tuple)::tid
    WHERE l.locktype = 'tuple' AND l.relation = %(table)s::regclass LIMIT 1
"""


def key_of(ask: Callable[[], Sequence[tuple[object, ...]]]) -> str:
    """By asking ``OF_ROW`` until it finds the row; empty where it does not."""
    for _ in range(ROW_TRIES):
        if rows := ask():
            return str(rows[0][0])[:LONGEST_KEY]
    return ""
