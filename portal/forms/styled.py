"""The look of form fields, and what they say of errors: what to do, in place of Django's
words. A field that has words of its own keeps them.
"""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.choices import flatten_choices
from django.utils.functional import lazy
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise  # of the stubs alone

CLASSES = (
    (forms.CheckboxInput, "form-check-input"),
    (forms.RadioSelect, "form-check-input"),
    (forms.Select, "form-select"),
    (forms.Widget, "form-control"),
)
MOST_NAMED = 8  # choices that a sentence names
# By the kind of field, the special before what they are kinds of.
REQUIRED = (
    (forms.FileField, gettext_lazy("Choose a file.")),
    (forms.BooleanField, gettext_lazy("Set this tick.")),
    (forms.MultipleChoiceField, gettext_lazy("Choose one at least.")),
    (forms.ChoiceField, gettext_lazy("Choose one.")),
    (forms.FloatField, gettext_lazy("Give a number.")),
    (forms.DecimalField, gettext_lazy("Give a number.")),
    (forms.IntegerField, gettext_lazy("Give an integer.")),
    (forms.Field, gettext_lazy("Fill this in.")),
)
INVALID = (
    (forms.FileField, gettext_lazy("Choose a file.")),
    (forms.FloatField, gettext_lazy("Give a number.")),
    (forms.DecimalField, gettext_lazy("Give a number.")),
    (forms.IntegerField, gettext_lazy("Give an integer.")),
    (forms.DateField, gettext_lazy("Give a day, such as 2026-03-31.")),
    (forms.DateTimeField, gettext_lazy("Give a time, such as 2026-03-31 14:00.")),
    (
        forms.URLField,
        gettext_lazy("Give an address, such as https://example.org/page."),
    ),
    (forms.EmailField, gettext_lazy("Give an address, such as name@example.org.")),
)
OF_A_FILE = {
    "missing": gettext_lazy("Choose a file."),
    "empty": gettext_lazy("The file is empty: choose another one."),
}
OF_NUMBERS = {
    "min_value": gettext_lazy("Give %(limit_value)s at least."),
    "max_value": gettext_lazy("Give %(limit_value)s at most."),
    "max_digits": gettext_lazy("Give %(max)s digits at most."),
    "max_decimal_places": gettext_lazy("Give %(max)s decimals at most."),
    "max_whole_digits": gettext_lazy("Give %(max)s digits at most before the dot."),
}
TOO_LONG = gettext_lazy(
    "Give %(limit_value)d characters at most: it has %(show_value)d."
)


def style(form: forms.BaseForm) -> None:
    """Give every widget the class of its kind, and every field our words for errors."""
    for field in form.fields.values():
        kind = next(
            name for widget, name in CLASSES if isinstance(field.widget, widget)
        )
        field.widget.attrs.setdefault("class", kind)
        _reword(field)


def at_most(limit: int) -> "_StrPromise":
    """What is told of a number above its limit, in the language of who reads it."""
    return format_lazy(gettext_lazy("Give {limit} at most."), limit=f"{limit:,}")


def _reword(field: forms.Field) -> None:
    """Our words for each error for which the field has none but Django's."""
    stock = _stock(field)
    for code, text in _words(field):
        if field.error_messages.get(code) is stock.get(code):
            field.error_messages[code] = text


def _stock(field: forms.Field) -> Mapping[str, Any]:
    """What Django's own classes say, which a field has unless it was given others."""
    found: dict[str, Any] = {}
    for kind in reversed(type(field).__mro__):
        if kind.__module__.startswith("django."):
            found |= getattr(kind, "default_error_messages", {})
    return found


def _words(field: forms.Field) -> Iterator[tuple[str, Any]]:  # lazy texts
    for code, table in (("required", REQUIRED), ("invalid", INVALID)):
        texts = (text for kind, text in table if isinstance(field, kind))
        yield from ((code, text) for text in list(texts)[:1])
    if isinstance(field, forms.ChoiceField):
        # Lazy: a form may fill in its choices later.
        yield "invalid_choice", lazy(_of_choices, str)(field)
    if isinstance(field, forms.FileField):
        yield from OF_A_FILE.items()
    if isinstance(field, forms.CharField):
        yield "max_length", TOO_LONG
    if isinstance(field, forms.IntegerField):  # numbers of all kinds
        yield from OF_NUMBERS.items()


def _of_choices(field: forms.ChoiceField) -> str:
    """With a place for the value; names the choices where they are few, and no rows."""
    given: Any = field.choices  # once it is set, one of pairs and groups of them
    pairs: list[tuple[Any, Any]] = (
        []
        if isinstance(field, forms.ModelChoiceField)
        else list(flatten_choices(given))
    )
    labels = [str(label) for value, label in pairs if value]
    if not 0 < len(labels) <= MOST_NAMED:
        return _("Choose one from the list: “%(value).40s” is not in it.")
    named = ", ".join(labels).replace("%", "%%")
    text = _("Choose one of: {choices}. “%(value).40s” is not one of them.")
    return text.format(choices=named)
