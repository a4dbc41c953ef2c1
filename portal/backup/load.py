"""A file's rows into an empty database: in one transaction, all of them or none."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.db import DatabaseError, connection
from django.utils.translation import gettext as _

from portal.backup import tables
from portal.backup.dump import FORMAT, ROWS_AT_A_TIME
from portal.backup.stream import BackupRefused, damaged, values

# What ``manage.py migrate`` leaves in a new database.
SEEDED = frozenset(
    {
        "contenttypes.ContentType",
        "auth.Permission",
        "auth.Group",
        "benchruns.RewardPolicy",
    }
)


def load(path: Path) -> int:
    """How many rows were restored."""
    lines = values(path)
    try:
        with tables.alone():
            _look_at(next(lines, None))
            _look_for_rows()
            count = sum(_load_table(lines, model) for model in tables.tables())
            # reads the checksum as well, which is last
            if next(lines, None) is not None:
                raise damaged()
    except DatabaseError as error:
        reason = str(error).partition("\n")[0]
        raise BackupRefused(
            _("The database refused a row; nothing was restored: %s") % reason
        ) from error
    except (ValidationError, ValueError, TypeError, KeyError) as error:
        raise damaged() from error
    return count


def _look_at(head: Any) -> None:
    if not isinstance(head, dict) or head.get("benchbook") != FORMAT:
        raise BackupRefused(
            _("This is no backup that this release of Benchbook reads.")
        )
    theirs, ours = head["migrations"], tables.migrations()
    if theirs == ours:
        return
    raise BackupRefused(
        _(
            "The backup's tables are those of %(theirs)s, this database's are those of "
            "%(ours)s: restore with the release that made it, then upgrade."
        )
        % {"theirs": _state(theirs), "ours": _state(ours)}
    )


def _state(migrations: list[list[str]]) -> str:
    """The last migration of Benchbook's own, or how many others there are."""
    own = [f"{app} {name}" for app, name in migrations if app == "benchruns"]
    return _("%(last)s (%(count)d migrations)") % {
        "last": own[-1] if own else _("no release"),
        "count": len(migrations),
    }


def _look_for_rows() -> None:
    with connection.cursor() as cursor:
        for model in tables.tables():
            if model._meta.label in SEEDED:
                cursor.execute(f"DELETE FROM {tables.quoted(model)}")  # noqa: S608
            elif model._base_manager.exists():
                raise BackupRefused(
                    _(
                        "This database is not empty: there are rows in %s. Restore into "
                        "a new one, after manage.py migrate and before anything else."
                    )
                    % model._meta.db_table
                )


def _load_table(lines: Iterator[Any], model: tables.Model) -> int:
    fields = tables.fields(model)
    head = next(lines, None)
    if head != {"table": model._meta.label, "columns": tables.columns(model)}:
        raise damaged()
    batch: list[list[Any]] = []
    for count, line in enumerate(lines):
        if isinstance(line, dict):
            _insert(model, batch)
            _end(model, line, count)
            return count
        batch.append(_row(fields, line))
        if len(batch) == ROWS_AT_A_TIME:
            _insert(model, batch)
            batch = []
    raise damaged()


def _row(fields: Any, line: list[Any]) -> list[Any]:
    return [_stored(field, value) for field, value in zip(fields, line, strict=True)]


def _stored(field: tables.Field, value: Any) -> Any:
    if tables.is_json(field):
        return value
    return field.get_db_prep_save(field.to_python(value), connection)


def _insert(model: tables.Model, rows: list[list[Any]]) -> None:
    """As they are: no ``save``, which would set times and look at limits."""
    if not rows:
        return
    columns = ", ".join(map(connection.ops.quote_name, tables.columns(model)))
    places = ", ".join(map(tables.placeholder, tables.fields(model)))
    with connection.cursor() as cursor:
        cursor.executemany(
            f"INSERT INTO {tables.quoted(model)} ({columns}) VALUES ({places})",  # noqa: S608
            rows,
        )


def _end(model: tables.Model, line: Mapping[str, Any], count: int) -> None:
    if line["end"] != model._meta.label or line["rows"] != count:
        raise damaged()
    if line["last_id"] is not None:
        tables.continue_from(model, line["last_id"])
