"""Reading one stated value: what may stand in it, and what is said otherwise."""

import re
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from benchruns.names import unfit
from benchruns.parsers.text.safe_text import TURNING

LONGEST = 120
LONGEST_COMMAND = 4000
MOST = 2**53 - 1  # the largest integer that every JSON reader holds exactly


Values = Mapping[str, Any]


def _whole_number(values: Values) -> str:
    return _("Give a whole number from %(least)s to %(most)s.") % {
        "least": f"{values['least']:,}",
        "most": f"{values['most']:,}",
    }


def _any_number(values: Values) -> str:
    return _("Give a number from %(least)s to %(most)s.") % {
        "least": f"{values['least']:,.10g}",
        "most": f"{values['most']:,.10g}",
    }


def _one_of(values: Values) -> str:
    return _("Give one of: %(words)s.") % {"words": ", ".join(values["words"])}


RULES: Mapping[str, unfit.Asking] = {
    **unfit.RULES,
    "text": gettext_lazy("Give a text."),
    "no_controls": gettext_lazy("Remove the control characters."),
    "whole": _whole_number,
    "number": _any_number,
    "decimal_dot": gettext_lazy("Write a dot before decimals, and no other sign."),
    "choice": _one_of,
    "day": gettext_lazy("Give a day that has been, as 2026-01-31."),
}


class BadValue(ValueError):
    """A value cannot be used; the text says what to give instead.

    ``rule`` and ``values`` tell the same without words, which is how it is stored;
    there are none where a reader of cells has a sentence of its own.
    """

    def __init__(self, text: str, rule: str = "", values: Values | None = None) -> None:
        super().__init__(text)
        self.rule = rule
        self.values = values or {}


def broken(rule: str, **values: object) -> BadValue:
    """One of ``RULES``."""
    return BadValue(asked(rule, values), rule, values)


def asked(rule: str, values: Values) -> str:
    """What to give in place of a value that breaks a rule; KeyError for no rule."""
    return unfit.asked(RULES, rule, values)


_BLANKS = re.compile(r"\s+")
_GROUPED = re.compile(r"[0-9]{1,3}(,[0-9]{3})+", re.ASCII)
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")
_TURNING = str.maketrans("", "", TURNING)


def _text_of(value: object, *, otherwise: BadValue | None = None) -> str:
    """What stands in a cell or a field, ``otherwise`` where it is neither."""
    if isinstance(value, bool | list | dict):
        raise otherwise or broken("text")
    text = str(value).translate(_TURNING)
    if _CONTROLS.search(text):
        raise broken("no_controls")
    return text.strip()


def _short(text: str, *, longest: int) -> str:
    if len(text) > longest:
        raise broken("length", most=longest, count=len(text))
    return text


def text(longest: int = LONGEST) -> Callable[[object], str]:
    def clean(value: object) -> str:
        return _short(_BLANKS.sub(" ", _text_of(value)), longest=longest)

    return clean


def name(rule: Callable[[str], str]) -> Callable[[object], str]:
    """A text that a rule of ``benchruns.names.rules`` takes."""

    def clean(value: object) -> str:
        if isinstance(value, bool | list | dict):
            raise broken("text")
        try:
            return rule(str(value))
        except unfit.Unfit as error:
            raise broken(error.rule, **error.values) from error

    return clean


def command(value: object) -> str:
    return _short(_text_of(value), longest=LONGEST_COMMAND)


def whole(least: int = 1, most: int = MOST) -> Callable[[object], int]:
    def clean(value: object) -> int:
        wrong = broken("whole", least=least, most=most)
        # a spreadsheet writes a whole number so
        found = _text_of(value, otherwise=wrong).removesuffix(".0")
        if _GROUPED.fullmatch(found):
            found = found.replace(",", "")
        if not re.fullmatch(r"-?[0-9]{1,16}", found, re.ASCII):
            raise wrong
        if not least <= int(found) <= most:
            raise wrong
        return int(found)

    return clean


def number(least: float, most: float) -> Callable[[object], float]:
    def clean(value: object) -> float:
        wrong = broken("number", least=least, most=most)
        found = _text_of(value, otherwise=wrong)
        if "," in found:  # 1,234 is one number here and another one there
            raise broken("decimal_dot")
        if not re.fullmatch(
            r"[0-9]{1,16}(\.[0-9]{1,17})?(e[+-]?[0-9]{1,2})?",
            found,
            re.ASCII | re.IGNORECASE,
        ):
            raise wrong
        if not least <= float(found) <= most:
            raise wrong
        return float(found)

    return clean


def choice(choices: Mapping[str, str | Promise]) -> Callable[[object], str]:
    """One of these words, or its label."""

    def clean(value: object) -> str:
        wrong = broken("choice", words=list(choices))
        found = _text_of(value, otherwise=wrong).casefold()
        for word, label in choices.items():
            if found in (word.casefold(), str(label).casefold()):
                return word
        raise wrong

    return clean


def yes_or_no(choices: Mapping[str, str | Promise]) -> Callable[[object], str]:
    """As ``choice`` of these two words; true and false of JSON and spreadsheets, too."""
    word = choice(choices)

    def clean(value: object) -> str:
        if isinstance(value, bool):
            return "yes" if value else "no"
        told = {"true": "yes", "false": "no"}.get(_text_of(value).casefold())
        return told or word(value)

    return clean


def day(value: object) -> date:
    """A day that has been, as YYYY-MM-DD."""
    wrong = broken("day")
    if isinstance(value, date):
        found = date(value.year, value.month, value.day)
    else:
        try:
            found = date.fromisoformat(_text_of(value, otherwise=wrong)[:10])
        except ValueError as error:
            raise wrong from error
    if not date(1995, 1, 1) <= found <= today():
        raise wrong
    return found


def today() -> date:
    """Of the time zone that is furthest ahead: a test of today is nowhere refused."""
    return (datetime.now(UTC) + timedelta(hours=14)).date()
