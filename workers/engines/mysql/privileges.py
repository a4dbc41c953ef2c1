"""What an account lacks on MySQL and MariaDB, found out without creating anything."""

import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING

import pymysql

from workers.engines.mysql.connection import failed, number_and_text

if TYPE_CHECKING:
    from pymysql.connections import Connection
    from pymysql.cursors import Cursor

Ask = Callable[[str], bool]  # whether a statement is refused

_DENIED = frozenset({1044, 1142, 1227, 1370})

# Asked of a table that does not exist, so that only the privilege is tested: the server
# looks at it first. CREATE stands first, as what a missing grant is called most often.
_QUESTIONS = (
    ("CREATE", "CREATE TABLE {table} LIKE {other}"),
    ("DROP", "DROP TABLE {table}"),
    ("INDEX", "CREATE INDEX i ON {table} (a)"),
    ("SELECT", "SELECT 1 FROM {table}"),
    ("INSERT", "INSERT INTO {table} VALUES (1)"),
    ("UPDATE", "UPDATE {table} SET a = 1"),
    ("DELETE", "DELETE FROM {table}"),
)
_ROUTINE_QUESTIONS = (
    ("CREATE ROUTINE", "CREATE PROCEDURE {routine}() SELECT 1"),
    ("ALTER ROUTINE", "DROP PROCEDURE {routine}"),
)
# of a database, table or routine
_MISSING = frozenset({1008, 1049, 1051, 1146, 1305})


def missing_for_tables(space: str, is_refused: Ask) -> tuple[str, ...]:
    """To create, fill, use and drop a table; ``space`` is the database, quoted."""
    suffix = secrets.token_hex(6)
    table, other = (f"{space}.`benchbook_{kind}_{suffix}`" for kind in ("a", "b"))
    return tuple(
        privilege
        for privilege, question in _QUESTIONS
        if is_refused(question.format(table=table, other=other))
    )


def missing_for_routines(space: str, is_refused: Ask) -> tuple[str, ...]:
    """The same; creating one gives the right to call it, but not to drop an older one."""
    routine = f"{space}.`benchbook_a`"
    return tuple(
        privilege
        for privilege, question in _ROUTINE_QUESTIONS
        if is_refused(question.format(routine=routine))
    )


def is_refused(connection: "Connection[Cursor]", statement: str) -> bool:
    """Whether it fails for want of a privilege; a missing table is no matter."""
    try:
        with connection.cursor() as cursor:
            cursor.execute(statement)
    except pymysql.MySQLError as error:
        code, text = number_and_text(error)
        if code in _DENIED:
            return True
        if code not in _MISSING:
            raise failed(code, text) from error
    return False
