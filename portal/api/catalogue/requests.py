"""A provider and a class as they are entered: each column by its JSON type and its rule."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from benchruns.catalogue.entry import columns
from benchruns.catalogue.entry.column import SEPARATOR, Column, Kind, text_of
from benchruns.catalogue.entry.known import Providers
from portal.api.faults import Faults
from portal.api.fields import Integer, Number, StrictSerializer, Text


class _Region(Text):
    default_error_messages = {"separator": _("Give a region without “;”.")}

    def to_internal_value(self, data: Any) -> str:
        text = super().to_internal_value(data)
        if SEPARATOR in text:
            self.fail("separator")
        return text


class _Day(Text):
    """As 2026-01-31; described as a date."""


_FIELDS: dict[Kind, type[serializers.Field[Any, Any, Any, Any]]] = {
    Kind.TEXT: Text,
    Kind.DAY: _Day,
    Kind.WHOLE: Integer,
    Kind.NUMBER: Number,
}


class EntryRequest(StrictSerializer):
    """Null, or nothing in a first entry, is what is not known."""

    columns: Sequence[Column]

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {column.name: _field(column) for column in self.columns}

    def to_internal_value(self, data: Any) -> Any:
        """The values by the columns' rules; ValidationError names each that is wrong."""
        faults = Faults()
        given: dict[str, Any] = {}
        with faults.gathered():
            given = super().to_internal_value(data)
        if faults.detail and isinstance(data, dict):
            given = {name: data[name] for name in data if name not in faults}
        values = {}
        for column in self.columns:
            if column.name in faults or (self.partial and column.name not in given):
                continue
            try:
                values[column.name] = column.value_of(text_of(given.get(column.name)))
            except ValueError as error:
                faults.add({column.name: [str(error)]})
        faults.refuse()
        return values


class ProviderRequestSerializer(EntryRequest):
    columns = columns.PROVIDER


class InstanceClassRequestSerializer(EntryRequest):
    columns = columns.CLASS

    def to_internal_value(self, data: Any) -> Any:
        """A first entry's provider is looked at beside all else."""
        faults = Faults()
        values: dict[str, Any] = {}
        with faults.gathered():
            values = super().to_internal_value(data)
        given = data.get("provider") if isinstance(data, dict) else None
        if isinstance(given, str) and not self.partial and "provider" not in faults:
            with faults.gathered():
                Providers.all().check_there(given.strip())
        faults.refuse()
        return values


def _field(column: Column) -> serializers.Field[Any, Any, Any, Any]:
    shared: dict[str, Any] = {
        "required": column.is_required,
        "allow_null": not column.is_required,
        "help_text": str(column.help),
    }
    if column.kind is Kind.LIST:
        return serializers.ListField(child=_Region(), **shared)
    if column.kind in (Kind.TEXT, Kind.DAY):
        shared["allow_blank"] = not column.is_required
    return _FIELDS[column.kind](**shared)
