"""Tables that carry Benchbook's mark as their comment, on PostgreSQL."""

import psycopg
from psycopg import sql

# In whatever schema: the account's search path may not be what it was.
PLACES = (
    "SELECT n.nspname, c.relname FROM pg_class c"
    " JOIN pg_namespace n ON n.oid = c.relnamespace"
    " WHERE c.relname = ANY(%s) AND c.relkind = 'r'"
    " AND obj_description(c.oid, 'pg_class') = %s ORDER BY c.relname"
)
TURN = "SELECT pg_try_advisory_lock(422457435496)"  # a number of Benchbook's own

_LOCK = sql.SQL("LOCK TABLE {} IN ACCESS EXCLUSIVE MODE")
_LOOK = sql.SQL("SELECT obj_description({}::regclass, 'pg_class') = {}")
_DROP = sql.SQL("DROP TABLE {}")


def drop(connection: psycopg.Connection, schema: str, name: str, *, mark: str) -> bool:
    """Drop a table if it carries the mark at this moment.

    Its lock keeps everybody from putting another one in its place before the drop.
    """
    table = sql.Identifier(schema, name)
    look = _LOOK.format(table.as_string(connection), mark)
    try:
        with connection.transaction():
            connection.execute(_LOCK.format(table))
            row = connection.execute(look).fetchone()
            is_marked = row is not None and bool(row[0])
            if is_marked:
                connection.execute(_DROP.format(table))
    except (psycopg.errors.UndefinedTable, psycopg.errors.InvalidSchemaName):
        return False  # somebody else dropped it
    return is_marked
