"""Filters on a number as readers type them: ``2..8``, ``>=4``, ``2, 4, 8``, ``none``.

Of what commas separate one has to hold, all that spaces separate: ``>4 <16``. A value
that is not known fits ``none`` alone, any other ``known``.
"""

import operator
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.db.models import FloatField, Q, Value
from django.utils.translation import gettext as _

LONGEST_TEXT = 200
LARGEST = 1e15
COMPARISONS: dict[str, Callable[[float, float], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    "=": operator.eq,
    ">=": operator.ge,
    ">": operator.gt,
}
_LOOKUPS = {"<": "lt", "<=": "lte", "=": "exact", ">=": "gte", ">": "gt"}
NONE, KNOWN = "none", "known"

_NUMBER = r"\d{1,16}(?:\.\d{1,9})?"
_CONDITION = re.compile(
    rf"(?P<word>{NONE}|{KNOWN})(?!\w)|(?P<sign><=|>=|[<>=])\s*(?P<value>{_NUMBER})"
    rf"|(?P<least>{_NUMBER})?\.\.(?P<most>{_NUMBER})?|(?P<exact>{_NUMBER})",
    re.ASCII | re.IGNORECASE,
)
# One number with a separator, or a list of two: nobody can tell.
_SEPARATED = re.compile(r"(?<![\d.,])[1-9]\d{0,2}(?:,\d{3})+(?![\d,])")


class NumberFilterError(ValueError):
    """Says what to write instead."""


@dataclass(frozen=True, slots=True)
class Condition:
    """``sign`` is one of COMPARISONS, or ``none`` or ``known``, which take no value."""

    sign: str
    value: float = 0.0

    def matches(self, number: float | None) -> bool:
        if number is None or self.sign == NONE:
            return number is None and self.sign == NONE
        return self.sign == KNOWN or COMPARISONS[self.sign](number, self.value)

    def as_q(self, field: str) -> Q:
        if self.sign in (NONE, KNOWN):
            return Q(**{f"{field}__isnull": self.sign == NONE})
        # As an expression: a column of integers would cut 2.5 to 2.
        value = Value(self.value, output_field=FloatField())
        return Q(**{f"{field}__{_LOOKUPS[self.sign]}": value})


@dataclass(frozen=True, slots=True)
class NumberFilter:
    """``text`` as it was typed; conditions hold together, alternatives one by one."""

    text: str
    alternatives: tuple[tuple[Condition, ...], ...]

    def matches(self, number: float | None) -> bool:
        return any(
            all(condition.matches(number) for condition in conditions)
            for conditions in self.alternatives
        )

    def as_q(self, field: str) -> Q:
        """True where ``matches`` is, for a column or annotation of numbers."""
        found = Q()
        for conditions in self.alternatives:
            together = Q()
            for condition in conditions:
                together &= condition.as_q(field)
            found |= together
        return found


def parse(text: str) -> NumberFilter:
    """NumberFilterError for what is no filter."""
    if len(text) > LONGEST_TEXT:
        message = _("This is longer than %(most)d characters. Write less.")
        raise NumberFilterError(message % {"most": LONGEST_TEXT})
    if separated := _SEPARATED.search(text):
        message = _("“%(text)s” may be one number or a list. Write %(number)s.")
        number = separated[0].replace(",", "")
        raise NumberFilterError(message % {"text": separated[0], "number": number})
    parts = (tuple(_conditions(part.strip())) for part in text.split(","))
    return NumberFilter(text.strip(), tuple(parts))


def _conditions(text: str) -> Iterator[Condition]:
    rest, is_value_before = text, False
    while rest or text == "":
        match = _CONDITION.match(rest)
        if match is None or match[0] == "..":
            raise _unreadable(rest)
        if is_value_before and match["exact"]:
            raise NumberFilterError(_("Put a comma between values: 2, 4, 8."))
        yield from _read(match)
        is_value_before = bool(match["exact"])
        behind = rest[match.end() :]
        rest = behind.lstrip()
        if rest and rest == behind:
            raise _unreadable(rest)


def _read(match: re.Match[str]) -> Iterator[Condition]:
    if match["word"]:
        yield Condition(match["word"].lower())
    if match["sign"]:
        yield Condition(match["sign"], _value(match["value"]))
    if match["exact"]:
        yield Condition("=", _value(match["exact"]))
    if match["least"]:
        yield Condition(">=", _value(match["least"]))
    if match["most"]:
        yield Condition("<=", _value(match["most"]))
    if (
        match["least"]
        and match["most"]
        and _value(match["least"]) > _value(match["most"])
    ):
        message = _("A range goes from the smaller to the larger number: 2..8.")
        raise NumberFilterError(message)


def _value(digits: str) -> float:
    value = float(digits)
    if value > LARGEST:
        message = _("“%(text)s” is too large. Write a smaller number.")
        raise NumberFilterError(message % {"text": digits})
    return value


def _unreadable(text: str) -> NumberFilterError:
    how = _("Write 4, >=4 <=16, 2..8, a list such as 2, 4, 8, or none.")
    if not text:
        return NumberFilterError(how)
    message = _("“%(text)s” cannot be read here. %(how)s")
    return NumberFilterError(message % {"text": text[:20], "how": how})
