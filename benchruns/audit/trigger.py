"""The audit log is only added to, whoever asks: the portal's database refuses by itself.

It is made after each migration, since SQLite remakes tables without it, and is away while
migrations work, which may put stored entries into other words. Who owns the database can
take it away, and can empty the table as a whole.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

TABLE = "benchruns_auditentry"
NAME = "audit_log_added_only"
WORDS = "entries of the audit log are only added"
# A row may lose whose it is, when that account is deleted; its name stays.
ACTOR = "actor_id"
_RETIRES = "benchbook.audit_retires"
_FUNCTION = f"""
CREATE OR REPLACE FUNCTION {NAME}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND NEW.{ACTOR} IS NULL
        AND to_jsonb(NEW) - '{ACTOR}' = to_jsonb(OLD) - '{ACTOR}' THEN
        RETURN NEW;
    END IF;
    IF TG_OP = 'DELETE' AND current_setting('{_RETIRES}', true) = 'on' THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION '{WORDS}' USING ERRCODE = 'restrict_violation';
END $$
"""
_TRIGGER = f"""
CREATE TRIGGER {NAME} BEFORE UPDATE OR DELETE ON {TABLE}
FOR EACH ROW EXECUTE FUNCTION {NAME}()
"""


def before_migrations(*, using: str, plan: list[Any], **_signal: Any) -> None:
    """Receiver of ``pre_migrate``; without anything to do nobody waits for a lock."""
    if any(step.app_label == "benchruns" for step, _backwards in plan):
        remove(using)


def after_migrations(*, using: str, **_signal: Any) -> None:
    """Receiver of ``post_migrate``."""
    create(using)


def create(using: str = DEFAULT_DB_ALIAS) -> None:
    """Where it is not there already, and the table is."""
    connection = connections[using]
    if not _is_there(connection, TABLE):
        return
    if connection.vendor == "sqlite":
        _execute(connection, *_sqlite_triggers(connection))
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_trigger WHERE tgname = %s", [NAME])
        if cursor.fetchone() is None:
            cursor.execute(_FUNCTION)
            cursor.execute(_TRIGGER)


def remove(using: str = DEFAULT_DB_ALIAS) -> None:
    connection = connections[using]
    if connection.vendor == "sqlite":
        _execute(connection, *(f"DROP TRIGGER IF EXISTS {each}" for each in _names()))
    elif _is_there(connection, TABLE):
        _execute(connection, f"DROP TRIGGER IF EXISTS {NAME} ON {TABLE}")


@contextmanager
def lifted() -> Iterator[None]:
    """Entries may be deleted meanwhile, by this transaction alone."""
    connection = connections[DEFAULT_DB_ALIAS]
    with transaction.atomic():
        if connection.vendor == "sqlite":
            remove()  # nobody else writes at the same time
            yield
            create()
        else:
            _execute(connection, f"SET LOCAL {_RETIRES} = 'on'")
            yield
            _execute(connection, f"SET LOCAL {_RETIRES} = 'off'")


def _sqlite_triggers(connection: BaseDatabaseWrapper) -> list[str]:
    """SQLite cannot compare whole rows, and REPLACE deletes without asking."""
    with connection.cursor() as cursor:
        described = connection.introspection.get_table_description(cursor, TABLE)
    others = ", ".join(f'"{each.name}"' for each in described if each.name != ACTOR)
    update, actor, delete, replace = _names()
    refuse = f"BEGIN SELECT RAISE(ABORT, '{WORDS}'); END"
    events = {
        update: f"UPDATE OF {others} ON {TABLE}",
        actor: f"UPDATE OF {ACTOR} ON {TABLE} WHEN NEW.{ACTOR} IS NOT NULL",
        delete: f"DELETE ON {TABLE}",
        replace: f"INSERT ON {TABLE} WHEN NEW.id IN (SELECT id FROM {TABLE})",  # noqa: S608
    }
    return [
        f"CREATE TRIGGER IF NOT EXISTS {name} BEFORE {event} {refuse}"
        for name, event in events.items()
    ]


def _names() -> list[str]:
    return [f"{NAME}_{what}" for what in ("update", "actor", "delete", "replace")]


def _is_there(connection: BaseDatabaseWrapper, table: str) -> bool:
    with connection.cursor() as cursor:
        return table in connection.introspection.table_names(cursor)


def _execute(connection: BaseDatabaseWrapper, *statements: str) -> None:
    with connection.cursor() as cursor:
        for each in statements:
            cursor.execute(each)
