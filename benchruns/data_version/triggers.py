"""The database itself notes each change of a row that public pages show, whoever writes it.

Triggers are made after each migration, since SQLite remakes tables without them, and are
away while migrations work. ``WATCHED`` names the tables; of those that change all the
time for other reasons, the columns that pages show.
"""

import secrets
from collections.abc import Mapping
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper

from benchruns.data_version import changed_classes, changed_versions

TABLE = "benchruns_datachange"
NAME = "data_change"
ALL: tuple[str, ...] = ()
WATCHED: Mapping[str, tuple[str, ...]] = {
    "auth_user": ("username",),
    "benchruns_campaign": ALL,
    "benchruns_campaigndraft": ALL,
    "benchruns_campaignnote": ALL,
    "benchruns_campaignnote_campaigns": ALL,
    "benchruns_command": ALL,
    "benchruns_command_campaigns": ALL,
    "benchruns_emergencystop": ALL,
    "benchruns_exclusion": ALL,
    "benchruns_fairnesscondition": ALL,
    "benchruns_instanceclass": ALL,
    "benchruns_price": ALL,
    "benchruns_provider": ALL,
    "benchruns_result": ALL,
    "benchruns_run": ("visibility", "parameters", "differences"),
    "benchruns_source": ALL,
    "benchruns_statement": ALL,
    "benchruns_statement_campaigns": ALL,
    "benchruns_submission": ALL,
}
NOTES = (changed_classes, changed_versions)
# Of older changes PostgreSQL keeps so many, and looks so often whether there are more.
_LEFT, _EVERY = 200, 50
_FUNCTION = f"""
CREATE OR REPLACE FUNCTION {NAME}() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    noted bigint;
BEGIN
    INSERT INTO {TABLE} (mark) VALUES ((random() * 4e15)::bigint)
    RETURNING id INTO noted;
    IF noted % {_EVERY} = 0 THEN
        DELETE FROM {TABLE} WHERE id IN (
            SELECT id FROM {TABLE} WHERE id < noted - {_LEFT} FOR UPDATE SKIP LOCKED
        );
    END IF;
    RETURN NULL;
END $$
"""  # noqa: S608 (constants)
_SQLITE = f"BEGIN UPDATE {TABLE} SET mark = random(); END"  # noqa: S608
_EVENTS = ("INSERT", "UPDATE", "DELETE")


def before_migrations(*, using: str, plan: list[Any], **_signal: Any) -> None:
    """Receiver of ``pre_migrate``; without anything to do nobody waits for a lock."""
    if plan:
        remove(using)


def after_migrations(*, using: str, **_signal: Any) -> None:
    """Receiver of ``post_migrate``."""
    create(using)


def create(using: str = DEFAULT_DB_ALIAS) -> None:
    """On those tables that are there; and a first change, by which all is another version."""
    connection = connections[using]
    there = _tables(connection)
    if TABLE not in there:
        return
    made = _made(connection)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT 1 FROM {TABLE} LIMIT 1")  # noqa: S608 (a constant)
        if cursor.fetchone() is None:
            first = f"INSERT INTO {TABLE} (mark) VALUES (%s)"  # noqa: S608
            cursor.execute(first, [secrets.randbits(52)])
        if connection.vendor != "sqlite" and not made:
            cursor.execute(_FUNCTION)
        for table, columns in WATCHED.items():
            for name, statement in _statements(connection, table, columns):
                if table in there and (table, name) not in made:
                    cursor.execute(statement)
        for notes in NOTES:
            if notes.NOTED not in there:
                continue
            missing = [
                statement
                for table, name, statement in notes.statements(connection.vendor)
                if (table, name) not in made
            ]
            for statement in missing and [*missing, notes.NOTE_ALL]:
                cursor.execute(statement)


def remove(using: str = DEFAULT_DB_ALIAS) -> None:
    connection = connections[using]
    with connection.cursor() as cursor:
        for table, name in _made(connection):
            of_table = "" if connection.vendor == "sqlite" else f" ON {table}"
            cursor.execute(f"DROP TRIGGER IF EXISTS {name}{of_table}")


def _statements(
    connection: BaseDatabaseWrapper, table: str, columns: tuple[str, ...]
) -> list[tuple[str, str]]:
    """The names of a table's triggers, with what makes them."""
    of = f" OF {', '.join(columns)}" if columns else ""
    if connection.vendor == "sqlite":
        return [
            (
                f"{NAME}_{table}_{event.lower()}",
                f"CREATE TRIGGER {NAME}_{table}_{event.lower()} "
                f"AFTER {event}{of if event == 'UPDATE' else ''} ON {table} {_SQLITE}",
            )
            for event in _EVENTS
        ]
    return [
        (
            NAME,
            f"CREATE TRIGGER {NAME} AFTER INSERT OR UPDATE{of} OR DELETE ON {table} "
            f"FOR EACH ROW EXECUTE FUNCTION {NAME}()",
        )
    ]


def _made(connection: BaseDatabaseWrapper) -> set[tuple[str, str]]:
    """Tables with the names of the triggers that they have of these."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(
                "SELECT tbl_name, name FROM sqlite_master "
                "WHERE type = 'trigger' AND name LIKE %s",
                [f"{NAME}_%"],
            )
        else:
            cursor.execute(
                "SELECT c.relname, t.tgname FROM pg_trigger t "
                "JOIN pg_class c ON c.oid = t.tgrelid "
                "WHERE t.tgname LIKE %s AND pg_table_is_visible(c.oid)",
                [f"{NAME}%"],
            )
        return set(cursor.fetchall())


def _tables(connection: BaseDatabaseWrapper) -> set[str]:
    with connection.cursor() as cursor:
        return set(connection.introspection.table_names(cursor))
