"""Fields of ``benchruns.submissions.statement.fields`` as a form that joins what two windows change.

The fields read values in one place for page, API and report template; forms only show
them, and tell what was typed from what another window has kept meanwhile.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from benchruns.parsers.errors import ReportError
from benchruns.parsers.text import json_text
from benchruns.submissions.statement.clean import LONGEST_COMMAND, BadValue
from benchruns.submissions.statement.fields import FIELDS, Field
from benchruns.submissions.statement.statement import StatementError, cleaned
from portal.forms.styled import style


def typed(statement: Mapping[str, Any]) -> dict[str, str]:
    """Stored values as people type them: 60, and not 60.0."""
    return {
        name: f"{value:.15g}" if isinstance(value, float) else str(value)
        for name, value in statement.items()
    }


class StatedField(forms.CharField):
    """One field of a statement; an empty one is None."""

    def __init__(self, field: Field, **kwargs: Any) -> None:  # as Django's own
        self._field = field
        label = f"{field.label} ({field.unit})" if field.unit else str(field.label)
        super().__init__(
            label=label,
            help_text=str(field.help),
            required=False,
            strip=False,
            **kwargs,
        )

    def clean(self, value: Any) -> Any:  # the field's own kind
        if value is None or not str(value).strip():
            return None
        try:
            return self._field.clean(value)
        except BadValue as error:
            raise ValidationError(str(error)) from error


def _widget(field: Field) -> forms.Widget:
    if field.choices is not None:
        return forms.Select(choices=[("", "–"), *field.choices.items()])
    if field.name == "command":
        return forms.Textarea(
            attrs={"rows": 3, "maxlength": LONGEST_COMMAND, "spellcheck": "false"}
        )
    attrs = {"autocomplete": "off"}
    if field.name in ("provider", "instance_class"):
        attrs["list"] = f"known-{field.name}"
    if field.name == "tested_on":
        attrs["type"] = "date"
    return forms.TextInput(attrs=attrs)


@dataclass(frozen=True, slots=True)
class Conflict:
    """A field that was changed here and in another window, each to something else."""

    label: str
    kept: str
    typed: str


class StatedForm(forms.Form):
    """Fields of a statement under a prefix of their own.

    ``kept`` is what is stored now. A page sends back what its form was ``made_of``: a
    field that was not touched on it takes what is kept now, so that a page left open
    undoes nothing that was stated since. Sent without that, all of it counts as typed.
    """

    def __init__(
        self,
        names: Iterable[str],
        kept: Mapping[str, Any],
        data: Mapping[str, Any] | None = None,
        *,
        prefix: str | None = None,
    ) -> None:
        super().__init__(data, initial=typed(kept), prefix=prefix)
        for name in names:
            field = FIELDS[name]
            self.fields[name] = StatedField(field, widget=_widget(field))
        style(self)
        self.conflicts = self._join() if self.is_bound else []

    @property
    def made_of(self) -> str:
        """What is kept now, as JSON: a text for each field that has one."""
        return json.dumps(self._kept(), sort_keys=True)

    @property
    def made_of_name(self) -> str:
        return self.add_prefix("made_of")

    @property
    def was_sent(self) -> bool:
        return any(self.add_prefix(name) in self.data for name in self.fields)

    @property
    def is_stale(self) -> bool:
        """Whether another window changed what was changed here, too."""
        return bool(self.conflicts)

    def _kept(self) -> dict[str, str]:
        return {name: text for name, text in self.initial.items() if text}

    def _as_kept(self, name: str, given: str) -> str:
        """What was typed as it would be kept; as it is, where it cannot be."""
        try:
            return typed(cleaned({name: given})).get(name, "")
        except StatementError:
            return given

    def _join(self) -> list[Conflict]:
        """Put what is kept now into the fields that were not touched; what is left."""
        kept = self._kept()
        seen = _texts(self.data.get(self.made_of_name, ""), otherwise=kept)
        data, conflicts = dict(self.data.items()), []
        for name, field in self.fields.items():
            now, before = kept.get(name, ""), seen.get(name, "")
            given = str(self[name].data or "")
            if now == before or now == self._as_kept(name, given):
                continue
            if self._is_untouched(name, given, before):
                data[self.add_prefix(name)] = self.initial.get(name, "")
            else:
                conflict = Conflict(str(field.label), self._in_words(name), given)
                conflicts.append(conflict)
        self.data = data
        return conflicts

    def _is_untouched(self, name: str, given: str, before: object) -> bool:
        return before in (given, self._as_kept(name, given))

    def _in_words(self, name: str) -> str:
        """What is kept now."""
        return str(self.initial.get(name, ""))

    @property
    def stated(self) -> dict[str, Any]:
        """What was given; None takes away what was stated before."""
        return {name: self.cleaned_data[name] for name in self.fields if name in FIELDS}

    def tell(self, errors: Mapping[str, str]) -> None:
        """Each at its field."""
        for name, text in errors.items():
            self.add_error(name if name in self.fields else None, text)


def _texts(sent: str, *, otherwise: Mapping[str, str]) -> Mapping[str, object]:
    """What ``made_of`` says; nothing is known of one that somebody has meddled with."""
    if not sent:
        return otherwise
    try:
        found = json_text.load(sent)
    except ReportError:
        return {}
    return found if isinstance(found, dict) else {}
