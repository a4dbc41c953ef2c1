"""Filters on a number as readers type them: ``>=4 <=16``, ``2..8``, ``2, 4, 8``, ``none``.

Conditions that a space separates hold together; of alternatives that a comma separates
one has to hold. A value that is not known fits ``none`` alone.
"""

import math
import operator
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

LONGEST_TEXT = 200
LARGEST = 1e15
SUFFIXES = {"": 1, "k": 1_000, "m": 1_000_000}
COMPARISONS: dict[str, Callable[[float, float], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    "=": operator.eq,
    "!=": operator.ne,
    ">=": operator.ge,
    ">": operator.gt,
}
SPELLINGS = {"==": "=", "<>": "!=", "≤": "<=", "≥": ">=", "≠": "!="}
NONE, KNOWN = "none", "known"

_SPACES = re.compile("[\u00a0\u2007\u2009\u202f]")
_TOKEN = re.compile(
    r"""
      (?P<space>\s+)
    | (?P<sign>[<>!=]=|<>|[<>=≤≥≠])
    | (?P<range>\.\.\.?|…|–|-|to\b)
    # Groups of three digits after a space, or after a comma without one.
    | (?P<number>(?:\d{1,3}(?:(?:[ ]\d{3})+|(?:,\d{3})+)(?!\d)|\d+)
                 (?:\.\d+)?|\.\d+)
      (?P<suffix>[km](?!\w))?
    | (?P<comma>,|\|\||or\b)
    | (?P<and>&&?|and\b)
    | (?P<word>[^\W\d]+)
    | (?P<other>.)
    """,
    re.VERBOSE | re.IGNORECASE | re.DOTALL,
)


class ExpressionError(ValueError):
    """Says what to write instead; ``position`` is the place in the text, from 0."""

    def __init__(self, message: str, *, position: int) -> None:
        super().__init__(message)
        self.position = position


@dataclass(frozen=True, slots=True)
class Condition:
    """``sign`` is one of COMPARISONS, or ``none`` or ``known``, which take no value."""

    sign: str
    value: float = 0.0

    def matches(self, number: float | None) -> bool:
        if number is None or self.sign == NONE:
            return number is None and self.sign == NONE
        return self.sign == KNOWN or COMPARISONS[self.sign](number, self.value)


@dataclass(frozen=True, slots=True)
class Expression:
    """``text`` as it was typed; conditions hold together, alternatives one by one."""

    text: str
    alternatives: tuple[tuple[Condition, ...], ...]

    def matches(self, number: float | None) -> bool:
        return any(
            all(condition.matches(number) for condition in conditions)
            for conditions in self.alternatives
        )


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    position: int


def parse(text: str) -> Expression:
    """ExpressionError for what is no expression."""
    if len(text) > LONGEST_TEXT:
        message = _("This is longer than %(most)d characters. Write less.")
        raise ExpressionError(message % {"most": LONGEST_TEXT}, position=LONGEST_TEXT)
    tokens = list(_tokens(text))
    if not tokens:
        raise ExpressionError(_how_to_write(), position=0)
    parts = _split(tokens)
    alternatives = (_conditions(part, is_listed=len(parts) > 1) for part in parts)
    return Expression(text.strip(), tuple(alternatives))


def _tokens(text: str) -> Iterator[_Token]:
    for found in _TOKEN.finditer(_SPACES.sub(" ", text)):
        kind = "number" if found["suffix"] else found.lastgroup or "other"
        if kind != "space":
            yield _Token(kind, found[0].lower(), found.start())


def _split(tokens: Sequence[_Token]) -> list[list[_Token]]:
    """The alternatives; a comma with nothing beside it is an error."""
    parts: list[list[_Token]] = [[]]
    for token in tokens:
        if token.kind != "comma":
            parts[-1].append(token)
        elif parts[-1]:
            parts.append([])
        else:
            raise _unexpected(token)
    if not parts[-1]:
        raise _unexpected(tokens[-1])
    return parts


def _conditions(tokens: list[_Token], *, is_listed: bool) -> tuple[Condition, ...]:
    """Those of one alternative, checked against what cannot have been meant."""
    found: list[Condition] = []
    rest, start = tokens, tokens[0].position
    while rest:
        conditions, rest = _take(rest)
        found += conditions
        if rest and rest[0].kind == "and":
            if len(rest) == 1:
                raise _unexpected(rest[0])
            rest = rest[1:]
        elif rest and conditions[0].sign == "=" and rest[0].kind == "number":
            message = _("Put a comma between values: 2, 4, 8.")
            raise ExpressionError(message, position=rest[0].position)
    if is_listed and all(condition.sign == "!=" for condition in found):
        message = _(
            "“!=” in a list with commas would let every value through. "
            "Put spaces between: !=4 !=8."
        )
        raise ExpressionError(message, position=start)
    return tuple(found)


def _take(tokens: list[_Token]) -> tuple[tuple[Condition, ...], list[_Token]]:
    """The first condition of some tokens (a range is two of them), and the rest."""
    first, *rest = tokens
    if first.kind == "word" and first.text in (NONE, KNOWN):
        return (Condition(first.text),), rest
    if first.kind == "sign":
        if not rest or rest[0].kind != "number":
            message = _("Write a number after “%(sign)s”, for example %(sign)s4.")
            words = {"sign": first.text}
            raise ExpressionError(message % words, position=first.position)
        sign = SPELLINGS.get(first.text, first.text)
        return (Condition(sign, _value(rest[0])),), rest[1:]
    if first.kind == "range" and rest and rest[0].kind == "number":
        if first.text in ("-", "–"):
            message = _("Numbers here are never negative: leave the minus sign out.")
            raise ExpressionError(message, position=first.position)
        return (Condition("<=", _value(rest[0])),), rest[1:]
    if first.kind == "number":
        return _take_range(first, rest)
    raise _unexpected(first)


def _take_range(
    first: _Token, rest: list[_Token]
) -> tuple[tuple[Condition, ...], list[_Token]]:
    """``4``, ``2..8`` or ``8..``."""
    if not rest or rest[0].kind != "range":
        return (Condition("=", _value(first, stands_alone=True)),), rest
    least = _value(first)
    if len(rest) < 2 or rest[1].kind != "number":
        return (Condition(">=", least),), rest[1:]
    most = _value(rest[1])
    if most < least:
        message = _("A range goes from the smaller to the larger number: 2..8.")
        raise ExpressionError(message, position=first.position)
    return (Condition(">=", least), Condition("<=", most)), rest[2:]


def _value(token: _Token, *, stands_alone: bool = False) -> float:
    """The number of a token; alone, ``2,400`` may as well be a list of two."""
    digits = token.text.rstrip("km")
    groups = digits.split(",")
    if stands_alone and len(groups) > 1 and not any(g[0] == "0" for g in groups[1:]):
        message = _(
            "“%(text)s” may be one number or a list. "
            "Write %(number)s, or %(list)s with spaces."
        )
        words = {
            "text": token.text,
            "number": digits.replace(",", ""),
            "list": ", ".join(groups),
        }
        raise ExpressionError(message % words, position=token.position)
    plain = digits.replace(",", "").replace(" ", "")
    value = float(plain) * SUFFIXES[token.text[len(digits) :]]
    if math.isfinite(value) and value <= LARGEST:
        return value
    raise ExpressionError(
        _("“%(text)s” is too large. Write a smaller number.") % {"text": token.text},
        position=token.position,
    )


def _unexpected(token: _Token) -> ExpressionError:
    message = _("“%(text)s” cannot be read here. %(how)s")
    words = {"text": token.text[:20], "how": _how_to_write()}
    return ExpressionError(message % words, position=token.position)


def _how_to_write() -> str:
    return _("Write 4, >=4 <=16, 2..8, a list such as 2, 4, 8, or none.")
