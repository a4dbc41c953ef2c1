"""Reading JSON bodies strictly: what a database or a number cannot hold is refused."""

import json
import math
from collections.abc import Iterable, Iterator
from typing import IO, Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError, ValidationError
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.settings import api_settings
from rest_framework.utils.mediatypes import media_type_matches

from portal.web.problems import TooLarge

WHOLE = str(api_settings.NON_FIELD_ERRORS_KEY)
MAX_BODY_BYTES = 1_000_000
MAX_DEPTH = 20
BEGINS_PEM = "-----BEGIN "
# The largest integer that every JSON reader, and a database column, holds exactly.
MAX_INTEGER = 2**53 - 1


class StrictJSONParser(BaseParser):
    """UTF-8 JSON without NaN, Infinity, giant numbers, NUL, doubled keys or deep nests."""

    media_type = "application/json"

    def parse(
        self, stream: IO[bytes], media_type: Any = None, parser_context: Any = None
    ) -> Any:
        content = stream.read(MAX_BODY_BYTES + 1)
        if len(content) > MAX_BODY_BYTES:
            raise TooLarge(
                _("A body may hold %(bytes)d bytes.") % {"bytes": MAX_BODY_BYTES}
            )
        try:
            data = _load(content)
        except ValueError as error:
            raise ParseError(
                _("The body is not usable JSON: %(reason)s") % {"reason": error}
            ) from error
        if not isinstance(data, dict):
            _check(data)
            return data
        return marked(data)


class Unusable(str):
    """Stands in a body for a value that nothing can hold; the text is what is wrong.

    So that one answer names it beside all else: ``StrictSerializer`` refuses any of them.
    """

    __slots__ = ()


def marked(body: Any) -> Any:
    """A body with ``Unusable`` in place of each such value."""
    try:
        _check_one(body, depth=0)
    except ValueError as error:  # the name of a key
        usable = {name: inner for name, inner in body.items() if _is_storable(name)}
        return {**marked(usable), WHOLE: Unusable(error)}
    return {name: _marked(inner, depth=1) for name, inner in body.items()}


def _marked(value: Any, *, depth: int) -> Any:
    try:
        _check_one(value, depth=depth)
    except ValueError as error:
        return Unusable(error)
    if isinstance(value, dict):
        return {name: _marked(inner, depth=depth + 1) for name, inner in value.items()}
    if isinstance(value, list):
        return [_marked(inner, depth=depth + 1) for inner in value]
    return value


def without_marks(value: Any) -> Any:
    """What is left of a body when each ``Unusable`` is taken out."""
    if isinstance(value, dict):
        return {
            name: without_marks(inner)
            for name, inner in value.items()
            if not isinstance(inner, Unusable)
        }
    if isinstance(value, list):
        return [without_marks(each) for each in value if not isinstance(each, Unusable)]
    return value


def marks(value: Any) -> Any:
    """What is wrong with each ``Unusable``, as REST framework nests it; empty for none."""
    if isinstance(value, Unusable):
        return [str(value)]
    if isinstance(value, list):
        value = {str(place): each for place, each in enumerate(value)}
    if not isinstance(value, dict):
        return {}
    found = {name: marks(each) for name, each in value.items()}
    return {name: told for name, told in found.items() if told}


def _is_storable(text: str) -> bool:
    try:
        check_text(text)
    except ValueError:
        return False
    return True


def read_json(content: bytes) -> Any:
    """ValueError for what is no strict JSON; ValidationError, by its path, for values."""
    data = _load(content)
    _check(data)
    return data


def _load(content: bytes) -> Any:
    try:
        data = json.loads(
            content.decode(),
            parse_constant=_refuse_constant,
            parse_int=_read_integer,
            object_pairs_hook=_read_object,
        )
    except RecursionError as error:
        raise ValueError(_("it is nested too deeply.")) from error
    return data


def _refuse_constant(name: str) -> float:
    raise ValueError(_("%(name)s is not a JSON number.") % {"name": name})


def _read_integer(digits: str) -> int:
    # Cut off: reading thousands of digits takes long, and a few tell it is too large.
    return int(digits[: len(str(MAX_INTEGER)) + 2])


def _read_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    read = {name: _without_final_nul(value) for name, value in pairs}
    if len(read) < len(pairs):
        raise ValueError(_("an object holds the same key twice."))
    return read


def _without_final_nul(value: Any) -> Any:
    """A certificate as MySQL writes it: its files end in NUL."""
    if isinstance(value, str) and BEGINS_PEM in value:
        return value.rstrip("\0")
    return value


def _check(value: Any) -> None:
    """ValidationError, by their paths, for all that no number or database holds."""
    errors = dict(_unusable(value))
    if errors:
        raise ValidationError(errors)


def _unusable(value: Any, *path: str | int) -> Iterator[tuple[str, list[str]]]:
    try:
        _check_one(value, depth=len(path))
    except ValueError as error:
        yield ".".join(str(step) for step in path), [str(error)]
        return
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _unusable(inner, *path, name)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _unusable(inner, *path, index)


def _check_one(value: Any, *, depth: int) -> None:
    if depth > MAX_DEPTH:
        raise ValueError(_("This is nested too deeply."))
    if isinstance(value, int) and abs(value) > MAX_INTEGER:
        raise ValueError(_("This integer is too large."))
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError(_("This number is too large."))
    if isinstance(value, str):
        check_text(value)
    if isinstance(value, dict):
        for name in value:
            check_text(name)


def check_text(text: str) -> None:
    """ValueError for what no database stores: NUL, and halves of surrogate pairs."""
    if "\0" in text or any("\ud800" <= c <= "\udfff" for c in text):
        raise ValueError(_("This holds NUL or a lone surrogate."))


class AlwaysJson(BaseContentNegotiation):
    """Each address has one representation, whatever Accept says."""

    def select_parser(
        self, request: Request, parsers: Iterable[BaseParser]
    ) -> BaseParser | None:
        for parser in parsers:
            if media_type_matches(parser.media_type, request.content_type or ""):
                return parser
        return None

    def select_renderer(
        self,
        request: Request,
        renderers: Iterable[BaseRenderer],
        format_suffix: str | None = None,
    ) -> tuple[BaseRenderer, str]:
        renderer = next(iter(renderers))
        return renderer, str(renderer.media_type)
