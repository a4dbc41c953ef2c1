"""What a user states of an uploaded test: forms made of ``benchruns.submissions.fields``.

The fields read values in one place for page, API and report template; these forms only
show them, and tell whether they were made of what is kept now.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from benchruns.models import Submission, SubmittedFile
from benchruns.submissions.cleaning import LONGEST_COMMAND, FieldError
from benchruns.submissions.fields import FIELDS, Field
from portal.forms.styled import style

LONGEST_TEXT = 5000
LONGEST_SETTINGS = 500_000  # SHOW VARIABLES prints about 30,000 characters


def typed(statement: Mapping[str, Any]) -> dict[str, Any]:
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
        except FieldError as error:
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
        attrs["placeholder"] = "2026-01-31"
    return forms.TextInput(attrs=attrs)


class StatedForm(forms.Form):
    """Fields of a statement under a prefix of their own.

    ``kept`` is what is stored now. A page sends back the ``revision`` that its form was
    made of, so that one left open does not undo in silence what was stated since.
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

    @property
    def revision(self) -> str:
        """A digest of what is kept now."""
        text = json.dumps(self.initial, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    @property
    def revision_name(self) -> str:
        return self.add_prefix("revision")

    @property
    def was_sent(self) -> bool:
        return any(self.add_prefix(name) in self.data for name in self.fields)

    @property
    def is_stale(self) -> bool:
        """Whether something else was kept since the page was made, and it matters."""
        sent = self.data.get(self.revision_name, "")
        return bool(sent) and sent != self.revision and bool(self.differing)

    @property
    def differing(self) -> list[tuple[str, str, str]]:
        """Each field whose value is not the kept one: label, what is kept, what was typed."""
        return [
            (
                str(self.fields[name].label),
                str(self.get_initial_for_field(self.fields[name], name) or ""),
                str(self[name].data or ""),
            )
            for name in self.changed_data
        ]

    @property
    def stated(self) -> dict[str, Any]:
        """What was given; None takes away what was stated before."""
        return {name: self.cleaned_data[name] for name in self.fields if name in FIELDS}

    def tell(self, errors: Mapping[str, str]) -> None:
        """Each at its field."""
        for name, text in errors.items():
            self.add_error(name if name in self.fields else None, text)


class StatementForm(StatedForm):
    """The statement of a whole submission, with the credit that it gives."""

    settings_text = forms.CharField(
        label=_("Settings of the server"),
        required=False,
        max_length=LONGEST_SETTINGS,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false"}),
        help_text=_(
            "Paste what SHOW GLOBAL VARIABLES prints, or SELECT name, setting, unit "
            "FROM pg_settings. Host names and passwords in it are left out."
        ),
    )
    credit = forms.CharField(
        label=_("Name to give credit to"),
        required=False,
        max_length=80,
        help_text=_("Shown beside the results. Empty: no name is shown."),
    )

    def __init__(
        self, submission: Submission, data: Mapping[str, Any] | None = None
    ) -> None:
        kept = {**submission.statement, "credit": submission.credit}
        super().__init__(FIELDS, kept, data)


class FileStatementForm(StatedForm):
    """What differs for one file."""

    def __init__(
        self, file: SubmittedFile, data: Mapping[str, Any] | None = None
    ) -> None:
        names = [name for name, field in FIELDS.items() if field.of_file]
        super().__init__(names, file.statement, data, prefix=str(file.pk))


class WordsForm(forms.Form):
    """A comment; ``form_id`` is the form that it is sent with, if it stands in none."""

    text = forms.CharField(
        label=_("Comment"),
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def __init__(self, *, words: str = "", form_id: str = "") -> None:
        super().__init__(initial={"text": words})
        style(self)
        if form_id:
            self.fields["text"].widget.attrs["form"] = form_id
