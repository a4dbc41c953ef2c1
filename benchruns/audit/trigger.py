"""The audit log is only added to, whoever asks: the portal's database refuses by itself.

It is made after each migration, since SQLite remakes tables without it, and is away while
migrations work, which may put stored entries into other words. Where one was killed the web
server puts it back when it starts; until then a check and a metric say that it is away. Who
owns the table can take it away, retire entries and empty the table as a whole; nobody else.
"""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.core import checks
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

TABLE = "benchruns_auditentry"
NAME = "audit_log_added_only"
WORDS = "entries of the audit log are only added"
# A row may lose whose it is, when that account is deleted; its name stays.
ACTOR = "actor_id"
_RETIRES = "benchbook.audit_retires"
# The word that retires is anybody's to say; a role that may only delete rows is refused.
_BODY = f"""
BEGIN
    IF TG_OP = 'UPDATE' AND NEW.{ACTOR} IS NULL
        AND to_jsonb(NEW) - '{ACTOR}' = to_jsonb(OLD) - '{ACTOR}' THEN
        RETURN NEW;
    END IF;
    IF TG_OP = 'DELETE' AND current_setting('{_RETIRES}', true) = 'on'
        AND pg_has_role(
            current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE'
        ) THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION '{WORDS}' USING ERRCODE = 'restrict_violation';
END
"""  # noqa: S608 - names of ours alone
_FUNCTION = f"""
CREATE OR REPLACE FUNCTION {NAME}() RETURNS trigger LANGUAGE plpgsql AS $${_BODY}$$
"""
_TRIGGER = f"""
CREATE TRIGGER {NAME} BEFORE UPDATE OR DELETE ON {TABLE}
FOR EACH ROW EXECUTE FUNCTION {NAME}()
"""
_FOUND = """
SELECT 1 FROM pg_trigger JOIN pg_proc ON pg_proc.oid = tgfoid
WHERE tgrelid = to_regclass(%s) AND tgname = %s AND tgenabled IN ('O', 'A') AND prosrc = %s
"""
_WAIT = "SET LOCAL lock_timeout = '2s'"  # a migration that works puts it back itself

logger = logging.getLogger(__name__)


def before_migrations(*, using: str, plan: list[Any], **_signal: Any) -> None:
    """Receiver of ``pre_migrate``; without anything to do nobody waits for a lock."""
    if any(step.app_label == "benchruns" for step, _backwards in plan):
        remove(using)


def after_migrations(*, using: str, **_signal: Any) -> None:
    """Receiver of ``post_migrate``."""
    create(using)


def create(using: str = DEFAULT_DB_ALIAS) -> None:
    """Where it is not there as it should be, and the table is."""
    connection = connections[using]
    if is_there(using):
        return
    if connection.vendor == "sqlite":
        _execute(connection, *_sqlite_triggers(connection))
        return
    with transaction.atomic(using):
        remove(using)
        _execute(connection, _FUNCTION, _TRIGGER)


def put_back(using: str = DEFAULT_DB_ALIAS) -> None:
    """Where a migration that was killed left it away; what cannot be done is logged."""
    try:
        if not is_there(using):
            logger.warning("entries of the audit log could be changed: no trigger")
            with transaction.atomic(using):
                if connections[using].vendor != "sqlite":
                    _execute(connections[using], _WAIT)
                create(using)
    except DatabaseError as error:  # or another process did it at the same time
        logger.warning("the trigger of the audit log was not made: %s", error)


def is_there(using: str = DEFAULT_DB_ALIAS) -> bool:
    """Whether entries are only added now: it is as it should be, or there is no table yet."""
    connection = connections[using]
    if not _has_table(connection):
        return True
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
            return {name for (name,) in cursor.fetchall()}.issuperset(_names())
        cursor.execute(_FOUND, [TABLE, NAME, _BODY])
        return cursor.fetchone() is not None


def check(
    *, databases: Sequence[str] | None = None, **_how: Any
) -> list[checks.CheckMessage]:
    """``manage.py check --database default``: whether each of them refuses by itself."""
    return [
        checks.Warning(
            "Entries of the audit log can be changed by hand: its trigger is away.",
            hint="Run manage.py migrate to its end, or start the web server again.",
            id="benchruns.W001",
        )
        for using in databases or ()
        if not is_there(using)
    ]


def remove(using: str = DEFAULT_DB_ALIAS) -> None:
    connection = connections[using]
    if connection.vendor == "sqlite":
        _execute(connection, *(f"DROP TRIGGER IF EXISTS {each}" for each in _names()))
    elif _has_table(connection):
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


def _has_table(connection: BaseDatabaseWrapper) -> bool:
    with connection.cursor() as cursor:
        return TABLE in connection.introspection.table_names(cursor)


def _execute(connection: BaseDatabaseWrapper, *statements: str) -> None:
    with connection.cursor() as cursor:
        for each in statements:
            cursor.execute(each)
