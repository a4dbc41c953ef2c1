"""The tables of the portal's database, as the models tell them."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeAlias

from django.apps import apps
from django.contrib.sessions.models import Session
from django.db import connection, models, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.db.models.functions import Cast

from benchruns.models import (
    ChangedClass,
    ChangedVersion,
    ClassSummary,
    DataChange,
    FastestOfClass,
    RankOfClass,
    RunSummary,
    VersionSummary,
)

DERIVED = (
    ChangedClass,
    ChangedVersion,
    ClassSummary,
    DataChange,
    FastestOfClass,
    RankOfClass,
    RunSummary,
    VersionSummary,
)
Model = type[models.Model]
Field: TypeAlias = "models.Field[Any, Any]"


def is_file() -> bool:
    """SQLite; the portal's database is that or a server."""
    return connection.vendor == "sqlite"


def tables() -> list[Model]:
    """Every table but the list of migrations, which a backup holds by itself, changes that
    the database notes by itself, what follows from other rows, and sessions: whoever reads a
    backup is not to be logged in as somebody."""
    every = apps.get_models(include_auto_created=True)
    return [
        model
        for model in every
        if model._meta.managed
        and not model._meta.proxy
        and model not in (*DERIVED, Session)
    ]


def fields(model: Model) -> Sequence[Field]:
    return model._meta.local_concrete_fields


def columns(model: Model) -> list[str]:
    return [str(each.column) for each in fields(model)]


def migrations() -> list[list[str]]:
    return sorted(
        [app, name] for app, name in MigrationRecorder(connection).applied_migrations()
    )


def is_json(field: Field) -> bool:
    """Read and written as its text, in which null and no value are two things."""
    return isinstance(field, models.JSONField)


def column(field: Field) -> str | Cast:
    if is_json(field):
        return Cast(field.name, models.TextField())
    return field.attname


def placeholder(field: Field) -> str:
    is_jsonb = is_json(field) and not is_file()
    return "%s::jsonb" if is_jsonb else "%s"


@contextmanager
def snapshot() -> Iterator[None]:
    """All that is read in it is of one moment, and nobody waits for it."""
    with connection.cursor() as cursor:
        if not is_file():
            with transaction.atomic():
                cursor.execute(
                    "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"
                )
                cursor.execute("SET LOCAL statement_timeout = 0")
                yield
            return
        # Django's own BEGIN would keep writers off, by the portal's settings.
        cursor.execute("BEGIN DEFERRED")
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")


@contextmanager
def alone() -> Iterator[None]:
    """One transaction in which nobody else writes: all of it is kept, or nothing."""
    with transaction.atomic(), connection.cursor() as cursor:
        if not is_file():
            names = ", ".join(quoted(model) for model in tables())
            cursor.execute("SET LOCAL statement_timeout = 0")
            cursor.execute(f"LOCK TABLE {names} IN EXCLUSIVE MODE")
        yield


def quoted(model: Model) -> str:
    return connection.ops.quote_name(model._meta.db_table)


def last_id(model: Model) -> int | None:
    """The last that was given; its row may be gone, and the audit log still names it."""
    if not isinstance(model._meta.pk, models.AutoField):
        return None
    with connection.cursor() as cursor:
        if not is_file():
            sequence = _sequence(model)
            cursor.execute(f"SELECT last_value, is_called FROM {sequence}")  # noqa: S608
            last, is_called = cursor.fetchone()
            return last if is_called else None
        name = model._meta.db_table
        cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [name])
        row = cursor.fetchone()
        return row[0] or None if row else None  # 0 is before the first


def continue_from(model: Model, last: int) -> None:
    """No id is given again."""
    with connection.cursor() as cursor:
        if not is_file():
            cursor.execute("SELECT setval(%s, %s, true)", [_sequence(model), last])
            return
        name = model._meta.db_table
        cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [name])
        cursor.execute(
            "INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [name, last]
        )


def _sequence(model: Model) -> str:
    pk = model._meta.pk
    assert pk is not None  # noqa: S101 - each model has one
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_get_serial_sequence(%s, %s)", [quoted(model), pk.column]
        )
        return str(cursor.fetchone()[0])
