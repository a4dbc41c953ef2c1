"""A provider or a class as staff enter it: a field for each column, by the column's rule."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy

from benchruns.catalogue.entry.column import Column, Kind, text_of
from benchruns.engines import ENGINE_CHOICES
from benchruns.errors import FieldError
from benchruns.models import Provider
from portal.forms.styled import style


class ColumnField(forms.CharField):
    """A text that the column's rule reads; an empty one is what is not known."""

    def __init__(self, column: Column, widget: forms.Widget) -> None:
        super().__init__(
            label=column.label,  # type: ignore[arg-type]  # a promise, as all labels
            help_text=column.help,  # type: ignore[arg-type]  # a promise, as all labels
            required=column.is_required,
            widget=widget,
        )
        self.column = column

    def clean(self, value: Any) -> Any:  # as its rule returns
        text = super().clean(value)
        try:
            return self.column.value_of(text)
        except ValueError as error:
            raise ValidationError(str(error)) from error


class EntryForm(forms.Form):
    """``stored`` is what a row has now; ``names`` are the columns to state of it."""

    def __init__(
        self,
        of: Sequence[Column],
        data: Mapping[str, Any] | None = None,
        files: Any = None,  # as Django's own
        *,
        stored: Mapping[str, Any] | None = None,
    ) -> None:
        texts = {name: text_of(value) for name, value in (stored or {}).items()}
        super().__init__(data, files, initial=texts)
        for column in of:
            self.fields[column.name] = ColumnField(column, _widget(column))
        style(self)

    def refuse(self, refusal: FieldError) -> None:
        """At its field; of a column that is not here, for the whole."""
        field = refusal.field if refusal.field in self.fields else None
        self.add_error(field, refusal.message)

    @property
    def optional(self) -> Any:
        """How a field that may be empty says so."""
        return gettext_lazy("if known")


def _widget(column: Column) -> forms.Widget:
    if column.name == "provider":
        rows = Provider.objects.values_list("slug", "name")
        return forms.Select(choices=[("", "–"), *rows])
    if column.name == "engine":
        return forms.Select(choices=[("", "–"), *ENGINE_CHOICES])
    if column.kind is Kind.DAY:
        return forms.DateInput({"type": "date"})
    attrs = {"autocomplete": "off"}
    if column.kind in (Kind.WHOLE, Kind.NUMBER):
        attrs["inputmode"] = "decimal"
    return forms.TextInput(attrs)
