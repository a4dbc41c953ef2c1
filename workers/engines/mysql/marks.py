"""Tables that carry Benchbook's mark as their comment, on MySQL and MariaDB."""

from collections.abc import Sequence

import pymysql
from pymysql.cursors import Cursor

_MARKED = (
    "SELECT table_name FROM information_schema.tables "
    "WHERE table_schema = %s AND table_name IN %s AND table_comment = %s "
    "AND table_type = 'BASE TABLE' ORDER BY table_name"
)
_TURN = "benchbook_drops"
_MISSING = frozenset({1049, 1051, 1146})
# No LOCK TABLES: denied to the account (it may drop a table all the same), or not
# offered by the server, as in a cluster.
_UNLOCKABLE = frozenset({1044, 1105, 1142, 1227, 1235})


def find(
    cursor: Cursor, names: Sequence[str], *, database: str, mark: str
) -> tuple[str, ...]:
    if not names:
        return ()
    cursor.execute(_MARKED, (database, names, mark))
    return tuple(str(row[0]) for row in cursor.fetchall())


def drop(cursor: Cursor, name: str, *, place: str, database: str, mark: str) -> bool:
    """Drop a table if it carries the mark at this moment; ``place`` is its quoted name.

    Between the look and the drop nobody can put another table in its place, unless the
    account may not lock tables: then the one follows the other at once.
    """
    if not _lock(cursor, place):
        return False
    is_marked = bool(find(cursor, [name], database=database, mark=mark))
    if is_marked:
        cursor.execute(f"DROP TABLE IF EXISTS {place}")
    cursor.execute("UNLOCK TABLES")
    return is_marked


def _lock(cursor: Cursor, place: str) -> bool:
    """Keep everybody else from the table, where that is possible; False if it is gone."""
    try:
        cursor.execute(f"LOCK TABLES {place} WRITE")
    except pymysql.MySQLError as error:
        code = error.args[0] if error.args else None
        if code in _MISSING:
            return False
        if code not in _UNLOCKABLE:
            raise
    return True


def take_turn(cursor: Cursor) -> bool:
    cursor.execute("SELECT GET_LOCK(%s, 0)", (_TURN,))
    row = cursor.fetchone()
    return row is not None and row[0] == 1
