"""A row of each table at least, and all rows of all tables as they are stored."""

from datetime import UTC, date, datetime
from decimal import Decimal

from django.db import connection, models

from benchruns.models import RunPart
from benchruns.vocabulary import PartState
from portal.backup import tables
from tests import hostile_names

DERIVED = {model._meta.db_table for model in tables.DERIVED}
# Of a moment that no other row has, with all that a day's text may lose.
MOMENT = datetime(2026, 2, 28, 23, 59, 59, 123456, tzinfo=UTC)
HOSTILE_TEXT = "№ 7 \\ \"'\r\n\t%s {\u2028} 😀"
JSON = {"a": [None, 0.1, -0.0, 2**60, HOSTILE_TEXT], "": {}}
BY_KIND = {
    models.BooleanField: True,
    models.BinaryField: bytes(range(256)),
    models.DateField: date(2024, 2, 29),
    models.DecimalField: Decimal("1.5"),
    models.FloatField: 0.1,
    models.GenericIPAddressField: "2001:db8::1",
    models.IntegerField: 1,
    models.JSONField: JSON,
    models.TextField: HOSTILE_TEXT,
}
# A part with a lease is held.
IN_STATE = {RunPart: PartState.JOINED}


def fill():
    """What the tests of hostile names have, and one row of each other table."""
    hostile_names.fill()
    # those that join two tables last
    for model in sorted(tables.tables(), key=lambda m: bool(m._meta.auto_created)):
        if not model._base_manager.exists():
            model._base_manager.bulk_create([model(**_values(model))])
    return sorted(m._meta.db_table for m in tables.tables())


def _values(model):
    fields = model._meta.local_concrete_fields
    found = {each.attname: _value(each) for each in fields if not _is_given(each)}
    return found | ({"state": IN_STATE[model]} if model in IN_STATE else {})


def _is_given(field):
    return isinstance(field, models.AutoField) or field.has_default()


def _value(field):
    if field.is_relation:
        return field.related_model._base_manager.values_list("pk", flat=True).first()
    if isinstance(field, models.DateTimeField):
        return MOMENT
    if field.choices:
        return field.choices[0][0]
    kinds = (BY_KIND[kind] for kind in BY_KIND if isinstance(field, kind))
    return next(kinds, HOSTILE_TEXT[: field.max_length])


def stored():
    """By the database's own words, so that nothing of Django's models is between.

    Without the changes that it notes by itself: a restore is one, too.
    """
    with connection.cursor() as cursor:
        return {
            name: _rows(cursor, name)
            for name in sorted(connection.introspection.table_names(cursor))
            if name not in DERIVED
        }


def _rows(cursor, table):
    cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
    return sorted(map(repr, map(_plain, cursor.fetchall())))


def _plain(row):
    return [bytes(each) if isinstance(each, memoryview) else each for each in row]
