"""The look of form fields."""

from django import forms

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
