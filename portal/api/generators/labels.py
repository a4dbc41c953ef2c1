"""Labels of load generators in the bodies of requests, and in answers."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from benchruns.names.generator_labels import LONGEST, MOST, asked_labels
from portal.api.fields import Text


class AskedLabels(serializers.DictField):
    """Texts by name; what is wrong with one of them is said of all."""

    child = Text()
    default_error_messages = {
        "not_a_dict": _('Give texts by name, as {{"region": "cn-hangzhou"}}.')
    }

    def __init__(self, **kwargs: Any) -> None:
        told = f"{MOST} at most, of {LONGEST} characters at most"
        kwargs["help_text"] = f"{kwargs['help_text']} {told}; see /generators/."
        super().__init__(**kwargs)

    def to_internal_value(self, data: Any) -> dict[str, str]:
        if not isinstance(data, dict) or not all(
            isinstance(text, str) for text in data.values()
        ):
            self.fail("not_a_dict", input_type=type(data).__name__)
        try:
            return asked_labels(data)
        except ValueError as error:
            raise ValidationError(str(error)) from error


# in answers
LABELS = {
    "type": ["object", "null"],
    "additionalProperties": {"type": "string"},
    "example": {"region": "cn-hangzhou"},
}
