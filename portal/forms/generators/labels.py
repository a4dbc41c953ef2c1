"""The field in which somebody asks for labels of load generators."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from benchruns.names.generator_labels import LONGEST, MOST, typed_labels

KNOWN = "known-labels"  # the list of what it proposes


class LabelsField(forms.CharField):
    """``region=x, rack=4``; its value are texts by name."""

    def __init__(self, **kwargs: Any) -> None:
        given = {
            "required": False,
            "max_length": MOST * 2 * (LONGEST + 2),
            "widget": forms.TextInput(
                {"list": KNOWN, "placeholder": "region=cn-hangzhou"}
            ),
        }
        super().__init__(**{**given, **kwargs})

    def clean(self, value: Any) -> dict[str, str]:
        try:
            return typed_labels(super().clean(value))
        except ValueError as error:
            raise ValidationError(str(error)) from error
