"""Fields that take a JSON value of their own type and no other, and strict objects."""

from collections.abc import Callable
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from benchruns.endpoint_fields import clean_line


class Text(serializers.CharField):
    default_error_messages = {"invalid": _("Give a text.")}

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class Line(Text):
    """A text that is shown on one line."""

    def to_internal_value(self, data: Any) -> str:
        text = super().to_internal_value(data)
        try:
            # As given: what surrounds a text is trimmed off, line breaks as well.
            clean_line(data)
        except ValueError as error:
            raise ValidationError(str(error)) from error
        return text


class CleanText(Text):
    """A text that ``clean`` accepts; its ValueError is the message."""

    def __init__(self, clean: Callable[[str], str], **kwargs: Any) -> None:
        self.clean = clean
        super().__init__(trim_whitespace=False, **kwargs)

    def run_validation(self, data: Any = serializers.empty) -> Any:
        value = super().run_validation(data)
        if not isinstance(value, str):
            return value
        try:
            return self.clean(value)
        except ValueError as error:
            raise ValidationError(str(error)) from error


class Integer(serializers.IntegerField):
    default_error_messages = {"invalid": _("Give an integer.")}

    def to_internal_value(self, data: Any) -> int:
        if not isinstance(data, int) or isinstance(data, bool):
            self.fail("invalid")
        return data


class Number(serializers.FloatField):
    default_error_messages = {"invalid": _("Give a number.")}

    def to_internal_value(self, data: Any) -> float:
        if not isinstance(data, int | float) or isinstance(data, bool):
            self.fail("invalid")
        return float(data)


class Identifier(serializers.UUIDField):
    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, str):
            self.fail("invalid", value=data)
        return super().to_internal_value(data)


class Choice(serializers.ChoiceField):
    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, str):
            self.fail("invalid_choice", input=data)
        return super().to_internal_value(data)


class Moment(serializers.DateTimeField):
    default_error_messages = {
        "invalid": _("Give a time as 2026-01-31T12:00:00Z."),
    }

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, str):
            self.fail("invalid", format="ISO 8601")
        return super().to_internal_value(data)

    def enforce_timezone(self, value: Any) -> Any:
        if timezone.is_naive(value):
            self.fail("invalid", format="ISO 8601")
        return super().enforce_timezone(value)


class JsonObject(serializers.DictField):
    """A JSON object whose values are checked elsewhere."""

    default_error_messages = {"not_a_dict": _("Give an object.")}


class KnownText(serializers.CharField):
    """For answers: a text, null where it is empty and so not known."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(read_only=True, allow_null=True, **kwargs)

    def to_representation(self, value: Any) -> Any:
        return str(value) if value != "" else None


class StrictSerializer(serializers.Serializer[Any]):  # what it makes differs
    """An object of known keys; any other key is an error of its own."""

    default_error_messages = {"invalid": _("Give an object.")}

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, dict):
            known = [name for name, field in self.fields.items() if not field.read_only]
            unknown = [name for name in data if name not in known]
            if unknown:
                message = _("There is no such key. Known: %(known)s.") % {
                    "known": ", ".join(known) or "-"
                }
                raise ValidationError({name: [message] for name in unknown})
        return super().to_internal_value(data)
