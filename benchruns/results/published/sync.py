"""Rows brought to a wanted state, so that a second time changes nothing."""

import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db.models import Model, QuerySet

Stored = TypeVar("Stored", bound=Model)
Key = tuple[Any, ...]

# Public ids follow from natural keys, so they are equal on every installation.
NAMESPACE = uuid.UUID("b5a1a7c6-2f43-5c0e-9d7b-6a1d0f6f3b52")


def public_id(kind: str, *natural_key: str) -> uuid.UUID:
    return uuid.uuid5(NAMESPACE, "/".join((kind, *natural_key)))


@dataclass(frozen=True, slots=True)
class Synced(Generic[Stored]):
    """The wanted rows by natural key, and how many were new or differed."""

    rows: dict[Key, Stored]
    created: int
    changed: int


def sync(
    stored: QuerySet[Stored],
    wanted: Sequence[dict[str, Any]],
    *,
    key: tuple[str, ...],
    stays: Callable[[Stored], bool] = lambda _row: False,
) -> Synced[Stored]:
    """Create what is missing and update what differs, found again by its natural key.

    ``wanted`` maps attribute names to values. A stored row keeps its primary key, and
    attributes that are not in ``wanted``; one that ``stays`` keeps all of them.
    """
    rows: dict[Key, Stored] = {_key(row, key): row for row in stored}
    created: list[Stored] = []
    changed: list[Stored] = []
    for natural_key, values in zip(_keys(wanted, key), wanted, strict=True):
        row = rows.get(natural_key)
        if row is None:
            row = rows[natural_key] = stored.model(**values)
            created.append(row)
        elif not stays(row) and _update(row, values):
            changed.append(row)
    stored.model._default_manager.bulk_create(created)
    if changed:
        stored.model._default_manager.bulk_update(changed, _columns(stored, wanted[0]))
    return Synced(
        {found: rows[found] for found in _keys(wanted, key)},
        created=len(created),
        changed=len(changed),
    )


def _key(row: Model, names: tuple[str, ...]) -> Key:
    return tuple(getattr(row, name) for name in names)


def _keys(wanted: Sequence[dict[str, Any]], names: tuple[str, ...]) -> list[Key]:
    return [tuple(values[name] for name in names) for values in wanted]


def _columns(stored: QuerySet[Any], values: dict[str, Any]) -> list[str]:
    primary_key = stored.model._meta.pk
    return [name for name in values if name != primary_key.attname]


def _update(row: Model, values: dict[str, Any]) -> bool:
    """Set what differs, the primary key apart; whether anything did."""
    primary_key = row._meta.pk
    different = {
        name: value
        for name, value in values.items()
        if name != primary_key.attname and getattr(row, name) != value
    }
    for name, value in different.items():
        setattr(row, name, value)
    return bool(different)


def link(stored: QuerySet[Any], wanted: dict[Any, set[Any]], *, field: str) -> None:
    """Give each row, by primary key, exactly these related rows in a many-to-many."""
    for row in stored.prefetch_related(field):
        related = getattr(row, field)
        if {other.pk for other in related.all()} != wanted[row.pk]:
            related.set(wanted[row.pk])
