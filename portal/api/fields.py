"""Fields that take a JSON value of their own type and no other, and strict objects."""

import json
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from benchruns.endpoints.fields import clean_line
from portal.api.faults import NAMELESS, WHOLE, Faults
from portal.api.json_parser import marks, without_marks

MOST_SHOWN = 40  # characters of a wrong value that its error repeats


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


class Flag(serializers.BooleanField):
    default_error_messages = {"invalid": _("Give true or false.")}

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


class Integers(serializers.ListField):
    """A list of integers; what is wrong with one of them is said of the list."""

    child = Integer()
    default_error_messages = {
        "not_a_list": _("Give a list of integers."),
        "invalid": _("Give integers alone: %(value)s is not one."),
    }

    def to_internal_value(self, data: Any) -> list[int]:
        if not isinstance(data, list):
            self.fail("not_a_list", input_type=type(data).__name__)
        # Before each is looked at: a list may be as long as a body is large.
        if self.max_length is not None and len(data) > self.max_length:
            self.fail("max_length", max_length=self.max_length)
        if not data:
            self.fail("empty")
        for value in data:
            if not isinstance(value, int) or isinstance(value, bool):
                shown = json.dumps(value, ensure_ascii=False)[:MOST_SHOWN]
                message = self.error_messages["invalid"]
                raise ValidationError(message % {"value": shown})
        return data


class Words(serializers.ListField):
    """A list of texts that ``clean`` accepts; its ValueError is the message."""

    child = Text()
    default_error_messages = {"not_a_list": _("Give a list of texts.")}

    def __init__(self, clean: Callable[[list[str]], list[str]], **kwargs: Any) -> None:
        self.clean = clean
        super().__init__(**kwargs)

    def to_internal_value(self, data: Any) -> list[str]:
        if not isinstance(data, list) or not all(isinstance(one, str) for one in data):
            self.fail("not_a_list", input_type=type(data).__name__)
        try:
            return self.clean(data)
        except ValueError as error:
            raise ValidationError(str(error)) from error


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


def _no_object(body: object) -> str:
    kinds: Mapping[type, Any] = {
        list: _("a list"),
        str: _("a text"),
        bool: _("a truth value"),
        type(None): _("null"),
    }
    text = _("The body must be a JSON object in braces, not %(kind)s.")
    return str(text % {"kind": kinds.get(type(body), _("a number"))})


class StrictSerializer(serializers.Serializer[Any]):  # what it makes differs
    """An object of known keys; any other key is an error of its own.

    Its errors are all that is wrong with the body. ``sound`` are then the values that
    nothing is wrong with, for looks that need some of them and not all.
    """

    default_error_messages = {"invalid": _("Give an object.")}
    sound: Mapping[str, Any] = MappingProxyType({})

    def run_validation(self, data: Any = serializers.empty) -> Any:
        if self.root is self and isinstance(data, list | str | int | float | None):
            raise ValidationError({WHOLE: [_no_object(data)]})
        if unusable := marks(data):
            faults = Faults(unusable)
            self._look_beside(without_marks(data), faults)
            raise faults.refusal
        try:
            return super().run_validation(data)
        except ValidationError as error:
            faults = Faults(error.detail)
            if isinstance(data, dict):
                self._look_at_the_rest(data, faults)
            raise ValidationError(faults.detail) from error

    def to_internal_value(self, data: Any) -> Any:
        faults = Faults(dict(self._unknown(data)))
        with faults.gathered():
            values = super().to_internal_value(data)
        faults.refuse()
        return values

    def _unknown(self, data: Any) -> Iterator[tuple[str, list[str]]]:
        if not isinstance(data, dict):
            return
        known = [name for name, field in self.fields.items() if not field.read_only]
        message = _("There is no such key. Known: %(known)s.") % {
            "known": ", ".join(known) or "-"
        }
        for name in data:
            if name not in known:
                yield name or NAMELESS, [self.belonging(name) or message]

    def belonging(self, _name: str) -> str:
        """Where a key belongs that is none here; empty where nothing is known of it."""
        return ""

    def _look_at_the_rest(self, data: dict[str, Any], faults: Faults) -> None:
        """What the values without fault have wrong between them."""
        rest = {name: value for name, value in data.items() if name not in faults}
        if self.partial and len(rest) == len(data):
            return  # nothing is left to take out
        self._look_beside(rest, faults, partial=True)

    def _look_beside(
        self, rest: dict[str, Any], faults: Faults, *, partial: bool | None = None
    ) -> None:
        others = type(self)(
            self.instance,
            data=rest,
            partial=self.partial if partial is None else partial,
            context=self.context,
        )
        if others.is_valid():
            self.sound = others.validated_data
        else:
            faults.add(others.errors)
            self.sound = others.sound
