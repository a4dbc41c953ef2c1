"""The portal's test database: migrated by one of pytest's workers, copied by the others.

Migrating takes as long as two hundred tests, and to flush a database of many tables as
long as ten; so what a test has committed is undone by a copy, too.
"""

import fcntl
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.conf import settings
from django.db import connection, transaction
from django.test import TransactionTestCase
from django.test.utils import setup_databases

from tests.settings import SHARED_FOLDER


@pytest.fixture(scope="session")
def django_db_setup(
    django_test_environment, django_db_blocker, django_db_modify_db_settings
) -> Iterator[None]:
    """As pytest-django's, whose other fixtures rest on it."""
    # A path on SQLite, a name on PostgreSQL; of this worker alone.
    own = str(connection.creation._get_test_db_name())
    with django_db_blocker.unblock(), _turn():
        if _is_there(_migrated()):
            _copy(_migrated(), own)
            settings.DATABASES["default"]["NAME"] = own
            connection.settings_dict["NAME"] = own
        else:
            setup_databases(verbosity=0, interactive=False, aliases={"default"})
            connection.close()
            _copy(own, _migrated())
        TransactionTestCase._fixture_teardown = _restore if _is_sqlite() else _empty()
        connection.close()
    yield
    with django_db_blocker.unblock():
        connection.close()
        _drop(own, _migrated())


def _restore(_test: TransactionTestCase) -> None:
    """In place, as other processes hold the file open.

    No id is given twice: one of theirs may still work on a row that was there.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT seq, name FROM sqlite_sequence")
        sequences = cursor.fetchall()
        with sqlite3.connect(_migrated()) as migrated:
            migrated.backup(connection.connection)
        cursor.execute("DELETE FROM sqlite_sequence")
        cursor.executemany(
            "INSERT INTO sqlite_sequence (seq, name) VALUES (%s, %s)", sequences
        )


def _empty() -> Callable[[TransactionTestCase], None]:
    """What takes committed rows away on PostgreSQL, but for those that migrations make.

    To flush is to make permissions and content types anew, which takes a second.
    """
    with connection.cursor() as cursor:
        made = {name: _text(cursor, name) for name in _filled(cursor)}

    def empty(_test: TransactionTestCase) -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            # no trigger looks on
            cursor.execute("SET LOCAL session_replication_role = replica")
            others = [
                f'"{name}"'
                for name in _filled(cursor)
                if name not in made or _text(cursor, name) != made[name]
            ]
            if others:
                cursor.execute(f"TRUNCATE {', '.join(others)} CASCADE")
            for name in made.keys() - _filled(cursor):
                with cursor.copy(f'COPY "{name}" FROM STDIN') as copy:
                    copy.write(made[name])

    return empty


def _filled(cursor: Any) -> set[str]:
    """The tables that hold a row."""
    looks = (
        f"SELECT '{name}' WHERE EXISTS (SELECT FROM \"{name}\")"
        for name in connection.introspection.table_names(cursor)
    )
    cursor.execute(" UNION ALL ".join(looks))
    return {name for (name,) in cursor.fetchall()}


def _text(cursor: Any, name: str) -> bytes:
    with cursor.copy(f'COPY "{name}" TO STDOUT') as copy:
        return b"".join(bytes(part) for part in copy)


def put_back() -> None:
    """As it was migrated, whatever became of its tables."""
    if _is_sqlite():
        return  # after each test that commits
    own = str(connection.settings_dict["NAME"])
    connection.close()
    _drop(own)
    _copy(_migrated(), own)


def empty() -> None:
    """As migrated, in the middle of a test that commits."""
    if _is_sqlite():
        _restore(TransactionTestCase())
    else:
        put_back()


@contextmanager
def _turn() -> Iterator[None]:
    with (SHARED_FOLDER / "migrating").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _is_sqlite() -> bool:
    return connection.vendor == "sqlite"


def _migrated() -> str:
    if _is_sqlite():
        return str(SHARED_FOLDER / "migrated.sqlite3")
    return f"migrated_{SHARED_FOLDER.name.replace('-', '_')}"


def _is_there(name: str) -> bool:
    if _is_sqlite():
        return (SHARED_FOLDER / name).exists()
    with connection.creation._nodb_cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name])
        return cursor.fetchone() is not None


def _copy(name: str, copy: str) -> None:
    """Nobody is connected to either."""
    if _is_sqlite():
        shutil.copy(name, copy)
        return
    with connection.creation._nodb_cursor() as cursor:
        cursor.execute(f'CREATE DATABASE "{copy}" TEMPLATE "{name}"')


def _drop(*names: str) -> None:
    """On SQLite they go with their folder."""
    if _is_sqlite():
        return
    with connection.creation._nodb_cursor() as cursor:
        for name in names:
            cursor.execute(f'DROP DATABASE IF EXISTS "{name}"')
