"""Reading JSON bodies strictly: what a database or a number cannot hold is refused."""

import json
import math
from collections.abc import Iterable
from typing import IO, Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.utils.mediatypes import media_type_matches

from portal.api.problems import TooLarge

MAX_BODY_BYTES = 1_000_000
MAX_DEPTH = 20
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
            data = json.loads(
                content.decode(),
                parse_constant=_refuse_constant,
                parse_int=_read_integer,
                parse_float=_read_float,
                object_pairs_hook=_read_object,
            )
            _check(data, depth=0)
        except (ValueError, RecursionError) as error:
            raise ParseError(
                _("The body is not usable JSON: %(reason)s") % {"reason": error}
            ) from error
        return data


def _refuse_constant(name: str) -> float:
    raise ValueError(_("%(name)s is not a JSON number.") % {"name": name})


def _read_integer(digits: str) -> int:
    if len(digits) > len(str(MAX_INTEGER)) + 1 or abs(int(digits)) > MAX_INTEGER:
        raise ValueError(_("an integer is too large."))
    return int(digits)


def _read_float(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise ValueError(_("a number is too large."))
    return value


def _read_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    read = dict(pairs)
    if len(read) < len(pairs):
        raise ValueError(_("an object holds the same key twice."))
    return read


def _check(value: Any, *, depth: int) -> None:
    if depth > MAX_DEPTH:
        raise ValueError(_("it is nested too deeply."))
    if isinstance(value, str):
        check_text(value)
    elif isinstance(value, dict):
        for name, inner in value.items():
            check_text(name)
            _check(inner, depth=depth + 1)
    elif isinstance(value, list):
        for inner in value:
            _check(inner, depth=depth + 1)


def check_text(text: str) -> None:
    """ValueError for what no database stores: NUL, and halves of surrogate pairs."""
    if "\0" in text or any("\ud800" <= c <= "\udfff" for c in text):
        raise ValueError(_("a text holds NUL or a lone surrogate."))


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
