"""The look of form fields, and how they tell their limits."""

from typing import TYPE_CHECKING

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise  # of the stubs alone

CLASSES = (
    (forms.CheckboxInput, "form-check-input"),
    (forms.RadioSelect, "form-check-input"),
    (forms.Select, "form-select"),
    (forms.Widget, "form-control"),
)


def style(form: forms.BaseForm) -> None:
    """Give every widget the class of its kind."""
    for field in form.fields.values():
        kind = next(
            name for widget, name in CLASSES if isinstance(field.widget, widget)
        )
        field.widget.attrs.setdefault("class", kind)


def at_most(limit: int) -> "_StrPromise":
    """What is told of a number above its limit, in the language of who reads it."""
    return format_lazy(_("Give {limit} at most."), limit=f"{limit:,}")
