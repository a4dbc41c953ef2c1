"""What a user states of an uploaded test: forms made of ``benchruns.submissions.fields``.

The fields read values in one place for page, API and report template; these forms only
show them.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from benchruns.submissions.cleaning import LONGEST_COMMAND, FieldError
from benchruns.submissions.fields import FIELDS, Field, Group
from portal.forms.styled import style

LONGEST_TEXT = 5000
LONGEST_SETTINGS = 500_000  # SHOW VARIABLES prints about 30,000 characters
GROUPS: Mapping[Group, object] = {
    Group.CLASS: _("What it ran on"),
    Group.SERVER: _("The server"),
    Group.CLIENT: _("The client and the way between"),
    Group.LOAD: _("The load"),
}
# Read from the tool's own output nearly always: behind a fold.
SELDOM = ("tool", "tool_version", "percentile", "rampup_seconds", "profile", "rate")


def typed(statement: Mapping[str, Any]) -> dict[str, Any]:
    """Stored values as people type them: 60, and not 60.0."""
    return {
        name: f"{value:.15g}" if isinstance(value, float) else value
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
    """Fields of a statement under a prefix of their own."""

    def __init__(self, names: Iterable[str], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in names:
            field = FIELDS[name]
            self.fields[name] = StatedField(field, widget=_widget(field))
        style(self)

    @property
    def stated(self) -> dict[str, Any]:
        """What was given; None takes away what was stated before."""
        return {name: self.cleaned_data[name] for name in self.fields if name in FIELDS}


class StatementForm(StatedForm):
    """The statement of a whole submission."""

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

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # as Django's own
        super().__init__(FIELDS, *args, **kwargs)

    def group(self, group: str) -> list[forms.BoundField]:
        """Without the command, which takes a line of its own."""
        return [
            self[name]
            for name, field in FIELDS.items()
            if field.group == group and name not in (*SELDOM, "command")
        ]

    @property
    def seldom(self) -> list[forms.BoundField]:
        return [self[name] for name in SELDOM]

    @property
    def groups(self) -> list[tuple[object, list[forms.BoundField]]]:
        return [(label, self.group(group)) for group, label in GROUPS.items()]

    @property
    def seldom_is_wrong(self) -> bool:
        return any(name in self.errors for name in SELDOM)


class FileStatementForm(StatedForm):
    """What differs for one file."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # as Django's own
        names = [name for name, field in FIELDS.items() if field.of_file]
        super().__init__(names, *args, **kwargs)


class WordsForm(forms.Form):
    """A comment, or a reason."""

    text = forms.CharField(
        label=_("Comment"),
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # as Django's own
        super().__init__(*args, **kwargs)
        style(self)
