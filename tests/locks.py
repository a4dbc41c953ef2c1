"""Whether somebody waits for what this connection has locked."""

from django.db import connection


def is_waited_for() -> bool:
    """On PostgreSQL: a session of the portal's database waits for a lock."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")  # one a transaction, else
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity "
            "WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        return bool(cursor.fetchone()[0])
