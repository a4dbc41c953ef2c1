"""Providers and classes entered and changed, each act recorded with who did it."""

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from benchruns.audit.record import record
from benchruns.catalogue.entry import columns
from benchruns.catalogue.entry.column import Column, by_name, text_of
from benchruns.catalogue.entry.known import Classes, Providers, lock_providers
from benchruns.errors import FieldError
from benchruns.models import CatalogueChange, InstanceClass, Provider
from benchruns.names.class_words import class_word
from benchruns.vocabulary import AuditAction, CatalogueKind

Values = Mapping[str, Any]  # cleaned, by the names of columns
Entered = Provider | InstanceClass


@transaction.atomic
def enter_provider(values: Values, *, user: User | None) -> Provider:
    """FieldError where it is there already."""
    Providers.all().check_new(values)
    provider = Provider()
    _set(provider, values, user=user)
    _insert(provider, field="slug")
    _record(provider, dict.fromkeys(values), values, user=user).save()
    return provider


@transaction.atomic
def change_provider(slug: str, values: Values, *, user: User | None) -> Provider:
    """Name and source; Provider.DoesNotExist where there is none."""
    provider = Provider.objects.select_for_update().get(pk=slug)
    _refuse_other_key(provider, values, ("slug",))
    known = Providers.all()
    known.check_own(slug)
    if "name" in values:
        others = {k: v for k, v in known.rows.items() if k != slug}
        Providers(others).check_new({"slug": slug, "name": values["name"]})
    _check_source({**stored_values(provider, columns.PROVIDER), **values})
    _change(provider, values, user=user)
    return provider


@transaction.atomic
def enter_class(values: Values, *, user: User | None) -> InstanceClass:
    """FieldError where it is there already, or its provider is not."""
    Providers.all().check_there(values["provider"])
    lock_providers([values["provider"]])
    Classes.of([values["provider"]], codes=[values["code"]]).check_new(values)
    check_burst(values)
    sold = InstanceClass()
    _set(sold, values, user=user)
    _insert(sold, field="code")
    _record(sold, dict.fromkeys(values), values, user=user).save()
    return sold


@transaction.atomic
def change_class(id: UUID, values: Values, *, user: User | None) -> InstanceClass:
    """What is given; of a class that a paper states, what papers do not state.

    FieldError for anything else, InstanceClass.DoesNotExist where there is none.
    """
    sold = InstanceClass.objects.select_for_update().get(pk=id)
    _refuse_other_key(sold, values, columns.CLASS_KEY)
    if sold.source_id is not None:
        _refuse_of_paper(sold, values)
    merged = {**stored_values(sold, columns.CLASS), **values}
    check_burst(merged)
    _check_source(merged)
    _change(sold, values, user=user)
    return sold


def _check_source(values: Values) -> None:
    """What a submission or a paper brought has none of staff's yet."""
    for name in ("source_text", "stated_on"):
        if not values[name]:
            raise FieldError(name, _("This may not be empty."))


def check_burst(values: Values) -> None:
    """FieldError for credits of a class without a baseline."""
    credits_ = ("burst_credits_per_hour", "most_burst_credits")
    has_credits = any(values.get(name) is not None for name in credits_)
    if has_credits and values.get("burst_baseline_percent") is None:
        raise FieldError(
            "burst_baseline_percent",
            _("Credits are for going above a baseline: give that as well."),
        )


def stored_values(row: Entered, of: Iterable[Column]) -> dict[str, Any]:
    """What is stored, by the names of columns."""
    return {
        column.name: row.provider_id
        if column.name == "provider" and isinstance(row, InstanceClass)
        else getattr(row, column.name)
        for column in of
    }


def store_line(
    row: Entered | None, values: Values, *, user: User | None, kind: CatalogueKind
) -> CatalogueChange:
    """One line of a file, stored whole; what is to be recorded of it."""
    if row is None:
        row = Provider() if kind is CatalogueKind.PROVIDER else InstanceClass()
        before: Values = dict.fromkeys(values)
        _set(row, values, user=user)
        row.save(force_insert=True)
    else:
        before = stored_values(row, columns.OF_KIND[kind])
        _set(row, values, user=user)
        row.save()
    return _record(row, before, values, user=user)


def _change(row: Entered, values: Values, *, user: User | None) -> None:
    """Nothing is stored or recorded where nothing differs."""
    before = stored_values(row, columns.OF_KIND[_kind(row)])
    changed = {n: v for n, v in values.items() if before[n] != v}
    if not changed:
        return
    _set(row, changed, user=user)
    row.save()
    _record(row, before, changed, user=user).save()


def _set(row: Entered, values: Values, *, user: User | None) -> None:
    for name, value in values.items():
        setattr(row, "provider_id" if name == "provider" else name, value)
    row.entered_by, row.entered_at = user, timezone.now()


def _insert(row: Entered, *, field: str) -> None:
    """The constraint speaks for a row that somebody else entered at the same time."""
    try:
        with transaction.atomic():
            row.save(force_insert=True)
    except IntegrityError as error:
        raise FieldError(field, _("This is in the catalogue already.")) from error


def _record(
    row: Entered, before: Values, after: Values, *, user: User | None
) -> CatalogueChange:
    key = row.slug if isinstance(row, Provider) else class_word(row.class_key)
    changed = sorted(name for name in after if before[name] != after[name])
    record(AuditAction.CATALOGUE_CHANGED, by=user, on=row, name=key, changed=changed)
    return CatalogueChange(
        actor=user,
        kind=_kind(row),
        key=key,
        values={
            name: [_as_json(before[name]), _as_json(value)]
            for name, value in after.items()
            if before[name] != value
        },
    )


def _kind(row: Entered) -> CatalogueKind:
    is_provider = isinstance(row, Provider)
    return CatalogueKind.PROVIDER if is_provider else CatalogueKind.INSTANCE_CLASS


def _as_json(value: object) -> object:
    plain = isinstance(value, int | float | list) or value is None
    return value if plain else text_of(value)


def _refuse_other_key(row: Entered, values: Values, key: tuple[str, ...]) -> None:
    stored = stored_values(row, columns.OF_KIND[_kind(row)])
    for name in key:
        if name in values and values[name] != stored[name]:
            raise FieldError(
                name, _("This is in addresses and stays: enter another one.")
            )


def _refuse_of_paper(sold: InstanceClass, values: Values) -> None:
    known = by_name(columns.CLASS)
    for name, value in stored_values(sold, columns.CLASS).items():
        if known[name].of_paper and name in values and values[name] != value:
            raise FieldError(
                name,
                _("The paper %(paper)s states this, and it stays as it is.")
                % {"paper": sold.source_id},
            )
